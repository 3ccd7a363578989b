//! Studies: papers on contact as complementarity, reproduced. Each has its scenes and problems, its figures, the
//! numbers that are expected, and a text that explains them to someone who has not read the paper.
//!
//! A study opens no file and reads no clock: it gives its pages, figures and data as [`Document`]s, and asks its
//! [`Host`] for the time.
//!
//! ```
//! use stiction_studies::{Size, Study};
//!
//! let study: Study = "pfrommer-2019".parse()?;
//! let report = study.run(Size::Small, &mut ())?;
//! assert!(report.checks.iter().all(|check| check.passes));
//! assert!(report.documents.iter().any(|document| document.path == "pfrommer-2019/index.html"));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod check;
mod claims;
mod contents;
mod csv;
mod document;
mod error;
mod findings;
mod host;
mod items;
mod markdown;
mod number;
mod own;
mod page;
mod random;
mod recorded;
mod scenes;
mod study;
mod table;

mod lu_trinkle;
mod mylapilli_jain_2014;
mod pfrommer_2019;
mod schindler_2011;
mod which_method;

pub use check::Check;
pub use contents::contents;
pub use document::Document;
pub use error::StudyError;
pub use host::Host;
pub use own::OwnStudy;
pub use study::{Size, Study, StudyReport, UnknownStudy};
