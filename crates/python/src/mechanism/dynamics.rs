use stiction_linalg::DenseMatrix;
use stiction_linalg::space::{Pose, Vector3};
use stiction_multibody::delassus::{Delassus, Rows};
use stiction_multibody::dynamics::{
    ForwardDynamics, InertiaFactor, InverseDynamics, Kinematics, MassFactor, Motions, frame_jacobian,
    gravitational_energy, kinetic_energy, spring_energy,
};
use stiction_multibody::{BodyId, Model};

/// The algorithms' storage for one model.
pub struct Workspace {
    kinematics: Kinematics,
    motions: Motions,
    mass: MassFactor,
    forward: ForwardDynamics,
    inverse: InverseDynamics,
    matrix: DenseMatrix,
}

impl Workspace {
    pub fn new(model: &Model) -> Self {
        Self {
            kinematics: Kinematics::new(model),
            motions: Motions::new(model),
            mass: MassFactor::new(model),
            forward: ForwardDynamics::new(model),
            inverse: InverseDynamics::new(model),
            matrix: DenseMatrix::zeros(0, 0),
        }
    }

    pub fn mass_matrix(&mut self, model: &Model, q: &[f64]) -> &DenseMatrix {
        self.kinematics.update(model, q);
        let freedoms = model.velocity_size();
        self.matrix.reset(freedoms, freedoms);
        self.mass.mass_matrix(model, &self.kinematics, &mut self.matrix);
        &self.matrix
    }

    /// The acceleration, in the place of the force.
    pub fn forward(&mut self, model: &Model, q: &[f64], v: &[f64], force: &mut [f64]) {
        self.kinematics.update(model, q);
        self.forward.compute(model, &self.kinematics, v, force);
    }

    pub fn inverse(&mut self, model: &Model, q: &[f64], v: &[f64], a: Option<&[f64]>, force: &mut [f64]) {
        self.kinematics.update(model, q);
        match a {
            Some(a) => self.inverse.compute(model, &self.kinematics, v, a, force),
            None => self.inverse.bias_force(model, &self.kinematics, v, force),
        }
    }

    /// Of a frame that is known to be there.
    pub fn pose(&mut self, model: &Model, q: &[f64], frame: &str) -> Pose {
        self.kinematics.update(model, q);
        let (body, placement) = model.find_frame(frame).unwrap_or((BodyId::WORLD, Pose::IDENTITY));
        self.kinematics.body_pose(model, body) * placement
    }

    pub fn jacobian(&mut self, model: &Model, q: &[f64], frame: &str) -> &DenseMatrix {
        let origin = self.pose(model, q, frame).position;
        let body = model.find_frame(frame).map_or(BodyId::WORLD, |(body, _)| body);
        frame_jacobian(model, &self.kinematics, body, origin, &mut self.matrix);
        &self.matrix
    }

    /// None where a normal is zero.
    pub fn delassus(
        &mut self,
        model: &Model,
        q: &[f64],
        frames: &[String],
        normals: Option<&[[f64; 3]]>,
    ) -> Option<DenseMatrix> {
        let mut rows = Rows::new();
        for (place, frame) in frames.iter().enumerate() {
            let origin = self.pose(model, q, frame).position;
            let body = model.find_frame(frame).map_or(BodyId::WORLD, |(body, _)| body);
            let axes = match normals {
                None => [Vector3::X, Vector3::Y, Vector3::Z],
                Some(normals) => {
                    let [x, y, z] = normals[place];
                    let normal = Vector3::new(x, y, z).unit()?;
                    let (first, second) = normal.tangents();
                    [normal, first, second]
                }
            };
            rows.push_contact(model, &self.kinematics, (BodyId::WORLD, body), origin, &axes);
        }
        self.kinematics.update(model, q);
        let mut factor = InertiaFactor::new(model);
        factor.compute(model, &self.kinematics);
        let mut delassus = Delassus::new();
        delassus.compute(model, &self.kinematics, &factor, &rows);
        let mut matrix = DenseMatrix::zeros(0, 0);
        delassus.dense(&mut matrix);
        Some(matrix)
    }

    pub fn energy(&mut self, model: &Model, q: &[f64], v: &[f64]) -> (f64, f64, f64) {
        self.kinematics.update(model, q);
        self.motions.update_velocities(model, &self.kinematics, v);
        let kinetic = kinetic_energy(model, &self.kinematics, &self.motions, v);
        (kinetic, gravitational_energy(model, &self.kinematics), spring_energy(model, q))
    }
}
