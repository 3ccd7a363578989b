//! Eqs. 27 to 32: the point mass as an LCP of size four, and its sliding speed `σ = |u̇_x|`.

use crate::findings::Findings;
use crate::number::short;
use crate::random::Random;
use crate::table::Table;
use crate::{Check, Size, StudyError};
use stiction_complementarity::{Lcp, Method as LcpMethod, Problem};
use stiction_contact::{ContactProblem, Law, Method, ProxScaling, Settings};
use stiction_linalg::DenseMatrix;

/// A point mass and its load.
#[derive(Clone, Copy)]
struct Load {
    mass: f64,
    friction: f64,
    along: f64,
    up: f64,
}

impl Load {
    /// Eqs. 27 to 32 without the accelerations, in `(λ_U, λ_f1, λ_f2, σ)`.
    fn problem(self) -> Result<Lcp, StudyError> {
        let i = 1.0 / self.mass;
        let rows = [[i, 0.0, 0.0, 0.0], [0.0, i, -i, 1.0], [0.0, -i, i, 1.0], [self.friction, -1.0, -1.0, 0.0]];
        let matrix = DenseMatrix::from_function(4, 4, |row, column| rows[row][column]);
        Lcp::new(matrix, vec![self.up * i, self.along * i, -self.along * i, 0.0]).map_err(StudyError::broken)
    }

    /// The contact force by cases: nothing where the load lifts, else the normal force `−h_y` and the friction nearest
    /// to `−h_x`.
    fn force(self) -> [f64; 2] {
        let normal = (-self.up).max(0.0);
        [normal, (-self.along).clamp(-self.friction * normal, self.friction * normal)]
    }

    /// Eq. 27, `u̇_x`.
    fn acceleration(self, z: &[f64]) -> f64 {
        (self.along + z[1] - z[2]) / self.mass
    }
}

pub fn run(size: Size, findings: &mut Findings) -> Result<(), StudyError> {
    random_loads(size, findings)?;
    other_speeds(findings)
}

/// The LCP by pivoting, and the prox iteration, under random loads.
fn random_loads(size: Size, findings: &mut Findings) -> Result<(), StudyError> {
    let count = if size == Size::Full { 2_000 } else { 200 };
    let mut random = Random::new(4);
    let (mut largest, mut from_cases, mut speeds) = (0.0_f64, 0.0_f64, 0.0_f64);
    let (mut pressed, mut sliding) = (0, 0);
    for _ in 0..count {
        let load = Load {
            mass: random.between(0.5, 3.0),
            friction: random.between(0.1, 1.0),
            along: random.between(-10.0, 10.0),
            up: random.between(-10.0, 4.0),
        };
        let Load { mass, friction, along, up } = load;
        let problem = load.problem()?;
        let exact = load.force();
        let mut force = [0.0; 2];
        for method in [LcpMethod::Path, LcpMethod::FbPlm, LcpMethod::Lemke] {
            let solution = method.solve_linear(&problem, None, &mut ());
            let z = &solution.z;
            force = [z[0], z[1] - z[2]];
            let error = (force[0] - exact[0]).abs().max((force[1] - exact[1]).abs());
            from_cases = from_cases.max(if solution.is_solved() { error } else { f64::INFINITY });
            // Without a normal force σ is free: see `other_speeds`.
            if up < -1e-3 {
                let acceleration = load.acceleration(z).abs();
                speeds = speeds.max((z[3] - acceleration).abs());
                pressed += 1;
                sliding += usize::from(acceleration > 1e-3);
            }
        }
        let matrix = DenseMatrix::from_function(2, 2, |i, j| if i == j { 1.0 / mass } else { 0.0 });
        let contact = ContactProblem::new(matrix, vec![up / mass, along / mass], vec![Law::PlanarCoulomb { friction }]);
        let settings =
            Settings { prox_scaling: ProxScaling::Fixed(0.8 * mass), tolerance: 1e-12, ..Settings::default() };
        let prox = Method::Prox.solve(&contact.map_err(StudyError::broken)?, &settings, None, &mut ());
        let difference = (force[0] - prox.impulses[0]).abs().max((force[1] - prox.impulses[1]).abs());
        largest = largest.max(if prox.is_solved() { difference } else { f64::INFINITY });
    }
    findings.check(Check::at_most(
        format!("point mass: difference between Lemke on the LCP of size four and prox, {count} random loads, N"),
        1e-9,
        largest,
    ));
    findings.check(Check::at_most(
        "point mass: difference of Lemke, our path method and fb-plm from the force by cases, N",
        1e-6,
        from_cases,
    ));
    findings.check(Check::at_most("σ: largest |σ − |u̇_x|| where λ_U > 0, three methods, m/s²", 1e-6, speeds));
    findings.check(Check::at_least("σ: share of these solutions that slide", 0.2, sliding as f64 / pressed as f64));
    Ok(())
}

/// A point of the LCP, and what it shows.
struct Point {
    words: &'static str,
    load: Load,
    /// `(λ_U, λ_f1, λ_f2, σ)`.
    z: [f64; 4],
    reason: &'static str,
}

/// Solutions with `σ ≠ |u̇_x|`, and points that only look like such.
fn other_speeds(findings: &mut Findings) -> Result<(), StudyError> {
    let load = Load { mass: 1.0, friction: 0.5, along: 3.0, up: 4.0 };
    let pressed = Load { up: -4.0, ..load };
    let held = Load { up: -10.0, ..load };
    let points = [
        Point {
            words: "lifted off, σ = |u̇_x|",
            load,
            z: [0.0, 0.0, 0.0, 3.0],
            reason: "eqs. 30 and 31 ask for σ ≥ |u̇_x|",
        },
        Point {
            words: "lifted off, σ = |u̇_x| + 5",
            load,
            z: [0.0, 0.0, 0.0, 8.0],
            reason: "λ_U = 0, so that eq. 32 leaves σ free",
        },
        Point {
            words: "no friction (μ = 0), σ = |u̇_x| + 5",
            load: Load { friction: 0.0, ..pressed },
            z: [4.0, 0.0, 0.0, 8.0],
            reason: "μλ_U = 0, so that eq. 32 leaves σ free",
        },
        Point {
            words: "slides, σ = |u̇_x|",
            load: pressed,
            z: [4.0, 0.0, 2.0, 1.0],
            reason: "λ_f2 > 0 makes eq. 31 an equation",
        },
        Point { words: "slides, σ = |u̇_x| + 5", load: pressed, z: [4.0, 0.0, 2.0, 6.0], reason: "eq. 31 fails" },
        Point {
            words: "sticks, σ = 0, λ_f1 = 0",
            load: held,
            z: [10.0, 0.0, 3.0, 0.0],
            reason: "|λ_T| < μλ_U, so that σ = 0",
        },
        Point {
            words: "sticks, σ = 0, λ_f1 = 1 N",
            load: held,
            z: [10.0, 1.0, 4.0, 0.0],
            reason: "only λ_f1 − λ_f2 is determined, not its parts",
        },
        Point { words: "sticks, σ = 5", load: held, z: [10.0, 0.0, 3.0, 5.0], reason: "eq. 32 fails" },
    ];
    let mut table = Table::new(&["point (λ_U, λ_f1, λ_f2, σ)", "state", "|u̇_x|, m/s²", "solves the LCP", "why"]);
    let mut answers = Vec::new();
    for Point { words, load, z, reason } in &points {
        let solves = load.problem()?.residual(z).absolute.natural <= 1e-12;
        let answer = if solves { "yes" } else { "no" };
        answers.push(answer);
        table.row([
            format!("({})", z.map(short).join(", ")),
            (*words).to_owned(),
            short(load.acceleration(z).abs()),
            answer.to_owned(),
            (*reason).to_owned(),
        ]);
    }
    findings.table("speeds", table);
    findings.check(Check::is(
        "σ: which of eight points solve the LCP (two with λ_U = 0, one with μ = 0, two sliding, three sticking)",
        "yes yes yes yes no yes yes no",
        answers.join(" "),
    ));
    Ok(())
}
