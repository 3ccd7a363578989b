//! The rungs that sweep.

use super::{Auto, End, FEW, MANY, MANY_IF_LOOSE, POLISH_GAIN, POLISH_SCALING, WARM_SCALING};
use crate::Method;
use crate::solvers::Progress;

/// The least number of sweeps that may be spent, and how many of them go by between two looks at their rate. From a start
/// that was given, of many laws, it is the mean rate of the last looks that counts: mixtures get better by fits and starts.
const SWEEPS: f64 = 200.0;
const SWEEPS_PER_LOOK: usize = 8;
const LOOKS: usize = 4;
/// A try of Newton's method costs at least as much as this many sweeps.
const SWEEPS_PER_TRY: f64 = 5.0;
/// A sweep with its share of the residual costs as much as this many products `W x`.
const PRODUCTS_PER_SWEEP: f64 = 4.0;
/// Factorisations that a try takes, and those whose work sweeps may take before the rungs that need many.
const FACTORIZATIONS_PER_TRY: f64 = 2.0;
const FACTORIZATIONS_SAVED: f64 = 10.0;
/// Sweeps that show whether they will do, before the work of a factorisation is looked at.
const FIRST_SWEEPS: usize = 48;
/// The sweeps of very many laws from a start that was given, whose factorisations are not looked at, if nobody says how many.
const SWEEPS_OF_MANY: usize = 1200;
/// Those of fewer that have momentum: factorisations are not so dear.
const SWEEPS_IF_LOOSE: usize = 400;
/// The residual below which Newton's method is tried after sweeps.
const NEAR: f64 = 1e-2;
/// The same for a start that was given, before any sweep, and the most laws for which it is tried then.
const WARM: f64 = 1e-1;
const WARM_TRIES: usize = 150;
/// The residual over the goal from which more than a few sweeps are likely to be needed.
const FAR: f64 = 100.0;
/// The age up to which momentum grows.
pub(super) const OLDEST: f64 = 50.0;
/// Sweeps of very many laws from one look at the residual to the next, and where many are to come.
const SWEEPS_PER_ROUND: usize = 10;
const SWEEPS_PER_LONG_ROUND: usize = 20;

impl Auto {
    /// Sweeps as long as they are on the way to the goal, with tries of Newton's method.
    pub(super) fn sweep(&mut self, warm: bool, progress: &mut Progress<'_>) -> Result<(), End> {
        let laws = self.scaled.laws.len();
        if warm {
            let residual = self.residual();
            self.best.offer(&self.point, residual, Method::Auto);
            // A single contact is solved by a sweep; of several, the modes are mostly right at once. Of many, sweeps cost less
            // than to try this, and of fewer, where a few of them will do.
            let a_few_will_do = laws > FEW && residual < FAR * progress.goal;
            if laws > 1 && laws <= WARM_TRIES && residual < WARM && !a_few_will_do {
                self.kept.clone_from(&self.point);
                self.polish(residual, WARM_SCALING, progress)?;
                // What brought it much nearer is gone on from, and else nothing is lost.
                if self.best.residual < POLISH_GAIN * residual {
                    self.point.clone_from(&self.best.point);
                    self.polish(self.best.residual, POLISH_SCALING, progress)?;
                    self.point.clone_from(&self.best.point);
                } else {
                    self.point.clone_from(&self.kept);
                }
            }
        }
        self.begin_sweeps(OLDEST);
        if self.follows && self.has_momentum() {
            let sweeps = if laws > MANY { self.patience.unwrap_or(SWEEPS_OF_MANY) } else { SWEEPS_IF_LOOSE };
            for round in 0..sweeps / SWEEPS_PER_ROUND {
                self.sweep_round(SWEEPS_PER_ROUND, round == 0, progress)?;
            }
            return Ok(());
        }
        let per_round = if laws > MANY { SWEEPS_PER_LOOK } else { 2 };
        let rounds_per_look = SWEEPS_PER_LOOK / per_round;
        // The least residual, those at earlier looks, and that at which Newton's method is tried next.
        let (mut least, mut earlier, mut polished) = (f64::INFINITY, [f64::INFINITY; LOOKS], NEAR);
        let looks = if self.follows && laws > FEW { LOOKS } else { 1 };
        // With few laws, a try costs little.
        let mut sweeps_left = if laws <= FEW { f64::INFINITY } else { 0.0 };
        let (mut sweeps_per_try, mut most) = (SWEEPS_PER_TRY, SWEEPS);
        for round in 1.. {
            let residual = self.sweep_round(per_round, round == 1, progress)?;
            let sweeps = round * per_round;
            least = least.min(residual);
            if round % rounds_per_look == 0 {
                // At this rate, how many would it take?
                let rate = (least / earlier[looks - 1]).ln() / (looks * SWEEPS_PER_LOOK) as f64;
                sweeps_left = if rate < 0.0 { (progress.goal / least).ln() / rate } else { f64::INFINITY };
                earlier.rotate_right(1);
                earlier[0] = least;
            }
            if sweeps == FIRST_SWEEPS && laws > FEW && laws <= MANY {
                self.system.prepare(&self.scaled);
                let sweeps_per_factorization = self.system.cost() / PRODUCTS_PER_SWEEP;
                sweeps_per_try = sweeps_per_try.max(FACTORIZATIONS_PER_TRY * sweeps_per_factorization);
                most = most.max(FACTORIZATIONS_SAVED * sweeps_per_factorization);
            }
            // Of many laws, a try costs more than all sweeps, and some mode is always wrong.
            if least < polished && sweeps_left > sweeps_per_try && laws <= MANY {
                polished = POLISH_GAIN * least;
                self.kept.clone_from(&self.point);
                self.point.clone_from(&self.best.point);
                self.polish(least, POLISH_SCALING, progress)?;
                self.point.clone_from(&self.kept);
            }
            let known = sweeps >= FIRST_SWEEPS || laws <= MANY;
            if sweeps > SWEEPS_PER_LOOK && sweeps as f64 + sweeps_left > most && known {
                break;
            }
        }
        Ok(())
    }

    /// So many sweeps from the best point: they cost little beside factorisations, and the next of these starts nearer.
    pub(super) fn sweep_again(&mut self, sweeps: usize, oldest: f64, progress: &mut Progress<'_>) -> Result<(), End> {
        self.point.clone_from(&self.best.point);
        self.begin_sweeps(oldest);
        let per_round = if self.has_momentum() { SWEEPS_PER_LONG_ROUND } else { 2 };
        for _ in 0..sweeps / per_round {
            self.sweep_round(per_round, false, progress)?;
        }
        Ok(())
    }

    /// Whether sweeps have momentum.
    pub(super) fn has_momentum(&self) -> bool {
        let laws = self.scaled.laws.len();
        laws > MANY || (laws > MANY_IF_LOOSE && self.follows && self.settings.is_loose())
    }

    /// Begins sweeps at the current point, with momentum up to this age.
    pub(super) fn begin_sweeps(&mut self, oldest: f64) {
        let has_momentum = self.has_momentum();
        self.by_fours = has_momentum && self.quartets.begin(&self.scaled, &self.point, oldest);
        if self.by_fours {
            return;
        }
        self.sweeps.prepare(&self.scaled);
        if has_momentum {
            self.momentum.begin(&self.point, oldest);
        } else {
            self.mixing.begin();
        }
    }

    /// Some sweeps; their residual. One forwards and one back are mixed with the last ones or, of very many laws, so many go
    /// forwards with momentum. Some problems are solved by a single one: in the very first round there are more looks at the
    /// residual, each after twice as many sweeps as the last.
    pub(super) fn sweep_round(&mut self, sweeps: usize, first: bool, progress: &mut Progress<'_>) -> Result<f64, End> {
        if self.has_momentum() {
            for sweep in 1..=sweeps {
                self.sweep_ahead();
                progress.effort.iterations += 1;
                let looks = first && sweep.is_power_of_two();
                if sweep < sweeps && (looks || progress.is_spent() || progress.stops()) {
                    self.arrive();
                    self.judge_sweeps(progress)?;
                }
            }
            self.arrive();
            let residual = self.judge_sweeps(progress)?;
            if self.by_fours {
                self.quartets.look_again(&self.scaled, &self.point, &self.velocity);
            } else {
                self.sweeps.leave_out_open(&self.scaled, &self.point, &self.velocity);
            }
            return Ok(residual);
        }
        self.mixing.depart(&self.point);
        self.sweeps.sweep(&self.scaled, &mut self.point, false);
        progress.effort.iterations += 1;
        if first || progress.is_spent() || progress.stops() {
            self.judge_sweeps(progress)?;
        }
        self.sweeps.sweep(&self.scaled, &mut self.point, true);
        progress.effort.iterations += 1;
        self.mixing.mix(&mut self.point);
        self.scaled.project(&mut self.point);
        self.judge_sweeps(progress)
    }

    /// One sweep with momentum, by fours or one by one.
    fn sweep_ahead(&mut self) {
        if self.by_fours {
            self.quartets.sweep();
        } else {
            self.momentum.depart(&mut self.point);
            self.sweeps.sweep(&self.scaled, &mut self.point, false);
            self.momentum.arrive(&self.point);
        }
    }

    /// Takes the point from where it was swept.
    fn arrive(&mut self) {
        if self.by_fours {
            self.quartets.write(&self.scaled, &mut self.point);
        }
    }

    /// The residual that sweeps came to; the climb may end there.
    fn judge_sweeps(&mut self, progress: &mut Progress<'_>) -> Result<f64, End> {
        let residual = self.residual();
        self.best.offer(&self.point, residual, Method::Nsgs);
        self.look(progress.report("sweep", residual, &self.point).is_break(), progress)?;
        Ok(residual)
    }
}
