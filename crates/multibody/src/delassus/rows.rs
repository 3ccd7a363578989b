use crate::delassus::{LANES, Lanes, WrenchLanes};
use crate::dynamics::{Kinematics, Motions};
use crate::model::{BodyId, Model};
use crate::spatial::Wrench;
use std::ops::Range;
use stiction_linalg::kernels::reserve_total;
use stiction_linalg::space::Vector3;

/// Constraint rows at one configuration: a matrix G, kept as the wrenches that a unit of each row's force
/// exerts on bodies, and the coordinates that it acts on. Nothing of the size of G is formed.
#[derive(Clone, Debug, Default)]
pub struct Rows {
    pub(crate) packs: Vec<Pack>,
    pub(crate) legs: Vec<Leg>,
    count: usize,
}

/// Up to four neighbouring rows that act on the same bodies.
#[derive(Clone, Debug)]
pub(crate) struct Pack {
    pub rows: Range<usize>,
    pub legs: Range<usize>,
    /// The links that it acts between, where it is a wrench.
    between: Option<(usize, usize)>,
}

/// What a pack does on one side.
#[derive(Clone, Debug)]
pub(crate) enum Leg {
    /// A wrench on a link other than the world, about its origin.
    Wrench { link: usize, wrench: WrenchLanes },
    /// A force on one degree of freedom.
    Coordinate { freedom: usize, force: Lanes },
}

impl Rows {
    /// No rows.
    pub fn new() -> Self {
        Self::default()
    }

    /// Room for so many rows, of up to three terms each, without further allocation.
    pub fn reserve(&mut self, rows: usize) {
        reserve_total(&mut self.packs, rows);
        reserve_total(&mut self.legs, 3 * rows);
    }

    /// Forgets all rows and keeps the room.
    pub fn clear(&mut self) {
        self.packs.clear();
        self.legs.clear();
        self.count = 0;
    }

    /// How many rows there are.
    pub fn len(&self) -> usize {
        self.count
    }

    /// Whether there is none.
    pub fn is_empty(&self) -> bool {
        self.count == 0
    }

    /// Adds a row for each direction: the velocity of the second body against the first, at a point of the
    /// world, along the direction. Its force pushes the second body along the direction.
    pub fn push_point(
        &mut self,
        model: &Model,
        kinematics: &Kinematics,
        first: BodyId,
        second: BodyId,
        point: Vector3,
        directions: &[Vector3],
    ) {
        for &direction in directions {
            self.push_wrench(model, kinematics, first, second, point, Wrench::new(Vector3::ZERO, direction));
        }
    }

    /// Adds the rows of a contact, up to three, as [`push_point`](Self::push_point) does: a pack of their own, so that the
    /// Delassus matrix has one block for each pair of contacts.
    pub fn push_contact(
        &mut self,
        model: &Model,
        kinematics: &Kinematics,
        bodies: (BodyId, BodyId),
        point: Vector3,
        directions: &[Vector3],
    ) {
        self.close_pack();
        self.push_point(model, kinematics, bodies.0, bodies.1, point, directions);
        self.close_pack();
    }

    /// Adds all rows of another set.
    pub fn append(&mut self, other: &Self) {
        let (rows, legs) = (self.count, self.legs.len());
        self.packs.extend(other.packs.iter().map(|pack| Pack {
            rows: pack.rows.start + rows..pack.rows.end + rows,
            legs: pack.legs.start + legs..pack.legs.end + legs,
            between: None,
        }));
        self.legs.extend_from_slice(&other.legs);
        self.count += other.count;
    }

    /// No further row joins the last pack.
    fn close_pack(&mut self) {
        if let Some(pack) = self.packs.last_mut() {
            pack.between = None;
        }
    }

    /// Adds a row: the power of a wrench (world axes, about a point of the world) on the motion of the
    /// second body against the first. Its force exerts that wrench on the second body and the opposite on
    /// the first.
    pub fn push_wrench(
        &mut self,
        model: &Model,
        kinematics: &Kinematics,
        first: BodyId,
        second: BodyId,
        point: Vector3,
        wrench: Wrench,
    ) {
        let (a, b) = (model.bodies[first.0].link, model.bodies[second.0].link);
        let row = self.count;
        self.count += 1;
        let fits = self.packs.last().is_some_and(|pack| pack.between == Some((a, b)) && pack.rows.len() < LANES);
        if !fits {
            let start = self.legs.len();
            // Within one link nothing moves: the row is zero.
            if a != b {
                let sides = [a, b].into_iter().filter(|&link| link != 0);
                self.legs.extend(sides.map(|link| Leg::Wrench { link, wrench: WrenchLanes::ZERO }));
            }
            self.packs.push(Pack { rows: row..row, legs: start..self.legs.len(), between: Some((a, b)) });
        }
        let Some(pack) = self.packs.last_mut() else { return };
        let lane = pack.rows.len();
        pack.rows.end = row + 1;
        for leg in &mut self.legs[pack.legs.clone()] {
            if let Leg::Wrench { link, wrench: lanes } = leg {
                let about = wrench.about(point - kinematics.poses[*link].position);
                lanes.set(lane, if *link == b { about } else { -about });
            }
        }
    }

    /// Adds a row: a sum of the velocity's numbers with factors.
    pub fn push_coordinates(&mut self, terms: &[(usize, f64)]) {
        let row = self.count;
        self.count += 1;
        let start = self.legs.len();
        self.legs.extend(terms.iter().map(|&(freedom, factor)| Leg::Coordinate {
            freedom,
            force: std::array::from_fn(|lane| if lane == 0 { factor } else { 0.0 }),
        }));
        self.packs.push(Pack { rows: row..row + 1, legs: start..self.legs.len(), between: None });
    }

    /// `G v`: what the rows measure at a velocity.
    pub fn velocities(&self, motions: &Motions, velocity: &[f64], rows: &mut [f64]) {
        assert_eq!(rows.len(), self.count, "velocities of rows");
        for pack in &self.packs {
            for (lane, row) in pack.rows.clone().enumerate() {
                rows[row] = self.legs[pack.legs.clone()]
                    .iter()
                    .map(|leg| match leg {
                        Leg::Wrench { link, wrench } => wrench.get(lane).power(motions.velocities[*link]),
                        Leg::Coordinate { freedom, force } => force[lane] * velocity[*freedom],
                    })
                    .sum();
            }
        }
    }

    /// `Gᵀ p`: the joint forces of forces on the rows. `wrenches` is scratch.
    pub fn joint_forces(
        &self,
        model: &Model,
        kinematics: &Kinematics,
        rows: &[f64],
        wrenches: &mut Vec<Wrench>,
        force: &mut [f64],
    ) {
        assert_eq!(rows.len(), self.count, "forces on rows");
        model.expect_velocity(force);
        wrenches.clear();
        wrenches.resize(model.links.len(), Wrench::ZERO);
        force.fill(0.0);
        for pack in &self.packs {
            for (lane, row) in pack.rows.clone().enumerate() {
                for leg in &self.legs[pack.legs.clone()] {
                    match leg {
                        Leg::Wrench { link, wrench } => wrenches[*link] += wrench.get(lane) * rows[row],
                        Leg::Coordinate { freedom, force: factors } => force[*freedom] += factors[lane] * rows[row],
                    }
                }
            }
        }
        for (i, link) in model.links.iter().enumerate().skip(1).rev() {
            let wrench = wrenches[i];
            for k in link.freedoms.clone() {
                force[k] += model.freedoms[k].kind.project(kinematics.axes[k], &wrench);
            }
            wrenches[link.parent] += wrench.about(kinematics.offsets[i]);
        }
    }
}
