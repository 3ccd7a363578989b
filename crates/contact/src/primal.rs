use crate::{DelassusOperator, ResponseRoot};
use std::sync::Mutex;
use stiction_linalg::kernels::dot;
use stiction_linalg::{BlockLu, BlockMatrix, DenseMatrix, Lu, NODE, SparseMatrix, ZERO};

/// From this order on, a component of the mass matrix is kept as a sparse factorisation instead of its inverse.
const SPARSE_FROM: usize = 64;

/// Components with more coordinates are no bodies; their part of `W` is formed.
const LARGEST_BODY: usize = 12;

/// How many times more blocks `W` may have than the Jacobian before it is no longer formed.
const LEANER: usize = 6;

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

    /// The root of `W` by blocks, where it is leaner than `W`: bodies of few coordinates that many contacts share.
    pub(crate) fn root(&self, nodes: usize, places: &[usize]) -> Option<ResponseRoot> {
        let mut first_nodes = vec![0];
        for component in &self.components {
            first_nodes.push(first_nodes[first_nodes.len() - 1] + component.coordinates.len().div_ceil(NODE));
        }
        // For each contact node, its columns of H in each component.
        let mut contacts: Vec<Vec<(usize, [Vec<f64>; NODE])>> = vec![Vec::new(); nodes];
        let mut sharing = vec![0_usize; self.components.len()];
        for (j, &place) in places.iter().enumerate() {
            for (i, value) in self.jacobian.column(j) {
                let (component, row) = self.places[i];
                let size = self.components[component].coordinates.len();
                if size > LARGEST_BODY {
                    return None;
                }
                let list = &mut contacts[place / NODE];
                let found = list.iter().position(|(other, _)| *other == component);
                let found = found.unwrap_or_else(|| {
                    sharing[component] += 1;
                    list.push((component, [vec![0.0; size], vec![0.0; size], vec![0.0; size]]));
                    list.len() - 1
                });
                list[found].1[place % NODE][row] += value;
            }
        }
        let of_delassus: usize = sharing.iter().map(|count| count * count).sum();
        let of_jacobian: usize =
            sharing.iter().zip(first_nodes.windows(2)).map(|(count, pair)| count * (pair[1] - pair[0])).sum();
        if of_delassus < LEANER * of_jacobian {
            return None;
        }
        let factors = self.component_factors()?;
        let mut root = ResponseRoot::default();
        for columns in &mut contacts {
            for (component, parts) in columns {
                parts.iter_mut().for_each(|part| solve_lower(&factors[*component], part));
                for (node, first) in (first_nodes[*component]..first_nodes[*component + 1]).zip((0..).step_by(NODE)) {
                    let mut block = ZERO;
                    for (column, part) in parts.iter().enumerate() {
                        let rows = part[first..].iter().take(NODE).enumerate();
                        rows.for_each(|(row, &value)| block[column][row] = value);
                    }
                    root.add(node, &block);
                }
            }
            root.end_node();
        }
        Some(root)
    }

    /// `L` with `M = L Lᵀ` of each component; nothing where one is not positive definite.
    fn component_factors(&self) -> Option<Vec<DenseMatrix>> {
        let sizes = self.components.iter().map(|component| component.coordinates.len());
        let mut masses: Vec<DenseMatrix> = sizes.map(|size| DenseMatrix::zeros(size, size)).collect();
        for (i, j, value) in self.mass.triplets() {
            let ((component, row), (other, column)) = (self.places[i], self.places[j]);
            if component == other {
                masses[component][(row, column)] += value;
            }
        }
        masses.into_iter().map(lower_factor).collect()
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

/// Overwrites a small matrix with `L`, below the diagonal and on it.
fn lower_factor(mut matrix: DenseMatrix) -> Option<DenseMatrix> {
    for k in 0..matrix.rows() {
        let pivot = matrix[(k, k)];
        if pivot.is_nan() || pivot <= 0.0 {
            return None;
        }
        let size = pivot.sqrt();
        matrix[(k, k)] = size;
        for i in k + 1..matrix.rows() {
            matrix[(i, k)] /= size;
        }
        for j in k + 1..matrix.rows() {
            for i in j..matrix.rows() {
                matrix[(i, j)] -= matrix[(i, k)] * matrix[(j, k)];
            }
        }
    }
    Some(matrix)
}

/// Overwrites `x` with `L⁻¹ x`.
fn solve_lower(lower: &DenseMatrix, x: &mut [f64]) {
    for k in 0..x.len() {
        x[k] /= lower[(k, k)];
        for i in k + 1..x.len() {
            x[i] -= lower[(i, k)] * x[k];
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
