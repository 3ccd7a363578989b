use crate::LONGEST_TIME_STEP;
use crate::scene::document::Content;
use crate::scene::place::Fault;
use crate::scene::table::Table;
use crate::scene::value::Field;
use stiction_complementarity::solvers::LevenbergMarquardtOptions;
use stiction_contact::{Alignment, Method, ProxScaling, Settings, Sweep};
use stiction_simulation::{FailurePolicy, ImpactLaw, Scheme, StepSettings};

const KEYS: [&str; 15] = [
    "scheme",
    "time_step",
    "impact_law",
    "method",
    "tolerance",
    "iteration_limit",
    "facets",
    "alignment",
    "relaxation",
    "prox_scaling",
    "sweep",
    "levenberg_marquardt",
    "failure",
    "margin",
    "drift",
];

/// Reads `[stepper]`; what it does not say is as [`StepSettings`] has it.
pub(crate) fn stepper(table: &Table<'_>) -> Result<StepSettings, Fault> {
    table.known(&KEYS)?;
    let default = StepSettings::default();
    let seconds = |field: &Field<'_>| {
        let what = format!("a number of seconds above zero, at most {LONGEST_TIME_STEP}");
        field.number_within(&what, |value| value > 0.0 && value <= LONGEST_TIME_STEP)
    };
    let share = |field: &Field<'_>| field.number_within("a number between 0 and 1", |value| value > 0.0 && value < 1.0);
    let contact = Settings {
        tolerance: table.or("tolerance", default.contact.tolerance, share)?,
        iteration_limit: table.optional("iteration_limit", |field| field.count(1, 1_000_000_000))?,
        facets: table.or("facets", default.contact.facets, |field| {
            field.count(Settings::FEWEST_FACETS, Settings::MOST_FACETS)
        })?,
        alignment: table.or("alignment", default.contact.alignment, alignment)?,
        relaxation: table.or("relaxation", default.contact.relaxation, Field::not_negative)?,
        prox_scaling: table.or("prox_scaling", default.contact.prox_scaling, prox_scaling)?,
        sweep: table.or("sweep", default.contact.sweep, sweep)?,
        levenberg_marquardt: table.or(
            "levenberg_marquardt",
            default.contact.levenberg_marquardt,
            levenberg_marquardt,
        )?,
    };
    Ok(StepSettings {
        time_step: table.or("time_step", default.time_step, seconds)?,
        scheme: table.or("scheme", default.scheme, |field| {
            field.choice("scheme", &names(Scheme::ALL, |scheme| scheme.name()), |word| word.parse().ok())
        })?,
        impact_law: table.or("impact_law", default.impact_law, |field| {
            field.choice("impact law", &names(ImpactLaw::ALL, |law| law.name()), |word| word.parse().ok())
        })?,
        method: table.or("method", default.method, |field| {
            field.choice("method", &names(&Method::ALL, |method| method.name()), |word| word.parse().ok())
        })?,
        contact,
        failure: table.or("failure", default.failure, failure)?,
        margin: table.or("margin", default.margin, Field::not_negative)?,
        drift: table.or("drift", StepSettings::drift_for(contact.tolerance), Field::positive)?,
    })
}

fn names<T: Copy>(all: &[T], name: impl Fn(T) -> &'static str) -> Vec<&'static str> {
    all.iter().map(|&choice| name(choice)).collect()
}

fn alignment(field: &Field<'_>) -> Result<Alignment, Fault> {
    field.choice("alignment", &["fixed", "slip"], |word| match word {
        "fixed" => Some(Alignment::Fixed),
        "slip" => Some(Alignment::Slip),
        _ => None,
    })
}

fn sweep(field: &Field<'_>) -> Result<Sweep, Fault> {
    field.choice("sweep", &["jacobi", "gauss-seidel"], |word| match word {
        "jacobi" => Some(Sweep::Jacobi),
        "gauss-seidel" => Some(Sweep::GaussSeidel),
        _ => None,
    })
}

fn prox_scaling(field: &Field<'_>) -> Result<ProxScaling, Fault> {
    if matches!(field.node.content, Content::Number(_)) {
        return field.positive().map(ProxScaling::Fixed);
    }
    field.choice("prox scaling", &["global", "contact", "adaptive"], |word| match word {
        "global" => Some(ProxScaling::Global),
        "contact" => Some(ProxScaling::Contact),
        "adaptive" => Some(ProxScaling::Adaptive),
        _ => None,
    })
}

fn levenberg_marquardt(field: &Field<'_>) -> Result<LevenbergMarquardtOptions, Fault> {
    let table = Table::of(field, "a table of parameters, such as { damping = 1e-3 }")?;
    let names: Vec<_> = LevenbergMarquardtOptions::PARAMETERS.iter().map(|own| own.name.replace('-', "_")).collect();
    table.known(&names.iter().map(String::as_str).collect::<Vec<_>>())?;
    let mut options = LevenbergMarquardtOptions::default();
    for (name, parameter) in names.iter().zip(LevenbergMarquardtOptions::PARAMETERS) {
        let accepts = |value: f64| LevenbergMarquardtOptions::default().set(name, value).is_ok();
        let value = table.optional(name, |field| field.number_within(&parameter.expectation(), accepts))?;
        if let Some(value) = value {
            options.set(name, value).map_err(|error| field.fault(error.to_string()))?;
        }
    }
    Ok(options)
}

fn failure(field: &Field<'_>) -> Result<FailurePolicy, Fault> {
    if matches!(field.node.content, Content::Table(_)) {
        let table = Table::of(field, "\"stop\", \"next\" or { accept = 1e-6 }")?;
        table.known(&["accept"])?;
        return table.required("accept", Field::positive).map(FailurePolicy::Accept);
    }
    field.choice("failure policy", &["stop", "next", "{ accept = 1e-6 }"], |word| match word {
        "stop" => Some(FailurePolicy::Stop),
        "next" => Some(FailurePolicy::Next),
        _ => None,
    })
}
