//! The chain by all methods under the energy-consistent law, and by the paper's schemes under Poisson's: who agrees with whom.

use super::chain_run::{ChainRun, Plan, run as run_chain};
use super::groups::spread;
use super::last_link::LastLink;
use super::schemes::{REFERENCE, SCHEMES, all, label, of_paper, others};
use super::{active_contacts, effort, groups, run_times};
use crate::csv::Csv;
use crate::findings::Findings;
use crate::number::{fixed, short};
use crate::table::Table;
use crate::{Check, Host, Size, StudyError};
use stiction_contact::Method;
use stiction_figures::{Axis, COLOURS, Figure, Mark, Panel, Place, Stroke, stroke};

/// Runs by method.
pub type Runs = Vec<(Method, ChainRun)>;

/// A ball on the floor, measured from the middle of the floor, m.
const AT_REST: f64 = 0.35;
/// s.
const STEP: f64 = 1e-3;
/// Colours after the palette's, so that none repeats: rough curves hide a pattern.
const MORE: [&str; 4] = ["#80868b", "#7a4b00", "#6a3d9a", "#b0b000"];

pub fn run(size: Size, host: &mut dyn Host, findings: &mut Findings) -> Result<(), StudyError> {
    let until = if size == Size::Full { 20.0 } else { 0.5 };
    let runs = runs(&all(), "energy-consistent", until, 0.1, host)?;
    let base = of(&runs, REFERENCE)?;
    agreement(&runs, base, size, findings);
    groups::run(&runs, size, findings)?;
    last_second(&runs, base, size, findings);
    data("pendulum", &runs, findings);
    effort::run(&runs, size, findings);
    active_contacts::run(base, size, findings)?;
    let own: Vec<_> = SCHEMES.iter().map(|scheme| scheme.method).collect();
    let title = "The last link of the chain by the paper's five schemes, superposed";
    findings.figure(&LastLink { runs: &runs, methods: &own, until }.figure("pendulum", title))?;
    let beside: Vec<_> = others().collect();
    let title = "The last link by the other methods of this project, superposed";
    findings.figure(&LastLink { runs: &runs, methods: &beside, until }.figure("pendulum-others", title))?;
    differences(&runs, base, until, findings)?;
    run_times::run(&runs, findings)?;
    poisson(&own, until, size, host, findings)
}

/// Figs. 5 to 8 under the other impact law.
fn poisson(
    own: &[Method],
    until: f64,
    size: Size,
    host: &mut dyn Host,
    findings: &mut Findings,
) -> Result<(), StudyError> {
    let runs = runs(own, "poisson", until, 0.3, host)?;
    let whole = runs.iter().filter(|(_, run)| run.ended.is_none()).count();
    findings.check(Check::count("chain, Poisson's law: schemes that reach the end of the run", own.len(), whole));
    let pairs =
        || runs.iter().enumerate().flat_map(|(place, one)| runs[..place].iter().map(move |other| (&one.1, &other.1)));
    let least = pairs().map(|(one, other)| agree_until(one, other, 1e-3)).fold(f64::INFINITY, f64::min);
    let expected = if size == Size::Full { 1.0 } else { 0.45 };
    findings.check(Check::at_least("chain, Poisson's law: the schemes agree within 1 mm until, s", expected, least));
    findings.value("poisson agree", fixed(least, 2));
    let apart = pairs().map(|(one, other)| furthest(one, other)).fold(0.0, f64::max);
    findings.value("poisson furthest", fixed(apart, 1));
    if size == Size::Full {
        findings.check(Check::at_least("chain, Poisson's law: largest distance between two schemes, m", 0.1, apart));
    }
    findings.value("poisson linear", short(spread(&runs, &Method::is_pyramid)));
    findings.value("poisson nonlinear", short(spread(&runs, &|method| !method.is_pyramid())));
    let highest = |run: &ChainRun| run.samples.iter().map(|sample| sample.height).fold(0.0, f64::max);
    findings.value("poisson highest", fixed(highest(&runs[0].1), 1));
    findings.value("poisson spread", short(spread(&runs, &|_| true)));
    let gained = runs.iter().map(|(_, run)| run.most_gained).fold(0.0, f64::max);
    findings.value("poisson gained", short(gained));
    data("pendulum-poisson", &runs, findings);
    let title = "The same under Poisson's impact law";
    findings.figure(&LastLink { runs: &runs, methods: own, until }.figure("pendulum-poisson", title))
}

fn runs(methods: &[Method], law: &str, until: f64, share: f64, host: &mut dyn Host) -> Result<Runs, StudyError> {
    let mut runs = Vec::new();
    for (place, method) in methods.iter().enumerate() {
        let (name, law) = (format!("stepper.method={method}"), format!("stepper.impact_law={law}"));
        // Four directions, one of them against the slip, as in the paper.
        let settings = [&*name, &*law, "stepper.facets=4", "stepper.alignment=slip"];
        let plan = Plan { scene: "twelve-link-pendulum", settings: &settings, until, every: 10, most_energy: 1e6 };
        let progress = share + 0.15 * place as f64 / methods.len() as f64;
        runs.push((*method, run_chain(&plan, host, (progress, &format!("the chain, method {method}")))?));
    }
    Ok(runs)
}

/// The run by a method.
pub fn of(runs: &Runs, method: Method) -> Result<&ChainRun, StudyError> {
    let found = runs.iter().find(|(other, _)| *other == method);
    found.map(|(_, run)| run).ok_or_else(|| crate::error::missing(method.name()))
}

/// The time until which a run stays within a distance of the reference, s.
fn agree_until(run: &ChainRun, reference: &ChainRun, distance: f64) -> f64 {
    let pairs = run.samples.iter().zip(&reference.samples);
    pairs.take_while(|(a, b)| (a.height - b.height).abs() <= distance).last().map_or(0.0, |(a, _)| a.time)
}

fn agreement(runs: &Runs, base: &ChainRun, size: Size, findings: &mut Findings) {
    findings.check(Check::near("chain: first contact, s", 0.1565, base.first_contact.unwrap_or(f64::NAN), 1e-3));
    let whole = runs.iter().filter(|(_, run)| run.ended.is_none()).count();
    findings.check(Check::count("chain: methods that reach the end of the run", Method::ALL.len(), whole));
    let gained = runs.iter().map(|(_, run)| run.most_gained).fold(0.0, f64::max);
    findings.check(Check::at_most(
        "chain, energy-consistent law, all methods: largest energy added by contacts in a step, J",
        1e-6,
        gained,
    ));
    let mut table = Table::new(&[
        "method",
        "in the paper",
        "within 1 mm of auto until, s",
        "within 0.1 m of auto until, s",
        "largest distance from auto, m",
        "height at the end, m",
        "velocity at the end, m/s",
        "fallback or unsolved steps",
    ]);
    for (method, run) in runs {
        let last = run.samples[run.samples.len() - 1];
        table.row([
            label(*method),
            of_paper(*method).map_or("–", |scheme| scheme.name).to_owned(),
            fixed(agree_until(run, base, 1e-3), 2),
            fixed(agree_until(run, base, 0.1), 2),
            short(furthest(run, base)),
            fixed(last.height, 4),
            fixed(last.velocity, 3),
            run.helped.to_string(),
        ]);
    }
    findings.table("agreement", table);
    let least = |takes: &dyn Fn(Method) -> bool| {
        let own = runs.iter().filter(|(method, _)| takes(*method));
        own.map(|(_, run)| agree_until(run, base, 1e-3)).fold(f64::INFINITY, f64::min)
    };
    let expected = if size == Size::Full { 19.99 } else { 0.49 };
    let (own, all) = (least(&|method| of_paper(method).is_some()), least(&|_| true));
    let words = "chain: the paper's five schemes agree on the last link's height within 1 mm until, s";
    findings.check(Check::at_least(words, expected, own));
    findings.value("agree paper", fixed(own, 2));
    findings.value("agree", fixed(all, 2));
    let parted: Vec<_> = runs.iter().map(|(method, run)| (furthest(run, base), method.name())).collect();
    let (most, name) = parted.iter().fold((0.0, "–"), |worst, own| if own.0 > worst.0 { *own } else { worst });
    findings.value("furthest", short(most));
    findings.value("furthest method", name);
    let own = runs.iter().filter(|(method, _)| of_paper(*method).is_some());
    findings.value("furthest paper", short(own.map(|(_, run)| furthest(run, base)).fold(0.0, f64::max)));
}

fn furthest(run: &ChainRun, base: &ChainRun) -> f64 {
    run.samples.iter().zip(&base.samples).map(|(a, b)| (a.height - b.height).abs()).fold(0.0, f64::max)
}

/// What Figs. 6 and 8 show in the last second, and how the height really changes over it.
fn last_second(runs: &Runs, base: &ChainRun, size: Size, findings: &mut Findings) {
    let last = &base.samples[base.samples.len().saturating_sub(101)..];
    let fastest = last.iter().map(|sample| sample.velocity.abs()).fold(0.0, f64::max);
    let [first, .., end] = last else { return };
    let mean = (end.height - first.height) / (end.time - first.time);
    findings.value("reported velocity", fixed(1e3 * fastest, 1));
    findings.value("mean velocity", short(1e3 * mean));
    let highest = last.iter().map(|sample| sample.height - AT_REST).fold(0.0, f64::max);
    findings.value("reported height", fixed(1e6 * highest, 1));
    if size == Size::Small {
        return;
    }
    let words = "chain, last second: reported velocity of the last link over the mean change of its height";
    findings.check(Check::at_least(words, 100.0, fastest / mean.abs()));
    // h² a/2 over h a/2 is the step, for every scheme and at every time.
    let own = runs.iter().filter(|(method, _)| of_paper(*method).is_some());
    let samples = own.flat_map(|(_, run)| &run.samples[run.samples.len().saturating_sub(101)..]);
    let (off, highest) = samples.fold((0.0_f64, 0.0_f64), |(off, highest), sample| {
        let height = sample.height - AT_REST;
        (off.max((height - STEP * sample.velocity).abs()), highest.max(height))
    });
    let words = "chain, last second: height above rest less step times reported velocity, over the largest height";
    findings.check(Check::at_most(words, 0.02, off / highest));
}

fn data(name: &str, runs: &Runs, findings: &mut Findings) {
    let mut csv = Csv::new(&["method", "time_s", "height_m", "vertical_velocity_m_per_s", "energy_j"]);
    for (method, run) in runs {
        for sample in &run.samples {
            let numbers = [sample.time, sample.height, sample.velocity, sample.energy].map(|x| format!("{x:?}"));
            csv.cells(&std::iter::once(method.name().to_owned()).chain(numbers).collect::<Vec<_>>());
        }
    }
    findings.data(name, csv);
}

fn differences(runs: &Runs, base: &ChainRun, until: f64, findings: &mut Findings) -> Result<(), StudyError> {
    let panel = |title: &str, takes: &dyn Fn(Method) -> bool| {
        let axis = Axis::logarithmic("difference of heights from auto, m", 1e-16, 100.0);
        let own = runs.iter().filter(|(method, _)| *method != REFERENCE && takes(*method));
        let mark = |(number, (method, run)): (usize, &(Method, ChainRun))| {
            let points = run.samples.iter().zip(&base.samples).step_by(5);
            let points = points.map(|(a, b)| (a.time, (a.height - b.height).abs().max(2e-16)));
            let name = of_paper(*method).map_or(label(*method), |scheme| scheme.name.to_owned());
            let stroke = Stroke { width: 1.4, ..stroke(number) };
            let colour = number.checked_sub(COLOURS.len()).map_or(stroke.colour, |place| MORE[place % MORE.len()]);
            Mark::line(points.collect(), Stroke { colour, ..stroke }).named(name)
        };
        Panel::new(Axis::linear("time, s", 0.0, until), axis)
            .titled(title)
            .legend(Place::Right)
            .with_all(own.enumerate().map(mark))
    };
    let parts = vec![
        panel("The paper's schemes", &|method| of_paper(method).is_some()).into(),
        panel("The other methods", &|method| of_paper(method).is_none()).into(),
    ];
    let title = "Each impact multiplies small differences between methods";
    findings.figure(&Figure::new("differences", title, parts).columns(1).part_size(900.0, 360.0))
}
