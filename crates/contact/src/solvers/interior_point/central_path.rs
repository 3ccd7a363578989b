//! The central path followed by its arc length, around its bends.
//!
//! The path is `y − W' x − b' − h(y) n = t g₀`, `x ∘ y = t n`, from `t = 1`, where any start with products one lies on it, to a
//! solution at `t = 0`. The shift makes the problem non-monotone: the path may turn back to larger `t` for a while, and a method
//! that only ever lowers `t` jams there. So `t` is an unknown as well, and each step goes on along the tangent, whichever way
//! that leads (Keller 1977). Steps are measured in the metric of the cones, and the slip speed has no smoothing that would
//! have to know a size: masses may differ by any amount from contact to contact.
//!
//! Of very many contacts, most bear more than they need to, and `W` says nothing about how they share it: near the end of the
//! path its equations drown in rounding. With a little softness, `W + α I` on the cones, they do not, and the path ends at a
//! point that is off by `α x` only.

use super::Vector;
use super::linearisation::Linearisation;
use super::metric::{distance, inner_product};
use super::pairs::{Pairs, Place};
use super::settings::SlipSpeed;
use crate::scaled::Scaled;
use crate::solvers::system::System;
use crate::solvers::{Progress, RungEnd};
use stiction_linalg::NODE;
use stiction_linalg::kernels::norm_max;

/// What following the path can be told.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct PathSettings {
    /// The share of the normal in the slip speed. Paths of different shares bend at different places.
    pub share: f64,
    /// `α`.
    pub softness: f64,
    /// Factorisations after which to stop.
    pub factorization_limit: usize,
    /// Failures after which to stop unless `t` fell clearly in between.
    pub patience: usize,
}

impl PathSettings {
    /// The path of the problem as it is.
    pub fn whole(share: f64) -> Self {
        Self { share, softness: 0.0, factorization_limit: 300, patience: usize::MAX }
    }

    /// For very many contacts, whose path has many bends: goes on as long as it gets anywhere.
    pub fn soft(share: f64, softness: f64) -> Self {
        Self { share, softness, factorization_limit: 1500, patience: 60 }
    }
}

/// The distance from the path at which to go on, and where the last attempt failed.
const NEAR: f64 = 0.3;
const NEARER: f64 = 0.05;
/// Steps that stay nearer after a failure.
const CAREFUL: usize = 6;
/// The most corrections per step, and the numbers of them that make the next step longer or shorter.
const CORRECTIONS: usize = 6;
const FEW: usize = 2;
const MANY: usize = 4;
/// The smallest cosine between the tangents at both ends of a step.
const STRAIGHT: f64 = 0.7;
/// Steps shorter than the first may bend; with steps shorter than the second, rounding has the last word.
const SHORT: f64 = 1e-3;
const SHORTEST: f64 = 1e-7;
/// The largest share of `t` that a step takes off, and of the way to the walls that a step along the tangent, and any step, goes.
const LARGEST_FALL: f64 = 0.95;
const ALONG_TANGENT: f64 = 0.8;
const TO_THE_WALL: f64 = 0.9;
/// `t` has fallen clearly below this share of its least value before.
const CLEARLY: f64 = 0.8;
/// The path has come back out of the problem.
const ASTRAY: f64 = 10.0;
/// Gaps below this share of the largest impulse are rounding.
const ROUNDING: f64 = 1e-14;

/// A point of the path, and the step that led there.
#[derive(Debug, Default)]
struct Spot {
    place: Place,
    time: f64,
    heading: Place,
    heading_time: f64,
}

/// Workspace.
#[derive(Default)]
pub(crate) struct CentralPath {
    pairs: Pairs,
    /// `t`.
    time: f64,
    linearisation: Linearisation,
    /// `g₀`.
    start_gap: Vec<Vector>,
    gap: Vec<Vector>,
    tangent: Place,
    correction: Place,
    step: Place,
    /// The last step along a tangent, with its relative change of `t`.
    heading: Place,
    heading_time: f64,
    saved: Spot,
    point: Vec<f64>,
    velocity: Vec<f64>,
    best: Vec<f64>,
}

/// What is known of the path near the current point.
#[derive(Clone, Copy, Debug)]
struct Course {
    /// How far the point is from the path.
    distance: f64,
    /// The length of the tangent over its relative change of `t`.
    length: f64,
    /// The part of the correction along the tangent.
    back: f64,
    /// The cosine between the tangent and the heading.
    turn: f64,
}

impl CentralPath {
    /// Follows the path until the residual is at most `goal` or it is lost; `best` becomes the best point by the judge's measure.
    pub fn run(
        &mut self,
        system: &mut System,
        scaled: &Scaled,
        settings: PathSettings,
        goal: f64,
        best: &mut [f64],
        progress: &mut Progress<'_>,
    ) -> RungEnd {
        let slip_speed = SlipSpeed::Blended { share: settings.share };
        self.linearisation.softness = settings.softness;
        self.begin(system, scaled, slip_speed);
        let mut end = RungEnd { residual: f64::INFINITY, interrupted: false };
        let (mut length, mut corrections, mut careful, mut last) = (1.0_f64, 0, 0, f64::INFINITY);
        // Whether the point is one to go back to.
        let mut fresh = true;
        // The least t, and the failures since.
        let (mut least, mut failures) = (self.time, 0);
        for _ in 0..settings.factorization_limit {
            self.pairs.impulses(&mut self.point);
            scaled.velocity(&self.point, &mut self.velocity);
            let residual = scaled.residual(&self.point, &self.velocity);
            if residual < end.residual {
                end.residual = residual;
                self.best.copy_from_slice(&self.point);
            }
            if progress.report("path", residual, &self.point).is_break() {
                end.interrupted = true;
                break;
            }
            // What is left at softness² is the softness.
            let softened = self.time < settings.softness * settings.softness;
            if end.residual <= goal || self.time > ASTRAY || softened {
                break;
            }
            if self.time < CLEARLY * least {
                (least, failures) = (self.time, 0);
            }
            progress.effort.factorizations += 1;
            progress.effort.iterations += 1;
            let course = self.look_ahead(system, scaled, slip_speed);
            let near = |course: &Course| course.distance < if careful > 0 { NEARER } else { NEAR };
            let course = course.filter(|course| {
                let strays = corrections > 1 && (corrections > CORRECTIONS || course.distance > 2.0 * last);
                let bends = near(course) && !fresh && course.turn.abs() < STRAIGHT && length > SHORT;
                course.distance.is_finite() && !strays && !bends
            });
            let Some(course) = course else {
                length *= 0.3;
                failures += 1;
                if fresh || length < SHORTEST || failures > settings.patience {
                    break;
                }
                self.go_back();
                (corrections, careful, last, fresh) = (0, CAREFUL, f64::INFINITY, true);
                continue;
            };
            if near(&course) {
                if !fresh {
                    length *= if corrections <= FEW { 2.0 } else { 1.0 };
                    length *= if corrections >= MANY { 0.6 } else { 1.0 };
                    careful = usize::saturating_sub(careful, 1);
                }
                if course.distance < NEARER || fresh {
                    self.save();
                }
                length = self.go_on(&course, length);
                (corrections, last, fresh) = (1, f64::INFINITY, false);
            } else {
                self.correct(course.back);
                (corrections, last) = (corrections + 1, course.distance);
            }
        }
        if end.residual.is_finite() {
            best.copy_from_slice(&self.best);
        }
        end
    }

    /// Starts where every contact moves at the free velocity's size and bears the same impulse, that of the heaviest.
    fn begin(&mut self, system: &mut System, scaled: &Scaled, slip_speed: SlipSpeed) {
        system.prepare(scaled);
        self.pairs.prepare(scaled);
        let nodes = self.pairs.kinds.len();
        self.linearisation.prepare(nodes);
        for place in [&mut self.tangent, &mut self.correction, &mut self.step, &mut self.heading] {
            place.reset(nodes);
        }
        for buffer in [&mut self.point, &mut self.velocity, &mut self.best] {
            buffer.clear();
            buffer.resize(scaled.order(), 0.0);
        }
        // The weight of each law, node by node.
        for (law, weight) in scaled.weights.iter().enumerate() {
            self.point[scaled.first_nodes[law]..scaled.first_nodes[law + 1]].fill(*weight);
        }
        let weights = &self.point;
        self.pairs.start(|node, friction| friction * weights[node]);
        self.pairs.impulses(&mut self.point);
        scaled.velocity(&self.point, &mut self.velocity);
        self.linearisation.set(&self.pairs, &self.velocity, slip_speed, 1.0);
        self.start_gap.clone_from(&self.linearisation.gap);
        // Towards smaller t.
        (self.time, self.heading_time) = (1.0, -1.0);
        self.save();
    }

    /// Sets the tangent (per relative change of `t`) and the correction; nothing where there is none.
    fn look_ahead(&mut self, system: &mut System, scaled: &Scaled, slip_speed: SlipSpeed) -> Option<Course> {
        let Self { pairs, linearisation, time, .. } = self;
        linearisation.set(pairs, &self.velocity, slip_speed, 1.0);
        if !linearisation.factor(pairs, system, scaled) {
            return None;
        }
        self.gap.clone_from(&linearisation.gap);
        for (gap, start) in linearisation.gap.iter_mut().zip(&self.start_gap) {
            (0..NODE).for_each(|k| gap[k] = -*time * start[k]);
        }
        linearisation.aim_at(pairs, *time, 0.0, None);
        let mut exact = linearisation.direction(pairs, system, &mut self.tangent);
        for (gap, here) in linearisation.gap.iter_mut().zip(&self.gap) {
            (0..NODE).for_each(|k| gap[k] += here[k]);
        }
        linearisation.aim_at(pairs, *time, 1.0, None);
        exact &= linearisation.direction(pairs, system, &mut self.correction);
        if !exact {
            return None;
        }
        let product = |a: &Place, b: &Place| inner_product(pairs, linearisation, *time, a, b);
        let square = product(&self.tangent, &self.tangent) + 1.0;
        let heading = product(&self.heading, &self.heading) + self.heading_time * self.heading_time;
        let along = product(&self.tangent, &self.heading) + self.heading_time;
        Some(Course {
            distance: distance(pairs, linearisation, *time, ROUNDING * norm_max(&self.point)),
            length: square.sqrt(),
            back: -product(&self.correction, &self.tangent) / square,
            turn: along / (square * heading).sqrt(),
        })
    }

    /// A step along the tangent, of about this length, with the correction; the length that the next may have.
    fn go_on(&mut self, course: &Course, length: f64) -> f64 {
        let mut change = (length / course.length).copysign(course.turn).max(-LARGEST_FALL);
        self.heading.reset(self.pairs.kinds.len());
        self.heading.add(change, &self.tangent);
        let within = (ALONG_TANGENT * self.pairs.longest(&self.heading)).min(1.0);
        change *= within;
        self.heading.reset(self.pairs.kinds.len());
        self.heading.add(change, &self.tangent);
        self.heading_time = change;
        self.correct(change + course.back);
        length.min(2.0 * change.abs() * course.length)
    }

    /// Takes the correction and this multiple of the tangent, as far as the walls let it.
    fn correct(&mut self, change: f64) {
        self.step.copy_from(&self.correction);
        self.step.add(change, &self.tangent);
        let mut part = (TO_THE_WALL * self.pairs.longest(&self.step)).min(1.0);
        if change < 0.0 {
            part = part.min(-LARGEST_FALL / change);
        }
        self.pairs.at.add(part, &self.step);
        self.time *= 1.0 + part * change;
    }

    fn save(&mut self) {
        self.saved.place.copy_from(&self.pairs.at);
        self.saved.heading.copy_from(&self.heading);
        (self.saved.time, self.saved.heading_time) = (self.time, self.heading_time);
    }

    fn go_back(&mut self) {
        self.pairs.at.copy_from(&self.saved.place);
        self.heading.copy_from(&self.saved.heading);
        (self.time, self.heading_time) = (self.saved.time, self.saved.heading_time);
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;
    use crate::{Method, Settings, standard};

    #[test]
    fn a_soft_path_ends_at_the_solution_of_softer_contacts() {
        let sample = standard::pile(60, 3, 1.0).unwrap();
        let mut scaled = Scaled::default();
        scaled.prepare(&sample.problem);
        let (mut path, mut system) = (CentralPath::default(), System::default());
        let mut best = vec![0.0; scaled.order()];
        for softness in [1e-4, 1e-6] {
            let mut watch = ();
            let mut progress = Progress::new(&Settings::default(), Method::Auto.name(), &scaled, &mut watch);
            let end = path.run(&mut system, &scaled, PathSettings::soft(0.6, softness), 0.0, &mut best, &mut progress);
            // Off by α x, and by no more: x is about one in these units.
            assert!(end.residual > 1e-3 * softness && end.residual < 10.0 * softness, "{softness}: {}", end.residual);
            // The same problem with `W + α I` is solved much better.
            let mut velocity = vec![0.0; scaled.order()];
            scaled.velocity(&best, &mut velocity);
            velocity.iter_mut().zip(&best).for_each(|(u, x)| *u += softness * x);
            let softer = scaled.residual(&best, &velocity);
            assert!(softer < 0.1 * end.residual, "{softness}: {softer} and {}", end.residual);
        }
    }
}
