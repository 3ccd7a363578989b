//! FCLIB files: recorded problems of contact with friction, in HDF5.
//!
//! | path | holds |
//! |---|---|
//! | `/fclib_local/spacedim` | rows per contact, 2 or 3 |
//! | `/fclib_local/W`, `vectors/q`, `vectors/mu` | `u = W r + q`, friction of each contact |
//! | `/fclib_local/V`, `R`, `vectors/s` | optional equations: `u = W r + V λ + q`, `0 = Vᵀ r + R λ + s` |
//! | `/fclib_global/M`, `H`, `vectors/f`, `w`, `mu` | `M v = H r + f`, `u = Hᵀ v + w` |
//! | `/fclib_global/G`, `vectors/b` | optional equations: `M v = H r + G λ + f`, `0 = Gᵀ v + b` |
//! | `/fclib_global_rolling` | as global, with `vectors/mu_r` and five rows per contact |
//! | `…/info` | `title`, `description`, `math_info` |
//! | `/solution`, `/guesses/1` … | points: `u`, `r`, and `v`, `l` where there are such unknowns |
//!
//! A matrix is a group `m`, `n`, `nz`, `nzmax`, `p`, `i`, `x`: triplets for `nz ≥ 0` (`i` the rows, `p` the
//! columns: FCLIB's header says the opposite of what its files hold), compressed columns for −1, rows for −2.
//! The rows of a contact are the normal, then the tangents, then the rolling directions.

mod file;
mod matrix;
mod problem;
mod read;
mod tree;
mod values;
mod write;

pub use file::{FclibFile, FclibInfo, FclibPoint};
pub use problem::{FclibGlobal, FclibGlobalEquations, FclibLocal, FclibLocalEquations, FclibProblem};
pub use read::parse_fclib;
