//! The oligopoly of Murphy, Sherali and Soyster: each firm's output is its best answer to the others'.
//!
//! # Symbols
//! `x_i` the output of firm `i`, `Q = Σ x_i`, price `p(Q) = (5000 / Q)^{1/γ}`, marginal cost
//! `c_i + (s x_i)^{1/β_i}`. Marginal profit with its sign turned:
//! `F_i = c_i + (s x_i)^{1/β_i} − p (1 − x_i / (γ Q))`. Outside `x ≥ 0`, `Q > 0` it is not a number.

use super::{numbered, on_orthant};
use crate::Mcp;
use crate::standard::{Known, NonlinearExample};

const SOURCE: &str = "F. H. Murphy, H. D. Sherali, A. L. Soyster, A mathematical programming approach for determining \
                      oligopolistic market equilibrium, Mathematical Programming 24 (1982) 92–106";

struct Market<const N: usize> {
    costs: [f64; N],
    exponents: [f64; N],
    cost_scale: f64,
    elasticity: f64,
}

impl<const N: usize> Market<N> {
    fn price(&self, output: f64) -> f64 {
        (5000.0 / output).powf(1.0 / self.elasticity)
    }

    fn evaluate(&self, x: &[f64], w: &mut [f64]) {
        let output: f64 = x.iter().sum();
        let price = self.price(output);
        for i in 0..N {
            let cost = self.costs[i] + (self.cost_scale * x[i]).powf(1.0 / self.exponents[i]);
            w[i] = cost - price * (1.0 - x[i] / (self.elasticity * output));
        }
    }

    fn differentiate(&self, x: &[f64], entry: &mut dyn FnMut(usize, usize, f64)) {
        let output: f64 = x.iter().sum();
        let price = self.price(output);
        let slope = -price / (self.elasticity * output);
        for i in 0..N {
            let share = x[i] / (self.elasticity * output);
            for j in 0..N {
                entry(i, j, -slope * (1.0 - share) - price * share / output);
            }
            let power = 1.0 / self.exponents[i];
            let cost = power * self.cost_scale * (self.cost_scale * x[i]).powf(power - 1.0);
            entry(i, i, cost + price / (self.elasticity * output));
        }
    }

    fn problem(self) -> Option<Mcp> {
        let market = std::sync::Arc::new(self);
        let same = market.clone();
        on_orthant(
            numbered("output of firm", N).collect(),
            move |x, w| market.evaluate(x, w),
            move |x, entry| same.differentiate(x, entry),
        )
    }
}

/// Five firms; the marginal cost is `c + (x / 5)^{1/β}`.
pub(super) fn five_firms() -> Option<NonlinearExample> {
    let market = Market {
        costs: [10.0, 8.0, 6.0, 4.0, 2.0],
        exponents: [1.2, 1.1, 1.0, 0.9, 0.8],
        cost_scale: 0.2,
        elasticity: 1.1,
    };
    Some(NonlinearExample {
        name: "nash-cournot-5",
        title: "Nash–Cournot equilibrium of five firms",
        source: SOURCE,
        problem: market.problem()?,
        starts: vec![vec![10.0; 5], vec![1.0; 5], vec![100.0; 5]],
        known: Known::Solutions(vec![vec![
            36.93251081573577,
            41.818141660437625,
            43.70657852227421,
            42.65923974330512,
            39.17895251662502,
        ]]),
    })
}

/// Ten firms, as Harker and MCPLIB have them; the marginal cost is `c + (10 x)^{1/β}`.
pub(super) fn ten_firms() -> Option<NonlinearExample> {
    let market = Market {
        costs: [5.0, 3.0, 8.0, 5.0, 1.0, 3.0, 7.0, 4.0, 6.0, 3.0],
        exponents: [1.2, 1.0, 0.9, 0.6, 1.5, 1.0, 0.7, 1.1, 0.95, 0.75],
        cost_scale: 10.0,
        elasticity: 1.2,
    };
    Some(NonlinearExample {
        name: "nash-cournot-10",
        title: "Nash–Cournot equilibrium of ten firms",
        source: "P. T. Harker, Accelerating the convergence of the diagonalization and projection algorithms for \
                 finite-dimensional variational inequalities, Mathematical Programming 41 (1988) 29–59; data and starts of \
                 MCPLIB's nash",
        problem: market.problem()?,
        starts: vec![
            vec![1.0; 10],
            vec![10.0; 10],
            vec![1.0, 1.2, 1.4, 1.6, 1.8, 2.1, 2.3, 2.5, 2.7, 2.9],
            vec![7.0, 4.0, 3.0, 1.0, 18.0, 4.0, 1.0, 6.0, 3.0, 2.0],
        ],
        known: Known::Solutions(vec![vec![
            7.441546697058733,
            4.09781044734732,
            2.590643747438952,
            0.9353857680722273,
            17.94895234200661,
            4.09781044734732,
            1.3047257576800069,
            5.59008254355763,
            3.2221794538246145,
            1.6770943168393269,
        ]]),
    })
}
