use crate::DelassusOperator;
use std::sync::Mutex;
use stiction_linalg::kernels::dot;
use stiction_linalg::{BlockLu, BlockMatrix, DenseMatrix, Lu, NODE, SparseMatrix};

/// From this order on, a component of the mass matrix is kept as a sparse factorisation instead of its inverse.
const SPARSE_FROM: usize = 64;

/// Mass matrix `M` and Jacobian `H`: `M v = f + H p`, `u = Hᵀ v + w`, so that `W = Hᵀ M⁻¹ H` need not be formed.
///
/// The mass matrix falls into components that share no coordinate: bodies, as a rule. Each is factorised once.
#[derive(Debug)]
pub struct Primal {
    mass: SparseMatrix,
    jacobian: SparseMatrix,
    components: Vec<Component>,
    /// The component of each coordinate, and its place there.
    places: Vec<(usize, usize)>,
}

/// Coordinates that the mass matrix links, with its inverse there.
#[derive(Debug)]
struct Component {
    coordinates: Vec<usize>,
    inverse: Inverse,
}

enum Inverse {
    Dense(DenseMatrix),
    /// A solve writes into the factorisation's own workspace.
    Sparse(Box<Mutex<BlockLu>>),
}

impl std::fmt::Debug for Inverse {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(match self {
            Self::Dense(_) => "Dense",
            Self::Sparse(_) => "Sparse",
        })
    }
}

impl Component {
    /// Overwrites `x` with `M⁻¹ x`.
    fn solve(&self, x: &mut Vec<f64>) {
        match &self.inverse {
            Inverse::Dense(inverse) => {
                let right = x.clone();
                inverse.multiply(&right, x);
            }
            Inverse::Sparse(factors) => {
                let order = x.len();
                x.resize(order.next_multiple_of(NODE), 0.0);
                // Nobody panics while holding the workspace, and it holds no state between solves.
                let mut factors = factors.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
                factors.solve(x);
                x.truncate(order);
            }
        }
    }
}

impl Primal {
    /// Factorises the mass matrix; nothing where it is singular. The shapes must agree.
    pub(crate) fn new(mass: SparseMatrix, jacobian: SparseMatrix) -> Option<Self> {
        let order = mass.rows();
        let mut roots: Vec<usize> = (0..order).collect();
        fn root(roots: &mut [usize], mut i: usize) -> usize {
            while roots[i] != i {
                roots[i] = roots[roots[i]];
                i = roots[i];
            }
            i
        }
        for (i, j, value) in mass.triplets() {
            if value != 0.0 {
                let (a, b) = (root(&mut roots, i), root(&mut roots, j));
                roots[a.max(b)] = a.min(b);
            }
        }
        let mut numbers = vec![usize::MAX; order];
        let mut members: Vec<Vec<usize>> = Vec::new();
        let mut places = Vec::with_capacity(order);
        for i in 0..order {
            let root = root(&mut roots, i);
            if numbers[root] == usize::MAX {
                numbers[root] = members.len();
                members.push(Vec::new());
            }
            places.push((numbers[root], members[numbers[root]].len()));
            members[numbers[root]].push(i);
        }
        let mut entries: Vec<Vec<(usize, usize, f64)>> = vec![Vec::new(); members.len()];
        for (i, j, value) in mass.triplets() {
            let ((component, row), (other, column)) = (places[i], places[j]);
            if component == other {
                entries[component].push((row, column, value));
            }
        }
        let components = members
            .into_iter()
            .zip(entries)
            .map(|(coordinates, entries)| {
                let inverse = invert(coordinates.len(), entries)?;
                Some(Component { coordinates, inverse })
            })
            .collect::<Option<Vec<_>>>()?;
        Some(Self { mass, jacobian, components, places })
    }

    /// `M`.
    pub fn mass(&self) -> &SparseMatrix {
        &self.mass
    }

    /// `H`: one row per coordinate, one column per row of the contact problem.
    pub fn jacobian(&self) -> &SparseMatrix {
        &self.jacobian
    }

    /// Overwrites forces or impulses with `M⁻¹` times them.
    pub fn solve_mass(&self, x: &mut [f64]) {
        let mut part = Vec::new();
        for component in &self.components {
            part.clear();
            part.extend(component.coordinates.iter().map(|&i| x[i]));
            component.solve(&mut part);
            component.coordinates.iter().zip(&part).for_each(|(&i, &value)| x[i] = value);
        }
    }

    /// `M⁻¹ (f + H p)`: the generalised velocity.
    pub fn velocity(&self, force: &[f64], impulse: &[f64]) -> Vec<f64> {
        let mut v = force.to_vec();
        self.jacobian.multiply_add(impulse, &mut v);
        self.solve_mass(&mut v);
        v
    }

    /// `y += Hᵀ v`.
    pub(crate) fn add_contact_velocity(&self, v: &[f64], y: &mut [f64]) {
        for (j, target) in y.iter_mut().enumerate() {
            *target += self.jacobian.column(j).map(|(i, value)| value * v[i]).sum::<f64>();
        }
    }

    /// `W` by blocks; `places[j]` is the padded row of row `j`.
    pub(crate) fn to_blocks(&self, nodes: usize, places: &[usize]) -> BlockMatrix {
        // For each component: the columns of H that reach it, each with its part there and M⁻¹ times that.
        let mut parts: Vec<Vec<(usize, Vec<f64>)>> = self.components.iter().map(|_| Vec::new()).collect();
        for (j, &place) in places.iter().enumerate() {
            for (i, value) in self.jacobian.column(j) {
                let (component, row) = self.places[i];
                let columns = &mut parts[component];
                if columns.last().is_none_or(|(last, _)| *last != place) {
                    columns.push((place, vec![0.0; self.components[component].coordinates.len()]));
                }
                if let Some((_, part)) = columns.last_mut() {
                    part[row] += value;
                }
            }
        }
        let pairs = parts.iter().flat_map(|columns| {
            columns.iter().flat_map(move |(a, _)| columns.iter().map(move |(b, _)| (a / NODE, b / NODE)))
        });
        let mut matrix = BlockMatrix::with_pattern(nodes, pairs);
        for (component, columns) in self.components.iter().zip(&parts) {
            for (b, part) in columns {
                let mut response = part.clone();
                component.solve(&mut response);
                for (a, other) in columns {
                    if let Some(block) = matrix.find(a / NODE, b / NODE) {
                        matrix.block_mut(block)[b % NODE][a % NODE] += dot(other, &response);
                    }
                }
            }
        }
        matrix
    }
}

impl DelassusOperator for Primal {
    fn order(&self) -> usize {
        self.jacobian.columns()
    }

    fn multiply(&self, impulse: &[f64], velocity: &mut [f64]) {
        let mut v = vec![0.0; self.mass.rows()];
        self.jacobian.multiply_add(impulse, &mut v);
        self.solve_mass(&mut v);
        velocity.fill(0.0);
        self.add_contact_velocity(&v, velocity);
    }

    fn diagonal(&self, diagonal: &mut [f64]) {
        let mut part = Vec::new();
        for (j, target) in diagonal.iter_mut().enumerate() {
            *target = 0.0;
            let mut column: Vec<(usize, usize, f64)> =
                self.jacobian.column(j).map(|(i, value)| (self.places[i].0, self.places[i].1, value)).collect();
            column.sort_by_key(|&(component, row, _)| (component, row));
            for group in column.chunk_by(|a, b| a.0 == b.0) {
                let component = &self.components[group[0].0];
                part.clear();
                part.resize(component.coordinates.len(), 0.0);
                group.iter().for_each(|&(_, row, value)| part[row] += value);
                component.solve(&mut part);
                *target += group.iter().map(|&(_, row, value)| value * part[row]).sum::<f64>();
            }
        }
    }
}

fn invert(order: usize, entries: Vec<(usize, usize, f64)>) -> Option<Inverse> {
    if order < SPARSE_FROM {
        let mut matrix = DenseMatrix::zeros(order, order);
        entries.iter().for_each(|&(i, j, value)| matrix[(i, j)] += value);
        let mut lu = Lu::new();
        if !lu.factor(&matrix) {
            return None;
        }
        let mut inverse = DenseMatrix::identity(order);
        (0..order).for_each(|j| lu.solve(inverse.column_mut(j)));
        return Some(Inverse::Dense(inverse));
    }
    let nodes = order.div_ceil(NODE);
    let mut entries = entries;
    entries.extend((order..NODE * nodes).map(|i| (i, i, 1.0)));
    let mut factors = BlockLu::new();
    factors.factor(&BlockMatrix::from_entries(nodes, &entries)).then(|| Inverse::Sparse(Box::new(Mutex::new(factors))))
}
