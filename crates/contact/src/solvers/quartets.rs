//! Sweeps over contacts in space, four at once.
//!
//! Contacts that have no body in common can be solved in any order, or together. Each gets a level: one more than the highest of
//! the contacts before it that share a body with it. Level after level gives what one contact after the other gives, and four of
//! a level go along the vector units.
//!
//! Sweeps have momentum, contact by contact, as in [`Momentum`](super::momentum::Momentum).

use super::local::Contact;
use super::momentum::{DELAY, KEPT};
use crate::Law;
use crate::response::{Response, ResponseRoot};
use crate::scaled::{PARTING, Scaled};
use stiction_linalg::NODE;
use stiction_linalg::lanes::{LaneKernel, Lanes, in_lanes};

/// Body nodes that a contact reaches at most: two free bodies.
const PLACES: usize = 4;
/// No contact in this lane.
const NOBODY: usize = usize::MAX;
/// Newton steps towards a slip's `λ`, and the step, as a share of it, after which the error is of the order of its square.
const SLIP_STEPS: usize = 12;
const LAST_SLIP_STEP: f64 = 1e-5;
/// How far out a step of `λ` may lead, as a multiple of what it is and of the trace of `A`.
const FARTHER: f64 = 2.0;
const OUT_OF_ZERO: f64 = 1e-2;

/// The share of laws that have to be swept for nothing for it to pay to leave them out.
const IDLE: f64 = 0.05;

/// A value for each of four contacts.
type Four = [f64; 4];

/// Four contacts without a common body; letters as in [`Contact`].
#[derive(Clone, Debug)]
struct Quartet {
    laws: [usize; 4],
    /// The body nodes of each contact, place by place; the node after the last for those it does not have.
    bodies: [[usize; 4]; PLACES],
    /// The blocks of the root at each place: contact row, body row.
    blocks: [[[Four; NODE]; NODE]; PLACES],
    /// The free velocity.
    free: [Four; NODE],
    friction: Four,
    inverse: Four,
    /// The contact's own block, which is symmetric: nn, n1, n2, 11, 12, 22.
    own: [Four; 6],
    /// `A`: 11, 12, 22.
    tangential: [Four; 3],
    /// The `λ` of the last slip; zero where it stuck.
    slip: Four,
}

impl Quartet {
    fn empty(nobody: usize) -> Self {
        let (zero, one) = ([0.0; 4], [1.0; 4]);
        Self {
            laws: [NOBODY; 4],
            bodies: [[nobody; 4]; PLACES],
            blocks: [[[zero; NODE]; NODE]; PLACES],
            free: [zero; NODE],
            friction: one,
            inverse: one,
            own: [one, zero, zero, one, zero, one],
            tangential: [one, zero, one],
            slip: zero,
        }
    }

    /// Puts a contact into a lane.
    fn put(&mut self, lane: usize, law: usize, scaled: &Scaled, root: &ResponseRoot, contact: &Contact) {
        let node = scaled.first_nodes[law];
        self.laws[lane] = law;
        for (place, (&body, block)) in root.bodies_at(node).iter().zip(root.blocks_at(node)).enumerate() {
            self.bodies[place][lane] = body;
            for row in 0..NODE {
                (0..NODE).for_each(|k| self.blocks[place][row][k][lane] = block[row][k]);
            }
        }
        (0..NODE).for_each(|k| self.free[k][lane] = scaled.vector[NODE * node + k]);
        let block = scaled.response.diagonal(node);
        let own = [block[0][0], block[0][1], block[0][2], block[1][1], block[1][2], block[2][2]];
        (0..own.len()).for_each(|k| self.own[k][lane] = own[k]);
        self.friction[lane] = contact.friction;
        self.inverse[lane] = contact.inverse;
        let tangential = [contact.a11, contact.a12, contact.a22];
        (0..tangential.len()).for_each(|k| self.tangential[k][lane] = tangential[k]);
    }
}

/// The contacts that are swept, by fours, with their impulses and what these do to the bodies.
#[derive(Debug, Default)]
pub(crate) struct Quartets {
    quartets: Vec<Quartet>,
    contacts: Vec<Contact>,
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
    /// Whether they are for this problem: nothing but contacts in space with friction, of two free bodies at most.
    pub fn take(scaled: &Scaled) -> bool {
        let Response::Root(root) = &scaled.response else { return false };
        scaled.laws.iter().zip(&scaled.first_nodes).all(|(law, &node)| match *law {
            Law::Coulomb { friction } => {
                friction > 0.0
                    && root.bodies_at(node).len() <= PLACES
                    && Contact::new(scaled.response.diagonal(node), friction).is_regular()
            }
            _ => false,
        })
    }

    /// Takes over a problem at this point, at rest, with all its laws; contacts grow as old as this.
    pub fn begin(&mut self, scaled: &Scaled, x: &[f64], oldest: f64) {
        self.oldest = oldest;
        self.swept.clear();
        self.swept.resize(scaled.laws.len(), true);
        self.arrange(scaled, x);
    }

    /// Looks at a point and its velocity whether contacts that are left out of the sweeps have to be swept again. Once there are
    /// enough that are clearly open, these are left out.
    pub fn look_again(&mut self, scaled: &Scaled, x: &[f64], velocity: &[f64]) {
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
            self.arrange(scaled, x);
        } else {
            self.refresh();
        }
    }

    /// Arranges the laws that are swept, at this point, at rest.
    fn arrange(&mut self, scaled: &Scaled, x: &[f64]) {
        let Response::Root(root) = &scaled.response else { return };
        let nobody = root.bodies();
        self.find_levels(scaled, root);
        self.quartets.clear();
        self.contacts.clear();
        self.impulses.clear();
        for level in &self.by_level {
            for laws in level.chunks(4) {
                let mut quartet = Quartet::empty(nobody);
                let mut impulses = [[0.0; 4]; NODE];
                for (lane, &law) in laws.iter().enumerate() {
                    let node = scaled.first_nodes[law];
                    let friction = scaled.laws[law].discs().next().map_or(0.0, |(_, _, friction)| friction);
                    let contact = Contact::new(scaled.response.diagonal(node), friction);
                    quartet.put(lane, law, scaled, root, &contact);
                    self.contacts.push(contact);
                    (0..NODE).for_each(|k| impulses[k][lane] = x[NODE * node + k]);
                }
                self.contacts.resize(4 * (self.quartets.len() + 1), Contact::default());
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
        self.bodies.fill([0.0; 4]);
        in_lanes(Refresh { quartets: &self.quartets, impulses: &self.impulses, bodies: &mut self.bodies });
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

struct Refresh<'a> {
    quartets: &'a [Quartet],
    impulses: &'a [[Four; NODE]],
    bodies: &'a mut [Four],
}

impl LaneKernel for Refresh<'_> {
    type Output = ();
    #[inline(always)]
    fn call<L: Lanes>(self, lanes: L) {
        for (quartet, impulses) in self.quartets.iter().zip(self.impulses) {
            push(lanes, quartet, load(lanes, impulses), self.bodies);
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
        let contacts = contacts.chunks_exact(4);
        for ((((quartet, contacts), impulses), last), age) in
            quartets.iter_mut().zip(contacts).zip(impulses).zip(last).zip(ages)
        {
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

#[inline(always)]
fn load<L: Lanes>(lanes: L, values: &[Four; NODE]) -> [L::Four; NODE] {
    [lanes.load(&values[0]), lanes.load(&values[1]), lanes.load(&values[2])]
}

/// `a · b + c · d`.
#[inline(always)]
fn pair<L: Lanes>(lanes: L, a: L::Four, b: L::Four, c: L::Four, d: L::Four) -> L::Four {
    lanes.add(lanes.multiply(a, b), lanes.multiply(c, d))
}

/// The velocities that all impulses but the contacts' own leave.
#[inline(always)]
fn without_own<L: Lanes>(lanes: L, quartet: &Quartet, old: [L::Four; NODE], bodies: &[Four]) -> [L::Four; NODE] {
    let mut velocity = load(lanes, &quartet.free);
    for (nodes, blocks) in quartet.bodies.iter().zip(&quartet.blocks) {
        let motion = lanes.transpose(nodes.map(|node| lanes.load(&bodies[node])));
        for (velocity, block) in velocity.iter_mut().zip(blocks) {
            for k in 0..NODE {
                *velocity = lanes.add(*velocity, lanes.multiply(lanes.load(&block[k]), motion[k]));
            }
        }
    }
    let own = [0, 1, 2, 3, 4, 5].map(|k| lanes.load(&quartet.own[k]));
    for (velocity, row) in velocity.iter_mut().zip([[0, 1, 2], [1, 3, 4], [2, 4, 5]]) {
        for k in 0..NODE {
            *velocity = lanes.subtract(*velocity, lanes.multiply(own[row[k]], old[k]));
        }
    }
    velocity
}

/// What changes of the impulses do to the bodies.
#[inline(always)]
fn push<L: Lanes>(lanes: L, quartet: &Quartet, change: [L::Four; NODE], bodies: &mut [Four]) {
    for (nodes, blocks) in quartet.bodies.iter().zip(&quartet.blocks) {
        let mut motion = [lanes.all(0.0); 4];
        for (k, motion) in motion.iter_mut().take(NODE).enumerate() {
            for (row, block) in blocks.iter().enumerate() {
                *motion = lanes.add(*motion, lanes.multiply(lanes.load(&block[k]), change[row]));
            }
        }
        for (motion, &node) in lanes.transpose(motion).into_iter().zip(nodes) {
            let body = &mut bodies[node];
            lanes.store(lanes.add(lanes.load(body), motion), body);
        }
    }
}

/// The impulses of four contacts, each alone, at velocities `c` without them: see [`Contact::solve`].
#[inline(always)]
fn solve<L: Lanes>(lanes: L, quartet: &mut Quartet, contacts: &[Contact], c: [L::Four; NODE]) -> [L::Four; NODE] {
    let (zero, one) = (lanes.all(0.0), lanes.all(1.0));
    let (friction, inverse) = (lanes.load(&quartet.friction), lanes.load(&quartet.inverse));
    let (n1, n2) = (lanes.load(&quartet.own[1]), lanes.load(&quartet.own[2]));
    let [a11, a12, a22] = [0, 1, 2].map(|k| lanes.load(&quartet.tangential[k]));
    let trace = lanes.add(a11, a22);
    let determinant = lanes.subtract(lanes.multiply(a11, a22), lanes.multiply(a12, a12));
    let approach = lanes.subtract(zero, c[0]);
    let reach = lanes.multiply(approach, inverse);
    let (b1, b2) = (lanes.add(c[1], lanes.multiply(n1, reach)), lanes.add(c[2], lanes.multiply(n2, reach)));
    let e1 = lanes.subtract(lanes.multiply(a22, b1), lanes.multiply(a12, b2));
    let e2 = lanes.subtract(lanes.multiply(a11, b2), lanes.multiply(a12, b1));
    let (slope, constant) = (pair(lanes, n1, b1, n2, b2), pair(lanes, n1, e1, n2, e2));
    let scale = lanes.multiply(friction, inverse);
    let size = lanes.root(pair(lanes, e1, e1, e2, e2));
    let at_zero =
        lanes.subtract(size, lanes.multiply(scale, lanes.add(constant, lanes.multiply(approach, determinant))));
    // Positive where the contact slips.
    let slips = lanes.choose(approach, at_zero, zero);
    let mut lambda = zero;
    if lanes.any_positive(slips) {
        lambda = lanes.load(&quartet.slip);
        let mut off = slips;
        for _ in 0..SLIP_STEPS {
            let (t1, t2) = (lanes.add(lanes.multiply(lambda, b1), e1), lanes.add(lanes.multiply(lambda, b2), e2));
            let size = lanes.root(pair(lanes, t1, t1, t2, t2));
            let d = lanes.add(lanes.multiply(lambda, lanes.add(lambda, trace)), determinant);
            let normal = lanes.add(lanes.add(lanes.multiply(lambda, slope), constant), lanes.multiply(approach, d));
            let value = lanes.subtract(size, lanes.multiply(scale, normal));
            let d_rate = lanes.add(lanes.add(lambda, lambda), trace);
            let normal_rate = lanes.add(slope, lanes.multiply(approach, d_rate));
            let size_rate = lanes.divide(pair(lanes, t1, b1, t2, b2), size);
            let rate = lanes.subtract(size_rate, lanes.multiply(scale, normal_rate));
            // Newton's step where the sides come together, else twice as far out or half as far.
            let farther =
                lanes.add(lanes.multiply(lambda, lanes.all(FARTHER)), lanes.multiply(trace, lanes.all(OUT_OF_ZERO)));
            let newton = lanes.larger(lanes.subtract(lambda, lanes.divide(value, rate)), zero);
            let newton = lanes.smaller(newton, lanes.multiply(farther, lanes.all(FARTHER)));
            let other = lanes.choose(value, farther, lanes.multiply(lambda, lanes.all(1.0 / FARTHER)));
            let next = lanes.choose(lanes.subtract(zero, rate), newton, other);
            let step = lanes.subtract(next, lambda);
            let step = lanes.larger(step, lanes.subtract(zero, step));
            lambda = next;
            off = lanes.subtract(step, lanes.multiply(lambda, lanes.all(LAST_SLIP_STEP)));
            off = lanes.choose(slips, off, zero);
            if !lanes.any_positive(off) {
                break;
            }
        }
        if lanes.any_positive(off) {
            let mut velocities = [[0.0; 4]; NODE];
            (0..NODE).for_each(|k| lanes.store(c[k], &mut velocities[k]));
            return load(lanes, &one_by_one(quartet, contacts, velocities));
        }
        lambda = lanes.choose(slips, lambda, zero);
    }
    lanes.store(lambda, &mut quartet.slip);
    let d = lanes.add(lanes.multiply(lambda, lanes.add(lambda, trace)), determinant);
    let over = lanes.divide(one, d);
    let t1 = lanes.multiply(lanes.add(lanes.multiply(lambda, b1), e1), over);
    let t2 = lanes.multiply(lanes.add(lanes.multiply(lambda, b2), e2), over);
    let normal = lanes.multiply(lanes.add(approach, pair(lanes, n1, t1, n2, t2)), inverse);
    let normal = lanes.larger(lanes.choose(approach, normal, zero), zero);
    // What is left outside of the cone is taken back; friction is against (t1, t2).
    let (size, radius) = (lanes.root(pair(lanes, t1, t1, t2, t2)), lanes.multiply(friction, normal));
    let share = lanes.choose(lanes.subtract(size, radius), lanes.divide(radius, size), one);
    let share = lanes.choose(normal, lanes.subtract(zero, share), zero);
    [normal, lanes.multiply(t1, share), lanes.multiply(t2, share)]
}

/// The same, contact after contact, for slips that Newton's method did not find.
#[cold]
fn one_by_one(quartet: &mut Quartet, contacts: &[Contact], c: [Four; NODE]) -> [Four; NODE] {
    let mut impulses = [[0.0; 4]; NODE];
    for (lane, contact) in contacts.iter().enumerate().filter(|(lane, _)| quartet.laws[*lane] != NOBODY) {
        let (p, slip) = contact.solve(c.map(|row| row[lane]), quartet.slip[lane]);
        quartet.slip[lane] = slip;
        (0..NODE).for_each(|k| impulses[k][lane] = p[k]);
    }
    impulses
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
        let mut dense = DenseMatrix::zeros(6 * bodies, NODE * contacts);
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
                            dense[(6 * body + NODE * half + row, NODE * contact + column)] = *value;
                        }
                    }
                    root.add(2 * body + half, &block);
                }
            }
            root.end_node();
        }
        let mut matrix = DenseMatrix::zeros(NODE * contacts, NODE * contacts);
        for i in 0..NODE * contacts {
            for j in 0..NODE * contacts {
                matrix[(i, j)] = (0..6 * bodies).map(|k| dense[(k, i)] * dense[(k, j)]).sum();
            }
        }
        let free = (0..NODE * contacts).map(|row| number() - if row % NODE == 0 { 0.4 } else { 0.0 }).collect();
        let mut problem = ContactProblem::new(matrix, free, vec![Law::Coulomb { friction }; contacts]).unwrap();
        problem.set_root(root);
        problem
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
            assert!(Quartets::take(&scaled));
            let (mut x, mut y) = (vec![0.1; scaled.order()], vec![0.0; scaled.order()]);
            let (mut one, mut four) = (GaussSeidel::default(), Quartets::default());
            one.prepare(&scaled);
            four.begin(&scaled, &x, 0.0);
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
            quartets.begin(&scaled, &x, oldest);
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
        assert!(!Quartets::take(&scaled(&heap(11, 83, 0.0))));
        let matrix = DenseMatrix::identity(3);
        let bilateral = ContactProblem::new(matrix, vec![1.0; 3], vec![Law::Bilateral { rows: 3 }]);
        assert!(!Quartets::take(&scaled(&bilateral.unwrap())));
    }
}
