//! Figures: axes, lines, maps and surfaces, drawn once and given as SVG or PNG.
//!
//! The same numbers give the same bytes. Colours are those of Okabe and Ito, which the colour-blind tell apart.
//!
//! ```
//! use stiction_figures::{Axis, Figure, Mark, Panel, line};
//!
//! let falling = (0..=10).map(|k| (0.1 * f64::from(k), 1.0 - 0.05 * f64::from(k * k))).collect();
//! let panel = Panel::new(Axis::linear("time, s", 0.0, 1.0), Axis::linear("height, m", -4.0, 1.0))
//!     .with(Mark::line(falling, line(0)).named("a stone"));
//! let figure = Figure::new("falling-stone", "A stone falls", vec![panel.into()]);
//! assert!(figure.svg().starts_with("<svg"));
//! assert!(figure.png()?.starts_with(&[0x89, b'P', b'N', b'G']));
//! # Ok::<(), stiction_figures::PngError>(())
//! ```

mod axis;
mod canvas;
mod figure;
mod legend;
mod log_axis;
mod mark;
mod number;
mod palette;
mod panel;
mod performance_profile;
mod png;
mod surface;

pub use axis::{Axis, Scale};
pub use canvas::{Anchor, Canvas, Stroke};
pub use figure::{Figure, Part};
pub use legend::Place;
pub use log_axis::LogAxis;
pub use mark::{Cell, Mark, Shape, Symbol};
pub use number::{raised, tidy};
pub use palette::{COLOURS, DASHES, FAINT, FRAME, GRID, INK, dashed, line, sequential, stroke, thin};
pub use panel::Panel;
pub use performance_profile::{PerformanceProfile, ProfileCurve};
pub use png::{PngError, rasterize};
pub use surface::Surface;
