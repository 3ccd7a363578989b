//! Examples 1 and 2: a sliding sphere that starts to roll, by every method, with the pyramid's directions along the motion and
//! at an angle to it.

use super::schemes::{SCHEMES, all, label, of_paper};
use crate::csv::Csv;
use crate::findings::Findings;
use crate::host::advance;
use crate::number::{fixed, short};
use crate::scenes::world;
use crate::table::Table;
use crate::{Check, Host, StudyError};
use stiction_complementarity::Effort;
use stiction_contact::Method;
use stiction_simulation::Event;

/// Friction, gravity, m/s², the speed at the start, m/s, and the time step, s.
pub const FRICTION: f64 = 0.2;
const GRAVITY: f64 = 9.81;
const SPEED: f64 = 2.0;
const STEP: f64 = 1e-3;
/// Sliding ends at 2 v₀/(7 μ g), rolling at 5/7 v₀.
pub const ROLLING_FROM: f64 = 2.0 * SPEED / (7.0 * FRICTION * GRAVITY);
pub const ROLLING_AT: f64 = 5.0 * SPEED / 7.0;

/// What a step ends with; along and across the motion, in m, s, N and rad.
#[derive(Clone, Copy)]
pub struct Moment {
    pub time: f64,
    pub along: f64,
    pub across: f64,
    pub spin_along: f64,
    pub spin_across: f64,
    /// `F_n`, `F_f`, `F_o`.
    pub normal: f64,
    pub friction: f64,
    pub aside: f64,
    /// `v_z` and `ω_z`.
    pub vertical: f64,
    pub spin_vertical: f64,
}

impl Moment {
    /// `‖F_f, F_o‖`.
    pub fn size(self) -> f64 {
        self.friction.hypot(self.aside)
    }
}

/// One run.
pub struct Roll {
    pub moments: Vec<Moment>,
    pub rolling_from: f64,
    pub helped: usize,
    /// Summed over all steps.
    pub effort: Effort,
}

/// The analytic solution (Trinkle 2003): velocity along, and spin across the motion.
pub fn analytic(time: f64) -> (f64, f64) {
    let slides = time.min(ROLLING_FROM);
    (SPEED - FRICTION * GRAVITY * slides, 2.5 * FRICTION * GRAVITY * slides)
}

/// A run with the pyramid's directions at an angle to the motion.
pub fn roll(method: Method, degrees: f64, facets: usize) -> Result<Roll, StudyError> {
    let name = format!("stepper.method={method}");
    // The scene's directions are along x and y; the sphere is sent between them instead of turning them.
    let (sine, cosine) = degrees.to_radians().sin_cos();
    let velocity = format!("body.ball.velocity=[{:?},{:?},0]", SPEED * cosine, SPEED * sine);
    let alignment = if degrees == 0.0 { "stepper.alignment=slip" } else { "stepper.alignment=fixed" };
    let facets = format!("stepper.facets={facets}");
    let mut world = world("sphere-on-plane", &[&*name, &*facets, alignment, &*velocity])?;
    let mut run = Roll { moments: Vec::new(), rolling_from: f64::NAN, helped: 0, effort: Effort::default() };
    for _ in 0..600 {
        let report = world.step().map_err(StudyError::broken)?;
        let helps = |event: &Event| matches!(event, Event::NextMethod { .. } | Event::Accepted { .. });
        run.helped += usize::from(report.events.iter().any(helps));
        run.effort += report.effort;
        let bodies = world.bodies();
        let ball = bodies.last().ok_or_else(|| crate::error::missing("the ball"))?;
        let (v, w) = (ball.linear_velocity, ball.angular_velocity);
        let turned = |x: f64, y: f64| (cosine * x + sine * y, cosine * y - sine * x);
        let ((along, across), (spin_along, spin_across)) = (turned(v.x, v.y), turned(w.x, w.y));
        let (normal, (friction, aside)) = world.contacts().first().map_or((0.0, (0.0, 0.0)), |contact| {
            let p = world.impulse(contact);
            let [_, first, second] = contact.frame;
            let tangential = turned(p.y * first.x + p.z * second.x, p.y * first.y + p.z * second.y);
            (p.x / STEP, (tangential.0 / STEP, tangential.1 / STEP))
        });
        // The point below moves with v + ω × (−e_z).
        let slip = (along - spin_across).hypot(across + spin_along);
        if slip < 1e-6 && run.rolling_from.is_nan() {
            run.rolling_from = report.time;
        }
        run.moments.push(Moment {
            time: report.time,
            along,
            across,
            spin_along,
            spin_across,
            normal,
            friction,
            aside,
            vertical: v.z,
            spin_vertical: w.z,
        });
    }
    Ok(run)
}

/// The largest errors of runs that should give the true motion.
#[derive(Default)]
struct Worst {
    runs: usize,
    time: f64,
    speed: f64,
    across: f64,
    aside: f64,
    /// Of the whole motion, m/s and rad/s.
    motion: f64,
    /// `v_z` and `ω_z`, m/s and rad/s.
    upright: f64,
}

impl Worst {
    fn take(&mut self, run: &Roll) {
        self.runs += 1;
        self.time = self.time.max((run.rolling_from - ROLLING_FROM).abs());
        for moment in &run.moments {
            let (along, spin) = analytic(moment.time);
            self.across = self.across.max(moment.across.abs());
            self.aside = self.aside.max(moment.aside.abs());
            self.upright = self.upright.max(moment.vertical.abs()).max(moment.spin_vertical.abs());
            self.motion = self.motion.max((moment.along - along).abs()).max((moment.spin_across - spin).abs());
        }
        let last = run.moments[run.moments.len() - 1];
        self.speed = self.speed.max((last.along - ROLLING_AT).abs());
        // A run that never rolls must not pass.
        if run.rolling_from.is_nan() {
            self.time = f64::INFINITY;
        }
    }
}

pub fn run(host: &mut dyn Host, findings: &mut Findings) -> Result<(), StudyError> {
    let mut table = Table::new(&[
        "method",
        "aligned: rolling from, s",
        "final speed, m/s",
        "largest speed across, m/s",
        "at 45°: rolling from, s",
        "final speed, m/s",
        "largest speed across, m/s",
        "at 30°: rolling from, s",
        "final speed, m/s",
        "largest speed across, m/s",
        "fallback or unsolved steps",
    ]);
    let mut csv = Csv::new(&[
        "method",
        "directions",
        "time_s",
        "velocity_along_m_per_s",
        "velocity_across_m_per_s",
        "spin_along_rad_per_s",
        "spin_across_rad_per_s",
        "normal_n",
        "friction_along_n",
        "friction_across_n",
    ]);
    let mut worst = Worst::default();
    let mut shares = 0.0_f64;
    let (mut pyramid_time, mut pyramid_across) = (Vec::new(), [Vec::new(), Vec::new()]);
    let mut aligned: Vec<(Method, Roll)> = Vec::new();
    let methods = all();
    for (place, method) in methods.iter().copied().enumerate() {
        advance(host, 0.1 * place as f64 / methods.len() as f64, &format!("the sphere, method {method}"))?;
        let runs = [roll(method, 0.0, 4)?, roll(method, 45.0, 4)?, roll(method, 30.0, 4)?];
        let mut row = vec![label(method)];
        for (oblique, run) in runs.iter().enumerate() {
            let last = run.moments[run.moments.len() - 1];
            let off = run.moments.iter().map(|moment| moment.across.abs()).fold(0.0, f64::max);
            let across = if off < 1e-9 { 0.0 } else { off };
            row.extend([fixed(run.rolling_from, 3), fixed(last.along, 6), short(across)]);
            if oblique > 0 && method.is_pyramid() {
                pyramid_across[oblique - 1].push(off);
                if oblique == 1 {
                    shares = shares.max(uneven(run));
                    pyramid_time.push(run.rolling_from);
                }
            } else {
                worst.take(run);
            }
            if of_paper(method).is_some() {
                let directions = ["aligned", "at 45 degrees", "at 30 degrees"][oblique];
                for own in &run.moments {
                    let numbers = [own.time, own.along, own.across, own.spin_along, own.spin_across, own.normal];
                    let numbers = numbers.into_iter().chain([own.friction, own.aside]).map(|x| format!("{x:?}"));
                    let words = [method.name(), directions].map(str::to_owned);
                    csv.cells(&words.into_iter().chain(numbers).collect::<Vec<_>>());
                }
            }
        }
        row.push(runs.iter().map(|run| run.helped).sum::<usize>().to_string());
        table.row(row);
        let [own, ..] = runs;
        aligned.push((method, own));
    }
    findings.table("sphere", table);
    findings.data("sphere", csv);
    findings.value("methods", methods.len().to_string());
    findings.value("methods with the cone", methods.iter().filter(|method| !method.is_pyramid()).count().to_string());
    motion(&worst, findings);
    schemes(&aligned, findings);
    let [first, last] = [f64::INFINITY, f64::NEG_INFINITY]
        .map(|start| pyramid_time.iter().fold(start, |a: f64, b| if start > 0.0 { a.min(*b) } else { a.max(*b) }));
    findings.check(Check::near(
        "sphere at 45°, pyramids: earliest rolling (√2 later: 0.412 s; paper: about 0.4), s",
        2.0_f64.sqrt() * ROLLING_FROM,
        first,
        STEP,
    ));
    findings.check(Check::near(
        "sphere at 45°, pyramids: latest rolling, s",
        2.0_f64.sqrt() * ROLLING_FROM,
        last,
        STEP,
    ));
    let most = pyramid_across[0].iter().copied().fold(0.0, f64::max);
    let words = "sphere at 45°, pyramids: speed across the motion, zero by symmetry, m/s";
    findings.check(Check::at_most(words, 1e-6, most));
    let words =
        "sphere at 45°, pyramids: load of each of two directions over μ F_n while it slides, distance from one half";
    findings.check(Check::at_most(words, 1e-6, shares));
    let least = pyramid_across[1].iter().copied().fold(f64::INFINITY, f64::min);
    let words = "sphere at 30°, pyramids: speed across the motion, which should be zero, m/s";
    findings.check(Check::at_least(words, 0.05, least));
    Ok(())
}

/// At 45°, how far the friction along either direction is from half of its limit, while the sphere slides.
fn uneven(run: &Roll) -> f64 {
    let sliding = run.moments.iter().filter(|moment| moment.time < run.rolling_from - STEP);
    let loads = sliding.flat_map(|moment| {
        let limit = FRICTION * moment.normal;
        [moment.friction - moment.aside, moment.friction + moment.aside].map(|load| 0.5_f64.sqrt() * load.abs() / limit)
    });
    // A run that never slides must not pass.
    loads.map(|load| (load - 0.5).abs()).reduce(f64::max).unwrap_or(f64::INFINITY)
}

fn motion(worst: &Worst, findings: &mut Findings) {
    let words =
        format!("sphere: error of the end of sliding, 2v₀/(7μg) = 0.29125 s (paper: 0.291), in {} runs, s", worst.runs);
    findings.check(Check::at_most(words, 1.001e-3, worst.time));
    let words = "sphere: error of the rolling speed 10/7 (paper: 1.429) in these runs, m/s";
    findings.check(Check::at_most(words, 1e-6, worst.speed));
    // Friction is constant while the sphere slides, and the step in which sliding ends has the right mean: nothing is off.
    let words = "sphere: largest error of velocity and spin, analytic solution, in these runs, m/s or rad/s";
    findings.check(Check::at_most(words, 1e-6, worst.motion));
    findings.check(Check::at_most("sphere: largest speed across the motion in these runs, m/s", 1e-6, worst.across));
    let words = "sphere: largest v_z and ω_z in these runs, m/s or rad/s";
    findings.check(Check::at_most(words, 1e-6, worst.upright));
    let words = "sphere: largest friction across the motion in these runs (paper: F_o ≡ 0), N";
    findings.check(Check::at_most(words, 1e-6, worst.aside));
}

/// Fig. 2: how far the paper's schemes are apart, and where friction is at its limit.
fn schemes(aligned: &[(Method, Roll)], findings: &mut Findings) {
    let own: Vec<_> = aligned.iter().filter(|(method, _)| of_paper(*method).is_some()).map(|(_, run)| run).collect();
    let mut apart = 0.0_f64;
    for run in &own {
        for (a, b) in run.moments.iter().zip(&own[0].moments) {
            apart = apart.max((a.along - b.along).abs()).max((a.spin_across - b.spin_across).abs());
            apart = apart.max((a.friction - b.friction).abs()).max((a.normal - b.normal).abs());
        }
    }
    findings.value("schemes apart", short(apart));
    let words =
        format!("sphere: difference of velocities and forces between the paper's {} schemes, m/s, N", SCHEMES.len());
    findings.check(Check::at_most(words, 1e-6, apart));
    let (mut at_limit, mut rolling) = (0.0_f64, 0.0_f64);
    for moment in own.iter().flat_map(|run| &run.moments) {
        if moment.time < ROLLING_FROM {
            at_limit =
                at_limit.max((moment.size() - FRICTION * GRAVITY).abs()).max((moment.friction + moment.size()).abs());
        } else if moment.time > ROLLING_FROM + STEP {
            rolling = rolling.max(moment.size());
        }
    }
    findings.check(Check::at_most("sphere: while it slides, ‖F_f, F_o‖ against μ F_n, and F_f < 0, N", 1e-6, at_limit));
    findings.check(Check::at_most("sphere: while it rolls, ‖F_f, F_o‖ (μ F_n = 1.962 N), N", 1e-6, rolling));
}
