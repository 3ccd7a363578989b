//! A spatial price equilibrium in the form of Tobin, with data of our own.
//!
//! The form is the general one of Tobin (1988) that MCPLIB's `tobin` has (42 unknowns there and here): several
//! commodities, nonlinear supply and demand with substitution between commodities, nonlinear transport cost with
//! congestion shared by the commodities. **The numbers are not Tobin's**: we did not find his data in the open.
//!
//! # Symbols
//! Six places `i`, two commodities `k`, fifteen roads `a` from place `t(a)` to `h(a)`. Unknowns: prices
//! `p_ik`, flows `x_ak`; `l` is the other commodity:
//!
//! ```text
//! p_ik ⊥ s_ik p_ik (1 + p_ik/10) − d_ik exp(−(p_ik − p_il/4)/8) + inflow − outflow
//! x_ak ⊥ p_t(a)k + c_a m_k (1 + 0.15 ((x_a1 + x_a2)/r_a)⁴) + 0.02 x_ak − p_h(a)k
//! ```

use super::on_orthant;
use crate::standard::{Known, NonlinearExample};

const PLACES: usize = 6;
const ROADS: usize = 15;
const PRICES: usize = 2 * PLACES;

const SUPPLY: [[f64; 2]; PLACES] = [[12.0, 2.0], [10.0, 3.0], [4.0, 4.0], [3.0, 6.0], [1.0, 9.0], [1.0, 10.0]];
const DEMAND: [[f64; 2]; PLACES] = [[30.0, 60.0], [35.0, 70.0], [60.0, 50.0], [70.0, 55.0], [90.0, 20.0], [80.0, 25.0]];

/// The cost of carriage of each commodity, relative to the road's.
const CARRIAGE: [f64; 2] = [1.0, 1.5];
const CONGESTION: f64 = 0.15;
const HANDLING: f64 = 0.02;

struct Road {
    tail: usize,
    head: usize,
    cost: f64,
    capacity: f64,
}

const fn road(tail: usize, head: usize, cost: f64, capacity: f64) -> Road {
    Road { tail, head, cost, capacity }
}

const NETWORK: [Road; ROADS] = [
    road(0, 1, 1.0, 12.0),
    road(1, 0, 1.0, 12.0),
    road(0, 2, 1.5, 15.0),
    road(2, 0, 1.5, 15.0),
    road(1, 3, 1.2, 15.0),
    road(3, 1, 1.2, 15.0),
    road(2, 4, 1.4, 14.0),
    road(4, 2, 1.4, 14.0),
    road(3, 5, 1.6, 10.0),
    road(5, 3, 1.6, 10.0),
    road(2, 3, 0.8, 9.0),
    road(0, 4, 3.0, 20.0),
    road(1, 5, 2.8, 20.0),
    road(4, 1, 2.6, 20.0),
    road(5, 0, 2.2, 16.0),
];

fn price(place: usize, commodity: usize) -> usize {
    2 * place + commodity
}

fn flow(road: usize, commodity: usize) -> usize {
    PRICES + 2 * road + commodity
}

fn demand(x: &[f64], place: usize, commodity: usize) -> f64 {
    let (own, other) = (x[price(place, commodity)], x[price(place, 1 - commodity)]);
    DEMAND[place][commodity] * (-(own - 0.25 * other) / 8.0).exp()
}

fn evaluate(x: &[f64], w: &mut [f64]) {
    for commodity in 0..2 {
        for place in 0..PLACES {
            let own = x[price(place, commodity)];
            let supply = SUPPLY[place][commodity] * own * (1.0 + own / 10.0);
            w[price(place, commodity)] = supply - demand(x, place, commodity);
        }
        for (a, road) in NETWORK.iter().enumerate() {
            let carried = x[flow(a, commodity)];
            w[price(road.tail, commodity)] -= carried;
            w[price(road.head, commodity)] += carried;
            let load = (x[flow(a, 0)] + x[flow(a, 1)]) / road.capacity;
            let cost = road.cost * CARRIAGE[commodity] * (1.0 + CONGESTION * load.powi(4)) + HANDLING * carried;
            w[flow(a, commodity)] = x[price(road.tail, commodity)] + cost - x[price(road.head, commodity)];
        }
    }
}

fn differentiate(x: &[f64], entry: &mut dyn FnMut(usize, usize, f64)) {
    for commodity in 0..2 {
        for place in 0..PLACES {
            let (own, other) = (price(place, commodity), price(place, 1 - commodity));
            let sensitivity = demand(x, place, commodity) / 8.0;
            entry(own, own, SUPPLY[place][commodity] * (1.0 + x[own] / 5.0) + sensitivity);
            entry(own, other, -0.25 * sensitivity);
        }
        for (a, road) in NETWORK.iter().enumerate() {
            let own = flow(a, commodity);
            let (tail, head) = (price(road.tail, commodity), price(road.head, commodity));
            let load = (x[flow(a, 0)] + x[flow(a, 1)]) / road.capacity;
            let slope = road.cost * CARRIAGE[commodity] * CONGESTION * 4.0 * load.powi(3) / road.capacity;
            entry(tail, own, -1.0);
            entry(head, own, 1.0);
            entry(own, tail, 1.0);
            entry(own, head, -1.0);
            entry(own, own, slope + HANDLING);
            entry(own, flow(a, 1 - commodity), slope);
        }
    }
}

/// The problem; the solution was computed here, and reached from every start tried.
pub(super) fn example() -> Option<NonlinearExample> {
    let prices = (0..PRICES).map(|row| format!("price of commodity {} at node {}", row % 2 + 1, row / 2 + 1));
    let flows = (0..2 * ROADS).map(|row| {
        let Road { tail, head, .. } = NETWORK[row / 2];
        format!("flow of commodity {} from node {} to {}", row % 2 + 1, tail + 1, head + 1)
    });
    let mut known = vec![
        3.413542538046495,
        6.226772214657252,
        4.110758195319023,
        6.36672907164307,
        5.339383906767692,
        4.6412822087407,
        5.806840133685336,
        4.526557400244262,
        7.029873734116006,
        2.4135784847347552,
        7.4865402512660575,
        2.628075768301118,
    ];
    known.resize(PRICES + 2 * ROADS, 0.0);
    for (road, commodity, value) in [
        (2, 0, 13.627692558028768),
        (4, 0, 15.232639136752898),
        (5, 1, 2.0042802609607273),
        (6, 0, 10.802503982857171),
        (7, 1, 5.89131185596618),
        (8, 0, 3.7481652674833654),
        (11, 0, 17.531687238639197),
        (12, 0, 17.22771458370005),
        (13, 1, 2.6485337904780253),
        (14, 1, 10.443099545756484),
    ] {
        known[flow(road, commodity)] = value;
    }
    let order = PRICES + 2 * ROADS;
    Some(NonlinearExample {
        name: "tobin",
        title: "A spatial price equilibrium of two commodities on a network of six nodes",
        source: "Form: R. L. Tobin, A variable dimension solution approach for the general spatial price equilibrium \
                 problem, Mathematical Programming 40 (1988) 33–51, as in MCPLIB's tobin. Data: this project",
        problem: on_orthant(prices.chain(flows).collect(), evaluate, differentiate)?,
        starts: vec![vec![1.0; order], vec![0.0; order], vec![10.0; order]],
        known: Known::Some(vec![known]),
    })
}
