//! Interior point method on second-order cones for the exact, non-associated law: the shift `μ ‖u_t‖` stands inside
//! Newton's equations (after Acary, Kleinert and others' formulation of De Saxcé and Feng's change of variable).
//!
//! With `T = diag(μ, 1, 1)` both `x = T p` and `y = T⁻¹ û`, `û = u + μ ‖u_t‖ n`, lie in the Lorentz cone. The equations are
//! `y = W' x + b' + h(y_t) n` with `W' = T⁻¹ W T⁻¹`, `h = √(‖y_t‖² + ε²)`, and `x ∘ y = σ κ n`; Nesterov and Todd's scaling
//! turns each step into one system `(W' + E P²) dx = …`.
//!
//! # Symbols
//! | letter | meaning |
//! |---|---|
//! | `x`, `y`, `κ` | scaled impulse, scaled shifted velocity, mean of `x·y` |
//! | `h`, `ε`, `E` | smoothed slip speed, its smoothing, `I − n ∇hᵀ` |
//! | `P`, `λ` | Nesterov–Todd matrix, `P x = P⁻¹ y = λ` |
//! | `∘`, `\` | product of the Jordan algebra of the cone, and its inverse |

use super::system::System;
use super::{Progress, RungEnd};
use crate::Law;
use crate::scaled::Scaled;
use stiction_linalg::{Block, IDENTITY, NODE, ZERO, block_product, block_times};

/// What the interior point method can be told.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct InteriorSettings {
    /// `ε / min(1, κ)`, or `ε / √κ` where [`InteriorSettings::slow_smoothing`] is set.
    pub smoothing: f64,
    /// Whether the smoothing falls with the root of `κ`, and is taken off `h` again.
    pub slow_smoothing: bool,
    /// Whether the corrector has a second-order term.
    pub second_order: bool,
    /// The share of the way to the boundary that a step takes.
    pub fraction: f64,
    /// The largest number of iterations.
    pub iteration_limit: usize,
}

impl Default for InteriorSettings {
    fn default() -> Self {
        Self::VARIANTS[0]
    }
}

impl InteriorSettings {
    /// No variant dominates, and they fail on different problems.
    pub const VARIANTS: [Self; 4] = [
        Self { smoothing: 1.0, slow_smoothing: false, second_order: true, fraction: 0.9, iteration_limit: 100 },
        Self { smoothing: 1.0, slow_smoothing: false, second_order: false, fraction: 0.9, iteration_limit: 100 },
        Self { smoothing: 0.1, slow_smoothing: false, second_order: true, fraction: 0.7, iteration_limit: 100 },
        Self { smoothing: 0.1, slow_smoothing: true, second_order: true, fraction: 0.9, iteration_limit: 100 },
    ];
}

/// Iterations without a gain of a tenth after which it counts as stalled.
const STALL: usize = 15;
/// Steps shorter than this are jammed against the boundary.
const JAM: f64 = 0.2;
const SHORTEST_STEP: f64 = 1e-8;

/// What stands at a node.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Kind {
    /// A Lorentz cone: a normal and tangents.
    Cone,
    /// A half line; tangents without friction carry no impulse.
    HalfLine,
    /// Equations in this many rows.
    Free(usize),
    /// A single value: bounds that are equal.
    Pinned(f64),
    /// An interval, possibly half infinite.
    Interval { lower: f64, upper: f64 },
}

type Vector = [f64; 4];

/// How far the iteration has come.
#[derive(Clone, Copy, Debug, Default)]
struct State {
    residual: f64,
    number: usize,
    gained: usize,
    last_length: f64,
    ended: bool,
}

/// Workspace of the interior point method.
#[derive(Default)]
pub(crate) struct InteriorPoint {
    settings: InteriorSettings,
    state: State,
    kinds: Vec<Kind>,
    /// `T` of the normal row of each node.
    friction: Vec<f64>,
    x: Vec<Vector>,
    y: Vec<Vector>,
    /// The multiplier of an interval's upper bound; that of its lower bound is in `y`.
    z: Vec<f64>,
    dx: Vec<Vector>,
    dy: Vec<Vector>,
    dz: Vec<f64>,
    scaling: Vec<Block>,
    inverse_scaling: Vec<Block>,
    square: Vec<Block>,
    shift: Vec<Block>,
    lambda: Vec<Vector>,
    gap: Vec<Vector>,
    right: Vec<f64>,
    solution: Vec<f64>,
    target: Vec<Vector>,
    target_z: Vec<f64>,
    point: Vec<f64>,
    velocity: Vec<f64>,
    best: Vec<f64>,
}

fn jordan_product(a: &Vector, b: &Vector) -> Vector {
    [a[0] * b[0] + a[1] * b[1] + a[2] * b[2], a[0] * b[1] + b[0] * a[1], a[0] * b[2] + b[0] * a[2], 0.0]
}

/// `z` with `l ∘ z = d`.
fn jordan_quotient(l: &Vector, d: &Vector) -> Vector {
    let determinant = determinant(l);
    let first = (l[0] * d[0] - l[1] * d[1] - l[2] * d[2]) / determinant;
    [first, (d[1] - l[1] * first) / l[0], (d[2] - l[2] * first) / l[0], 0.0]
}

fn determinant(a: &Vector) -> f64 {
    let size = (a[1] * a[1] + a[2] * a[2]).sqrt();
    (a[0] - size) * (a[0] + size)
}

/// The largest step along `d` that stays in the cone.
fn largest_step(x: &Vector, d: &Vector) -> f64 {
    let a = d[0] * d[0] - d[1] * d[1] - d[2] * d[2];
    let b = x[0] * d[0] - x[1] * d[1] - x[2] * d[2];
    let c = determinant(x);
    let mut largest = if d[0] < 0.0 { -x[0] / d[0] } else { f64::INFINITY };
    let discriminant = b * b - a * c;
    if discriminant >= 0.0 {
        let q = -(b + discriminant.sqrt().copysign(b));
        for root in [q / a, c / q] {
            if root > 0.0 && root < largest {
                largest = root;
            }
        }
    }
    largest
}

/// Nesterov and Todd's `P` and its inverse at a pair of points inside the cone.
fn nesterov_todd(x: &Vector, y: &Vector) -> (Block, Block) {
    let (root_y, root_x) = (determinant(y).max(1e-300).sqrt(), determinant(x).max(1e-300).sqrt());
    let (y, x) = (y.map(|value| value / root_y), x.map(|value| value / root_x));
    let g = ((1.0 + y[0] * x[0] + y[1] * x[1] + y[2] * x[2]) / 2.0).sqrt();
    let w = [(y[0] + x[0]) / (2.0 * g), (y[1] - x[1]) / (2.0 * g), (y[2] - x[2]) / (2.0 * g)];
    let beta = (root_y / root_x).sqrt();
    let mut matrix = ZERO;
    let mut inverse = ZERO;
    let share = 1.0 / (1.0 + w[0]);
    for column in 0..NODE {
        for row in 0..NODE {
            let (value, sign) = match (row, column) {
                (0, 0) => (w[0], 1.0),
                (0, other) | (other, 0) => (w[other], -1.0),
                _ => (f64::from(row == column) + w[row] * w[column] * share, 1.0),
            };
            matrix[column][row] = beta * value;
            inverse[column][row] = sign * value / beta;
        }
    }
    (matrix, inverse)
}

impl InteriorPoint {
    /// Whether the method takes every law.
    pub fn takes(laws: &[Law]) -> bool {
        !laws.iter().any(|law| matches!(law, Law::Rolling { .. }))
    }

    /// Whether there is no more progress to be expected.
    pub fn has_ended(&self) -> bool {
        self.state.ended
    }

    fn prepare(&mut self, scaled: &Scaled) {
        self.kinds.clear();
        self.friction.clear();
        for law in &scaled.laws {
            match *law {
                Law::Coulomb { friction } | Law::PlanarCoulomb { friction } if friction > 0.0 => {
                    self.kinds.push(Kind::Cone);
                    self.friction.push(friction);
                }
                Law::Bilateral { rows } => {
                    for node in 0..law.nodes() {
                        self.kinds.push(Kind::Free(crate::law::rows_of_node(rows, node)));
                        self.friction.push(1.0);
                    }
                }
                Law::Bounded { lower, upper } => {
                    self.kinds.push(match (lower.is_finite(), upper.is_finite()) {
                        (false, false) => Kind::Free(1),
                        (true, true) if upper - lower <= 1e-12 * (1.0 + lower.abs()) => Kind::Pinned(lower),
                        _ => Kind::Interval { lower, upper },
                    });
                    self.friction.push(1.0);
                }
                _ => {
                    self.kinds.push(Kind::HalfLine);
                    self.friction.push(1.0);
                }
            }
        }
        let nodes = self.kinds.len();
        for buffer in
            [&mut self.x, &mut self.y, &mut self.dx, &mut self.dy, &mut self.lambda, &mut self.gap, &mut self.target]
        {
            buffer.clear();
            buffer.resize(nodes, [0.0; 4]);
        }
        for buffer in [&mut self.z, &mut self.dz, &mut self.target_z] {
            buffer.clear();
            buffer.resize(nodes, 0.0);
        }
        for buffer in [&mut self.scaling, &mut self.inverse_scaling, &mut self.square, &mut self.shift] {
            buffer.clear();
            buffer.resize(nodes, IDENTITY);
        }
        for buffer in [&mut self.right, &mut self.solution, &mut self.point, &mut self.velocity, &mut self.best] {
            buffer.clear();
            buffer.resize(NODE * nodes, 0.0);
        }
    }

    fn start(&mut self) {
        for i in 0..self.kinds.len() {
            (self.x[i], self.y[i], self.z[i]) = match self.kinds[i] {
                Kind::Cone | Kind::HalfLine => ([1.0, 0.0, 0.0, 0.0], [1.0, 0.0, 0.0, 0.0], 0.0),
                Kind::Free(_) => ([0.0; 4], [0.0; 4], 0.0),
                Kind::Pinned(value) => ([value, 0.0, 0.0, 0.0], [0.0; 4], 0.0),
                Kind::Interval { lower, upper } => {
                    let (has_lower, has_upper) = (lower.is_finite(), upper.is_finite());
                    let middle = match (has_lower, has_upper) {
                        (true, true) => 0.5 * (lower + upper),
                        (true, false) => lower + 1.0,
                        (false, _) => upper - 1.0,
                    };
                    ([middle, 0.0, 0.0, 0.0], [f64::from(has_lower), 0.0, 0.0, 0.0], f64::from(has_upper))
                }
            };
        }
    }

    /// The mean of the complementary products, after a step of some length.
    fn complementarity(&self, length: f64) -> f64 {
        let (mut sum, mut count) = (0.0, 0);
        for i in 0..self.kinds.len() {
            let x = |k: usize| self.x[i][k] + length * self.dx[i][k];
            let y = |k: usize| self.y[i][k] + length * self.dy[i][k];
            match self.kinds[i] {
                Kind::Cone => {
                    sum += x(0) * y(0) + x(1) * y(1) + x(2) * y(2);
                    count += 1;
                }
                Kind::HalfLine => {
                    sum += x(0) * y(0);
                    count += 1;
                }
                Kind::Free(_) | Kind::Pinned(_) => {}
                Kind::Interval { lower, upper } => {
                    if lower.is_finite() {
                        sum += (x(0) - lower) * y(0);
                        count += 1;
                    }
                    if upper.is_finite() {
                        sum += (upper - x(0)) * (self.z[i] + length * self.dz[i]);
                        count += 1;
                    }
                }
            }
        }
        if count == 0 { 0.0 } else { sum / f64::from(count) }
    }

    /// The largest step that keeps all pairs inside.
    fn longest(&self) -> f64 {
        let mut longest = f64::INFINITY;
        let on_line = |value: f64, change: f64| if change < 0.0 { -value / change } else { f64::INFINITY };
        for i in 0..self.kinds.len() {
            let limit = match self.kinds[i] {
                Kind::Cone => largest_step(&self.x[i], &self.dx[i]).min(largest_step(&self.y[i], &self.dy[i])),
                Kind::HalfLine => on_line(self.x[i][0], self.dx[i][0]).min(on_line(self.y[i][0], self.dy[i][0])),
                Kind::Free(_) | Kind::Pinned(_) => f64::INFINITY,
                Kind::Interval { lower, upper } => {
                    let mut limit = f64::INFINITY;
                    if lower.is_finite() {
                        limit = limit.min(on_line(self.x[i][0] - lower, self.dx[i][0]));
                        limit = limit.min(on_line(self.y[i][0], self.dy[i][0]));
                    }
                    if upper.is_finite() {
                        limit = limit.min(on_line(upper - self.x[i][0], -self.dx[i][0]));
                        limit = limit.min(on_line(self.z[i], self.dz[i]));
                    }
                    limit
                }
            };
            longest = longest.min(limit);
        }
        longest
    }

    /// Sets the scalings, the shift and the gap of the equations at the current point, whose velocity is at hand.
    fn linearise(&mut self, complementarity: f64) {
        let settings = self.settings;
        let small = complementarity.min(1.0);
        let epsilon = settings.smoothing * if settings.slow_smoothing { small.sqrt() } else { small };
        for i in 0..self.kinds.len() {
            let mut gap = [0.0; 4];
            let velocity = &self.velocity[NODE * i..NODE * i + NODE];
            for k in 0..NODE {
                gap[k] = self.y[i][k] - velocity[k];
            }
            // In units of the cone, the normal velocity is over the friction.
            gap[0] = self.y[i][0] - velocity[0] / self.friction[i];
            match self.kinds[i] {
                Kind::Cone => {
                    let y = self.y[i];
                    let speed = (y[1] * y[1] + y[2] * y[2] + epsilon * epsilon).sqrt();
                    let direction = if speed > 0.0 { [y[1] / speed, y[2] / speed] } else { [0.0; 2] };
                    gap[0] -= speed - if settings.slow_smoothing { epsilon } else { 0.0 };
                    self.shift[i] = IDENTITY;
                    self.shift[i][1][0] = -direction[0];
                    self.shift[i][2][0] = -direction[1];
                    (self.scaling[i], self.inverse_scaling[i]) = nesterov_todd(&self.x[i], &self.y[i]);
                    self.square[i] = block_product(&self.scaling[i], &self.scaling[i]);
                    self.lambda[i] = block_times(&self.scaling[i], &self.x[i][..NODE]);
                }
                Kind::HalfLine => {
                    // Tangents without friction: no impulse, and a velocity that nothing asks for.
                    (gap[1], gap[2]) = (0.0, 0.0);
                    self.square[i] = IDENTITY;
                    self.square[i][0][0] = self.y[i][0] / self.x[i][0];
                }
                Kind::Free(_) => {}
                Kind::Pinned(_) => gap = [0.0; 4],
                Kind::Interval { lower, upper } => {
                    gap[0] -= self.z[i];
                    (gap[1], gap[2]) = (0.0, 0.0);
                    let mut square = 0.0;
                    if lower.is_finite() {
                        square += self.y[i][0] / (self.x[i][0] - lower);
                    }
                    if upper.is_finite() {
                        square += self.z[i] / (upper - self.x[i][0]);
                    }
                    self.square[i] = IDENTITY;
                    self.square[i][0][0] = square;
                }
            }
            self.gap[i] = gap;
        }
    }

    /// Factorises `W + T E P² T`, which is `W' + E P²` in the units of the impulses.
    fn factor(&self, system: &mut System, scaled: &Scaled) -> bool {
        for i in 0..self.kinds.len() {
            let (mut own, mut left) = (IDENTITY, IDENTITY);
            match self.kinds[i] {
                Kind::Cone => {
                    own = block_product(&self.shift[i], &self.square[i]);
                    own[0].iter_mut().for_each(|value| *value *= self.friction[i]);
                    own.iter_mut().for_each(|column| column[0] *= self.friction[i]);
                }
                Kind::HalfLine | Kind::Interval { .. } => {
                    own[0][0] = self.square[i][0][0];
                    (left[1][1], left[2][2]) = (0.0, 0.0);
                }
                Kind::Pinned(_) => left = ZERO,
                Kind::Free(rows) => {
                    // Closures that say the same twice stay solvable; refinement takes the error out again.
                    (0..rows).for_each(|row| own[row][row] = 1e-11);
                    (rows..NODE).for_each(|row| left[row][row] = 0.0);
                }
            }
            system.set_row(scaled, i, &own, &left);
        }
        system.factor()
    }

    /// The direction for the targets of the scaled complementarity products, in `dx`, `dy`, `dz`.
    fn direction(&mut self, system: &mut System) {
        let nodes = self.kinds.len();
        for i in 0..nodes {
            let mut right = self.gap[i];
            match self.kinds[i] {
                Kind::Cone => {
                    let scaled = block_times(&self.scaling[i], &self.target[i][..NODE]);
                    let shifted = block_times(&self.shift[i], &scaled[..NODE]);
                    (0..NODE).for_each(|k| right[k] += shifted[k]);
                }
                // Here the target is y + dy at dx = 0.
                Kind::HalfLine => right[0] += self.target[i][0],
                Kind::Free(_) | Kind::Pinned(_) => {}
                Kind::Interval { .. } => right[0] += self.target[i][0] - self.target_z[i],
            }
            right[0] *= self.friction[i];
            self.right[NODE * i..NODE * i + NODE].copy_from_slice(&right[..NODE]);
        }
        system.solve(&self.right, &mut self.solution);
        for i in 0..nodes {
            let part = &self.solution[NODE * i..NODE * i + NODE];
            let part = &[part[0] * self.friction[i], part[1], part[2]];
            self.dx[i][..NODE].copy_from_slice(part);
            match self.kinds[i] {
                Kind::Cone => {
                    let scaled = block_times(&self.scaling[i], &self.target[i][..NODE]);
                    let back = block_times(&self.square[i], part);
                    (0..NODE).for_each(|k| self.dy[i][k] = scaled[k] - back[k]);
                }
                Kind::HalfLine => {
                    self.dx[i] = [part[0], 0.0, 0.0, 0.0];
                    self.dy[i] = [self.target[i][0] - self.square[i][0][0] * part[0], 0.0, 0.0, 0.0];
                }
                Kind::Free(_) | Kind::Pinned(_) => self.dy[i] = [0.0; 4],
                Kind::Interval { lower, upper } => {
                    self.dx[i] = [part[0], 0.0, 0.0, 0.0];
                    if lower.is_finite() {
                        let ratio = self.y[i][0] / (self.x[i][0] - lower);
                        self.dy[i] = [self.target[i][0] - ratio * part[0], 0.0, 0.0, 0.0];
                    }
                    if upper.is_finite() {
                        let ratio = self.z[i] / (upper - self.x[i][0]);
                        self.dz[i] = self.target_z[i] + ratio * part[0];
                    }
                }
            }
        }
    }

    /// Sets the targets: products of `aim`, less the second-order term of the last direction where it is asked for.
    fn aim_at(&mut self, aim: f64, second_order: bool) {
        for i in 0..self.kinds.len() {
            match self.kinds[i] {
                Kind::Cone => {
                    let lambda = self.lambda[i];
                    let mut right = jordan_product(&lambda, &lambda).map(|value| -value);
                    if second_order {
                        let dy = block_times(&self.inverse_scaling[i], &self.dy[i][..NODE]);
                        let dx = block_times(&self.scaling[i], &self.dx[i][..NODE]);
                        let term = jordan_product(&dy, &dx);
                        (0..NODE).for_each(|k| right[k] -= term[k]);
                    }
                    right[0] += aim;
                    self.target[i] = jordan_quotient(&lambda, &right);
                }
                Kind::HalfLine => {
                    let term = if second_order { self.dx[i][0] * self.dy[i][0] } else { 0.0 };
                    self.target[i][0] = (aim - term) / self.x[i][0] - self.y[i][0];
                }
                Kind::Free(_) | Kind::Pinned(_) => {}
                Kind::Interval { lower, upper } => {
                    self.target[i][0] = 0.0;
                    self.target_z[i] = 0.0;
                    if lower.is_finite() {
                        let term = if second_order { self.dx[i][0] * self.dy[i][0] } else { 0.0 };
                        self.target[i][0] = (aim - term) / (self.x[i][0] - lower) - self.y[i][0];
                    }
                    if upper.is_finite() {
                        let term = if second_order { -self.dx[i][0] * self.dz[i] } else { 0.0 };
                        self.target_z[i] = (aim - term) / (upper - self.x[i][0]) - self.z[i];
                    }
                }
            }
        }
    }

    /// The impulses of the current point, in the scaled problem's units.
    fn impulses(&mut self) {
        for i in 0..self.kinds.len() {
            let place = NODE * i;
            self.point[place..place + NODE].copy_from_slice(&self.x[i][..NODE]);
            self.point[place] /= self.friction[i];
        }
    }

    /// Starts in the middle of the cones.
    pub fn begin(&mut self, system: &mut System, scaled: &Scaled, settings: InteriorSettings) {
        self.settings = settings;
        system.prepare(scaled);
        self.prepare(scaled);
        self.start();
        self.state = State { residual: f64::INFINITY, number: 0, gained: 0, last_length: 1.0, ended: false };
    }

    /// Iterates until the residual is at most `goal`, or there is no more progress; `best` becomes the best point by the
    /// judge's measure.
    pub fn advance(
        &mut self,
        system: &mut System,
        scaled: &Scaled,
        goal: f64,
        best: &mut [f64],
        progress: &mut Progress<'_>,
    ) -> RungEnd {
        let settings = self.settings;
        let State { residual, number, gained, last_length, .. } = self.state;
        let mut end = RungEnd { residual, interrupted: false };
        let (mut gained, mut last_length) = (gained, last_length);
        self.state.ended = true;
        for number in number..=settings.iteration_limit {
            self.impulses();
            scaled.velocity(&self.point, &mut self.velocity);
            let residual = scaled.residual(&self.point, &self.velocity);
            if residual < 0.9 * end.residual {
                gained = number;
            }
            if residual < end.residual {
                end.residual = residual;
                self.best.copy_from_slice(&self.point);
            }
            if progress.report("interior", residual, &self.point).is_break() {
                end.interrupted = true;
                break;
            }
            self.dx.fill([0.0; 4]);
            self.dy.fill([0.0; 4]);
            let complementarity = self.complementarity(0.0);
            if end.residual <= goal {
                self.state = State { residual: end.residual, number, gained, last_length, ended: false };
                break;
            }
            if number - gained > STALL || number == settings.iteration_limit {
                break;
            }
            self.linearise(complementarity);
            progress.effort.factorizations += 1;
            progress.effort.iterations += 1;
            if !self.factor(system, scaled) {
                break;
            }
            self.aim_at(0.0, false);
            self.direction(system);
            let reach = self.longest().min(1.0);
            let left = self.complementarity(reach);
            let floor = if reach < 0.9 { 1e-3 } else { 1e-6 };
            let mut centring =
                if complementarity > 0.0 { (left / complementarity).powi(3).clamp(floor, 1.0) } else { 0.0 };
            let jammed = last_length < JAM;
            if jammed {
                centring = 1.0;
            }
            self.aim_at(centring * complementarity, settings.second_order && reach > 0.1 && !jammed);
            self.direction(system);
            let fraction = if reach > 0.9 { settings.fraction.max(1.0 - complementarity) } else { settings.fraction };
            let fraction = fraction.min(0.999);
            let mut length = (fraction * self.longest()).min(1.0);
            if length < JAM && !jammed {
                self.aim_at(complementarity, false);
                self.direction(system);
                length = (fraction * self.longest()).min(1.0);
            }
            if length.is_nan() || length < SHORTEST_STEP {
                break;
            }
            for i in 0..self.kinds.len() {
                for k in 0..NODE {
                    self.x[i][k] += length * self.dx[i][k];
                    self.y[i][k] += length * self.dy[i][k];
                }
                self.z[i] += length * self.dz[i];
            }
            last_length = length;
        }
        if end.residual.is_finite() {
            best.copy_from_slice(&self.best);
        }
        end
    }
}
