//! Shapes on bodies, and the points at which they touch.
//!
//! A [`Detector`] takes shapes ([`Collider`]) fixed to bodies and, for given poses of the bodies, lists the points where
//! two of them are nearer than a margin: position, unit normal from the first to the second, gap (negative where they
//! overlap), and a number of the features that touch, which stays the same while they do.
//!
//! ```
//! use stiction_collision::{Collider, Detector, Filter, Shape};
//! use stiction_linalg::space::{Pose, Vector3};
//!
//! // Body 0 is the world.
//! let floor = Collider::new("floor", 0, Pose::IDENTITY, Shape::HalfSpace);
//! let ball = Collider::new("ball", 1, Pose::IDENTITY, Shape::Sphere { radius: 0.5 });
//! let mut detector = Detector::new(vec![floor, ball], Filter::default())?;
//! let contacts = detector.detect(&[Pose::IDENTITY, Pose::from_position(Vector3::new(0.0, 0.0, 0.75))], 1.0);
//! assert_eq!(contacts.len(), 1);
//! assert_eq!((contacts[0].gap, contacts[0].normal), (0.25, Vector3::Z));
//! # Ok::<(), stiction_collision::CollisionError>(())
//! ```
//!
//! This is the only room that names parry: it gives convex hulls, a tree of boxes, and a first guess of the direction in
//! which two convex shapes are nearest. Normals and gaps are computed here, from the shapes' own features.

// `!(a < b)` is meant: also where a number is NaN.
#![allow(clippy::neg_cmp_op_on_partial_ord)]

mod bounds;
mod collider;
mod contact_point;
mod detector;
mod error;
mod filter;
mod groups;
mod heightfield;
mod hull;
mod mesh;
mod narrow;
mod pairs;
mod part;
mod primitive;
mod reach;
mod shape;
mod sweep;

pub use collider::Collider;
pub use contact_point::ContactPoint;
pub use detector::Detector;
pub use error::CollisionError;
pub use filter::Filter;
pub use groups::Groups;
pub use heightfield::Heightfield;
pub use hull::Hull;
pub use mesh::Mesh;
pub use shape::Shape;
