//! Energy and momentum over time: what the equations of motion must keep, they keep to the order of the
//! integrator.
#![allow(clippy::unwrap_used)]

mod support;

use stiction_linalg::space::{Pose, Quaternion, Vector3};
use stiction_multibody::dynamics::{
    ForwardDynamics, Kinematics, Motions, centre_of_mass, gravitational_energy, kinetic_energy, momentum,
    passive_force, spring_energy,
};
use stiction_multibody::{FreedomProperties, JointDescription, JointKind, Model, Wrench};
use support::{Numbers, kinds};

/// Rates of configuration, velocity, and of the energy that dampers have taken.
struct Rates {
    configuration: Vec<f64>,
    velocity: Vec<f64>,
    damped: f64,
}

/// q̇ in the raw numbers of the configuration, so that a plain Runge-Kutta method keeps its order.
fn configuration_rates(model: &Model, q: &[f64], v: &[f64]) -> Vec<f64> {
    let mut rates = vec![0.0; q.len()];
    let quaternion_rates = |q: &[f64], w: &[f64]| {
        let product = Quaternion::new(q[0], q[1], q[2], q[3]) * Quaternion::new(0.0, w[0], w[1], w[2]);
        product.to_array().map(|number| 0.5 * number)
    };
    for joint in model.joints() {
        let (qs, vs) = (joint.configuration.clone(), joint.velocity.clone());
        match joint.kind {
            JointKind::Spherical => rates[qs.clone()].copy_from_slice(&quaternion_rates(&q[qs], &v[vs])),
            JointKind::Free => {
                let turn = &q[qs.start + 3..qs.end];
                let rotation = Quaternion::new(turn[0], turn[1], turn[2], turn[3]).to_matrix();
                let shift = rotation * Vector3::new(v[vs.start + 3], v[vs.start + 4], v[vs.start + 5]);
                rates[qs.start..qs.start + 3].copy_from_slice(&shift.to_array());
                rates[qs.start + 3..qs.end].copy_from_slice(&quaternion_rates(turn, &v[vs.start..vs.start + 3]));
            }
            _ => rates[qs].copy_from_slice(&v[vs]),
        }
    }
    rates
}

fn rates(model: &Model, q: &[f64], v: &[f64]) -> Rates {
    let mut kinematics = Kinematics::new(model);
    kinematics.update(model, q);
    let mut force = vec![0.0; v.len()];
    passive_force(model, q, v, &mut force);
    ForwardDynamics::new(model).compute(model, &kinematics, v, &mut force);
    let damped = model.freedoms().iter().zip(v).map(|(freedom, v)| freedom.properties.damping * v * v).sum();
    Rates { configuration: configuration_rates(model, q, v), velocity: force, damped }
}

/// Runge-Kutta of order four; gives the configuration, the velocity and the energy that dampers took.
fn simulate(model: &Model, q: &[f64], v: &[f64], time: f64, steps: usize) -> (Vec<f64>, Vec<f64>, f64) {
    let h = time / steps as f64;
    let ahead = |x: &[f64], rate: &[f64], h: f64| -> Vec<f64> { x.iter().zip(rate).map(|(x, r)| x + h * r).collect() };
    let (mut q, mut v, mut damped) = (q.to_vec(), v.to_vec(), 0.0);
    for _ in 0..steps {
        let a = rates(model, &q, &v);
        let b = rates(model, &ahead(&q, &a.configuration, 0.5 * h), &ahead(&v, &a.velocity, 0.5 * h));
        let c = rates(model, &ahead(&q, &b.configuration, 0.5 * h), &ahead(&v, &b.velocity, 0.5 * h));
        let d = rates(model, &ahead(&q, &c.configuration, h), &ahead(&v, &c.velocity, h));
        let mean = |i: usize, pick: &dyn Fn(&Rates) -> &Vec<f64>| {
            (pick(&a)[i] + 2.0 * pick(&b)[i] + 2.0 * pick(&c)[i] + pick(&d)[i]) / 6.0
        };
        q = (0..q.len()).map(|i| q[i] + h * mean(i, &|r| &r.configuration)).collect();
        v = (0..v.len()).map(|i| v[i] + h * mean(i, &|r| &r.velocity)).collect();
        damped += h * (a.damped + 2.0 * b.damped + 2.0 * c.damped + d.damped) / 6.0;
    }
    (q, v, damped)
}

fn energy(model: &Model, q: &[f64], v: &[f64]) -> f64 {
    let mut kinematics = Kinematics::new(model);
    kinematics.update(model, q);
    let mut motions = Motions::new(model);
    motions.update_velocities(model, &kinematics, v);
    kinetic_energy(model, &kinematics, &motions, v) + gravitational_energy(model, &kinematics) + spring_energy(model, q)
}

/// Two bodies on joints of one kind, with springs, dampers and armature where the kind has them.
fn passive(kind: JointKind, numbers: &mut Numbers) -> Model {
    let mut builder = Model::builder(kind.name());
    builder.set_gravity(Vector3::new(0.3, -0.2, -9.81)).unwrap();
    let spring = if kind == JointKind::Free { 0.0 } else { 3.0 };
    let properties = FreedomProperties { armature: 0.1, damping: 0.2, stiffness: spring, ..Default::default() };
    let mut parent = builder.world();
    for name in ["first", "second"] {
        let placement = Pose::new(numbers.rotation(), numbers.vector() * 0.5);
        let mut joint = JointDescription::new(name, kind.clone()).at(placement).with(properties);
        if kind == JointKind::Spherical {
            // Springs of unequal stiffness turn the torque away from the rotation's axis.
            let stiff = |stiffness| FreedomProperties { stiffness, ..properties };
            joint.properties = vec![stiff(1.0), stiff(8.0), stiff(3.0)];
        }
        parent = builder.add_body(name, parent, vec![joint], numbers.inertia()).unwrap();
    }
    builder.build().unwrap()
}

#[test]
fn energy_is_what_dampers_leave_of_it() {
    let mut numbers = Numbers::new(40);
    for kind in kinds(&mut numbers).into_iter().filter(|kind| *kind != JointKind::Fixed) {
        let model = passive(kind, &mut numbers);
        // A spherical joint's spring must not pass half a turn, where its angle jumps.
        let mut q = model.neutral_configuration();
        model.integrate(&mut q, &numbers.vectors(model.velocity_size()), 0.3);
        let v = numbers.vectors(model.velocity_size());
        let start = energy(&model, &q, &v);
        let error = |steps: usize| {
            let (q, v, damped) = simulate(&model, &q, &v, 0.4, steps);
            (energy(&model, &q, &v) + damped - start).abs()
        };
        let (coarse, fine) = (error(20), error(80));
        assert!(fine < 1e-5, "{}: {fine:e} J are missing", model.name());
        // Order four: a quarter of the step, 1/256 of the error; order three would leave 1/64.
        let rounding = 1e-13 * start.abs().max(1.0);
        assert!(fine < coarse / 100.0 + rounding, "{}: {coarse:e} J, then {fine:e} J", model.name());
        assert!(error(1000) < 1e-10 * start.abs().max(1.0), "{}: {:e}", model.name(), error(1000));
    }
}

#[test]
fn energy_of_a_larger_mechanism_is_kept() {
    let mut numbers = Numbers::new(42);
    let mut builder = Model::builder("branched");
    let mut bodies = vec![builder.world()];
    for (k, kind) in kinds(&mut numbers).into_iter().enumerate() {
        let parent = bodies[numbers.below(bodies.len())];
        let placement = Pose::new(numbers.rotation(), numbers.vector() * 0.3);
        let joint = JointDescription::new(format!("joint {k}"), kind).at(placement);
        bodies.push(builder.add_body(format!("body {k}"), parent, vec![joint], numbers.inertia()).unwrap());
    }
    let model = builder.build().unwrap();
    let (q, v) = (numbers.configuration(&model), numbers.vectors(model.velocity_size()));
    let start = energy(&model, &q, &v);
    let (q, v, _) = simulate(&model, &q, &v, 0.3, 1500);
    let error = (energy(&model, &q, &v) - start).abs();
    assert!(error < 1e-10 * start.abs(), "{error:e} of {start:e} J");
}

#[test]
fn momentum_of_a_floating_mechanism_changes_by_gravity_alone() {
    for gravity in [Vector3::ZERO, Vector3::new(0.0, 0.5, -9.81)] {
        let mut numbers = Numbers::new(41);
        let mut builder = Model::builder("floating");
        builder.set_gravity(gravity).unwrap();
        let root = JointDescription::free("root");
        let base = builder.add_body("base", builder.world(), vec![root], numbers.inertia()).unwrap();
        for (k, kind) in kinds(&mut numbers).into_iter().enumerate() {
            let joint = JointDescription::new(format!("joint {k}"), kind).at(numbers.pose());
            builder.add_body(format!("body {k}"), base, vec![joint], numbers.inertia()).unwrap();
        }
        let model = builder.build().unwrap();
        let (q, v) = (numbers.configuration(&model), numbers.vectors(model.velocity_size()));
        let measure = |q: &[f64], v: &[f64]| -> (Wrench, Vector3) {
            let mut kinematics = Kinematics::new(&model);
            kinematics.update(&model, q);
            let mut motions = Motions::new(&model);
            motions.update_velocities(&model, &kinematics, v);
            let centre = centre_of_mass(&model, &kinematics);
            (momentum(&model, &kinematics, &motions, centre), centre)
        };
        let time = 0.5;
        let (before, start) = measure(&q, &v);
        let (q, v, _) = simulate(&model, &q, &v, time, 1000);
        let (after, end) = measure(&q, &v);
        let weight = gravity * model.mass();
        let linear = after.force - before.force - weight * time;
        let angular = after.moment - before.moment;
        let drift = end - start - before.force * (time / model.mass()) - gravity * (0.5 * time * time);
        assert!(linear.norm() < 1e-10 * before.force.norm(), "linear momentum off by {:e}", linear.norm());
        assert!(angular.norm() < 1e-10 * before.moment.norm(), "angular momentum off by {:e}", angular.norm());
        assert!(drift.norm() < 1e-10, "the centre of mass strays by {:e} m", drift.norm());
    }
}
