//! The rungs that sweep: alone, and in turn with steps of Newton's method.

use super::{Auto, End, FEW, MANY, POLISH_GAIN};
use crate::Method;
use crate::solvers::Progress;
use crate::solvers::interior_point::{InteriorSettings, PathSettings};
use crate::solvers::newton::Equations;

/// The least number of pairs of sweeps that may be spent, and how many go by between two looks at their rate. From a start
/// that was given, of many laws, it is the mean rate of the last looks that counts: mixtures get better by fits and starts.
const PAIRS: f64 = 100.0;
const PAIRS_PER_LOOK: usize = 4;
const LOOKS: usize = 4;
/// A try of Newton's method costs at least as much as this many pairs.
const PAIRS_PER_TRY: f64 = 20.0;
/// A pair with its residual costs as much as this many products `W x`.
const PRODUCTS_PER_PAIR: f64 = 8.0;
/// Factorisations that a try takes, and those whose work sweeps may take before the rungs that need many.
const FACTORIZATIONS_PER_TRY: f64 = 2.0;
const FACTORIZATIONS_SAVED: f64 = 10.0;
/// Pairs that show whether sweeps will do, before the work of a factorisation is looked at.
const FIRST_PAIRS: usize = 24;
/// The most pairs of many laws, whose factorisations are not looked at.
const MOST_PAIRS: f64 = 200.0;
/// The residual below which Newton's method is tried after sweeps.
const NEAR: f64 = 1e-2;
/// The same for a start that was given.
const WARM: f64 = 1e-1;
/// Pairs after interior points that started near.
const PAIRS_AGAIN: usize = 100;
/// Steps of Newton's method in turn with sweeps: the most there are at first and after interior points, and the most without a
/// gain. The range of the pairs after each, which take about as long as its factorisation.
const FIRST_TURNS: usize = 20;
const TURNS: usize = 40;
const TURNS_WITHOUT_GAIN: usize = 12;
const PAIRS_PER_TURN: (f64, f64) = (4.0, 20.0);
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

/// The mean of the products where the interior point method starts near the best point.
const NEAR_PRODUCT: f64 = 0.1;
/// One crossing of the interior after the other: the share of the slip speed's slope, the balance, and whether it starts near or
/// in the middle. Each is lost at other folds, and about one in two leads to the solution.
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
const CROSSINGS_PER_PATH: usize = 3;
const PATH_SHARES: [f64; 4] = [0.6, 0.8, 0.3, 0.1];
const SOFTNESS: f64 = 0.1;
const AFTER_SOFT_PATH: usize = 30;

impl Auto {
    /// Sweeps as long as they are on the way to the goal, with tries of Newton's method.
    pub(super) fn sweep(&mut self, warm: bool, progress: &mut Progress<'_>) -> Result<(), End> {
        if warm {
            let residual = self.residual();
            self.best.offer(&self.point, residual, Method::Auto);
            // A single contact is solved by a sweep; of several, the modes are mostly right at once. Of many, sweeps cost less
            // than to try this.
            if self.scaled.laws.len() > 1 && self.scaled.laws.len() <= FEW && residual < WARM {
                self.kept.clone_from(&self.point);
                self.polish(residual, progress)?;
                self.point.clone_from(&self.kept);
            }
        }
        self.sweeps.prepare(&self.scaled);
        self.mixing.begin();
        // The least residual, those at earlier looks, and that at which Newton's method is tried next.
        let (mut least, mut earlier, mut polished) = (f64::INFINITY, [f64::INFINITY; LOOKS], NEAR);
        let looks = if self.follows && self.scaled.laws.len() > FEW { LOOKS } else { 1 };
        // With few laws, a try costs little.
        let mut pairs_left = if self.scaled.laws.len() <= FEW { f64::INFINITY } else { 0.0 };
        let (mut pairs_per_try, mut most) = (PAIRS_PER_TRY, PAIRS);
        if self.follows && self.scaled.laws.len() > MANY {
            most = MOST_PAIRS;
        }
        for pair in 1.. {
            let residual = self.sweep_pair(pair == 1, progress)?;
            least = least.min(residual);
            if pair % PAIRS_PER_LOOK == 0 {
                // At this rate, how many would it take?
                let rate = (least / earlier[looks - 1]).ln() / (looks * PAIRS_PER_LOOK) as f64;
                pairs_left = if rate < 0.0 { (progress.goal / least).ln() / rate } else { f64::INFINITY };
                earlier.rotate_right(1);
                earlier[0] = least;
            }
            if pair == FIRST_PAIRS && self.scaled.laws.len() > FEW && self.scaled.laws.len() <= MANY {
                self.system.prepare(&self.scaled);
                let pairs_per_factorization = self.system.cost() / PRODUCTS_PER_PAIR;
                pairs_per_try = pairs_per_try.max(FACTORIZATIONS_PER_TRY * pairs_per_factorization);
                most = most.max(FACTORIZATIONS_SAVED * pairs_per_factorization);
            }
            // Of many laws, a try costs more than all sweeps, and some mode is always wrong.
            if least < polished && pairs_left > pairs_per_try && self.scaled.laws.len() <= MANY {
                polished = POLISH_GAIN * least;
                self.kept.clone_from(&self.point);
                self.point.clone_from(&self.best.point);
                self.polish(least, progress)?;
                self.point.clone_from(&self.kept);
            }
            let known = pair >= FIRST_PAIRS || self.scaled.laws.len() <= MANY;
            if pair > PAIRS_PER_LOOK && pair as f64 + pairs_left > most && known {
                break;
            }
        }
        Ok(())
    }

    /// Sweeps from the best point: they cost little beside factorisations, and the next of these starts nearer.
    pub(super) fn sweep_again(&mut self, progress: &mut Progress<'_>) -> Result<(), End> {
        self.point.clone_from(&self.best.point);
        self.sweeps.prepare(&self.scaled);
        self.mixing.begin();
        for _ in 0..PAIRS_AGAIN {
            self.sweep_pair(false, progress)?;
        }
        Ok(())
    }

    /// A sweep forwards, one back and their mixture; its residual. The first sweep of all is looked at as well.
    fn sweep_pair(&mut self, first: bool, progress: &mut Progress<'_>) -> Result<f64, End> {
        self.mixing.depart(&self.point);
        self.sweeps.sweep(&self.scaled, &mut self.point, false);
        progress.effort.iterations += 1;
        if first || progress.is_spent() || progress.stops() {
            // Some problems are solved by a single sweep.
            self.judge_sweeps(progress)?;
        }
        self.sweeps.sweep(&self.scaled, &mut self.point, true);
        progress.effort.iterations += 1;
        self.mixing.mix(&mut self.point);
        self.scaled.project(&mut self.point);
        self.judge_sweeps(progress)
    }

    /// The residual that sweeps came to; the climb may end there.
    fn judge_sweeps(&mut self, progress: &mut Progress<'_>) -> Result<f64, End> {
        let residual = self.residual();
        self.best.offer(&self.point, residual, Method::Nsgs);
        self.look(progress.report("sweep", residual, &self.point).is_break(), progress)?;
        Ok(residual)
    }

    /// Of very many laws: steps of Newton's method in turn with sweeps, from the best point and then from where one interior
    /// point method after the other jams. Each of those is wrong in a few places only. Where several led nowhere, the central
    /// path is followed around its folds.
    pub(super) fn take_turns(&mut self, progress: &mut Progress<'_>) -> Result<(), End> {
        self.point.clone_from(&self.best.point);
        self.alternate(FIRST_TURNS, progress)?;
        for (crossings, share) in CROSSINGS.chunks(CROSSINGS_PER_PATH).zip(PATH_SHARES) {
            for &(slope, balance, near) in crossings {
                let settings = InteriorSettings::damped(slope, balance);
                self.cross_the_interior(&settings, near.then_some(NEAR_PRODUCT), progress)?;
                self.alternate(TURNS, progress)?;
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
    fn alternate(&mut self, turns: usize, progress: &mut Progress<'_>) -> Result<(), End> {
        self.newton.prepare(&mut self.system, &self.scaled);
        self.sweeps.prepare(&self.scaled);
        let mut residual = self.residual();
        let pairs = (self.system.cost() / PRODUCTS_PER_PAIR).clamp(PAIRS_PER_TURN.0, PAIRS_PER_TURN.1) as usize;
        let (mut share, mut scalings) = (FIRST_PROXIMAL, SCALINGS);
        // The least residual of these turns, and the turn that last made it clearly smaller.
        let (mut gained, mut gained_at) = (residual, 0);
        for turn in 0..turns {
            if residual < GAIN * gained {
                (gained, gained_at) = (residual, turn);
            }
            if turn - gained_at > TURNS_WITHOUT_GAIN {
                break;
            }
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
            self.mixing.begin();
            for _ in 0..pairs {
                let reached = self.sweep_pair(false, progress)?;
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
