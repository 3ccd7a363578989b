//! Algorithms against each other, on random mechanisms of every joint kind.
#![allow(clippy::unwrap_used)]

mod support;

use stiction_linalg::DenseMatrix;
use stiction_linalg::space::Vector3;
use stiction_multibody::Model;
use stiction_multibody::delassus::{Delassus, DelassusOperator, Rows, dense_delassus, dense_rows};
use stiction_multibody::dynamics::{
    ForwardDynamics, InertiaFactor, InverseDynamics, Kinematics, MassFactor, Motions, Route, centre_of_mass,
    centre_of_mass_jacobian, frame_jacobian, kinetic_energy, point_jacobian,
};
use support::{Numbers, mechanisms, relative};

const TOLERANCE: f64 = 1e-10;

fn close(model: &Model, what: &str, found: &[f64], expected: &[f64]) {
    let error = relative(found, expected);
    assert!(error < TOLERANCE, "{}: {what} differs by {error:e}", model.name());
}

/// The largest part that forces contribute to an acceleration, `max |M⁻¹| |f|`: what the sum is made of. Deep
/// chains of light links cancel most of it, and a relative change of 1e-16 in the forces changes the sum
/// by 1e-16 of this.
fn largest_part(model: &Model, kinematics: &Kinematics, force: &[f64]) -> f64 {
    let n = force.len();
    let mut factor = MassFactor::new(model);
    factor.compute(model, kinematics);
    let mut inverse = DenseMatrix::zeros(n, n);
    factor.inverse(&mut inverse);
    (0..n).map(|i| (0..n).map(|j| (inverse[(i, j)] * force[j]).abs()).sum()).fold(0.0, f64::max)
}

/// Accelerations from forces, relative to what they are sums of.
fn close_accelerations(model: &Model, what: &str, found: &[f64], expected: &[f64], part: f64) {
    let error = found.iter().zip(expected).fold(0.0_f64, |e, (a, b)| e.max((a - b).abs()));
    assert!(error < 1e-13 * part, "{}: {what} differs by {error:e} of {part:e}", model.name());
}

/// A random place, and room for everything.
fn placed(model: &Model, numbers: &mut Numbers) -> (Vec<f64>, Kinematics) {
    let configuration = numbers.configuration(model);
    let mut kinematics = Kinematics::new(model);
    kinematics.update(model, &configuration);
    (configuration, kinematics)
}

#[test]
fn forward_dynamics_inverts_inverse_dynamics() {
    for model in mechanisms() {
        let mut numbers = Numbers::new(1);
        let n = model.velocity_size();
        let (_, kinematics) = placed(&model, &mut numbers);
        let (velocity, acceleration) = (numbers.vectors(n), numbers.vectors(n));
        let mut force = vec![0.0; n];
        InverseDynamics::new(&model).compute(&model, &kinematics, &velocity, &acceleration, &mut force);
        let part = largest_part(&model, &kinematics, &force);
        ForwardDynamics::new(&model).compute(&model, &kinematics, &velocity, &mut force);
        close_accelerations(&model, "ABA(RNEA)", &force, &acceleration, part);
        close(&model, "ABA(RNEA)", &force, &acceleration);
    }
}

#[test]
fn mass_matrix_has_the_columns_of_inverse_dynamics() {
    for model in mechanisms() {
        let mut numbers = Numbers::new(2);
        let n = model.velocity_size();
        let (_, kinematics) = placed(&model, &mut numbers);
        let mut matrix = DenseMatrix::zeros(n, n);
        MassFactor::new(&model).mass_matrix(&model, &kinematics, &mut matrix);
        let mut inverse = InverseDynamics::new(&model);
        let (rest, mut bias, mut column) = (vec![0.0; n], vec![0.0; n], vec![0.0; n]);
        inverse.bias_force(&model, &kinematics, &rest, &mut bias);
        for k in 0..n {
            let mut unit = vec![0.0; n];
            unit[k] = 1.0;
            inverse.compute(&model, &kinematics, &rest, &unit, &mut column);
            for (value, bias) in column.iter_mut().zip(&bias) {
                *value -= bias;
            }
            // Gravity, which is taken off again, is larger than the column of a light link.
            let size = bias.iter().chain(&column).fold(0.0_f64, |a, b| a.max(b.abs()));
            let error = column.iter().zip(matrix.column(k)).fold(0.0_f64, |e, (a, b)| e.max((a - b).abs()));
            assert!(error <= 1e-13 * size, "{}: column {k} differs by {error:e} of {size:e}", model.name());
        }
    }
}

#[test]
fn both_factors_invert_the_mass_matrix() {
    for model in mechanisms() {
        let mut numbers = Numbers::new(3);
        let n = model.velocity_size();
        let (_, kinematics) = placed(&model, &mut numbers);
        let mut matrix = DenseMatrix::zeros(n, n);
        let mut mass = MassFactor::new(&model);
        mass.mass_matrix(&model, &kinematics, &mut matrix);
        let x = numbers.vectors(n);
        let mut force = vec![0.0; n];
        matrix.multiply(&x, &mut force);
        let part = largest_part(&model, &kinematics, &force);
        for route in [Route::MassMatrix, Route::ArticulatedBodies] {
            let mut factor = InertiaFactor::by(&model, route);
            factor.compute(&model, &kinematics);
            let mut found = force.clone();
            factor.solve(&model, &kinematics, &mut found);
            close_accelerations(&model, &format!("M⁻¹ M x by {route:?}"), &found, &x, part);
        }
        mass.compute(&model, &kinematics);
        let mut inverse = DenseMatrix::zeros(n, n);
        mass.inverse(&mut inverse);
        let mut found = vec![0.0; n];
        inverse.multiply(&force, &mut found);
        close_accelerations(&model, "the inverse", &found, &x, part);
    }
}

/// Random rows: points between a body and the world, and between two bodies; wrenches; coordinates.
fn random_rows(model: &Model, kinematics: &Kinematics, numbers: &mut Numbers, count: usize) -> Rows {
    let mut rows = Rows::new();
    let bodies: Vec<_> = model.bodies().iter().map(|body| model.find_body(&body.name).unwrap()).collect();
    for _ in 0..count {
        let (a, b) = (bodies[numbers.below(bodies.len())], bodies[numbers.below(bodies.len())]);
        let point = kinematics.body_pose(model, b).point(numbers.vector() * 0.3);
        match numbers.below(4) {
            0 => rows.push_point(model, kinematics, bodies[0], b, point, &[Vector3::Z, Vector3::X, Vector3::Y]),
            1 => rows.push_point(model, kinematics, a, b, point, &[numbers.unit(), numbers.unit()]),
            2 => {
                let wrench = stiction_multibody::Wrench::new(numbers.vector(), numbers.vector());
                rows.push_wrench(model, kinematics, a, b, point, wrench);
            }
            _ => {
                let n = model.velocity_size();
                rows.push_coordinates(&[(numbers.below(n), 1.0)]);
                rows.push_coordinates(&[(numbers.below(n), -0.7), (numbers.below(n), 0.4)]);
            }
        }
    }
    rows
}

#[test]
fn recursive_delassus_equals_the_dense_one() {
    for model in mechanisms() {
        for (seed, count) in [(4, 1), (5, 4), (6, 12)] {
            let mut numbers = Numbers::new(seed);
            let (_, kinematics) = placed(&model, &mut numbers);
            let rows = random_rows(&model, &kinematics, &mut numbers, count);
            let expected = dense_delassus(&model, &kinematics, &rows).unwrap();
            for route in [Route::MassMatrix, Route::ArticulatedBodies] {
                let mut factor = InertiaFactor::by(&model, route);
                factor.compute(&model, &kinematics);
                let mut delassus = Delassus::new();
                delassus.compute(&model, &kinematics, &factor, &rows);
                let mut found = DenseMatrix::zeros(0, 0);
                delassus.dense(&mut found);
                close(&model, &format!("W by {route:?}"), found.as_slice(), expected.as_slice());
            }
        }
    }
}

#[test]
fn the_product_of_the_root_is_the_dense_delassus() {
    for model in mechanisms() {
        for (seed, count) in [(4, 1), (5, 4), (6, 12)] {
            let mut numbers = Numbers::new(seed);
            let (_, kinematics) = placed(&model, &mut numbers);
            let rows = random_rows(&model, &kinematics, &mut numbers, count);
            let mut factor = InertiaFactor::by(&model, Route::MassMatrix);
            factor.compute(&model, &kinematics);
            let mut delassus = Delassus::new();
            delassus.prepare(&model, &kinematics, &factor, &rows);
            assert!(delassus.blocks().is_empty());
            let m = rows.len();
            let mut root = DenseMatrix::zeros(3 * factor.root_nodes().unwrap(), m);
            let visited = delassus.visit_root(&factor, &rows, |pack, place, values| {
                pack.zip(values).for_each(|(row, value)| root[(place, row)] += value);
            });
            assert!(visited);
            let mut product = DenseMatrix::zeros(m, m);
            for i in 0..m {
                for j in 0..m {
                    product[(i, j)] = root.column(i).iter().zip(root.column(j)).map(|(a, b)| a * b).sum();
                }
            }
            let expected = dense_delassus(&model, &kinematics, &rows).unwrap();
            close(&model, "Yᵀ Y", product.as_slice(), expected.as_slice());
            let mut other = InertiaFactor::by(&model, Route::ArticulatedBodies);
            other.compute(&model, &kinematics);
            delassus.prepare(&model, &kinematics, &other, &rows);
            assert!(!delassus.visit_root(&other, &rows, |_, _, _| panic!("there is none")));
        }
    }
}

#[test]
fn bodies_that_share_nothing_have_no_block() {
    let mut numbers = Numbers::new(14);
    let mut builder = Model::builder("pile");
    let bodies: Vec<_> = (0..50)
        .map(|k| {
            let joint = stiction_multibody::JointDescription::free(format!("free {k}"));
            builder.add_body(format!("body {k}"), builder.world(), vec![joint], numbers.inertia()).unwrap()
        })
        .collect();
    let model = builder.build().unwrap();
    let (_, kinematics) = placed(&model, &mut numbers);
    let mut rows = Rows::new();
    for pair in bodies.windows(2) {
        rows.push_point(&model, &kinematics, pair[0], pair[1], numbers.vector(), &[Vector3::X, Vector3::Y, Vector3::Z]);
    }
    let mut delassus = Delassus::new();
    for route in [Route::MassMatrix, Route::ArticulatedBodies] {
        let mut factor = InertiaFactor::by(&model, route);
        factor.compute(&model, &kinematics);
        delassus.compute(&model, &kinematics, &factor, &rows);
        // Each contact with itself and with the next.
        assert_eq!(delassus.blocks().len(), 49 + 48, "{route:?}");
    }
}

#[test]
fn products_without_matrices_equal_those_with() {
    for model in mechanisms() {
        let mut numbers = Numbers::new(13);
        let n = model.velocity_size();
        let (_, kinematics) = placed(&model, &mut numbers);
        let rows = random_rows(&model, &kinematics, &mut numbers, 6);
        let (m, forces, force) = (rows.len(), numbers.vectors(rows.len()), numbers.vectors(n));
        let matrix = dense_rows(&model, &kinematics, &rows);
        for route in [Route::MassMatrix, Route::ArticulatedBodies] {
            let mut factor = InertiaFactor::by(&model, route);
            factor.compute(&model, &kinematics);
            let mut operator = DelassusOperator::new(&model);
            let (mut found, mut expected) = (vec![0.0; m], vec![0.0; m]);
            operator.apply(&model, &kinematics, &mut factor, &rows, &forces, &mut found);
            dense_delassus(&model, &kinematics, &rows).unwrap().multiply(&forces, &mut expected);
            close(&model, &format!("W p by {route:?}"), &found, &expected);
            let mut moved = vec![0.0; n];
            operator.motion_of_rows(&model, &kinematics, &mut factor, &rows, &forces, &mut moved);
            matrix.multiply(&moved, &mut found);
            close(&model, &format!("G (M⁻¹ Gᵀ p) by {route:?}"), &found, &expected);
            operator.rows_of_force(&model, &kinematics, &mut factor, &rows, &force, &mut found);
            // pᵀ G M⁻¹ f = fᵀ M⁻¹ Gᵀ p.
            let left: f64 = forces.iter().zip(&found).map(|(a, b)| a * b).sum();
            let right: f64 = force.iter().zip(&moved).map(|(a, b)| a * b).sum();
            let size: f64 = force.iter().zip(&moved).map(|(a, b)| (a * b).abs()).sum();
            assert!((left - right).abs() < TOLERANCE * size, "{}: {left} is {right}", model.name());
        }
    }
}

#[test]
fn rows_measure_what_their_forces_push() {
    for model in mechanisms() {
        let mut numbers = Numbers::new(8);
        let n = model.velocity_size();
        let (_, kinematics) = placed(&model, &mut numbers);
        let rows = random_rows(&model, &kinematics, &mut numbers, 10);
        let velocity = numbers.vectors(n);
        let mut motions = Motions::new(&model);
        motions.update_velocities(&model, &kinematics, &velocity);
        let mut measured = vec![0.0; rows.len()];
        rows.velocities(&motions, &velocity, &mut measured);
        let mut expected = vec![0.0; rows.len()];
        dense_rows(&model, &kinematics, &rows).multiply(&velocity, &mut expected);
        close(&model, "G v", &measured, &expected);
    }
}

/// The derivative at zero by differences of order eight.
fn differentiate(f: impl Fn(f64) -> Vec<f64>) -> Vec<f64> {
    let h = 0.02;
    let weights = [4.0 / 5.0, -1.0 / 5.0, 4.0 / 105.0, -1.0 / 280.0];
    let mut sum = vec![0.0; f(0.0).len()];
    for (k, weight) in weights.into_iter().enumerate() {
        let step = h * (k + 1) as f64;
        for (sum, (ahead, behind)) in sum.iter_mut().zip(f(step).into_iter().zip(f(-step))) {
            *sum += weight * (ahead - behind) / h;
        }
    }
    sum
}

#[test]
fn jacobians_are_derivatives_of_kinematics() {
    for model in mechanisms() {
        let mut numbers = Numbers::new(9);
        let n = model.velocity_size();
        let (configuration, kinematics) = placed(&model, &mut numbers);
        let body = model.find_body(&model.bodies().last().unwrap().name).unwrap();
        let local = numbers.vector();
        let at = |velocity: &[f64], time: f64| {
            let mut q = configuration.clone();
            model.integrate(&mut q, velocity, time);
            let mut kinematics = Kinematics::new(&model);
            kinematics.update(&model, &q);
            kinematics
        };
        let point = kinematics.body_pose(&model, body).point(local);
        let mut jacobian = DenseMatrix::zeros(3, n);
        let mut frame = DenseMatrix::zeros(6, n);
        let mut centre = DenseMatrix::zeros(3, n);
        point_jacobian(&model, &kinematics, body, point, &mut jacobian);
        frame_jacobian(&model, &kinematics, body, point, &mut frame);
        centre_of_mass_jacobian(&model, &kinematics, &mut centre);
        let mut motions = Motions::new(&model);
        // Random directions at first, then every coordinate of the small ones; slow enough that the last body of a
        // long chain does not whirl, which the difference formula could not follow.
        let slow = 1.0 / n as f64;
        let mut directions: Vec<Vec<f64>> = (0..3).map(|_| numbers.vectors(n)).collect();
        directions.extend((0..n.min(30)).map(|k| (0..n).map(|j| f64::from(u8::from(j == k))).collect()));
        for mut direction in directions {
            direction.iter_mut().for_each(|rate| *rate *= slow);
            let mut found = vec![0.0; 3];
            jacobian.multiply(&direction, &mut found);
            let moved = |t: f64| at(&direction, t).body_pose(&model, body).point(local).to_array().to_vec();
            // Positions are rounded to 1e-16 of their size, and differences of them to fifty times that.
            let size = (point.norm() + 1.0) * 1e-4 + found.iter().fold(0.0_f64, |a, b| a.max(b.abs()));
            let check = |what: &str, found: &[f64], expected: &[f64]| {
                let error = found.iter().zip(expected).fold(0.0_f64, |e, (a, b)| e.max((a - b).abs()));
                assert!(error < TOLERANCE * size, "{}: {what} off by {error:e} of {size:e}", model.name());
            };
            check("point", &found, &differentiate(moved));
            let mut found = vec![0.0; 6];
            frame.multiply(&direction, &mut found);
            motions.update_velocities(&model, &kinematics, &direction);
            let motion = motions.velocity(&model, &kinematics, body, point);
            close(&model, "motion of the frame", &found, &motion.to_array());
            let rotation = kinematics.body_pose(&model, body).rotation;
            let turned = differentiate(|t| {
                let relative = rotation.transpose() * at(&direction, t).body_pose(&model, body).rotation;
                stiction_linalg::space::Quaternion::from_matrix(&relative).to_rotation_vector().to_array().to_vec()
            });
            check("turn", &rotation.transpose_mul(motion.angular).to_array(), &turned);
            let mut found = vec![0.0; 3];
            centre.multiply(&direction, &mut found);
            check(
                "centre of mass",
                &found,
                &differentiate(|t| centre_of_mass(&model, &at(&direction, t)).to_array().to_vec()),
            );
        }
    }
}

#[test]
fn accelerations_are_derivatives_of_velocities() {
    for model in mechanisms() {
        let mut numbers = Numbers::new(10);
        let n = model.velocity_size();
        let (configuration, kinematics) = placed(&model, &mut numbers);
        let slow = |rates: Vec<f64>| -> Vec<f64> { rates.into_iter().map(|rate| rate / n as f64).collect() };
        let (velocity, acceleration) = (slow(numbers.vectors(n)), slow(numbers.vectors(n)));
        let body = model.find_body(&model.bodies().last().unwrap().name).unwrap();
        let local = numbers.vector();
        let mut motions = Motions::new(&model);
        motions.update(&model, &kinematics, &velocity, Some(&acceleration));
        let found = motions.acceleration(&model, &kinematics, body, kinematics.body_pose(&model, body).point(local));
        let expected = differentiate(|t| {
            // q(t) with the right velocity and acceleration at t = 0, to the order of the formula.
            let mut q = configuration.clone();
            let mean: Vec<f64> = velocity.iter().zip(&acceleration).map(|(v, a)| v + 0.5 * t * a).collect();
            model.integrate(&mut q, &mean, t);
            let now: Vec<f64> = velocity.iter().zip(&acceleration).map(|(v, a)| v + t * a).collect();
            let mut kinematics = Kinematics::new(&model);
            kinematics.update(&model, &q);
            let mut motions = Motions::new(&model);
            motions.update_velocities(&model, &kinematics, &now);
            let point = kinematics.body_pose(&model, body).point(local);
            motions.velocity(&model, &kinematics, body, point).to_array().to_vec()
        });
        close(&model, "acceleration", &found.to_array(), &expected);
    }
}

#[test]
fn kinetic_energy_is_half_of_velocity_mass_velocity() {
    for model in mechanisms() {
        let mut numbers = Numbers::new(11);
        let n = model.velocity_size();
        let (_, kinematics) = placed(&model, &mut numbers);
        let velocity = numbers.vectors(n);
        let mut matrix = DenseMatrix::zeros(n, n);
        MassFactor::new(&model).mass_matrix(&model, &kinematics, &mut matrix);
        let mut momentum = vec![0.0; n];
        matrix.multiply(&velocity, &mut momentum);
        let expected = 0.5 * velocity.iter().zip(&momentum).map(|(a, b)| a * b).sum::<f64>();
        let mut motions = Motions::new(&model);
        motions.update_velocities(&model, &kinematics, &velocity);
        close(&model, "kinetic energy", &[kinetic_energy(&model, &kinematics, &motions, &velocity)], &[expected]);
    }
}

#[test]
fn difference_inverts_integrate() {
    for model in mechanisms() {
        let mut numbers = Numbers::new(12);
        let from = numbers.configuration(&model);
        let velocity = numbers.vectors(model.velocity_size());
        let mut to = from.clone();
        model.integrate(&mut to, &velocity, 0.7);
        let mut found = vec![0.0; velocity.len()];
        model.difference(&from, &to, &mut found);
        let expected: Vec<f64> = velocity.iter().map(|v| 0.7 * v).collect();
        close(&model, "difference", &found, &expected);
        let mut there = from.clone();
        model.integrate(&mut there, &found, 1.0);
        close(&model, "integrate", &there, &to);
    }
}
