//! Complementarity problems solved, judged and, where there is no solution, refuted with a proof.
//!
//! This crate gathers what a Rust user needs under one name: [`complementarity`] (problems, solvers,
//! certificates), [`contact`] (contact problems), [`multibody`] (mechanisms and their dynamics), [`collision`] (shapes),
//! [`simulation`] (steps through time), [`formats`] (all files) and [`linalg`] (matrices).
//!
//! ```
//! use stiction::complementarity::{DenseMatrix, Lcp, Method, Outcome, Problem};
//!
//! let matrix = DenseMatrix::from_rows(&[[2.0, 1.0], [1.0, 2.0]]).ok_or("ragged rows")?;
//! let problem = Lcp::new(matrix, vec![-5.0, -6.0])?;
//! let solution = Method::Auto.solve_linear(&problem, None, &mut ());
//!
//! assert_eq!(solution.outcome, Outcome::Solved);
//! assert!((solution.z[0] - 4.0 / 3.0).abs() < 1e-12 && (solution.z[1] - 7.0 / 3.0).abs() < 1e-12);
//! // The residual is the problem's own measure of the point, not the solver's claim.
//! assert_eq!(solution.residual, problem.residual(&solution.z));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! A problem from a file, and one without a solution:
//!
//! ```
//! use stiction::complementarity::{Method, Outcome};
//! use stiction::formats::ProblemFile;
//!
//! let text = br#"{"format": 1, "kind": "lcp", "matrix": [[-1]], "vector": [-1]}"#;
//! let loaded = ProblemFile::parse("empty.json", text)?.resolve(&mut stiction::formats::no_matrix_files)?;
//! let solution = Method::Auto.solve_linear(loaded.as_linear(), None, &mut ());
//! let Outcome::NoSolution(certificate) = solution.outcome else { return Err("expected a proof".into()) };
//! certificate.check(loaded.as_linear())?;
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! A scene in motion, each step judged:
//!
//! ```
//! use stiction::formats::built_in_scene;
//! use stiction::simulation::World;
//!
//! let scene = built_in_scene("sphere-on-plane").ok_or("no such scene")?.load(&["stepper.time_step=1e-3"])?.scene;
//! let mut world = World::new(scene)?;
//! for _ in 0..600 {
//!     let report = world.step()?;
//!     assert!(report.residual.relative <= 1e-9);
//! }
//! // It slid, and now it rolls.
//! let ball = world.bodies()[world.scene().model.find_body("ball").ok_or("no ball")?.index()];
//! assert!((ball.linear_velocity.x - 10.0 / 7.0).abs() < 1e-12);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! A contact problem:
//!
//! ```
//! use stiction::contact::{Method, Settings, standard};
//!
//! let sample = standard::sample("box-sliding").ok_or("no such sample")?;
//! let solution = Method::Auto.solve(&sample.problem, &Settings::default(), None, &mut ());
//! assert!(solution.is_solved() && solution.residual.slip_angle < 1e-7);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//! A robot from a file:
//!
//! ```
//! use stiction::formats::{RootJoint, parse_urdf};
//!
//! let text = br#"<robot name="arm"><link name="base"/><link name="fore">
//!     <inertial><mass value="2"/><inertia ixx="1" iyy="1" izz="1" ixy="0" ixz="0" iyz="0"/></inertial></link>
//!     <joint name="elbow" type="continuous"><parent link="base"/><child link="fore"/></joint></robot>"#;
//! let robot = parse_urdf("arm.urdf", text, RootJoint::Fixed, &mut |_| false)?;
//! assert_eq!((robot.model.velocity_size(), robot.model.mass()), (1, 2.0));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

pub use stiction_collision as collision;
pub use stiction_complementarity as complementarity;
pub use stiction_contact as contact;
pub use stiction_formats as formats;
pub use stiction_linalg as linalg;
pub use stiction_multibody as multibody;
pub use stiction_simulation as simulation;

/// The book's pieces of Rust.
#[cfg(doctest)]
#[doc = include_str!("../../../docs/how-to/rust.md")]
pub struct Book;
