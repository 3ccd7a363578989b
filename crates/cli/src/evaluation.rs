use stiction_formats::RobotState;
use stiction_linalg::DenseMatrix;
use stiction_linalg::space::{Pose, Vector3};
use stiction_multibody::dynamics::{
    ForwardDynamics, InverseDynamics, Kinematics, MassFactor, Motions, centre_of_mass, frame_jacobian,
    gravitational_energy, kinetic_energy, passive_force, spring_energy,
};
use stiction_multibody::{Model, Motion};

/// What the equations of motion are at a state: `M a + bias = force + passive`, with the tree alone. Loop
/// closures, couplings, limits and dry friction are left out.
pub struct Evaluation {
    /// The state, and the frames asked for.
    pub state: RobotState,
    /// M, armature included.
    pub mass_matrix: DenseMatrix,
    /// Gravity, centrifugal, Coriolis and gyroscopic forces.
    pub bias_force: Vec<f64>,
    /// Of springs and dampers.
    pub passive_force: Vec<f64>,
    /// By the articulated-body algorithm.
    pub acceleration: Vec<f64>,
    /// J.
    pub kinetic_energy: f64,
    /// J; zero with all mass at the world's origin.
    pub gravitational_energy: f64,
    /// J.
    pub spring_energy: f64,
    /// Of all mass that can move.
    pub centre_of_mass: Vector3,
    /// In the order asked for.
    pub frames: Vec<FrameEvaluation>,
    /// Why some numbers are not finite, if any is not.
    pub note: Option<&'static str>,
}

/// Where a frame is and how it moves, along the world's axes.
pub struct FrameEvaluation {
    /// Its name.
    pub name: String,
    /// In the world.
    pub pose: Pose,
    /// Of its origin.
    pub velocity: Motion,
    /// Of its origin: angular, then linear rows.
    pub jacobian: DenseMatrix,
}

impl Evaluation {
    /// Runs the algorithms at a state.
    pub fn new(model: &Model, state: RobotState) -> Self {
        let freedoms = model.velocity_size();
        let (configuration, velocity) = (&state.configuration[..], &state.velocity[..]);
        let mut kinematics = Kinematics::new(model);
        kinematics.update(model, configuration);
        let mut motions = Motions::new(model);
        motions.update_velocities(model, &kinematics, velocity);
        let mut mass_matrix = DenseMatrix::zeros(freedoms, freedoms);
        MassFactor::new(model).mass_matrix(model, &kinematics, &mut mass_matrix);
        let mut bias_force = vec![0.0; freedoms];
        InverseDynamics::new(model).bias_force(model, &kinematics, velocity, &mut bias_force);
        let mut passive = vec![0.0; freedoms];
        passive_force(model, configuration, velocity, &mut passive);
        let mut acceleration: Vec<_> =
            state.force.iter().zip(&passive).map(|(force, passive)| force + passive).collect();
        ForwardDynamics::new(model).compute(model, &kinematics, velocity, &mut acceleration);
        let frames = state.frames.iter().filter_map(|name| frame(model, &kinematics, &motions, name)).collect();
        let finite = |values: &[f64]| values.iter().all(|value| value.is_finite());
        let note = if !finite(mass_matrix.as_slice()) || !finite(&bias_force) || !finite(&state.force) {
            Some("the numbers are too large at this state: some results are not finite")
        } else if !finite(&acceleration) {
            Some(
                "the mass matrix is singular at this state: some direction moves no mass, and accelerations are not finite",
            )
        } else {
            None
        };
        Self {
            note,
            mass_matrix,
            bias_force,
            acceleration,
            kinetic_energy: kinetic_energy(model, &kinematics, &motions, velocity),
            gravitational_energy: gravitational_energy(model, &kinematics),
            spring_energy: spring_energy(model, configuration),
            centre_of_mass: centre_of_mass(model, &kinematics),
            passive_force: passive,
            frames,
            state,
        }
    }
}

fn frame(model: &Model, kinematics: &Kinematics, motions: &Motions, name: &str) -> Option<FrameEvaluation> {
    let (body, placement) = model.find_frame(name)?;
    let pose = kinematics.body_pose(model, body) * placement;
    let mut jacobian = DenseMatrix::zeros(6, model.velocity_size());
    frame_jacobian(model, kinematics, body, pose.position, &mut jacobian);
    let velocity = motions.velocity(model, kinematics, body, pose.position);
    Some(FrameEvaluation { name: name.to_owned(), pose, velocity, jacobian })
}
