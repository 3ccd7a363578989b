//! Interior points on second-order cones for the exact, non-associated law: the shift `μ ‖u_t‖` stands inside Newton's
//! equations (after Acary, Kleinert and others' formulation of De Saxcé and Feng's change of variable).
//!
//! With `T = diag(μ, 1, 1)` both `x = T p` and `y = T⁻¹ û`, `û = u + μ ‖u_t‖ n`, lie in the Lorentz cone. The equations are
//! `y = W' x + b' + h(y) n` with `W' = T⁻¹ W T⁻¹`, and `x ∘ y = κ n`; Nesterov and Todd's scaling turns each step into one
//! system `(W' + E P²) dx = …`.
//!
//! # Symbols
//! | letter | meaning |
//! |---|---|
//! | `x`, `y`, `κ` | scaled impulse, scaled shifted velocity, mean of `x·y` |
//! | `h`, `E` | slip speed, made smooth, and `I − n ∇hᵀ` |
//! | `P`, `λ` | Nesterov–Todd matrix, `P x = P⁻¹ y = λ` |
//! | `∘`, `\` | product of the Jordan algebra of the cone, and its inverse |

mod central_path;
mod jordan;
mod kind;
mod linearisation;
mod metric;
mod pairs;
mod predictor_corrector;
mod settings;

pub(crate) use central_path::{CentralPath, PathSettings};
pub(crate) use predictor_corrector::InteriorPoint;
pub(crate) use settings::InteriorSettings;

/// A cone's three places, and one for the width of the machine's vectors.
type Vector = [f64; 4];
