//! Answers for programs: one object per method. Keys that do not apply are absent; numbers that are
//! not finite are `null`.

use crate::failure::Failure;
use crate::request::Request;
use crate::run::{Listing, Run};
use serde::Serialize;
use stiction_complementarity::{
    Certificate, Effort, Method, Outcome, Problem, ProofTree, Residual, ResidualSizes, Solution,
};

/// The whole answer: an object, or a list of them where methods are compared.
pub fn answer(request: &Request, runs: &[Run], listing: Option<&Listing>) -> Result<String, Failure> {
    let problem = request.posed.problem();
    let mut answers: Vec<_> = runs.iter().map(|run| Answer::of_run(run).with(listing, problem)).collect();
    if let (true, Some(listing)) = (answers.is_empty(), listing) {
        answers.push(Answer::of_listing(listing, problem).with(Some(listing), problem));
    }
    let text = match answers.as_slice() {
        [answer] if !request.compare => serde_json::to_string(answer),
        answers => serde_json::to_string(answers),
    };
    text.map(|text| text + "\n").map_err(|error| Failure::Output(error.into()))
}

#[derive(Default, Serialize)]
struct Answer {
    method: &'static str,
    outcome: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    z: Option<Vec<f64>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    w: Option<Vec<f64>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    residual: Option<ResidualRecord>,
    #[serde(skip_serializing_if = "Option::is_none")]
    effort: Option<EffortRecord>,
    wall_us: f64,
    #[serde(skip_serializing_if = "Option::is_none")]
    answered_by: Option<&'static str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    certificate: Option<CertificateRecord>,
    #[serde(skip_serializing_if = "Option::is_none")]
    ray: Option<RayRecord>,
    #[serde(skip_serializing_if = "Option::is_none")]
    solutions: Option<Vec<PointRecord>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    faces: Option<Vec<FaceRecord>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    complete: Option<bool>,
    #[serde(skip_serializing_if = "Option::is_none")]
    note: Option<String>,
}

impl Answer {
    fn of_run(run: &Run) -> Self {
        if run.panicked {
            let wall_us = run.wall.as_secs_f64() * 1e6;
            let (method, outcome, note) = (run.method.name(), run.outcome(), run.note.clone());
            return Self { method, outcome, wall_us, note, ..Self::default() };
        }
        let Solution { z, w, outcome, residual, effort, answered_by, .. } = &run.solution;
        let mut answer = Self {
            method: run.method.name(),
            outcome: outcome.name(),
            z: Some(z.clone()),
            w: Some(w.clone()),
            residual: Some(residual.into()),
            effort: Some(effort.into()),
            wall_us: run.wall.as_secs_f64() * 1e6,
            answered_by: (run.method == Method::Auto).then_some(answered_by.name()),
            note: run.note.clone(),
            ..Self::default()
        };
        match outcome {
            Outcome::NoSolution(certificate) => {
                answer.certificate = Some(CertificateRecord::new(certificate, run.radius))
            }
            Outcome::RayTermination(ray) => {
                answer.ray =
                    Some(RayRecord { z: ray.z.clone(), direction: ray.direction.clone(), artificial: ray.artificial });
            }
            _ => {}
        }
        answer
    }

    /// The enumeration on its own; its first solution stands for the point.
    fn of_listing(listing: &Listing, problem: &dyn Problem) -> Self {
        let found = &listing.enumeration;
        let outcome = match (&found.certificate, listing.is_empty(), &listing.note) {
            (_, false, _) => "solved",
            (Some(_), true, _) => "no-solution",
            _ if listing.stop.is_some() => Outcome::Interrupted.name(),
            (None, true, None) => Outcome::Stalled.name(),
            (None, true, Some(_)) => Outcome::NumericalFailure.name(),
        };
        let first = found.points.first().or_else(|| found.faces.first().and_then(|face| face.vertices.first()));
        let first = first.map(|z| PointRecord::new(z, problem));
        let (z, w, residual) = match first {
            Some(point) => (Some(point.z), Some(point.w), Some(point.residual)),
            None => (None, None, None),
        };
        Self {
            method: Method::Enumeration.name(),
            outcome,
            z,
            w,
            residual,
            effort: Some((&Effort { iterations: found.nodes, ..Effort::default() }).into()),
            wall_us: listing.wall.as_secs_f64() * 1e6,
            certificate: found.certificate.as_ref().map(|proof| CertificateRecord::new(proof, listing.radius)),
            note: listing.note.clone(),
            ..Self::default()
        }
    }

    fn with(mut self, listing: Option<&Listing>, problem: &dyn Problem) -> Self {
        if let Some(Listing { enumeration, .. }) = listing {
            self.solutions = Some(enumeration.points.iter().map(|z| PointRecord::new(z, problem)).collect());
            let face = |face: &stiction_complementarity::solvers::Face| FaceRecord {
                dimension: face.dimension,
                vertices: face.vertices.clone(),
                rays: face.rays.clone(),
                listed: face.listed,
            };
            self.faces = Some(enumeration.faces.iter().map(face).collect());
            self.complete = Some(enumeration.complete);
        }
        self
    }
}

#[derive(Serialize)]
struct ResidualRecord {
    #[serde(flatten)]
    absolute: SizesRecord,
    scaled: SizesRecord,
    worst_row: usize,
}

impl From<&Residual> for ResidualRecord {
    fn from(residual: &Residual) -> Self {
        Self { absolute: residual.absolute.into(), scaled: residual.scaled.into(), worst_row: residual.worst_row }
    }
}

#[derive(Serialize)]
struct SizesRecord {
    natural: f64,
    fischer_burmeister: f64,
    cck: f64,
}

impl From<ResidualSizes> for SizesRecord {
    fn from(sizes: ResidualSizes) -> Self {
        Self { natural: sizes.natural, fischer_burmeister: sizes.fischer_burmeister, cck: sizes.cck }
    }
}

/// Counts.
#[derive(Serialize)]
pub struct EffortRecord {
    iterations: usize,
    pivots: usize,
    factorizations: usize,
    evaluations: usize,
    restarts: usize,
}

impl From<&Effort> for EffortRecord {
    fn from(effort: &Effort) -> Self {
        let Effort { iterations, pivots, factorizations, evaluations, restarts } = *effort;
        Self { iterations, pivots, factorizations, evaluations, restarts }
    }
}

/// `radius` is null where the proof holds everywhere.
#[derive(Serialize)]
pub struct CertificateRecord {
    kind: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    vector: Option<Vec<f64>>,
    radius: Option<f64>,
    leaves: usize,
    #[serde(skip_serializing_if = "Option::is_none")]
    tree: Option<TreeRecord>,
}

impl CertificateRecord {
    /// The proof, with the radius that the checker found.
    pub fn new(certificate: &Certificate, radius: Option<f64>) -> Self {
        let (vector, leaves, tree) = match certificate {
            Certificate::Farkas(exclusion) => (Some(exclusion.vector.clone()), 1, None),
            Certificate::Exhausted(tree) => (None, tree.leaves(), Some(tree.into())),
        };
        Self { kind: certificate.kind(), vector, radius: radius.filter(|radius| radius.is_finite()), leaves, tree }
    }
}

#[derive(Serialize)]
#[serde(untagged)]
enum TreeRecord {
    Leaf { vector: Vec<f64> },
    Split { row: usize, children: Vec<TreeRecord> },
}

impl From<&ProofTree> for TreeRecord {
    fn from(tree: &ProofTree) -> Self {
        match tree {
            ProofTree::Leaf(exclusion) => Self::Leaf { vector: exclusion.vector.clone() },
            ProofTree::Split { row, children } => {
                Self::Split { row: *row, children: children.iter().map(Self::from).collect() }
            }
        }
    }
}

#[derive(Serialize)]
struct RayRecord {
    z: Vec<f64>,
    direction: Vec<f64>,
    artificial: f64,
}

#[derive(Serialize)]
struct PointRecord {
    z: Vec<f64>,
    w: Vec<f64>,
    residual: ResidualRecord,
}

impl PointRecord {
    fn new(z: &[f64], problem: &dyn Problem) -> Self {
        let mut w = vec![0.0; z.len()];
        problem.evaluate(z, &mut w);
        let residual = (&problem.residual_with(z, &w)).into();
        Self { z: z.to_vec(), w, residual }
    }
}

#[derive(Serialize)]
struct FaceRecord {
    dimension: usize,
    vertices: Vec<Vec<f64>>,
    rays: Vec<Vec<f64>>,
    /// Whether all corners and rays are listed.
    listed: bool,
}
