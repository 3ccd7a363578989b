use super::matrix::matrix;
use super::tree::{Branch, Tree};
use super::{
    FclibFile, FclibGlobal, FclibGlobalEquations, FclibInfo, FclibLocal, FclibLocalEquations, FclibPoint, FclibProblem,
};
use crate::FormatError;
use stiction_linalg::SparseMatrix;

const KINDS: [&str; 3] = ["fclib_local", "fclib_global", "fclib_global_rolling"];

/// More guesses are refused.
const MOST_GUESSES: i64 = 1000;

/// Reads the bytes of an FCLIB file; `name` stands for the file in messages. What the file says about the
/// condition and rank of its matrices is not kept.
pub fn parse_fclib(name: &str, bytes: &[u8]) -> Result<FclibFile, FormatError> {
    let tree = Tree::open(name, bytes)?;
    let root = tree.root()?;
    let mut found = Vec::new();
    for kind in KINDS {
        found.extend(root.find_branch(kind)?.map(|group| (kind, group)));
    }
    let (kind, group) = match found.as_slice() {
        [] => {
            let message = format!("expected a group {}, {} or {}, found none", KINDS[0], KINDS[1], KINDS[2]);
            return Err(tree.fault("/", message));
        }
        [(kind, group)] => (*kind, group),
        [(first, _), (second, _), ..] => {
            return Err(tree.fault("/", format!("expected one problem, found {first} and {second}")));
        }
    };
    let problem = match kind {
        "fclib_local" => FclibProblem::Local(local(group)?),
        "fclib_global" => FclibProblem::Global(global(group, &[2, 3])?),
        _ => {
            let global = global(group, &[5])?;
            let rolling_friction = coefficients(&group.branch("vectors")?, "mu_r", global.friction.len())?;
            FclibProblem::GlobalRolling { global, rolling_friction }
        }
    };
    let sizes = problem.sizes();
    let solution = root.find_branch("solution")?.map(|group| point(&group, sizes)).transpose()?;
    let guesses = match root.find_branch("guesses")? {
        Some(group) => guesses(&group, sizes)?,
        None => Vec::new(),
    };
    Ok(FclibFile { problem, info: info(group)?, solution, guesses })
}

fn local(group: &Branch<'_>) -> Result<FclibLocal, FormatError> {
    let dimension = dimension(group, &[2, 3])?;
    let delassus = square(group, "W")?;
    let rows = delassus.rows();
    let contacts = contacts(group, "W/m", "rows", rows, dimension)?;
    let vectors = group.branch("vectors")?;
    let free_velocity = vectors.numbers("q", rows..=rows, "one per row of W")?;
    let friction = coefficients(&vectors, "mu", contacts)?;
    let parts = [group.find_branch("V")?.is_some(), group.find_branch("R")?.is_some(), vectors.holds("s")?];
    let equations = if parts.contains(&true) {
        let matrix = square(group, "R")?;
        let count = matrix.rows();
        let coupling = sized(group, "V", (rows, "W has rows"), (count, "R has rows"))?;
        let vector = vectors.numbers("s", count..=count, "one per row of R")?;
        Some(FclibLocalEquations { coupling, matrix, vector })
    } else {
        None
    };
    Ok(FclibLocal { dimension, delassus, free_velocity, friction, equations })
}

fn global(group: &Branch<'_>, dimensions: &[i64]) -> Result<FclibGlobal, FormatError> {
    let dimension = dimension(group, dimensions)?;
    let mass = square(group, "M")?;
    let freedoms = mass.rows();
    let jacobian = matrix(group, "H")?;
    expect(group, "H/m", "rows", jacobian.rows(), (freedoms, "M has rows"))?;
    let rows = jacobian.columns();
    let contacts = contacts(group, "H/n", "columns", rows, dimension)?;
    let vectors = group.branch("vectors")?;
    let force = vectors.numbers("f", freedoms..=freedoms, "one per row of M")?;
    let velocity_offset = vectors.numbers("w", rows..=rows, "one per column of H")?;
    let friction = coefficients(&vectors, "mu", contacts)?;
    let equations = if group.find_branch("G")?.is_some() || vectors.holds("b")? {
        let jacobian = matrix(group, "G")?;
        expect(group, "G/m", "rows", jacobian.rows(), (freedoms, "M has rows"))?;
        let count = jacobian.columns();
        Some(FclibGlobalEquations { jacobian, offset: vectors.numbers("b", count..=count, "one per column of G")? })
    } else {
        None
    };
    Ok(FclibGlobal { dimension, mass, jacobian, force, velocity_offset, friction, equations })
}

fn dimension(group: &Branch<'_>, known: &[i64]) -> Result<usize, FormatError> {
    let found = group.integer("spacedim")?;
    usize::try_from(found).ok().filter(|_| known.contains(&found)).ok_or_else(|| {
        let known: Vec<_> = known.iter().map(i64::to_string).collect();
        group.fault("spacedim", format!("expected {} rows per contact, found {found}", known.join(" or ")))
    })
}

/// The number of contacts that share the rows.
fn contacts(group: &Branch<'_>, name: &str, what: &str, rows: usize, dimension: usize) -> Result<usize, FormatError> {
    if rows.is_multiple_of(dimension) {
        return Ok(rows / dimension);
    }
    Err(group.fault(name, format!("expected a multiple of {dimension} {what}, the number per contact, found {rows}")))
}

fn square(group: &Branch<'_>, name: &str) -> Result<SparseMatrix, FormatError> {
    let matrix = matrix(group, name)?;
    let (rows, columns) = (matrix.rows(), matrix.columns());
    if rows == columns {
        return Ok(matrix);
    }
    Err(group.fault(name, format!("expected a square matrix, found {rows} rows and {columns} columns")))
}

fn sized(
    group: &Branch<'_>,
    name: &str,
    rows: (usize, &str),
    columns: (usize, &str),
) -> Result<SparseMatrix, FormatError> {
    let matrix = matrix(group, name)?;
    expect(group, &format!("{name}/m"), "rows", matrix.rows(), rows)?;
    expect(group, &format!("{name}/n"), "columns", matrix.columns(), columns)?;
    Ok(matrix)
}

fn expect(
    group: &Branch<'_>,
    name: &str,
    what: &str,
    found: usize,
    (expected, why): (usize, &str),
) -> Result<(), FormatError> {
    if found == expected {
        return Ok(());
    }
    Err(group.fault(name, format!("expected {expected} {what}, as many as {why}, found {found}")))
}

/// Coefficients of friction: one per contact, zero or more.
fn coefficients(vectors: &Branch<'_>, name: &str, contacts: usize) -> Result<Vec<f64>, FormatError> {
    let found = vectors.numbers(name, contacts..=contacts, "one per contact")?;
    match found.iter().position(|&friction| friction < 0.0) {
        Some(k) => Err(vectors.fault(&format!("{name}[{k}]"), format!("expected zero or more, found {}", found[k]))),
        None => Ok(found),
    }
}

fn info(group: &Branch<'_>) -> Result<FclibInfo, FormatError> {
    let Some(group) = group.find_branch("info")? else { return Ok(FclibInfo::default()) };
    Ok(FclibInfo {
        title: group.text("title")?,
        description: group.text("description")?,
        math_info: group.text("math_info")?,
    })
}

fn point(group: &Branch<'_>, (freedoms, rows, equations): (usize, usize, usize)) -> Result<FclibPoint, FormatError> {
    let optional = |name: &str, count: usize, what: &str| {
        let numbers = if group.holds(name)? { Some(group.numbers(name, count..=count, what)?) } else { None };
        // Nothing and a list of nothing are the same.
        Ok(numbers.filter(|numbers| !numbers.is_empty()))
    };
    Ok(FclibPoint {
        generalized_velocity: optional("v", freedoms, "one per degree of freedom of the problem")?,
        velocity: group.numbers("u", rows..=rows, "one per contact row")?,
        impulse: group.numbers("r", rows..=rows, "one per contact row")?,
        multipliers: optional("l", equations, "one per equation of the problem")?,
    })
}

fn guesses(group: &Branch<'_>, sizes: (usize, usize, usize)) -> Result<Vec<FclibPoint>, FormatError> {
    let count = group.integer("number_of_guesses")?;
    if !(0..=MOST_GUESSES).contains(&count) {
        let message = format!("expected 0 to {MOST_GUESSES} guesses, found {count}");
        return Err(group.fault("number_of_guesses", message));
    }
    (1..=count).map(|k| point(&group.branch(&k.to_string())?, sizes)).collect()
}
