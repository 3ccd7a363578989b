//! Performance profiles, and a map of what solves what.

use super::results::Results;
use super::trial::Trial;
use crate::StudyError;
use crate::findings::Findings;
use crate::table::Table;
use stiction_figures::{
    Anchor, Axis, Figure, INK, Mark, Panel, PerformanceProfile, Place, ProfileCurve, Shape, sequential, stroke,
};

/// Factors over the best, for one measure of cost; those methods only that take part.
fn profile(
    results: &Results<'_>,
    takes_part: &dyn Fn(usize) -> bool,
    cost: &dyn Fn(&Trial) -> f64,
) -> Vec<ProfileCurve> {
    let mut curves: Vec<ProfileCurve> = results
        .methods
        .iter()
        .enumerate()
        .map(|(place, (name, _))| ProfileCurve { name: (*name).to_owned(), stroke: stroke(place), factors: Vec::new() })
        .collect();
    for row in results.trials {
        let costs =
            row.iter().enumerate().map(|(place, trial)| (trial.settled() && takes_part(place)).then(|| cost(trial)));
        let costs: Vec<Option<f64>> = costs.collect();
        let best = costs.iter().flatten().copied().fold(f64::INFINITY, f64::min);
        for (curve, cost) in curves.iter_mut().zip(costs) {
            curve.factors.extend(cost.map(|cost| if best > 0.0 { cost / best } else { 1.0 }));
        }
    }
    curves.iter_mut().for_each(|curve| curve.factors.sort_by(f64::total_cmp));
    let mut place = 0;
    curves.retain(|_| {
        place += 1;
        takes_part(place - 1)
    });
    curves
}

/// Draws all of them; their names begin with a prefix.
pub fn draw(results: &Results<'_>, prefix: &str, findings: &mut Findings) -> Result<(), StudyError> {
    let problems = results.trials.len();
    let factorises = |place: usize| results.trials.iter().any(|row| row[place].factorizations > 0);
    let by_factorizations = PerformanceProfile {
        title: "Problems solved within a factor of the fewest factorisations".to_owned(),
        remark: format!("{}; methods that factorise", results.remark),
        cost: "factorisations relative to the fewest, τ".to_owned(),
        problems,
        curves: profile(results, &factorises, &|trial| trial.factorizations.max(1) as f64),
    };
    findings.drawing(&format!("{prefix}profile-factorizations"), by_factorizations.svg())?;
    let by_time = PerformanceProfile {
        title: "Problems solved within a factor of the fastest method's time".to_owned(),
        remark: results.remark.clone(),
        cost: "time relative to the fastest method, τ".to_owned(),
        problems,
        curves: profile(results, &|_| true, &|trial| trial.seconds),
    };
    findings.drawing(&format!("timings-{prefix}profile"), by_time.svg())?;
    map(results, prefix, findings)?;
    outcomes(results, prefix, findings);
    Ok(())
}

/// The share of each family that each method solves.
fn map(results: &Results<'_>, prefix: &str, findings: &mut Findings) -> Result<(), StudyError> {
    let (mut cells, mut words) = (Vec::new(), Vec::new());
    let mut rows = Vec::new();
    for (name, problems) in &results.families {
        let y = -(rows.len() as f64);
        rows.push((y, format!("{name} ({})", problems.len())));
        for place in 0..results.methods.len() {
            let share = results.share(problems, place);
            let x = place as f64;
            cells.push(((x - 0.48, y - 0.46), (x + 0.48, y + 0.46), sequential(share)));
            let colour = if share > 0.55 { INK } else { "#ffffff" };
            words.push(Mark::words((x, y - 0.12), format!("{:.0}", 100.0 * share), Anchor::Middle, colour));
        }
    }
    let methods = results.methods.iter().enumerate().map(|(place, (name, _))| (place as f64, shortened(name)));
    let (width, height) = (results.methods.len() as f64, rows.len() as f64);
    let longest = rows.iter().map(|(_, name)| name.chars().count()).max().unwrap_or(0) as f64;
    let panel = Panel::new(
        Axis::linear("method", -0.6, width - 0.4).with_ticks(methods),
        Axis::linear("", 0.4 - height, 0.6).with_ticks(rows),
    )
    .titled("Percentage of problems solved (number of problems)")
    .legend(Place::Hidden)
    .with(Shape::Cells(cells).into())
    .with_all(words);
    let size = (40.0 + 7.5 * longest + 71.0 * width, 110.0 + 32.0 * height);
    findings.figure(
        &Figure::new(format!("{prefix}families"), "Problems solved by each method", vec![panel.into()])
            .part_size(size.0, size.1),
    )
}

/// Short enough to stand side by side.
fn shortened(method: &str) -> String {
    match method {
        "proximal-newton" => "prox-newt".to_owned(),
        "interior-point" => "int-point".to_owned(),
        "block-pivoting" => "block-piv".to_owned(),
        "enumeration" => "enumerate".to_owned(),
        other => other.replace("mlcp-", "ml-"),
    }
}

/// How each method ended, counted.
fn outcomes(results: &Results<'_>, prefix: &str, findings: &mut Findings) {
    // In the order in which they are met, best first.
    let known = [
        "solved",
        "model-solved",
        "no-solution",
        "iteration-limit",
        "stalled",
        "diverged",
        "ray-termination",
        "numerical-failure",
        "unsuited",
        "work-limit",
        "too-large",
    ];
    let count = |place: usize, name: &str| results.trials.iter().filter(|row| row[place].outcome == name).count();
    let met = |name: &&str| (0..results.methods.len()).any(|place| count(place, name) > 0);
    let names: Vec<_> = known.into_iter().filter(met).collect();
    let mut columns = vec!["method"];
    columns.extend(&names);
    let mut table = Table::new(&columns);
    for (place, (method, _)) in results.methods.iter().enumerate() {
        let counts = names.iter().map(|name| match count(place, name) {
            0 => "–".to_owned(),
            count => count.to_string(),
        });
        table.row(std::iter::once((*method).to_owned()).chain(counts));
    }
    findings.table(&format!("{}outcomes", prefix.replace('-', " ")), table);
}
