//! Performance profiles, and a map of what solves what.

use super::Entry;
use super::family::Family;
use super::trial::Trial;
use crate::StudyError;
use crate::findings::Findings;
use crate::table::Table;
use stiction_contact::Method;
use stiction_figures::{
    Anchor, Axis, Figure, INK, Mark, Panel, PerformanceProfile, Place, ProfileCurve, Shape, sequential, stroke,
};

/// Factors over the best, for one measure of cost; methods without any cost take no part.
fn profile(trials: &[Vec<Trial>], cost: &dyn Fn(&Trial) -> Option<f64>) -> Vec<ProfileCurve> {
    let mut curves: Vec<ProfileCurve> = Method::ALL
        .into_iter()
        .enumerate()
        .map(|(place, method)| ProfileCurve {
            name: method.name().to_owned(),
            stroke: stroke(place),
            factors: Vec::new(),
        })
        .collect();
    for row in trials {
        let costs: Vec<Option<f64>> = row.iter().map(|trial| cost(trial).filter(|_| trial.settled())).collect();
        let best = costs.iter().flatten().copied().fold(f64::INFINITY, f64::min);
        for (curve, cost) in curves.iter_mut().zip(costs) {
            curve.factors.extend(cost.map(|cost| if best > 0.0 { cost / best } else { 1.0 }));
        }
    }
    curves.iter_mut().for_each(|curve| curve.factors.sort_by(f64::total_cmp));
    curves
}

pub fn draw(entries: &[Entry], trials: &[Vec<Trial>], findings: &mut Findings) -> Result<(), StudyError> {
    let problems = entries.len();
    let remark = format!("{problems} contact problems, relative residual of 1e-8 at most; mlcp: by the pyramid's law");
    let factors = |place: usize| trials.iter().any(|row| row[place].factorizations > 0);
    let mut curves = profile(trials, &|trial| Some(trial.factorizations.max(1) as f64));
    let mut place = 0;
    curves.retain(|_| {
        place += 1;
        factors(place - 1)
    });
    let by_factorizations = PerformanceProfile {
        title: "Problems solved within a factor of the fewest factorisations".to_owned(),
        remark: format!("{remark}; methods that factorise"),
        cost: "factorisations over the fewest, τ".to_owned(),
        problems,
        curves,
    };
    findings.drawing("profile-factorizations", by_factorizations.svg())?;
    let by_time = PerformanceProfile {
        title: "Problems solved within a factor of the fastest method's time".to_owned(),
        remark,
        cost: "time over that of the fastest method, τ".to_owned(),
        problems,
        curves: profile(trials, &|trial| Some(trial.seconds)),
    };
    findings.drawing("timings-profile", by_time.svg())?;
    map(entries, trials, findings)?;
    outcomes(trials, findings);
    Ok(())
}

/// The share of each family that each method solves.
fn map(entries: &[Entry], trials: &[Vec<Trial>], findings: &mut Findings) -> Result<(), StudyError> {
    let (mut cells, mut words) = (Vec::new(), Vec::new());
    let mut rows = Vec::new();
    for family in Family::ALL {
        let own: Vec<_> =
            entries.iter().zip(trials).filter(|(entry, _)| entry.family == family).map(|(_, row)| row).collect();
        if own.is_empty() {
            continue;
        }
        let y = -(rows.len() as f64);
        rows.push((y, format!("{} ({})", family.words(), own.len())));
        for place in 0..Method::ALL.len() {
            let solved = own.iter().filter(|row| row[place].settled()).count();
            let share = solved as f64 / own.len() as f64;
            let x = place as f64;
            cells.push(((x - 0.48, y - 0.46), (x + 0.48, y + 0.46), sequential(share)));
            let colour = if share > 0.55 { INK } else { "#ffffff" };
            words.push(Mark::words((x, y - 0.12), format!("{:.0}", 100.0 * share), Anchor::Middle, colour));
        }
    }
    let methods = Method::ALL.iter().enumerate().map(|(place, method)| (place as f64, shortened(*method)));
    let height = rows.len() as f64;
    let panel = Panel::new(
        Axis::linear("method", -0.6, Method::ALL.len() as f64 - 0.4).with_ticks(methods),
        Axis::linear("", 0.4 - height, 0.6).with_ticks(rows),
    )
    .titled("Percent of the problems solved (number of problems)")
    .legend(Place::Hidden)
    .with(Shape::Cells(cells).into())
    .with_all(words);
    findings.figure(
        &Figure::new("families", "What solves what", vec![panel.into()]).part_size(1420.0, 110.0 + 32.0 * height),
    )
}

/// Short enough to stand side by side.
fn shortened(method: Method) -> String {
    match method {
        Method::ProximalNewton => "prox-newt".to_owned(),
        Method::InteriorPoint => "int-point".to_owned(),
        Method::MlcpLemke => "ml-lemke".to_owned(),
        Method::MlcpPath => "ml-path".to_owned(),
        Method::MlcpFbRlm => "ml-fb-rlm".to_owned(),
        Method::MlcpFbPlm => "ml-fb-plm".to_owned(),
        other => other.name().to_owned(),
    }
}

/// How each method ended, counted.
fn outcomes(trials: &[Vec<Trial>], findings: &mut Findings) {
    let names = [
        "solved",
        "model-solved",
        "iteration-limit",
        "stalled",
        "diverged",
        "ray-termination",
        "numerical-failure",
        "unsuited",
        "work-limit",
        "too-large",
    ];
    let mut columns = vec!["method"];
    columns.extend(names);
    let mut table = Table::new(&columns);
    for (place, method) in Method::ALL.into_iter().enumerate() {
        let count = |name: &str| trials.iter().filter(|row| row[place].outcome == name).count();
        let counts = names.map(|name| match count(name) {
            0 => "–".to_owned(),
            count => count.to_string(),
        });
        table.row(std::iter::once(method.name().to_owned()).chain(counts));
    }
    findings.table("outcomes", table);
}
