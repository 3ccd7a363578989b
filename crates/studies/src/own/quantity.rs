use crate::StudyError;
use stiction_multibody::BodyId;
use stiction_simulation::{BodyState, StepReport, World};

/// A number at the end of each step.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Quantity {
    /// Of a body's origin, m.
    Position { body: BodyId, axis: usize },
    /// Of a body's origin, m/s.
    Velocity { body: BodyId, axis: usize },
    /// Of a body, rad/s.
    Spin { body: BodyId, axis: usize },
    /// Of a body's origin, m/s.
    Speed { body: BodyId },
    /// Of motion, gravity and springs, J.
    Energy,
    /// Of motion, J.
    Kinetic,
    /// Of the step's contact problem, relative.
    Residual,
    /// Contact points within reach.
    Contacts,
    /// The deepest overlap, m.
    Penetration,
}

const AXES: [&str; 3] = ["x", "y", "z"];

impl Quantity {
    /// What there is, for messages.
    const KNOWN: &str = "x, y, z, vx, vy, vz, wx, wy, wz or speed, followed by the name of a body, or energy, kinetic, residual, \
                         contacts, penetration";

    /// A quantity from its name: `x ball`, `speed ball`, `energy`.
    pub fn parse(text: &str, world: &World) -> Result<Self, StudyError> {
        let unknown = || StudyError::Broken(format!("expected {}, found '{text}'", Self::KNOWN));
        match text {
            "energy" => return Ok(Self::Energy),
            "kinetic" => return Ok(Self::Kinetic),
            "residual" => return Ok(Self::Residual),
            "contacts" => return Ok(Self::Contacts),
            "penetration" => return Ok(Self::Penetration),
            _ => {}
        }
        let (kind, name) = text.split_once(' ').ok_or_else(unknown)?;
        let no_body = || StudyError::Broken(format!("'{text}': the scene has no body '{name}'"));
        let body = world.scene().model.find_body(name).ok_or_else(no_body)?;
        let axis = |name: &str| AXES.iter().position(|axis| *axis == name).ok_or_else(unknown);
        if kind == "speed" {
            return Ok(Self::Speed { body });
        }
        match (kind.strip_prefix('v'), kind.strip_prefix('w')) {
            (Some(name), _) => Ok(Self::Velocity { body, axis: axis(name)? }),
            (_, Some(name)) => Ok(Self::Spin { body, axis: axis(name)? }),
            _ => Ok(Self::Position { body, axis: axis(kind)? }),
        }
    }

    /// Its value after a step that left the bodies so.
    pub fn after(self, world: &World, bodies: &[BodyState], report: &StepReport) -> f64 {
        let of = |body: BodyId| bodies[body.index()];
        match self {
            Self::Position { body, axis } => of(body).position.to_array()[axis],
            Self::Velocity { body, axis } => of(body).linear_velocity.to_array()[axis],
            Self::Spin { body, axis } => of(body).angular_velocity.to_array()[axis],
            Self::Speed { body } => of(body).linear_velocity.norm(),
            Self::Energy => {
                let energy = world.energy();
                energy.kinetic + energy.gravitational + energy.springs
            }
            Self::Kinetic => world.energy().kinetic,
            Self::Residual => report.residual.relative,
            Self::Contacts => report.contacts as f64,
            Self::Penetration => report.penetration,
        }
    }
}
