//! Multibody dynamics in minimal coordinates: a tree of rigid bodies joined by joints, its equations of motion
//! `M(q) a + b(q, v) = f + Gᵀ p`, and the Delassus matrix `W = G M⁻¹ Gᵀ` of any set of constraint rows.
//!
//! A [`Model`] is constant and made by a builder. Algorithms are workspaces, made once for a model, and
//! functions that fill them; a [`dynamics::Kinematics`] says where everything is, and every other algorithm
//! starts from it:
//!
//! ```
//! use stiction_linalg::space::{Pose, Vector3};
//! use stiction_multibody::delassus::{Delassus, Rows};
//! use stiction_multibody::dynamics::{ForwardDynamics, InertiaFactor, Kinematics};
//! use stiction_multibody::{Inertia, JointDescription, Model};
//!
//! // A rod of one metre on a hinge.
//! let mut builder = Model::builder("pendulum");
//! let hinge = JointDescription::revolute("hinge", Vector3::Y);
//! let rod = Inertia::cylinder(3.0, 0.0, 0.5).placed(&Pose::from_position(Vector3::new(0.0, 0.0, -0.5)));
//! let body = builder.add_body("rod", builder.world(), vec![hinge], rod)?;
//! let model = builder.build()?;
//!
//! // Held out level, it falls with 3 g / 2 l.
//! let mut kinematics = Kinematics::new(&model);
//! kinematics.update(&model, &[std::f64::consts::FRAC_PI_2]);
//! let mut acceleration = [0.0];
//! ForwardDynamics::new(&model).compute(&model, &kinematics, &[0.0], &mut acceleration);
//! assert!((acceleration[0] + 1.5 * 9.81).abs() < 1e-12);
//!
//! // Pushed at its end, it feels like a third of its mass.
//! let end = kinematics.body_pose(&model, body).point(Vector3::new(0.0, 0.0, -1.0));
//! let mut rows = Rows::new();
//! rows.push_point(&model, &kinematics, stiction_multibody::BodyId::WORLD, body, end, &[Vector3::Z]);
//! let mut factor = InertiaFactor::new(&model);
//! factor.compute(&model, &kinematics);
//! let mut delassus = Delassus::new();
//! delassus.compute(&model, &kinematics, &factor, &rows);
//! assert!((delassus.blocks()[0].values[0][0] - 1.0).abs() < 1e-12);
//! # Ok::<(), stiction_multibody::ModelError>(())
//! ```
//!
//! | what | where |
//! |---|---|
//! | poses, velocities, accelerations | [`dynamics::Kinematics`], [`dynamics::Motions`] |
//! | joint forces from accelerations, bias force (RNEA) | [`dynamics::InverseDynamics`] |
//! | accelerations from joint forces (ABA) | [`dynamics::ForwardDynamics`] |
//! | mass matrix, its factors and inverse (CRBA, LᵀDL) | [`dynamics::MassFactor`] |
//! | the faster of two factorisations for a model | [`dynamics::InertiaFactor`] |
//! | Jacobians | [`dynamics::frame_jacobian`], [`dynamics::point_jacobian`], [`dynamics::centre_of_mass_jacobian`] |
//! | energy, momentum, centre of mass | [`dynamics::kinetic_energy`] and its neighbours |
//! | springs and dampers | [`dynamics::passive_force`] |
//! | constraint rows G, and W as blocks, dense, or an operator | [`delassus`] |
//! | loop closures, couplings, limits | [`constraint`] |
//! | the same mechanism in redundant coordinates | [`Model::to_redundant`] |
//!
//! Everything is in SI units and along the world's axes unless said otherwise; angular parts stand before
//! linear ones. Slices must have the lengths that the model asks for: as with an index out of range, other
//! lengths panic. Numbers that are not finite stay so: nothing is mended in silence. A mechanism may be singular in
//! some places (two hinges of massless links in line, say); its accelerations are not finite there.

pub mod constraint;
pub mod delassus;
pub mod dynamics;
mod model;
mod spatial;

pub use constraint::{ClosureKind, Coupling, LoopClosure};
pub use model::{
    Body, BodyId, Frame, Freedom, FreedomProperties, Joint, JointDescription, JointId, JointKind, Model, ModelBuilder,
    ModelElement, ModelError, Redundant, State,
};
pub use spatial::{Inertia, Motion, Wrench};
