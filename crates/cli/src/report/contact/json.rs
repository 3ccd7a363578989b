//! Answers for programs: one object per method. Keys that do not apply are absent; numbers that are not finite are
//! `null`.

use crate::contact::{ContactListing, ContactRequest, ContactRun};
use crate::failure::Failure;
use crate::report::json::{CertificateRecord, EffortRecord};
use serde::Serialize;
use std::borrow::Cow;
use stiction_contact::{LawResidual, ModeSolution, Outcome, Residual};

/// The whole answer: an object, or a list of them where methods are compared.
pub fn answer(
    request: &ContactRequest,
    runs: &[ContactRun],
    listing: Option<&ContactListing>,
) -> Result<String, Failure> {
    let answers: Vec<_> = runs.iter().map(|run| Answer::new(request, run)).collect();
    let text = match (answers.as_slice(), listing) {
        (answers, Some(listing)) => serde_json::to_string(&ListingRecord::new(answers, listing)),
        ([answer], None) if !request.compare => serde_json::to_string(answer),
        (answers, None) => serde_json::to_string(answers),
    };
    text.map(|text| text + "\n").map_err(|error| Failure::Output(error.into()))
}

#[derive(Serialize)]
struct Answer<'a> {
    method: &'static str,
    outcome: &'static str,
    impulses: &'a [f64],
    velocities: &'a [f64],
    residual: ResidualRecord,
    /// The law that is worst off; `null` in a problem without laws.
    worst: Option<WorstRecord>,
    /// In the order of the laws.
    laws: Vec<LawRecord<'a>>,
    effort: EffortRecord,
    wall_us: f64,
    answered_by: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    model: Option<ModelRecord<'a>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    unsuited_law: Option<&'static str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    unsuited_reason: Option<&'static str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    certificate: Option<CertificateRecord>,
    #[serde(skip_serializing_if = "Option::is_none")]
    null_space: Option<usize>,
    #[serde(skip_serializing_if = "Option::is_none")]
    note: Option<&'a str>,
}

/// All solutions, with the runs that were asked for besides.
#[derive(Serialize)]
struct ListingRecord<'a> {
    solutions: Vec<SolutionRecord<'a>>,
    complete: bool,
    reason: &'a str,
    modes_tried: usize,
    wall_us: f64,
    #[serde(skip_serializing_if = "<[Answer]>::is_empty")]
    runs: &'a [Answer<'a>],
}

#[derive(Serialize)]
struct SolutionRecord<'a> {
    modes: Vec<&'static str>,
    impulses: &'a [f64],
    velocities: &'a [f64],
    residual: ResidualRecord,
    unique: bool,
}

impl<'a> ListingRecord<'a> {
    fn new(runs: &'a [Answer<'a>], listing: &'a ContactListing) -> Self {
        let enumeration = &listing.enumeration;
        let record = |solution: &'a ModeSolution| SolutionRecord {
            modes: solution.modes.iter().map(|mode| mode.name()).collect(),
            impulses: &solution.impulses,
            velocities: &solution.velocities,
            residual: (&solution.residual).into(),
            unique: solution.unique,
        };
        Self {
            solutions: enumeration.solutions.iter().map(record).collect(),
            complete: enumeration.complete,
            reason: &enumeration.reason,
            modes_tried: enumeration.tried,
            wall_us: listing.wall.as_secs_f64() * 1e6,
            runs,
        }
    }
}

impl<'a> Answer<'a> {
    fn new(request: &'a ContactRequest, run: &'a ContactRun) -> Self {
        let (problem, solution) = (&request.problem, &run.solution);
        let residual = &solution.residual;
        let worst = (!problem.laws().is_empty()).then(|| WorstRecord {
            law: residual.worst,
            label: problem.label(residual.worst).into_owned(),
            natural_m_per_s: residual.velocity,
        });
        let model = solution.model.as_ref().map(|model| ModelRecord { name: &model.model, relative: model.relative });
        let certificate = match &solution.outcome {
            Outcome::NoSolution(proof) => Some(CertificateRecord::new(proof, run.radius)),
            _ => None,
        };
        let (unsuited_law, unsuited_reason) = match solution.outcome {
            Outcome::Unsuited(law) if problem.laws().iter().any(|other| other.name() == law) => (Some(law), None),
            Outcome::Unsuited(reason) => (None, Some(reason)),
            _ => (None, None),
        };
        let laws = LawResidual::of_all(problem, &solution.impulses, &solution.velocities);
        let laws = laws.map(|residual| LawRecord::new(problem.label(residual.law), &residual)).collect();
        Self {
            method: run.method.name(),
            outcome: run.outcome(),
            impulses: &solution.impulses,
            velocities: &solution.velocities,
            residual: residual.into(),
            worst,
            laws,
            effort: (&solution.effort).into(),
            wall_us: run.wall.as_secs_f64() * 1e6,
            answered_by: solution.answered_by.name(),
            model,
            unsuited_law,
            unsuited_reason,
            certificate,
            null_space: run.null_space,
            note: run.note.as_deref(),
        }
    }
}

#[derive(Serialize)]
struct WorstRecord {
    law: usize,
    label: String,
    /// The law's natural map.
    natural_m_per_s: f64,
}

/// How far one law is from holding. What a law does not have, such as a normal or a slip, is absent.
#[derive(Serialize)]
struct LawRecord<'a> {
    label: Cow<'a, str>,
    law: &'static str,
    relative: f64,
    natural_m_per_s: f64,
    #[serde(skip_serializing_if = "Option::is_none")]
    gap_velocity_m_per_s: Option<f64>,
    cone_violation_n_s: f64,
    #[serde(skip_serializing_if = "Option::is_none")]
    slip_angle_rad: Option<f64>,
    complementarity_j: f64,
}

impl<'a> LawRecord<'a> {
    fn new(label: Cow<'a, str>, residual: &LawResidual) -> Self {
        Self {
            label,
            law: residual.kind,
            relative: residual.relative,
            natural_m_per_s: residual.velocity,
            gap_velocity_m_per_s: residual.gap_velocity,
            cone_violation_n_s: residual.cone_violation,
            slip_angle_rad: residual.slip_angle,
            complementarity_j: residual.complementarity,
        }
    }
}

#[derive(Serialize)]
struct ModelRecord<'a> {
    name: &'a str,
    relative: f64,
}

/// Names end in the unit; `relative` and `fclib` have none.
#[derive(Serialize)]
struct ResidualRecord {
    relative: f64,
    natural_m_per_s: f64,
    penetration_rate_m_per_s: f64,
    complementarity_j: f64,
    cone_violation_n_s: f64,
    slip_angle_rad: f64,
    bilateral_velocity_m_per_s: f64,
    energy_j: f64,
    /// `null` where a law is not Coulomb's.
    fclib: Option<f64>,
}

impl From<&Residual> for ResidualRecord {
    fn from(residual: &Residual) -> Self {
        Self {
            relative: residual.relative,
            natural_m_per_s: residual.velocity,
            penetration_rate_m_per_s: residual.penetration_rate,
            complementarity_j: residual.complementarity,
            cone_violation_n_s: residual.cone_violation,
            slip_angle_rad: residual.slip_angle,
            bilateral_velocity_m_per_s: residual.bilateral_velocity,
            energy_j: residual.energy,
            fclib: residual.fclib,
        }
    }
}
