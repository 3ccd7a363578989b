use crate::motor::Motors;
use crate::{LoadTarget, Scene};
use stiction_multibody::delassus::Rows;
use stiction_multibody::dynamics::{InertiaFactor, InverseDynamics, Kinematics, passive_force};
use stiction_multibody::{BodyId, Model, State, Wrench};

/// The most repetitions of the midpoint iteration, and the error, relative to the velocity, at which it has converged.
const MIDPOINT_LIMIT: usize = 20;
const MIDPOINT_TOLERANCE: f64 = 1e-12;

/// What the velocity would become without contacts.
///
/// Centrifugal, Coriolis and gyroscopic forces are taken at the mean of the velocities before and after: at a fixed place
/// their power on that mean is that of the changing mass matrix alone, so that a body that turns freely gains and loses no
/// energy. Springs and dampers are implicit, by the inertia that they add to the mass matrix.
#[derive(Clone, Debug)]
pub(crate) struct FreeMotion {
    /// The model with the inertia `h d + h² k` of dampers, springs and motors.
    pub implicit: Model,
    has_passive: bool,
    inverse: InverseDynamics,
    external: Vec<f64>,
    mean: Vec<f64>,
    turning: Vec<f64>,
    force: Vec<f64>,
    /// What the last four steps added to the velocity, the last one first.
    pub gains: [Vec<f64>; 4],
    loads: Rows,
    factors: Vec<f64>,
    wrenches: Vec<Wrench>,
    /// The loads on each degree of freedom.
    efforts: Vec<f64>,
}

impl FreeMotion {
    pub fn new(scene: &Scene, motors: &Motors) -> Self {
        let model = &scene.model;
        let mut properties = model.freedoms().iter().map(|freedom| &freedom.properties);
        let zeros = vec![0.0; model.velocity_size()];
        Self {
            implicit: implicit(scene, motors),
            has_passive: properties.any(|own| own.damping != 0.0 || own.stiffness != 0.0),
            inverse: InverseDynamics::new(model),
            external: zeros.clone(),
            efforts: zeros.clone(),
            mean: zeros.clone(),
            turning: zeros.clone(),
            gains: std::array::from_fn(|_| zeros.clone()),
            force: zeros,
            loads: Rows::new(),
            factors: Vec::new(),
            wrenches: Vec::new(),
        }
    }

    /// Takes over which motors are laws of the solve.
    pub fn set_motors(&mut self, scene: &Scene, motors: &Motors) {
        self.implicit = implicit(scene, motors);
    }

    /// The next steps, or pieces of one, are this many times as long, as the motors know.
    pub fn scale(&mut self, scene: &Scene, motors: &Motors, factor: f64) {
        self.gains.iter_mut().flatten().for_each(|gain| *gain *= factor);
        self.set_motors(scene, motors);
    }

    /// Writes the velocity at the end of a step without contacts. `factor` is of the implicit model.
    pub fn compute(
        &mut self,
        scene: &Scene,
        kinematics: &Kinematics,
        factor: &mut InertiaFactor,
        state: &State,
        motors: &Motors,
        free: &mut Vec<f64>,
    ) {
        let h = motors.h;
        self.gather_external(scene, kinematics, state, h);
        motors.add_forces(scene, &state.velocity, &mut self.external);
        let size = state.velocity.iter().fold(0.0_f64, |size, v| size.max(v.abs()));
        free.clear();
        // What this step brings, by the cubic through what the last four brought.
        let [last, second, third, fourth] = &self.gains;
        let lasts = last.iter().zip(second).zip(third).zip(fourth);
        let gains = lasts.map(|(((last, second), third), fourth)| 4.0 * (last + third) - 6.0 * second - fourth);
        free.extend(state.velocity.iter().zip(gains).map(|(v, gain)| v + gain));
        let mut earlier = f64::INFINITY;
        for _ in 0..MIDPOINT_LIMIT {
            for ((mean, before), after) in self.mean.iter_mut().zip(&state.velocity).zip(&*free) {
                *mean = 0.5 * (before + after);
            }
            self.impulse_at_mean(scene, kinematics, h);
            factor.solve(&self.implicit, kinematics, &mut self.force);
            let mut change = 0.0_f64;
            for ((free, before), gain) in free.iter_mut().zip(&state.velocity).zip(&self.force) {
                let next = before + gain;
                change = change.max((next - *free).abs());
                *free = next;
            }
            // The error that is left, as the changes shrink in proportion.
            let left = if earlier.is_finite() { change * (change / earlier).min(1.0) } else { change };
            if left <= MIDPOINT_TOLERANCE * (size + change) {
                break;
            }
            earlier = change;
        }
        self.gains.rotate_right(1);
        self.gains[0].copy_from_slice(&self.force);
    }

    /// `h (τ − C(v))` into `force`, with bodies that are free in the world moving straight on.
    fn impulse_at_mean(&mut self, scene: &Scene, kinematics: &Kinematics, h: f64) {
        let model = &scene.model;
        if model.turning_acceleration(&self.mean, &mut self.turning) {
            self.inverse.compute(model, kinematics, &self.mean, &self.turning, &mut self.force);
        } else {
            self.inverse.bias_force(model, kinematics, &self.mean, &mut self.force);
        }
        self.force.iter_mut().zip(&self.external).for_each(|(force, external)| *force = h * (external - *force));
    }

    /// Loads, springs and dampers.
    fn gather_external(&mut self, scene: &Scene, kinematics: &Kinematics, state: &State, h: f64) {
        let model = &scene.model;
        self.external.fill(0.0);
        if !scene.loads.is_empty() {
            self.gather_loads(scene, kinematics, state);
        }
        if self.has_passive {
            passive_force(model, &state.configuration, &state.velocity, &mut self.force);
            let own = self.force.iter().zip(model.freedoms()).zip(&state.velocity);
            for (external, ((force, freedom), v)) in self.external.iter_mut().zip(own) {
                // The spring at the end of the step, as far as the velocity before it carries.
                *external += force - h * freedom.properties.stiffness * v;
            }
        }
    }

    fn gather_loads(&mut self, scene: &Scene, kinematics: &Kinematics, state: &State) {
        let model = &scene.model;
        self.loads.clear();
        self.factors.clear();
        self.efforts.fill(0.0);
        for load in &scene.loads {
            let factor = load.factor_at(state.time);
            match &load.on {
                LoadTarget::Body { body, point, force, torque } => {
                    let at = kinematics.body_pose(model, *body).point(*point);
                    let wrench = Wrench::new(*torque, *force);
                    self.loads.push_wrench(model, kinematics, BodyId::WORLD, *body, at, wrench);
                }
                LoadTarget::Freedom(freedom, force) => {
                    self.efforts[*freedom] += factor * force;
                    continue;
                }
            }
            self.factors.push(factor);
        }
        self.loads.joint_forces(model, kinematics, &self.factors, &mut self.wrenches, &mut self.external);
        let efforts = self.external.iter_mut().zip(&self.efforts).zip(model.freedoms());
        for ((external, effort), freedom) in efforts {
            let limit = freedom.properties.effort_limit;
            *external += effort.clamp(-limit, limit);
        }
    }
}

/// The model with the inertia of all that is implicit in a step.
fn implicit(scene: &Scene, motors: &Motors) -> Model {
    let h = motors.h;
    let properties = scene.model.freedoms().iter().map(|freedom| &freedom.properties);
    let mut added: Vec<f64> = properties.map(|own| h * own.damping + h * h * own.stiffness).collect();
    motors.add_inertia(scene, &mut added);
    scene.model.with_added_armature(&added)
}
