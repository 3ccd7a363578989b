//! `W = G M⁻¹ Gᵀ` of contacts on a planar serial chain by the recursions that the paper refers to, with every multiplication,
//! division and addition counted: `O(N)` for the links and `O(n_c²)` for the pairs of contacts.
//!
//! Jain, *Robot and Multibody Dynamics*, 2011: articulated inertias from tip to base, responses from base to tip, and between
//! two contacts the product of the maps along the links between them.
//!
//! | letter | meaning |
//! |---|---|
//! | motion | `(ω, v_x, v_z)` at a ball's centre, `ω` about y |
//! | `P`, `S`, `U`, `D` | articulated inertia, axis of the hinge, `P S`, `Sᵀ U` |
//! | `Ψ` | what a motion of the link before makes of this one, hinges free |
//! | `Y` | the motion of a link by a wrench on itself |

use stiction_linalg::DenseMatrix;

type Matrix = [[f64; 3]; 3];
type Vector = [f64; 3];

/// A place in the plane, x and z, m.
pub type Point = [f64; 2];

/// A chain of balls; each hangs on a hinge in the ball before, the first on one in the anchor.
pub struct SerialChain {
    pub anchor: Point,
    pub balls: Vec<Point>,
    pub mass: f64,
    pub inertia: f64,
}

/// A place where something touches a ball.
#[derive(Clone, Copy)]
pub struct BallContact {
    /// From 0.
    pub link: usize,
    pub point: Point,
}

/// The matrix by x and z of every contact, in the order given, and what it took.
pub struct Counted {
    pub matrix: DenseMatrix,
    pub operations: usize,
}

#[derive(Default)]
struct Work {
    operations: usize,
}

impl Work {
    fn product(&mut self, a: &Matrix, b: &Matrix) -> Matrix {
        self.operations += 45;
        std::array::from_fn(|i| std::array::from_fn(|j| (0..3).map(|k| a[i][k] * b[k][j]).sum()))
    }

    fn times(&mut self, a: &Matrix, x: &Vector) -> Vector {
        self.operations += 15;
        std::array::from_fn(|i| (0..3).map(|k| a[i][k] * x[k]).sum())
    }

    fn dot(&mut self, a: &Vector, b: &Vector) -> f64 {
        self.operations += 5;
        (0..3).map(|k| a[k] * b[k]).sum()
    }

    /// `a + scale · x yᵀ`.
    fn with_outer(&mut self, a: &Matrix, scale: f64, x: &Vector, y: &Vector) -> Matrix {
        self.operations += 21;
        std::array::from_fn(|i| std::array::from_fn(|j| a[i][j] + (scale * x[i]) * y[j]))
    }

    fn sum(&mut self, a: &Matrix, b: &Matrix) -> Matrix {
        self.operations += 9;
        std::array::from_fn(|i| std::array::from_fn(|j| a[i][j] + b[i][j]))
    }
}

fn transposed(a: &Matrix) -> Matrix {
    std::array::from_fn(|i| std::array::from_fn(|j| a[j][i]))
}

const IDENTITY: Matrix = [[1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]];

/// The motion at a place that is `[x, z]` away, by the motion here.
fn shift([x, z]: Point) -> Matrix {
    [[1.0, 0.0, 0.0], [z, 1.0, 0.0], [-x, 0.0, 1.0]]
}

impl SerialChain {
    fn link_vector(&self, link: usize) -> Point {
        let before = if link == 0 { self.anchor } else { self.balls[link - 1] };
        let own = self.balls[link];
        [own[0] - before[0], own[1] - before[1]]
    }

    /// `Ψ` and `Y` of every link.
    fn responses(&self, work: &mut Work) -> Vec<(Matrix, Matrix)> {
        let own = [[self.inertia, 0.0, 0.0], [0.0, self.mass, 0.0], [0.0, 0.0, self.mass]];
        let mut inertia = own;
        let mut hinges = Vec::new();
        for link in (0..self.balls.len()).rev() {
            let map = shift(self.link_vector(link));
            // The hinge is where the ball before is.
            let axis = [1.0, map[1][0], map[2][0]];
            let forces = work.times(&inertia, &axis);
            let inverse = 1.0 / work.dot(&axis, &forces);
            let carried = work.with_outer(&inertia, -inverse, &forces, &forces);
            let free = work.with_outer(&IDENTITY, -inverse, &axis, &forces);
            let back = work.product(&transposed(&map), &carried);
            let back = work.product(&back, &map);
            inertia = work.sum(&own, &back);
            hinges.push((work.product(&free, &map), axis, inverse));
        }
        let mut response = [[0.0; 3]; 3];
        let mut all = Vec::new();
        for (map, axis, inverse) in hinges.into_iter().rev() {
            let moved = work.product(&map, &response);
            let moved = work.product(&moved, &transposed(&map));
            response = work.with_outer(&moved, inverse, &axis, &axis);
            all.push((map, response));
        }
        all
    }

    /// The matrix of contacts that are given from the anchor on.
    pub fn delassus(&self, contacts: &[BallContact]) -> Counted {
        let mut work = Work::default();
        let responses = self.responses(&mut work);
        // The maps from each contact's link to the next one's: every link is in one of them.
        let maps: Vec<Matrix> = contacts
            .windows(2)
            .map(|pair| {
                let between = &responses[pair[0].link + 1..=pair[1].link];
                let Some(((first, _), others)) = between.split_first() else { return IDENTITY };
                others.iter().fold(*first, |all, (map, _)| work.product(map, &all))
            })
            .collect();
        let rows: Vec<[Vector; 2]> = contacts
            .iter()
            .map(|contact| {
                let ball = self.balls[contact.link];
                let map = shift([contact.point[0] - ball[0], contact.point[1] - ball[1]]);
                [map[1], map[2]]
            })
            .collect();
        let order = 2 * contacts.len();
        let mut matrix = DenseMatrix::zeros(order, order);
        for (first, contact) in contacts.iter().enumerate() {
            let response = &responses[contact.link].1;
            let mut columns = [0, 1].map(|k| work.times(response, &rows[first][k]));
            for second in first..contacts.len() {
                if second > first {
                    columns = columns.map(|column| work.times(&maps[second - 1], &column));
                }
                for (i, row) in rows[second].iter().enumerate() {
                    for (j, column) in columns.iter().enumerate() {
                        let value = work.dot(row, column);
                        matrix[(2 * second + i, 2 * first + j)] = value;
                        matrix[(2 * first + j, 2 * second + i)] = value;
                    }
                }
            }
        }
        Counted { matrix, operations: work.operations }
    }
}
