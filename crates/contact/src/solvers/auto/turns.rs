//! Of very many laws, steps of Newton's method and sweeps take turns.

use super::sweeping::OLDEST;
use super::{Auto, End};
use crate::Method;
use crate::solvers::Progress;
use crate::solvers::interior_point::{InteriorSettings, PathSettings};
use crate::solvers::newton::Equations;

/// How often steps of Newton's method with a few sweeps after each are followed by many sweeps: steps carry through what long waves
/// there are and throw modes about, sweeps put the modes right. How many steps there are each time, how many sweeps the first time,
/// each time twice as many.
const ROUNDS: usize = 5;
const STEPS: usize = 6;
const FIRST_SWEEPS: usize = 3000;
/// The age up to which momentum grows, in turn: the young are slower, but get nearer.
const AGES: [f64; 2] = [OLDEST, 20.0];
/// Sweeps after a step, and those from one look at the residual to the next.
const ROUNDS_PER_STEP: usize = 12;
const SWEEPS_PER_ROUND: usize = 5;
/// The mean of the products where the interior point method starts near the best point.
const NEAR_PRODUCT: f64 = 0.1;
/// One crossing of the interior after the other: the share of the slip speed's slope, the balance, and whether it starts near or
/// in the middle. Each is lost at other folds.
const CROSSINGS: [(f64, f64, bool); 12] = [
    (0.85, 1e-2, false),
    (0.8, 1e-3, true),
    (0.85, 1e-3, false),
    (0.8, 1e-2, true),
    (0.7, 1e-3, false),
    (0.85, 1e-2, true),
    (0.85, 1e-4, false),
    (0.7, 1e-3, true),
    (0.7, 1e-2, false),
    (0.9, 1e-3, true),
    (0.95, 1e-2, false),
    (0.6, 1e-3, true),
];
/// After each so many crossings, the central path is followed with the next of these shares of the normal in the slip speed. It
/// takes longer than these crossings, but folds do not stop it. Its softness over the goal, and the factorisations that Newton's
/// method gets at its end.
const CROSSINGS_PER_PATH: usize = 2;
const PATH_SHARES: [f64; 6] = [0.6, 0.8, 0.7, 0.3, 0.5, 0.1];
const SOFTNESS: f64 = 0.1;
const AFTER_SOFT_PATH: usize = 30;
/// `α` over the residual at first, and the values of `r`.
const FIRST_PROXIMAL: f64 = 10.0;
const SCALINGS: [f64; 3] = [100.0, 1.0, 10.0];
/// The range of `α` over the residual, and what it is multiplied by after a step that led on and after one that led astray.
const PROXIMALS: (f64, f64) = (1.0, 1e3);
const SMALLER: f64 = 0.5;
const LARGER: f64 = 4.0;
/// The growth of the residual from which a step led astray, and that from which it is taken back.
const ASTRAY: f64 = 1.5;
const TAKEN_BACK: f64 = 10.0;
/// A residual counts as better below this share of it; where it is not, the next step takes another `r`, which tells modes apart
/// in another way.
const GAIN: f64 = 0.8;

impl Auto {
    /// Steps of Newton's method in turn with sweeps, then sweeps alone, again and again from the best point. Where that leads
    /// nowhere, from where one interior point method after the other jams, each of which is wrong in a few places only, and from the
    /// end of the central path around its folds.
    pub(super) fn take_turns(&mut self, progress: &mut Progress<'_>) -> Result<(), End> {
        for round in 0..ROUNDS {
            self.point.clone_from(&self.best.point);
            self.alternate(progress)?;
            self.sweep_again(FIRST_SWEEPS << round, AGES[round % AGES.len()], progress)?;
            progress.effort.restarts += 1;
        }
        for (crossings, share) in CROSSINGS.chunks(CROSSINGS_PER_PATH).zip(PATH_SHARES) {
            for &(slope, balance, near) in crossings {
                let settings = InteriorSettings::damped(slope, balance);
                self.cross_the_interior(&settings, near.then_some(NEAR_PRODUCT), progress)?;
                self.alternate(progress)?;
                progress.effort.restarts += 1;
            }
            self.follow_the_path(PathSettings::soft(share, SOFTNESS * progress.goal), 0.0, progress)?;
            self.close_in(AFTER_SOFT_PATH, progress)?;
            progress.effort.restarts += 1;
        }
        Ok(())
    }

    /// Whole steps of Newton's method in turn with sweeps, from the current point.
    ///
    /// Of many contacts, some change their mode in every step, and one length for all of them would be that of the worst. So each
    /// step is taken whole, and sweeps put right what it did to the modes; they are slow only where no mode changes (as in the
    /// truncated Newton methods of Gräser and Kornhuber, 2009).
    fn alternate(&mut self, progress: &mut Progress<'_>) -> Result<(), End> {
        self.newton.prepare(&mut self.system, &self.scaled);
        let mut residual = self.residual();
        let (mut share, mut scalings) = (FIRST_PROXIMAL, SCALINGS);
        for _ in 0..STEPS {
            if progress.is_spent() || progress.stops() {
                self.look(progress.report("newton", residual, &self.point).is_break(), progress)?;
            }
            self.centre.clone_from(&self.point);
            let equations = Equations {
                scaling: scalings[0],
                proximal: (share * residual).max(1e-12),
                centre: &self.centre,
                tolerance: 0.0,
                iteration_limit: 1,
                pivoting: false,
            };
            if !self.newton.step(&mut self.system, &self.scaled, equations, &mut self.point, progress) {
                share = (LARGER * share).min(PROXIMALS.1);
                continue;
            }
            self.scaled.project(&mut self.point);
            let mut least = self.residual();
            self.kept.clone_from(&self.point);
            self.best.offer(&self.point, least, Method::Newton);
            self.look(progress.report("newton", least, &self.point).is_break(), progress)?;
            self.begin_sweeps(OLDEST);
            for _ in 0..ROUNDS_PER_STEP {
                let reached = self.sweep_round(SWEEPS_PER_ROUND, false, progress)?;
                if reached < least {
                    least = reached;
                    self.kept.clone_from(&self.point);
                }
            }
            if least > GAIN * residual {
                scalings.rotate_left(1);
            }
            share *= if least > ASTRAY * residual { LARGER } else { SMALLER };
            share = share.clamp(PROXIMALS.0, PROXIMALS.1);
            // NaN is taken back, too.
            if least <= TAKEN_BACK * residual {
                self.point.clone_from(&self.kept);
                residual = least;
            } else {
                self.point.clone_from(&self.centre);
            }
        }
        Ok(())
    }
}
