use crate::case::{Case, State};
use stiction_linalg::DenseMatrix;
use stiction_linalg::space::Vector3;
use stiction_multibody::BodyId;
use stiction_multibody::delassus::{Delassus, Rows};
use stiction_multibody::dynamics::{
    ForwardDynamics, InertiaFactor, InverseDynamics, Kinematics, MassFactor, Motions, Route,
};

/// What can be timed, by name; every call starts from the configuration.
pub const ALGORITHMS: [&str; 12] = [
    "empty",
    "forward_kinematics",
    "forward_velocities",
    "rnea",
    "bias",
    "aba",
    "crba",
    "crba+cholesky",
    "minverse",
    "delassus",
    "delassus_mass",
    "delassus_articulated",
];

/// All workspaces for a case, made once.
pub struct Bench<'a> {
    case: &'a Case,
    kinematics: Kinematics,
    motions: Motions,
    inverse: InverseDynamics,
    forward: ForwardDynamics,
    mass: MassFactor,
    factor: InertiaFactor,
    rows: Rows,
    delassus: Delassus,
    vector: Vec<f64>,
    matrix: DenseMatrix,
}

impl<'a> Bench<'a> {
    pub fn new(case: &'a Case, algorithm: &str) -> Self {
        let model = &case.model;
        let route = match algorithm {
            "delassus_mass" => Route::MassMatrix,
            "delassus_articulated" => Route::ArticulatedBodies,
            _ => Route::for_model(model),
        };
        let n = model.velocity_size();
        Self {
            case,
            kinematics: Kinematics::new(model),
            motions: Motions::new(model),
            inverse: InverseDynamics::new(model),
            forward: ForwardDynamics::new(model),
            mass: MassFactor::new(model),
            factor: InertiaFactor::by(model, route),
            rows: Rows::new(),
            delassus: Delassus::new(),
            vector: vec![0.0; n],
            matrix: DenseMatrix::zeros(n, n),
        }
    }

    /// One call.
    pub fn run(&mut self, algorithm: &str, state: &State) {
        let model = &self.case.model;
        if algorithm == "empty" {
            return;
        }
        self.kinematics.update(model, &state.configuration);
        let kinematics = &self.kinematics;
        match algorithm {
            "forward_velocities" => self.motions.update_velocities(model, kinematics, &state.velocity),
            "rnea" => {
                self.inverse.compute(model, kinematics, &state.velocity, &state.acceleration, &mut self.vector);
            }
            "bias" => self.inverse.bias_force(model, kinematics, &state.velocity, &mut self.vector),
            "aba" => {
                self.vector.copy_from_slice(&state.force);
                self.forward.compute(model, kinematics, &state.velocity, &mut self.vector);
            }
            "crba" => self.mass.mass_matrix(model, kinematics, &mut self.matrix),
            "crba+cholesky" => self.mass.compute(model, kinematics),
            "minverse" => {
                self.mass.compute(model, kinematics);
                self.mass.inverse(&mut self.matrix);
            }
            "delassus" | "delassus_mass" | "delassus_articulated" => {
                self.factor.compute(model, kinematics);
                self.rows.clear();
                for &(body, point) in &self.case.contacts {
                    let point = kinematics.body_pose(model, body).point(point);
                    let axes = [Vector3::X, Vector3::Y, Vector3::Z];
                    self.rows.push_point(model, kinematics, BodyId::WORLD, body, point, &axes);
                }
                self.delassus.compute(model, kinematics, &self.factor, &self.rows);
                self.delassus.dense(&mut self.matrix);
            }
            _ => {}
        }
    }

    /// The output of the last call, as the README orders it.
    pub fn output(&mut self, algorithm: &str, state: &State) -> Vec<f64> {
        let model = &self.case.model;
        match algorithm {
            "rnea" | "bias" | "aba" => self.vector.clone(),
            "crba+cholesky" => {
                let mut solved = state.force.clone();
                self.mass.solve(&mut solved);
                solved
            }
            "crba" | "minverse" | "delassus" | "delassus_mass" | "delassus_articulated" => {
                self.matrix.as_slice().to_vec()
            }
            "forward_kinematics" | "forward_velocities" => {
                let mut output = Vec::new();
                for id in model.body_ids().skip(1) {
                    let pose = self.kinematics.body_pose(model, id);
                    output.extend(pose.position.to_array());
                    output.extend(pose.rotation.to_rows().concat());
                    if algorithm == "forward_velocities" {
                        let motion = self.motions.velocity(model, &self.kinematics, id, pose.position);
                        output.extend(pose.rotation.transpose_mul(motion.angular).to_array());
                        output.extend(pose.rotation.transpose_mul(motion.linear).to_array());
                    }
                }
                output
            }
            _ => Vec::new(),
        }
    }
}
