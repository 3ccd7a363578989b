//! Sweeps over contacts in space, four at once.
//!
//! Contacts that have no body in common can be solved in any order, or together. Each gets a level: one more than the highest of
//! the contacts before it that share a body with it. Level after level gives what one contact after the other gives, and four of
//! a level go along the vector units.
//!
//! Sweeps have momentum, contact by contact, as in [`Momentum`](super::momentum::Momentum).

mod quartet;
mod solve;

use super::local::Contact;
use super::momentum::{DELAY, KEPT};
use crate::Law;
use crate::ResponseRoot;
use crate::response::Response;
use crate::scaled::{PARTING, Scaled};
use quartet::{Four, NOBODY, PLACES, Quartet, load, push, without_own};
use solve::solve;
use stiction_linalg::NODE;
use stiction_linalg::lanes::{LaneKernel, Lanes, in_lanes};

/// The share of laws that have to be swept for nothing for it to pay to leave them out.
const IDLE: f64 = 0.05;

/// The contacts that are swept, by fours, with their impulses and what these do to the bodies.
#[derive(Debug, Default)]
pub(crate) struct Quartets {
    /// Every law's own block, prepared.
    contacts: Vec<Contact>,
    quartets: Vec<Quartet>,
    /// Impulses, those of the sweep before, and for how many sweeps each contact has gone on; more than the oldest do not count.
    impulses: Vec<[Four; NODE]>,
    last: Vec<[Four; NODE]>,
    ages: Vec<Four>,
    oldest: f64,
    /// The bodies' velocities `Y x`; one more for lanes without a contact.
    bodies: Vec<Four>,
    /// Which laws are swept.
    swept: Vec<bool>,
    /// The next level of each body, and the laws of each level.
    levels: Vec<usize>,
    by_level: Vec<Vec<usize>>,
}

impl Quartets {
    /// Takes over a problem at this point, at rest, with all its laws, and lets contacts grow as old as this. Only what has nothing but
    /// contacts in space with friction, of two free bodies at most: whether that is so.
    pub fn begin(&mut self, scaled: &Scaled, x: &[f64], oldest: f64) -> bool {
        let Response::Root(root) = &scaled.response else { return false };
        self.contacts.clear();
        for (law, &node) in scaled.laws.iter().zip(&scaled.first_nodes) {
            let Law::Coulomb { friction } = *law else { return false };
            let contact = Contact::new(scaled.response.diagonal(node), friction);
            if friction <= 0.0 || !contact.is_regular() || root.bodies_at(node).len() > PLACES {
                return false;
            }
            self.contacts.push(contact);
        }
        self.oldest = oldest;
        self.swept.clear();
        self.swept.resize(scaled.laws.len(), true);
        self.arrange(scaled, root, x);
        true
    }

    /// Looks at a point and its velocity whether contacts that are left out of the sweeps have to be swept again. Once there are
    /// enough that are clearly open, these are left out.
    pub fn look_again(&mut self, scaled: &Scaled, x: &[f64], velocity: &[f64]) {
        let Response::Root(root) = &scaled.response else { return };
        let (mut missed, mut idle) = (0, 0);
        for (law, &swept) in self.swept.iter().enumerate() {
            let open = scaled.is_open(law, x, velocity, PARTING);
            missed += usize::from(!swept && !open);
            idle += usize::from(swept && open);
        }
        // What is arranged anew begins at rest.
        if missed > 0 || idle as f64 > IDLE * self.swept.len() as f64 {
            self.swept.iter_mut().enumerate().for_each(|(law, swept)| {
                *swept = !scaled.is_open(law, x, velocity, PARTING);
            });
            self.arrange(scaled, root, x);
        } else {
            self.refresh();
        }
    }

    /// Arranges the laws that are swept, at this point, at rest.
    fn arrange(&mut self, scaled: &Scaled, root: &ResponseRoot, x: &[f64]) {
        let nobody = root.bodies();
        self.find_levels(scaled, root);
        self.quartets.clear();
        self.impulses.clear();
        for level in &self.by_level {
            for laws in level.chunks(4) {
                let mut quartet = Quartet::empty(nobody);
                let mut impulses = [[0.0; 4]; NODE];
                for (lane, &law) in laws.iter().enumerate() {
                    quartet.put(lane, law, scaled, root, &self.contacts[law]);
                    let start = NODE * scaled.first_nodes[law];
                    (0..NODE).for_each(|k| impulses[k][lane] = x[start + k]);
                }
                self.quartets.push(quartet);
                self.impulses.push(impulses);
            }
        }
        self.bodies.clear();
        self.bodies.resize(nobody + 1, [0.0; 4]);
        self.refresh();
        self.last.clone_from(&self.impulses);
        self.ages.clear();
        self.ages.resize(self.quartets.len(), [0.0; 4]);
    }

    /// Sorts laws into levels.
    fn find_levels(&mut self, scaled: &Scaled, root: &ResponseRoot) {
        self.levels.clear();
        self.levels.resize(root.bodies(), 0);
        self.by_level.iter_mut().for_each(Vec::clear);
        for law in (0..scaled.laws.len()).filter(|&law| self.swept[law]) {
            let bodies = root.bodies_at(scaled.first_nodes[law]);
            let level = bodies.iter().map(|&body| self.levels[body]).max().unwrap_or(0);
            bodies.iter().for_each(|&body| self.levels[body] = level + 1);
            if self.by_level.len() <= level {
                self.by_level.resize(level + 1, Vec::new());
            }
            self.by_level[level].push(law);
        }
    }

    /// The bodies' velocities anew: sweeps pile up rounding.
    fn refresh(&mut self) {
        in_lanes(Refresh(self));
    }

    /// One sweep.
    pub fn sweep(&mut self) {
        in_lanes(OneSweep(self));
    }

    /// Writes the impulses of the laws that are swept.
    pub fn write(&self, scaled: &Scaled, x: &mut [f64]) {
        for (quartet, impulses) in self.quartets.iter().zip(&self.impulses) {
            for (lane, &law) in quartet.laws.iter().enumerate().filter(|(_, law)| **law != NOBODY) {
                let start = NODE * scaled.first_nodes[law];
                (0..NODE).for_each(|k| x[start + k] = impulses[k][lane]);
            }
        }
    }
}

struct Refresh<'a>(&'a mut Quartets);

impl LaneKernel for Refresh<'_> {
    type Output = ();
    #[inline(always)]
    fn call<L: Lanes>(self, lanes: L) {
        let Quartets { quartets, impulses, bodies, .. } = self.0;
        bodies.fill([0.0; 4]);
        for (quartet, impulses) in quartets.iter().zip(impulses) {
            push(lanes, quartet, load(lanes, impulses), bodies);
        }
    }
}

struct OneSweep<'a>(&'a mut Quartets);

impl LaneKernel for OneSweep<'_> {
    type Output = ();
    #[inline(always)]
    fn call<L: Lanes>(self, lanes: L) {
        let Quartets { quartets, contacts, impulses, last, ages, oldest, bodies, .. } = self.0;
        for (((quartet, impulses), last), age) in
            quartets.iter().zip(impulses.iter_mut()).zip(last.iter_mut()).zip(ages.iter_mut())
        {
            let ahead = go_ahead(lanes, impulses, last, age, *oldest);
            push(lanes, quartet, ahead, bodies);
        }
        for (((quartet, impulses), last), age) in quartets.iter_mut().zip(impulses).zip(last).zip(ages) {
            let old = load(lanes, impulses);
            let others = without_own(lanes, quartet, old, bodies);
            let new = solve(lanes, quartet, contacts, others);
            (0..NODE).for_each(|k| lanes.store(new[k], &mut impulses[k]));
            let change = [0, 1, 2].map(|k| lanes.subtract(new[k], old[k]));
            push(lanes, quartet, change, bodies);
            slow_down(lanes, change, new, last, age);
        }
    }
}

/// Goes ahead of the impulses by a share of the last step, and keeps where they were; by how much.
#[inline(always)]
fn go_ahead<L: Lanes>(
    lanes: L,
    impulses: &mut [Four; NODE],
    last: &mut [Four; NODE],
    age: &mut Four,
    oldest: f64,
) -> [L::Four; NODE] {
    let old = lanes.load(age);
    let share = lanes.divide(old, lanes.add(old, lanes.all(DELAY)));
    lanes.store(lanes.smaller(lanes.add(old, lanes.all(1.0)), lanes.all(oldest)), age);
    let (now, before) = (load(lanes, impulses), load(lanes, last));
    let ahead = [0, 1, 2].map(|k| lanes.multiply(share, lanes.subtract(now[k], before[k])));
    for k in 0..NODE {
        lanes.store(now[k], &mut last[k]);
        lanes.store(lanes.add(now[k], ahead[k]), &mut impulses[k]);
    }
    ahead
}

/// Takes age from contacts that a sweep threw back.
#[inline(always)]
fn slow_down<L: Lanes>(lanes: L, change: [L::Four; NODE], new: [L::Four; NODE], last: &[Four; NODE], age: &mut Four) {
    let mut forth = lanes.all(0.0);
    for k in 0..NODE {
        let way = lanes.subtract(new[k], lanes.load(&last[k]));
        forth = lanes.add(forth, lanes.multiply(change[k], way));
    }
    let old = lanes.load(age);
    let back = lanes.subtract(lanes.all(0.0), forth);
    lanes.store(lanes.choose(back, lanes.multiply(old, lanes.all(KEPT)), old), age);
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;
    use crate::ContactProblem;
    use crate::solvers::gauss_seidel::GaussSeidel;
    use stiction_linalg::{DenseMatrix, ZERO};

    /// Free bodies with contacts between them and with the ground, all pressed together.
    fn heap(bodies: usize, contacts: usize, friction: f64) -> ContactProblem {
        let mut state = 5_u64;
        let mut number = move || {
            state = state.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
            (state >> 11) as f64 / (1_u64 << 53) as f64 - 0.5
        };
        let mut root = ResponseRoot::default();
        for contact in 0..contacts {
            let (first, second) = (contact % bodies, (contact * 7 + 3) % (bodies + 1));
            // One more than the bodies is the ground, and so is what would touch itself.
            let second = Some((second, -1.0)).filter(|_| second < bodies && second != first);
            for (body, sign) in [(first, 1.0)].into_iter().chain(second) {
                for half in 0..2 {
                    let mut block = ZERO;
                    for (column, values) in block.iter_mut().enumerate() {
                        for (row, value) in values.iter_mut().take(NODE).enumerate() {
                            let along = if half == 0 && column == row { sign } else { 0.0 };
                            *value = along + 0.6 * number();
                        }
                    }
                    root.add(2 * body + half, &block);
                }
            }
            root.end_node();
            // Every third gives way by itself.
            (0..if contact % 3 == 0 { NODE } else { 0 }).for_each(|row| root.add_compliance(contact, row, 0.2));
        }
        let free = (0..NODE * contacts).map(|row| number() - if row % NODE == 0 { 0.4 } else { 0.0 }).collect();
        ContactProblem::from_root(root, free, vec![Law::Coulomb { friction }; contacts]).unwrap()
    }

    fn scaled(problem: &ContactProblem) -> Scaled {
        let mut scaled = Scaled::default();
        scaled.prepare(problem);
        scaled
    }

    #[test]
    fn four_at_once_are_the_sweeps_of_one_after_the_other() {
        for friction in [0.2, 0.7] {
            let problem = heap(11, 83, friction);
            let scaled = scaled(&problem);
            let (mut x, mut y) = (vec![0.1; scaled.order()], vec![0.0; scaled.order()]);
            let (mut one, mut four) = (GaussSeidel::default(), Quartets::default());
            one.prepare(&scaled);
            assert!(four.begin(&scaled, &x, 0.0));
            let (mut sticks, mut slips, mut opens) = (0, 0, 0);
            for _ in 0..30 {
                one.sweep(&scaled, &mut x, false);
                four.sweep();
                four.write(&scaled, &mut y);
                let difference = x.iter().zip(&y).fold(0.0_f64, |most, (x, y)| most.max((x - y).abs()));
                assert!(difference < 1e-8, "{difference}");
                for p in y.chunks_exact(NODE) {
                    let share = p[1].hypot(p[2]) / (friction * p[0]);
                    *if p[0] == 0.0 {
                        &mut opens
                    } else if share < 0.999 {
                        &mut sticks
                    } else {
                        &mut slips
                    } += 1;
                }
            }
            assert!(sticks > 30 && slips > 30 && opens > 30, "{sticks} {slips} {opens}");
            let bodies = four.bodies.clone();
            four.refresh();
            for (before, after) in bodies.iter().flatten().zip(four.bodies.iter().flatten()) {
                assert!((before - after).abs() < 1e-11);
            }
        }
    }

    #[test]
    fn momentum_saves_sweeps() {
        let problem = heap(40, 160, 0.5);
        let scaled = scaled(&problem);
        let sweeps = |oldest: f64| {
            let (mut x, mut u) = (vec![0.0; scaled.order()], vec![0.0; scaled.order()]);
            let mut quartets = Quartets::default();
            assert!(quartets.begin(&scaled, &x, oldest));
            (1..20_000).find(|_| {
                quartets.sweep();
                quartets.write(&scaled, &mut x);
                scaled.velocity(&x, &mut u);
                scaled.residual(&x, &u) < 1e-9
            })
        };
        let (plain, fast) = (sweeps(0.0).unwrap(), sweeps(10.0).unwrap());
        assert!(2 * fast < plain, "{fast} of {plain}");
    }

    #[test]
    fn what_is_no_contact_in_space_with_friction_is_left_to_others() {
        let matrix = DenseMatrix::identity(3);
        let bilateral = ContactProblem::new(matrix, vec![1.0; 3], vec![Law::Bilateral { rows: 3 }]);
        for problem in [heap(11, 83, 0.0), bilateral.unwrap()] {
            let scaled = scaled(&problem);
            assert!(!Quartets::default().begin(&scaled, &vec![0.0; scaled.order()], 0.0));
        }
    }
}
