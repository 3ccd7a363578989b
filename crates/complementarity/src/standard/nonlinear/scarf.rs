//! Scarf's activity analysis: prices, activities and incomes of an economy in Walrasian equilibrium.
//!
//! # Symbols
//! Six commodities `c`, eight activities `s`, five consumers `h`. `a_cs` output less input, `e_ch`
//! endowments, `α_ch` shares, `ε_h` elasticities of substitution. Unknowns: prices `p_c`, levels `y_s`,
//! incomes `i_h`:
//!
//! ```text
//! p_c ⊥ Σ_s a_cs y_s + Σ_h e_ch − Σ_h d_ch,   d_ch = i_h α_ch p_c^{−ε_h} / Σ_k α_kh p_k^{1−ε_h}
//! y_s ⊥ −Σ_c a_cs p_c
//! i_h ⊥ i_h − Σ_c e_ch p_c
//! ```
//!
//! Prices of demanded commodities stay above 1e−5. Only ratios of prices matter, so the first income is
//! fixed. Demand is not a number where a price is negative.

use super::numbered;
use crate::standard::{Known, NonlinearExample};
use crate::{Jacobian, Mcp};

const COMMODITIES: usize = 6;
const ACTIVITIES: usize = 8;
const CONSUMERS: usize = 5;
const ORDER: usize = COMMODITIES + ACTIVITIES + CONSUMERS;

const NAMES: [&str; COMMODITIES] = [
    "capital at the end of the period",
    "nondurables",
    "durables",
    "capital at the beginning of the period",
    "skilled labour",
    "unskilled labour",
];

const ENDOWMENTS: [[f64; CONSUMERS]; COMMODITIES] = [
    [0.0; CONSUMERS],
    [0.0; CONSUMERS],
    [1.0, 2.0, 1.5, 1.0, 2.0],
    [3.0, 0.1, 2.0, 1.0, 6.0],
    [5.0, 0.1, 6.0, 0.1, 0.1],
    [0.1, 7.0, 0.1, 8.0, 0.5],
];

const REFERENCE_DEMANDS: [[f64; CONSUMERS]; COMMODITIES] = [
    [4.0, 0.4, 2.0, 5.0, 3.0],
    [2.0, 4.0, 2.0, 5.0, 4.0],
    [3.2, 1.0, 1.5, 4.5, 2.0],
    [0.0; CONSUMERS],
    [0.2, 0.0, 0.5, 0.0, 0.0],
    [0.0, 0.6, 0.0, 0.2, 0.2],
];

const ELASTICITIES: [f64; CONSUMERS] = [1.2, 1.6, 0.8, 0.5, 0.6];

/// Output less input of each activity: two make durables, three nondurables, three carry capital over.
const TECHNOLOGY: [[f64; ACTIVITIES]; COMMODITIES] = [
    [4.0, 4.0, 1.6, 1.6, 1.6, 0.9, 7.0, 8.0],
    [0.0, 0.0, 6.0, 8.0, 7.0, 0.0, 0.0, 0.0],
    [4.0, 3.5, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0],
    [-5.3, -5.0, -2.0, -2.0, -2.0, -1.0, -4.0, -5.0],
    [-2.0, -1.0, -2.0, -4.0, -1.0, 0.0, -3.0, -2.0],
    [-1.0, -6.0, -3.0, -1.0, -8.0, 0.0, -1.0, -8.0],
];

/// One consumer's demand at given prices per unit of income, and what its derivative needs.
struct Demand {
    shares: [f64; COMMODITIES],
    elasticity: f64,
    /// `Σ_k α_k p_k^{1−ε}`
    index: f64,
}

impl Demand {
    fn of(consumer: usize, prices: &[f64]) -> Self {
        let total: f64 = REFERENCE_DEMANDS.iter().map(|row| row[consumer]).sum();
        let shares = REFERENCE_DEMANDS.map(|row| row[consumer] / total);
        let elasticity = ELASTICITIES[consumer];
        let demanded = shares.iter().zip(prices).filter(|(share, _)| **share > 0.0);
        let index = demanded.map(|(share, price)| share * price.powf(1.0 - elasticity)).sum();
        Self { shares, elasticity, index }
    }

    fn quantity(&self, commodity: usize, prices: &[f64]) -> f64 {
        match self.shares[commodity] {
            0.0 => 0.0,
            share => share * prices[commodity].powf(-self.elasticity) / self.index,
        }
    }

    /// The derivative of the quantity of one commodity by the price of another.
    fn slope(&self, commodity: usize, other: usize, prices: &[f64]) -> f64 {
        let quantity = self.quantity(commodity, prices);
        let through_index = (1.0 - self.elasticity) * self.quantity(other, prices) * quantity;
        let own =
            if commodity == other && quantity != 0.0 { self.elasticity * quantity / prices[commodity] } else { 0.0 };
        -own - through_index
    }
}

fn evaluate(x: &[f64], w: &mut [f64]) {
    let (prices, rest) = x.split_at(COMMODITIES);
    let (levels, incomes) = rest.split_at(ACTIVITIES);
    for c in 0..COMMODITIES {
        let made: f64 = TECHNOLOGY[c].iter().zip(levels).map(|(a, y)| a * y).sum();
        w[c] = made + ENDOWMENTS[c].iter().sum::<f64>();
    }
    for h in 0..CONSUMERS {
        let demand = Demand::of(h, prices);
        for c in 0..COMMODITIES {
            w[c] -= incomes[h] * demand.quantity(c, prices);
        }
        let endowment: f64 = (0..COMMODITIES).map(|c| ENDOWMENTS[c][h] * prices[c]).sum();
        w[COMMODITIES + ACTIVITIES + h] = incomes[h] - endowment;
    }
    for s in 0..ACTIVITIES {
        w[COMMODITIES + s] = -(0..COMMODITIES).map(|c| TECHNOLOGY[c][s] * prices[c]).sum::<f64>();
    }
}

fn differentiate(x: &[f64], entry: &mut dyn FnMut(usize, usize, f64)) {
    let (prices, incomes) = (&x[..COMMODITIES], &x[COMMODITIES + ACTIVITIES..]);
    for c in 0..COMMODITIES {
        for s in 0..ACTIVITIES {
            entry(c, COMMODITIES + s, TECHNOLOGY[c][s]);
            entry(COMMODITIES + s, c, -TECHNOLOGY[c][s]);
        }
    }
    for h in 0..CONSUMERS {
        let demand = Demand::of(h, prices);
        let row = COMMODITIES + ACTIVITIES + h;
        entry(row, row, 1.0);
        for c in 0..COMMODITIES {
            entry(c, row, -demand.quantity(c, prices));
            entry(row, c, -ENDOWMENTS[c][h]);
            for other in 0..COMMODITIES {
                entry(c, other, -incomes[h] * demand.slope(c, other, prices));
            }
        }
    }
}

/// Each consumer's income where every price is one.
fn reference_incomes() -> [f64; CONSUMERS] {
    let mut incomes = [0.0; CONSUMERS];
    for row in &ENDOWMENTS {
        incomes.iter_mut().zip(row).for_each(|(income, endowment)| *income += endowment);
    }
    incomes
}

/// The problem with the data of GAMS' model `scarfmcp`; the solution was computed here.
pub(super) fn example() -> Option<NonlinearExample> {
    let incomes = reference_incomes();
    let mut lower = vec![0.0; ORDER];
    for c in 0..COMMODITIES {
        if REFERENCE_DEMANDS[c].iter().any(|&demand| demand > 0.0) {
            lower[c] = 1e-5;
        }
    }
    let mut upper = vec![f64::INFINITY; ORDER];
    let first_income = COMMODITIES + ACTIVITIES;
    (lower[first_income], upper[first_income]) = (incomes[0], incomes[0]);
    let names = NAMES.iter().map(|name| format!("price of {name}"));
    let names = names.chain(numbered("activity", ACTIVITIES)).chain(numbered("income of consumer", CONSUMERS));
    let start = |price: f64, level: f64| {
        let mut start = vec![price; COMMODITIES];
        start.extend([level; ACTIVITIES]);
        start.extend(incomes);
        start
    };
    Some(NonlinearExample {
        name: "scarf",
        title: "Scarf's activity analysis: prices, activities and incomes in Walrasian equilibrium",
        source: "H. E. Scarf with T. Hansen, The Computation of Economic Equilibria, Yale University Press 1973; data and \
                 first start of the GAMS model library's scarfmcp (number 132)",
        problem: Mcp::new(evaluate, Jacobian::Sparse(Box::new(differentiate)), lower, upper)
            .ok()?
            .with_names(names.collect()),
        starts: vec![start(1.0, 1.0), start(1.0, 0.0), start(0.5, 1.0)],
        known: Known::Some(vec![vec![
            1.1324994814649578,
            0.545260162700265,
            1.0618849588356165,
            1.2905350105157978,
            0.8276541227229444,
            0.28239396002267947,
            0.4634929345624642,
            0.0,
            3.9391950568227077,
            0.00602299060670542,
            0.0,
            0.0,
            0.4382628379900282,
            0.0,
            incomes[0],
            4.312346551153863,
            9.168061591624953,
            4.694337061805144,
            10.090942373049655,
        ]]),
    })
}
