//! Where a path starts: on a ray from a basis, or at a point.

use super::ratio_test::Candidate;
use super::tracer::{End, NONE, Tracer, Variable};
use crate::{Observer, Position};

/// What drives first, or that nothing needs to.
enum Start {
    Feasible,
    Driving(Variable, f64),
}

impl Tracer {
    /// Lemke's method: comes in along the ray on which a large artificial makes the basis feasible, and
    /// follows the path. `weights` are how strongly each row is covered; all positive.
    pub fn trace_from_ray(
        &mut self,
        positions: &[Position],
        weights: &[f64],
        limit: usize,
        method: &'static str,
        observer: &mut dyn Observer,
    ) -> (End, Option<(usize, f64)>) {
        (self.stop, self.ceiling) = (0.0, f64::INFINITY);
        self.position.copy_from_slice(positions);
        if !self.place_basis() && !self.repair_basis() {
            return (End::NumericalFailure, None);
        }
        self.choose_perturbation();
        match self.start_on_ray(weights) {
            Start::Feasible => (End::Solution, None),
            Start::Driving(driving, sign) => self.trace(driving, sign, limit, method, observer),
        }
    }

    /// Starts at a point in the caller's units, where `w` vanishes on basic rows, and has the right
    /// sign on the others: the artificial goes from 1 to `stop` while the residual `M z + q − w`
    /// shrinks with it. This is the path of Newton's method on the normal map (Ralph 1994), and where one row alone
    /// has a residual a major cycle of principal pivoting (Cottle and Dantzig 1968).
    pub fn trace_from_point(
        &mut self,
        positions: &[Position],
        (z, w): (&[f64], &[f64]),
        stop: f64,
        limit: usize,
        method: &'static str,
        observer: &mut dyn Observer,
    ) -> (End, Option<(usize, f64)>) {
        self.position.copy_from_slice(positions);
        if !self.set_block() {
            return (End::NumericalFailure, None);
        }
        self.gather_constant();
        self.set_point(z, w);
        self.choose_perturbation();
        // M z + q + d t = w at t = 1.
        for i in 0..self.n {
            self.covering[i] = self.w[i] - self.vector[i];
        }
        for j in 0..self.n {
            stiction_linalg::kernels::axpy(-self.z[j], self.matrix.column(j), &mut self.covering);
        }
        self.z[self.n] = 1.0;
        (self.stop, self.ceiling) = (stop, 1.0);
        self.trace(Variable::Artificial, -1.0, limit, method, observer)
    }

    /// Perturbs each row's basic variable inward: a `w` away from zero, a `z` away from its nearer bound.
    fn choose_perturbation(&mut self) {
        for i in 0..self.n {
            self.basic_at_start[i] = self.position[i] == Position::Basic;
            let towards_lower = match self.position[i] {
                Position::Lower => false,
                Position::Upper => true,
                Position::Basic => self.upper[i] - self.z[i] < self.z[i] - self.lower[i],
            };
            self.tie_sign[i] = if towards_lower { -1.0 } else { 1.0 };
        }
    }

    /// Lists the block of the current positions.
    fn list_block(&mut self) {
        self.rows.clear();
        self.row_place.fill(NONE);
        for i in 0..self.n {
            if self.position[i] == Position::Basic {
                self.row_place[i] = self.rows.len();
                self.rows.push(i);
            }
        }
        self.columns.clear();
        self.columns.extend_from_slice(&self.rows);
    }

    /// Lists and inverts the block.
    fn set_block(&mut self) -> bool {
        self.list_block();
        self.factor()
    }

    /// Computes the basis of the current positions; a boxed basic variable outside its box goes to the
    /// bound it violates, as no covering could bring it back.
    fn place_basis(&mut self) -> bool {
        for _ in 0..=self.n {
            if !self.set_block() {
                return false;
            }
            self.gather_constant();
            if self.refresh() > 1e-9 {
                return false;
            }
            let mut moved = false;
            for j in 0..self.n {
                let boxed = self.lower[j].is_finite() && self.upper[j].is_finite();
                if self.position[j] == Position::Basic
                    && boxed
                    && (self.z[j] < self.lower[j] || self.z[j] > self.upper[j])
                {
                    self.position[j] = if self.z[j] < self.lower[j] { Position::Lower } else { Position::Upper };
                    moved = true;
                }
            }
            if !moved {
                return true;
            }
        }
        false
    }

    /// Where the free rows alone are singular (saddle points, circuits), brings in one-sided rows with
    /// them, by principal pivots of order one and two on the whole matrix, largest first. A free row
    /// that stays empty is redundant or inconsistent: it is closed by a unit diagonal, and the problem
    /// judges whether the point is a solution.
    fn repair_basis(&mut self) -> bool {
        let n = self.n;
        let mut schur = self.matrix.clone();
        let mut pending: Vec<usize> =
            (0..n).filter(|&i| self.lower[i].is_infinite() && self.upper[i].is_infinite()).collect();
        for i in 0..n {
            self.position[i] = if self.lower[i].is_finite() { Position::Lower } else { Position::Upper };
        }
        let sweep = |schur: &mut stiction_linalg::DenseMatrix, i: usize, j: usize| {
            let pivot = schur[(i, j)];
            for column in 0..n {
                if column != j {
                    let factor = schur[(i, column)] / pivot;
                    if factor != 0.0 {
                        for row in 0..n {
                            if row != i {
                                let change = schur[(row, j)] * factor;
                                schur[(row, column)] -= change;
                            }
                        }
                    }
                }
            }
            for k in 0..n {
                schur[(i, k)] = 0.0;
                schur[(k, j)] = 0.0;
            }
        };
        const SMALLEST_PIVOT: f64 = 1e-10;
        while !pending.is_empty() {
            let by_size = |a: &(usize, f64), b: &(usize, f64)| a.1.total_cmp(&b.1);
            let single = pending.iter().map(|&i| (i, schur[(i, i)].abs())).max_by(by_size);
            if let Some((i, _)) = single.filter(|(_, size)| *size > SMALLEST_PIVOT) {
                sweep(&mut schur, i, i);
                self.position[i] = Position::Basic;
                pending.retain(|&k| k != i);
                continue;
            }
            let one_sided = |j: usize| !(self.lower[j].is_finite() && self.upper[j].is_finite());
            let pair = pending
                .iter()
                .flat_map(|&i| (0..n).map(move |j| (i, j)))
                .filter(|&(i, j)| i != j && self.position[j] != Position::Basic && one_sided(j))
                .map(|(i, j)| ((i, j), schur[(i, j)].abs().min(schur[(j, i)].abs())))
                .max_by(|a, b| a.1.total_cmp(&b.1));
            match pair.filter(|(_, size)| *size > SMALLEST_PIVOT) {
                Some(((i, j), _)) => {
                    sweep(&mut schur, i, j);
                    sweep(&mut schur, j, i);
                    self.position[i] = Position::Basic;
                    self.position[j] = Position::Basic;
                    pending.retain(|&k| k != i && k != j);
                }
                None => {
                    for &i in &pending {
                        self.matrix[(i, i)] += 1.0;
                        self.position[i] = Position::Basic;
                    }
                    pending.clear();
                }
            }
        }
        self.place_basis()
    }

    /// Chooses the covering vector that moves every basic variable inward at the rate of its weight,
    /// and finds the least artificial at which all are feasible.
    fn start_on_ray(&mut self, weights: &[f64]) -> Start {
        let n = self.n;
        let slack = Self::TIE * self.size;
        let mut last: Option<Candidate> = None;
        let mut value = 0.0_f64;
        // Desired rates of the basic z, by place.
        for (place, &j) in self.columns.iter().enumerate() {
            let (low, high) = (self.lower[j].is_finite(), self.upper[j].is_finite());
            self.basic_step[place] = match (low, high) {
                (true, false) => weights[j],
                (false, true) => -weights[j],
                _ => 0.0,
            };
        }
        // d = desired motion of w minus what the basic z contribute.
        self.covering.fill(0.0);
        for place in 0..self.columns.len() {
            let (j, rate) = (self.columns[place], self.basic_step[place]);
            if rate != 0.0 {
                for i in 0..n {
                    self.covering[i] -= rate * self.matrix[(i, j)];
                }
            }
        }
        for i in 0..n {
            if self.row_place[i] == NONE {
                self.w_step[i] = match self.position[i] {
                    _ if self.is_fixed(i) => 0.0,
                    Position::Upper => -weights[i],
                    _ => weights[i],
                };
                self.covering[i] += self.w_step[i];
            } else {
                self.w_step[i] = 0.0;
            }
        }
        // The largest artificial at which a variable is still on its bound; later rows win ties, as
        // their perturbation is smaller.
        for i in 0..n {
            let candidate = match self.row_place[i] {
                NONE => {
                    let rate = self.w_step[i];
                    let violation = if rate > 0.0 { -self.w[i] } else { self.w[i] };
                    (violation, Candidate::new(Variable::W(i), NONE, false, 0.0, rate.abs()))
                }
                place => {
                    let rate = self.basic_step[place];
                    let violation = if rate > 0.0 { self.lower[i] - self.z[i] } else { self.z[i] - self.upper[i] };
                    (violation, Candidate::new(Variable::Z(i), place, rate < 0.0, 0.0, rate.abs()))
                }
            };
            let (violation, candidate) = candidate;
            if candidate.rate > 0.0 && violation > slack && violation / candidate.rate >= value {
                value = violation / candidate.rate;
                last = Some(candidate);
            }
        }
        match last {
            None => Start::Feasible,
            Some(blocking) => {
                let (driving, sign) = self.enter_artificial(&blocking, value);
                Start::Driving(driving, sign)
            }
        }
    }
}
