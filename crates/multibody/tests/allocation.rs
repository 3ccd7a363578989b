//! Once the workspaces are made, nothing is allocated.
#![allow(clippy::unwrap_used)]

#[path = "../../linalg/tests/support/counting.rs"]
mod counting;
mod support;

use counting::allocations;
use stiction_linalg::DenseMatrix;
use stiction_linalg::space::Vector3;
use stiction_multibody::constraint::{Bilateral, Limits};
use stiction_multibody::delassus::{Delassus, DelassusOperator, Rows};
use stiction_multibody::dynamics::{
    ForwardDynamics, InertiaFactor, InverseDynamics, Kinematics, MassFactor, Motions, Route, centre_of_mass_jacobian,
    frame_jacobian, gravitational_energy, kinetic_energy, momentum, passive_force, point_jacobian,
};
use stiction_multibody::{ClosureKind, JointKind, LoopClosure, Model};
use support::{Numbers, mechanisms, twelve_link_pendulum};

/// Everything once, at a new state each time.
fn run(model: &Model, states: &[(Vec<f64>, Vec<f64>)]) -> usize {
    let n = model.velocity_size();
    let last = model.find_body(&model.bodies().last().unwrap().name).unwrap();
    let middle = model.find_body(&model.bodies()[model.bodies().len() / 2].name).unwrap();
    let world = model.find_body("world").unwrap();
    let mut kinematics = Kinematics::new(model);
    let mut motions = Motions::new(model);
    let mut inverse = InverseDynamics::new(model);
    let mut forward = ForwardDynamics::new(model);
    let mut mass = MassFactor::new(model);
    let mut routes = [Route::MassMatrix, Route::ArticulatedBodies].map(|route| InertiaFactor::by(model, route));
    let mut rows = Rows::new();
    rows.reserve(20);
    let mut delassus = Delassus::new();
    delassus.reserve(model, 20, 210);
    let mut bilateral = Bilateral::new();
    bilateral.reserve(model);
    let mut limits = Limits::new();
    limits.reserve(model);
    let (mut square, mut jacobian) = (DenseMatrix::zeros(n, n), DenseMatrix::zeros(6, n));
    let mut full = DenseMatrix::zeros(20, 20);
    let (mut force, mut values, mut wrenches) = (vec![0.0; n], vec![0.0; 20], Vec::with_capacity(1000));
    let mut operator = DelassusOperator::new(model);
    let mut products = [0.0; 20];
    let mut q = states[0].0.clone();
    let before = allocations();
    for (configuration, velocity) in states {
        q.copy_from_slice(configuration);
        model.integrate(&mut q, velocity, 1e-3);
        model.normalize(&mut q);
        kinematics.update(model, &q);
        motions.update(model, &kinematics, velocity, None);
        inverse.compute(model, &kinematics, velocity, velocity, &mut force);
        forward.compute(model, &kinematics, velocity, &mut force);
        passive_force(model, &q, velocity, &mut force);
        mass.mass_matrix(model, &kinematics, &mut square);
        mass.compute(model, &kinematics);
        mass.inverse(&mut square);
        let point = kinematics.body_pose(model, last).position;
        frame_jacobian(model, &kinematics, last, point, &mut jacobian);
        centre_of_mass_jacobian(model, &kinematics, &mut jacobian);
        std::hint::black_box(kinetic_energy(model, &kinematics, &motions, velocity));
        std::hint::black_box(gravitational_energy(model, &kinematics));
        std::hint::black_box(momentum(model, &kinematics, &motions, point));
        bilateral.update(model, &kinematics, &motions, &q, velocity);
        limits.update(model, &q, f64::INFINITY);
        rows.clear();
        rows.push_point(model, &kinematics, world, last, point, &[Vector3::X, Vector3::Y, Vector3::Z]);
        rows.push_point(model, &kinematics, middle, last, point, &[Vector3::X, Vector3::Y, Vector3::Z]);
        rows.push_coordinates(&[(0, 1.0), (n - 1, -1.0)]);
        rows.velocities(&motions, velocity, &mut values[..rows.len()]);
        rows.joint_forces(model, &kinematics, &values[..rows.len()], &mut wrenches, &mut force);
        model.difference(configuration, &q, &mut force);
        point_jacobian(model, &kinematics, last, point, &mut jacobian);
        for factor in &mut routes {
            factor.compute(model, &kinematics);
            operator.apply(model, &kinematics, factor, &rows, &values[..rows.len()], &mut products[..rows.len()]);
            factor.solve(model, &kinematics, &mut force);
            delassus.compute(model, &kinematics, factor, &rows);
            delassus.dense(&mut full);
        }
    }
    allocations() - before
}

#[test]
fn nothing_is_allocated_after_the_workspaces_are_made() {
    let mut models = mechanisms();
    models.push(twelve_link_pendulum());
    let mut builder = Model::builder("loop");
    let mut ends = Vec::new();
    let mut numbers = Numbers::new(50);
    for name in ["a", "b"] {
        let joint = stiction_multibody::JointDescription::new(name, JointKind::Free);
        ends.push(builder.add_body(name, builder.world(), vec![joint], numbers.inertia()).unwrap());
    }
    let closure = LoopClosure {
        name: "weld".to_owned(),
        kind: ClosureKind::Weld,
        first: (ends[0], numbers.pose()),
        second: (ends[1], numbers.pose()),
    };
    builder.add_closure(closure).unwrap();
    models.push(builder.build().unwrap());
    for model in models {
        let states: Vec<_> =
            (0..3).map(|_| (numbers.configuration(&model), numbers.vectors(model.velocity_size()))).collect();
        assert_eq!(run(&model, &states), 0, "{}", model.name());
    }
}
