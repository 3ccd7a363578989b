//! The known solutions of the linear examples, checked by the residual and by an independent enumeration.

use stiction_complementarity::standard::{Known, LinearExample, linear_examples, nonlinear_example};
use stiction_complementarity::{LinearProblem, Piece};

/// `coefficients · z ≤ bound`
#[derive(Clone)]
struct Inequality {
    coefficients: Vec<f64>,
    bound: f64,
}

const SMALL: f64 = 1e-9;

/// Eliminates one variable from a system of inequalities (Fourier and Motzkin).
fn eliminate(system: &[Inequality], variable: usize) -> Vec<Inequality> {
    let (mut result, mut above, mut below) = (Vec::new(), Vec::new(), Vec::new());
    for inequality in system {
        match inequality.coefficients[variable] {
            c if c > SMALL => above.push(inequality),
            c if c < -SMALL => below.push(inequality),
            _ => result.push(inequality.clone()),
        }
    }
    for up in &above {
        for down in &below {
            let (a, b) = (up.coefficients[variable], -down.coefficients[variable]);
            let pairs = up.coefficients.iter().zip(&down.coefficients);
            let mut coefficients: Vec<f64> = pairs.map(|(u, d)| u / a + d / b).collect();
            coefficients[variable] = 0.0;
            let mut bound = up.bound / a + down.bound / b;
            let size = coefficients.iter().fold(0.0_f64, |size, c| size.max(c.abs()));
            if size > SMALL {
                coefficients.iter_mut().for_each(|c| *c /= size);
                bound /= size;
            } else if bound >= -SMALL {
                continue;
            }
            let implied = result.iter().any(|other: &Inequality| {
                other.bound <= bound + 1e-12
                    && other.coefficients.iter().zip(&coefficients).all(|(a, b)| (a - b).abs() < 1e-12)
            });
            if !implied {
                result.push(Inequality { coefficients, bound });
            }
        }
    }
    result
}

/// The interval that a coordinate covers on a polyhedron, or `None` if the polyhedron is empty.
fn range(system: &[Inequality], coordinate: usize) -> Option<(f64, f64)> {
    let order = system.first().map_or(0, |inequality| inequality.coefficients.len());
    let mut system = system.to_vec();
    for variable in (0..order).filter(|&variable| variable != coordinate) {
        system = eliminate(&system, variable);
    }
    let (mut low, mut high) = (f64::NEG_INFINITY, f64::INFINITY);
    for Inequality { coefficients, bound } in &system {
        match coefficients[coordinate] {
            c if c > SMALL => high = high.min(bound / c),
            c if c < -SMALL => low = low.max(bound / c),
            _ if *bound < -SMALL => return None,
            _ => {}
        }
    }
    (low <= high + SMALL).then_some((low, high))
}

/// The solutions of each complementary piece that has any: the interval of each coordinate.
fn pieces_with_solutions(problem: &dyn LinearProblem) -> Vec<Vec<(f64, f64)>> {
    let (bounds, matrix, q) = (problem.bounds(), problem.matrix().to_dense(), problem.vector());
    let order = q.len();
    let choices: Vec<_> = (0..order).map(|row| Piece::positions(bounds, row)).collect();
    let mut found = Vec::new();
    for mut code in 0..choices.iter().map(|choice| choice.len()).product::<usize>() {
        let mut piece = Piece::root(bounds);
        for (row, choice) in choices.iter().enumerate() {
            piece.restrict(bounds, row, choice[code % choice.len()]);
            code /= choice.len();
        }
        let mut system = Vec::new();
        let mut confine = |coefficients: Vec<f64>, constant: f64, lower: f64, upper: f64| {
            if lower.is_finite() {
                let negated = coefficients.iter().map(|c| -c).collect();
                system.push(Inequality { coefficients: negated, bound: constant - lower });
            }
            if upper.is_finite() {
                system.push(Inequality { coefficients, bound: upper - constant });
            }
        };
        for i in 0..order {
            let unit = (0..order).map(|j| if i == j { 1.0 } else { 0.0 }).collect();
            confine(unit, 0.0, piece.z[i].lower, piece.z[i].upper);
            let row = (0..order).map(|j| matrix[(i, j)]).collect();
            confine(row, q[i], piece.w[i].lower, piece.w[i].upper);
        }
        let ranges: Option<Vec<_>> = (0..order).map(|coordinate| range(&system, coordinate)).collect();
        found.extend(ranges);
    }
    found
}

fn enumerable() -> impl Iterator<Item = LinearExample> {
    linear_examples().into_iter().filter(|example| example.problem.as_linear().dimension() <= 5)
}

#[test]
fn known_solutions_solve() {
    for example in linear_examples() {
        let problem = example.problem.as_linear();
        for point in example.known.points() {
            let residual = problem.residual(&point);
            assert!(residual.within(1e-14) && residual.absolute.natural < 1e-11, "{}: {residual:?}", example.name);
        }
    }
}

#[test]
fn problems_without_solution_have_none_in_any_piece() {
    let unsolvable = |example: &LinearExample| example.known == Known::NoSolution;
    let mut count = 0;
    for example in enumerable().filter(unsolvable) {
        assert!(pieces_with_solutions(example.problem.as_linear()).is_empty(), "{}", example.name);
        count += 1;
    }
    assert!(count >= 5);
    assert_eq!(linear_examples().iter().filter(|example| unsolvable(example)).count(), count);
}

#[test]
fn complete_lists_are_complete() {
    for example in enumerable() {
        let Known::Solutions(known) = &example.known else { continue };
        let mut reached = vec![false; known.len()];
        for piece in pieces_with_solutions(example.problem.as_linear()) {
            let matches = |point: &Vec<f64>| {
                point.iter().zip(&piece).all(|(z, (low, high))| (z - low).abs() < 1e-7 && (z - high).abs() < 1e-7)
            };
            let place = known.iter().position(matches);
            assert!(place.is_some(), "{}: {piece:?} is not in the list", example.name);
            reached[place.unwrap()] = true;
        }
        assert!(reached.iter().all(|&reached| reached), "{}", example.name);
    }
}

#[test]
fn a_continuum_covers_every_piece() {
    let mut count = 0;
    for example in enumerable() {
        let Known::Continuum(polyhedra) = &example.known else { continue };
        count += 1;
        for piece in pieces_with_solutions(example.problem.as_linear()) {
            // Each piece lies in one polyhedron, as far as the intervals of the coordinates can tell.
            let inside = polyhedra.iter().any(|polyhedron| {
                piece.iter().enumerate().all(|(i, &(low, high))| {
                    let corners = polyhedron.vertices.iter().map(|vertex| vertex[i]);
                    let grows = polyhedron.rays.iter().any(|ray| ray[i] > 0.0);
                    let falls = polyhedron.rays.iter().any(|ray| ray[i] < 0.0);
                    let least = if falls { f64::NEG_INFINITY } else { corners.clone().fold(f64::INFINITY, f64::min) };
                    let most = if grows { f64::INFINITY } else { corners.fold(f64::NEG_INFINITY, f64::max) };
                    low >= least - 1e-7 && high <= most + 1e-7
                })
            });
            assert!(inside, "{}: {piece:?}", example.name);
        }
    }
    assert!(count >= 6);
}

#[test]
fn the_enumeration_finds_each_corner_of_the_cube() {
    let example = linear_examples().into_iter().find(|example| example.name == "eight-solutions").unwrap();
    assert_eq!(pieces_with_solutions(example.problem.as_linear()).len(), 8);
}

#[test]
fn published_digits_of_the_equilibria() {
    let published: [(&str, &[f64], f64); 2] = [
        ("nash-cournot-5", &[36.93, 41.82, 43.71, 42.66, 39.18], 0.005),
        ("nash-cournot-10", &[7.4415, 4.0978, 2.5906, 0.9354, 17.949, 4.0978, 1.3047, 5.5901, 3.2222, 1.6771], 0.0005),
    ];
    for (name, digits, tolerance) in published {
        let known = nonlinear_example(name).unwrap().known.points();
        for (value, digits) in known[0].iter().zip(digits) {
            assert!((value - digits).abs() <= tolerance, "{name}: {value} against {digits}");
        }
    }
}
