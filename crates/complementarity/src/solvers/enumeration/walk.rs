//! The walk over pieces, depth first.

use super::best_exclusion;
use super::tableau::{Tableau, Verdict};
use crate::solvers::Settings;
use crate::solvers::basis_solve::{BasisSolve, Factorisation};
use crate::{Basis, Iteration, LinearProblem, Method, Observer, Piece, Position, ProofTree};
use std::ops::ControlFlow;
use stiction_linalg::DenseMatrix;

/// A decided piece with one of its solutions.
pub(super) struct Leaf {
    pub basis: Basis,
    pub point: Vec<f64>,
}

pub(super) struct Walk<'a> {
    problem: &'a dyn LinearProblem,
    matrix: &'a DenseMatrix,
    observer: &'a mut dyn Observer,
    /// The largest number of pieces to look at.
    pub node_limit: usize,
    /// Stop at the first solution.
    pub first_only: bool,
    /// The largest scaled natural residual of a solution.
    pub tolerance: f64,
    piece: Piece,
    decided: Vec<Option<Position>>,
    basis: BasisSolve,
    pub nodes: usize,
    /// Whether every piece was either solved or excluded.
    pub complete: bool,
    pub interrupted: bool,
    pub leaves: Vec<Leaf>,
}

impl<'a> Walk<'a> {
    /// Rows nearer to complementary than this may be a solution as they are.
    const COMPLEMENTARY: f64 = 1e-10;

    pub fn new(problem: &'a dyn LinearProblem, matrix: &'a DenseMatrix, observer: &'a mut dyn Observer) -> Self {
        let bounds = problem.bounds();
        let only_choice = |i: usize| match Piece::positions(bounds, i) {
            [position] => Some(*position),
            _ => None,
        };
        Self {
            problem,
            matrix,
            observer,
            node_limit: usize::MAX,
            first_only: false,
            tolerance: Settings::default().tolerance,
            piece: Piece::root(bounds),
            decided: (0..problem.dimension()).map(only_choice).collect(),
            basis: BasisSolve::default(),
            nodes: 0,
            complete: true,
            interrupted: false,
            leaves: Vec::new(),
        }
    }

    /// Walks the whole tree, or up to the first solution. Returns the proof that there is none, if so.
    pub fn run(&mut self) -> Option<ProofTree> {
        let tableau = self.fresh_tableau();
        self.visit(tableau)
    }

    fn stopped(&self) -> bool {
        self.interrupted || self.nodes > self.node_limit || (self.first_only && !self.leaves.is_empty())
    }

    fn fresh_tableau(&self) -> Tableau {
        Tableau::new(self.problem, self.matrix, &self.piece)
    }

    /// Looks at the current piece. Returns the proof that it is empty, if it is.
    fn visit(&mut self, mut tableau: Tableau) -> Option<ProofTree> {
        self.nodes += 1;
        self.interrupted = self.observe().is_break();
        if self.stopped() {
            self.complete = false;
            return None;
        }
        let mut verdict = tableau.decide();
        let mut exclusion = self.exclude(verdict, &tableau);
        if verdict != Verdict::Point && exclusion.is_none() {
            // Rounding has piled up in the tableau: once more from the data.
            tableau = self.fresh_tableau();
            verdict = tableau.decide();
            exclusion = self.exclude(verdict, &tableau);
        }
        if exclusion.is_some() {
            return exclusion;
        }
        let Some(row) = self.next_row(&tableau) else {
            // Every row is decided: a piece of solutions, or one that is neither solved nor excluded.
            self.complete &= self.add_solution(&tableau);
            return None;
        };
        if self.first_only && self.gap(row, &tableau) <= Self::COMPLEMENTARY && self.add_solution(&tableau) {
            return None;
        }
        self.split(row, &tableau)
    }

    fn exclude(&self, verdict: Verdict, tableau: &Tableau) -> Option<ProofTree> {
        (verdict == Verdict::Empty).then(|| best_exclusion(self.problem, &self.piece, tableau))?.map(ProofTree::Leaf)
    }

    fn observe(&mut self) -> ControlFlow<()> {
        self.observer.iteration(&Iteration {
            method: Method::Enumeration.name(),
            number: self.nodes - 1,
            step: "piece",
            measure: self.decided.iter().filter(|position| position.is_none()).count() as f64,
            pivots: 0,
            worst_row: None,
            point: &[],
        })
    }

    fn gap(&self, row: usize, tableau: &Tableau) -> f64 {
        tableau.gap(row, self.problem).0
    }

    /// The undecided row farthest from complementary.
    fn next_row(&self, tableau: &Tableau) -> Option<usize> {
        let undecided = (0..self.decided.len()).filter(|&i| self.decided[i].is_none());
        undecided.max_by(|&a, &b| self.gap(a, tableau).total_cmp(&self.gap(b, tableau)))
    }

    /// Splits the piece by the positions of one row, the one nearest to the current point first.
    fn split(&mut self, row: usize, tableau: &Tableau) -> Option<ProofTree> {
        let bounds = self.problem.bounds();
        let positions = Piece::positions(bounds, row);
        let near = tableau.gap(row, self.problem).1;
        let mut children: Vec<Option<ProofTree>> = vec![None; positions.len()];
        let mut order: Vec<usize> = (0..positions.len()).collect();
        order.sort_by_key(|&k| positions[k] != near);
        let before = (self.piece.z[row], self.piece.w[row]);
        for k in order {
            self.piece.restrict(bounds, row, positions[k]);
            self.decided[row] = Some(positions[k]);
            let mut child = tableau.clone();
            child.restrict(&self.piece, row);
            children[k] = self.visit(child);
            if self.stopped() {
                break;
            }
        }
        (self.piece.z[row], self.piece.w[row]) = before;
        self.decided[row] = None;
        let children: Option<Vec<ProofTree>> = children.into_iter().collect();
        children.map(|children| ProofTree::Split { row, children })
    }

    /// Adds the point of the nearest basis, or the tableau's own, if the problem accepts it.
    fn add_solution(&mut self, tableau: &Tableau) -> bool {
        let n = self.decided.len();
        let basis: Basis = (0..n).map(|i| self.decided[i].unwrap_or_else(|| tableau.gap(i, self.problem).1)).collect();
        let (mut z, mut w) = (vec![0.0; n], vec![0.0; n]);
        let regular = self.basis.solve(self.problem, self.matrix, &basis, Factorisation::General, &mut z, &mut w);
        let accepted = [regular.then_some(z), Some(tableau.z())].into_iter().flatten().find_map(|mut z| {
            self.problem.bounds().project(&mut z);
            self.problem.residual(&z).within(self.tolerance).then_some(z)
        });
        let found = accepted.is_some();
        self.leaves.extend(accepted.map(|point| Leaf { basis, point }));
        found
    }
}
