//! Loop closures, couplings and limits: rates against differences, and the redundant twin against the tree.
#![allow(clippy::unwrap_used)]

mod support;

use std::f64::consts::PI;
use stiction_linalg::space::{Pose, Quaternion, Vector3};
use stiction_linalg::{Cholesky, DenseMatrix};
use stiction_multibody::constraint::{Bilateral, LimitSide, Limits};
use stiction_multibody::delassus::{Delassus, dense_delassus};
use stiction_multibody::dynamics::{ForwardDynamics, InertiaFactor, InverseDynamics, Kinematics, Motions, Route};
use stiction_multibody::{
    ClosureKind, Coupling, FreedomProperties, Inertia, JointDescription, JointKind, LoopClosure, Model, State,
};
use support::{Numbers, relative};

const CLOSURES: [ClosureKind; 11] = [
    ClosureKind::Point,
    ClosureKind::Axis,
    ClosureKind::Orientation,
    ClosureKind::Weld,
    ClosureKind::Distance(0.3),
    ClosureKind::Revolute,
    ClosureKind::Prismatic,
    ClosureKind::Cylindrical,
    ClosureKind::Screw { pitch: 0.2 },
    ClosureKind::Universal { cosine: 0.1 },
    ClosureKind::Planar,
];

/// Two arms of three bodies whose ends are held together, with a small drift.
fn closed(kind: ClosureKind, numbers: &mut Numbers) -> (Model, Vec<f64>) {
    let mut builder = Model::builder(kind.name());
    let mut ends = Vec::new();
    for arm in 0..2 {
        let mut body = builder.world();
        for (k, joint) in
            [JointKind::Universal { first: Vector3::X, second: Vector3::Y }, JointKind::Spherical, JointKind::Free]
                .into_iter()
                .enumerate()
        {
            let joint = JointDescription::new(format!("{arm}.{k}"), joint).at(numbers.pose());
            body = builder.add_body(format!("{arm}.{k}"), body, vec![joint], numbers.inertia()).unwrap();
        }
        ends.push(body);
    }
    let open = builder.clone().build().unwrap();
    let configuration = numbers.configuration(&open);
    let mut kinematics = Kinematics::new(&open);
    kinematics.update(&open, &configuration);
    let meeting = numbers.pose();
    let frame = |body, numbers: &mut Numbers| {
        let drift =
            Pose::from_quaternion(Quaternion::from_rotation_vector(numbers.vector() * 0.3), numbers.vector() * 0.1);
        kinematics.body_pose(&open, body).inverse() * meeting * drift
    };
    let first = (ends[0], frame(ends[0], numbers));
    let mut second = (ends[1], frame(ends[1], numbers));
    if matches!(kind, ClosureKind::Distance(_)) {
        // A distance near zero changes too fast for the difference formula.
        second.1 = second.1 * Pose::from_position(Vector3::new(0.5, 0.0, 0.0));
    }
    builder.add_closure(LoopClosure { name: "loop".to_owned(), kind, first, second }).unwrap();
    (builder.build().unwrap(), configuration)
}

/// Errors, rates and biases.
type Evaluated = (Vec<f64>, Vec<f64>, Vec<f64>);

fn evaluate(model: &Model, configuration: &[f64], velocity: &[f64]) -> Evaluated {
    let mut kinematics = Kinematics::new(model);
    kinematics.update(model, configuration);
    let mut motions = Motions::new(model);
    motions.update(model, &kinematics, velocity, None);
    let mut bilateral = Bilateral::new();
    bilateral.update(model, &kinematics, &motions, configuration, velocity);
    let mut rates = vec![0.0; bilateral.rows.len()];
    bilateral.rows.velocities(&motions, velocity, &mut rates);
    (bilateral.errors, rates, bilateral.bias)
}

fn check_rates(model: &Model, configuration: &[f64], velocity: &[f64]) {
    let along = |t: f64| {
        let mut moved = configuration.to_vec();
        model.integrate(&mut moved, velocity, t);
        evaluate(model, &moved, velocity)
    };
    let (_, rates, bias) = along(0.0);
    let h = 1e-3;
    let [a, b, c, d] = [-2.0 * h, -h, h, 2.0 * h].map(along);
    for row in 0..rates.len() {
        let slope =
            |pick: &dyn Fn(&Evaluated) -> f64| (pick(&a) - 8.0 * pick(&b) + 8.0 * pick(&c) - pick(&d)) / (12.0 * h);
        let (rate, second) = (slope(&|e| e.0[row]), slope(&|e| e.1[row]));
        assert!((rate - rates[row]).abs() < 1e-8, "{} row {row}: rate {} is {rate}", model.name(), rates[row]);
        assert!((second - bias[row]).abs() < 1e-7, "{} row {row}: bias {} is {second}", model.name(), bias[row]);
    }
}

#[test]
fn closure_rates_and_biases_are_derivatives_of_the_closure_error() {
    for kind in CLOSURES {
        for seed in 0..5 {
            let mut numbers = Numbers::new(seed);
            let (model, configuration) = closed(kind, &mut numbers);
            let velocity = numbers.vectors(model.velocity_size());
            assert_eq!(evaluate(&model, &configuration, &velocity).0.len(), kind.rows());
            check_rates(&model, &configuration, &velocity);
        }
    }
}

#[test]
fn coupling_rates_are_derivatives() {
    let mut numbers = Numbers::new(20);
    let mut builder = Model::builder("coupled");
    for name in ["leader", "follower", "held"] {
        let joint = JointDescription::revolute(name, Vector3::X);
        builder.add_body(name, builder.world(), vec![joint], numbers.inertia()).unwrap();
    }
    let joint = |name| builder.find_joint(name).unwrap();
    let couplings = [
        Coupling {
            name: "curve".to_owned(),
            follower: joint("follower"),
            leader: Some(joint("leader")),
            coefficients: [0.1, -0.7, 0.4, 0.2, -0.3],
        },
        Coupling {
            name: "hold".to_owned(),
            follower: joint("held"),
            leader: None,
            coefficients: [0.5, 0.0, 0.0, 0.0, 0.0],
        },
    ];
    for coupling in couplings {
        builder.add_coupling(coupling).unwrap();
    }
    let model = builder.build().unwrap();
    check_rates(&model, &[0.3, 0.8, -0.2], &[1.0, 0.5, 0.25]);
    let (errors, _, _) = evaluate(&model, &[0.3, 0.8, -0.2], &[0.0; 3]);
    let expected = 0.8 - (0.1 - 0.7 * 0.3 + 0.4 * 0.09 + 0.2 * 0.027 - 0.3 * 0.0081);
    assert!((errors[0] - expected).abs() < 1e-15 && (errors[1] + 0.7).abs() < 1e-15);
}

#[test]
fn names_that_joints_and_closures_share_are_kept_apart() {
    let mut builder = Model::builder("shared");
    let hinge = JointDescription::revolute("knee", Vector3::X);
    let body = builder.add_body("a", builder.world(), vec![hinge], Inertia::ball(1.0, 1.0)).unwrap();
    let closure = LoopClosure {
        name: "knee".to_owned(),
        kind: ClosureKind::Distance(1.0),
        first: (builder.world(), Pose::IDENTITY),
        second: (body, Pose::from_position(Vector3::Y)),
    };
    builder.add_closure(closure).unwrap();
    let redundant = builder.build().unwrap().to_redundant().unwrap();
    let names: Vec<&str> = redundant.model.closures().iter().map(|closure| closure.name.as_str()).collect();
    assert_eq!(names, ["knee", "knee (joint)"]);
    assert_eq!(redundant.closure_of(body), Some(1));
}

#[test]
fn axes_that_point_opposite_ways_are_far_apart() {
    let mut builder = Model::builder("flip");
    let body =
        builder.add_body("a", builder.world(), vec![JointDescription::free("j")], Inertia::ball(1.0, 1.0)).unwrap();
    let closure = LoopClosure {
        name: "axis".to_owned(),
        kind: ClosureKind::Axis,
        first: (builder.world(), Pose::IDENTITY),
        second: (body, Pose::IDENTITY),
    };
    builder.add_closure(closure).unwrap();
    let model = builder.build().unwrap();
    let mut configuration = model.neutral_configuration();
    configuration[3..7].copy_from_slice(&[0.0, 1.0, 0.0, 0.0]);
    let (errors, _, _) = evaluate(&model, &configuration, &[0.0; 6]);
    assert!((errors[0].hypot(errors[1]) - PI).abs() < 1e-15);
    // At every angle the error is the angle, and going against it along Gᵀ brings the axes together.
    let mut numbers = Numbers::new(21);
    for angle in [0.0, 1e-8, 1e-3, 0.03, 0.5, 1.5, 1.6, 2.5, 3.1, PI - 1e-3, PI] {
        let axis = Vector3::new(numbers.signed(), numbers.signed(), 0.0).unit().unwrap();
        let mut configuration = model.neutral_configuration();
        configuration[3..7].copy_from_slice(&Quaternion::from_rotation_vector(axis * angle).to_array());
        let velocity = numbers.vectors(6);
        let (errors, _, _) = evaluate(&model, &configuration, &velocity);
        assert!((errors[0].hypot(errors[1]) - angle).abs() < 1e-14, "{angle}: {errors:?}");
        if (0.5..3.0).contains(&angle) || angle < 0.1 {
            check_rates(&model, &configuration, &velocity);
        }
        for _ in 0..400 {
            let mut kinematics = Kinematics::new(&model);
            kinematics.update(&model, &configuration);
            let mut motions = Motions::new(&model);
            motions.update(&model, &kinematics, &[0.0; 6], None);
            let mut bilateral = Bilateral::new();
            bilateral.update(&model, &kinematics, &motions, &configuration, &[0.0; 6]);
            let mut pull = vec![0.0; 6];
            bilateral.rows.joint_forces(&model, &kinematics, &bilateral.errors, &mut Vec::new(), &mut pull);
            let size = pull.iter().fold(1.0_f64, |a, b| a.max(b.abs()));
            model.integrate(&mut configuration, &pull, -0.2 / size);
        }
        let (errors, _, _) = evaluate(&model, &configuration, &[0.0; 6]);
        assert!(errors[0].hypot(errors[1]) < 1e-9, "from {angle} it ends at {errors:?}");
    }
}

#[test]
fn limits_give_gaps_and_their_rates() {
    let mut builder = Model::builder("limited");
    let hinge = JointDescription::revolute("hinge", Vector3::Z)
        .with(FreedomProperties { limits: Some((-0.5, 1.0)), ..Default::default() });
    let body = builder.add_body("a", builder.world(), vec![hinge], Inertia::ball(1.0, 1.0)).unwrap();
    let mut ball = JointDescription::spherical("ball");
    ball.angle_limit = Some(1.2);
    builder.add_body("b", body, vec![ball], Inertia::ball(1.0, 1.0)).unwrap();
    let model = builder.build().unwrap();
    let mut configuration = vec![0.9];
    configuration.extend(Quaternion::from_rotation_vector(Vector3::new(0.3, -0.6, 0.8)).to_array());
    let velocity = [0.7, 0.2, -0.4, 0.9];
    let gaps = |configuration: &[f64]| {
        let mut limits = Limits::new();
        limits.update(&model, configuration, f64::INFINITY);
        limits
    };
    let limits = gaps(&configuration);
    let sides: Vec<LimitSide> = limits.limits.iter().map(|limit| limit.side).collect();
    assert_eq!(sides, [LimitSide::Lower, LimitSide::Upper, LimitSide::Angle]);
    assert!((limits.limits[0].gap - 1.4).abs() < 1e-15 && (limits.limits[1].gap - 0.1).abs() < 1e-15);
    assert!((limits.limits[2].gap - (1.2 - 1.09_f64.sqrt())).abs() < 1e-14);
    let mut motions = Motions::new(&model);
    let mut kinematics = Kinematics::new(&model);
    kinematics.update(&model, &configuration);
    motions.update_velocities(&model, &kinematics, &velocity);
    let mut rates = [0.0; 3];
    limits.rows.velocities(&motions, &velocity, &mut rates);
    let at = |t: f64| {
        let mut moved = configuration.clone();
        model.integrate(&mut moved, &velocity, t);
        gaps(&moved)
    };
    let h = 1e-5;
    for (row, rate) in rates.iter().enumerate() {
        let slope = (at(h).limits[row].gap - at(-h).limits[row].gap) / (2.0 * h);
        assert!((slope - rate).abs() < 1e-9, "row {row}: {rate} is {slope}");
    }
    let mut near = Limits::new();
    near.update(&model, &configuration, 0.2);
    assert_eq!(near.limits.len(), 2);
}

/// A tree with every joint kind that has a redundant form, fixed bodies, stacked joints among them.
fn mechanism(numbers: &mut Numbers) -> Model {
    let axis = numbers.unit();
    let (side, other) = axis.tangents();
    let single = |kind: JointKind| vec![kind];
    let stacks = vec![
        single(JointKind::Revolute { axis: Vector3::Y }),
        single(JointKind::Revolute { axis }),
        single(JointKind::Prismatic { axis }),
        single(JointKind::Screw { axis, pitch: 0.3 }),
        single(JointKind::Cylindrical { axis }),
        single(JointKind::Universal { first: axis, second: (side + axis * 0.2).unit().unwrap() }),
        single(JointKind::Spherical),
        single(JointKind::Planar { normal: axis }),
        single(JointKind::Free),
        single(JointKind::Fixed),
        vec![JointKind::Fixed, JointKind::Revolute { axis }, JointKind::Fixed],
        vec![JointKind::Revolute { axis }, JointKind::Revolute { axis: side }],
        vec![JointKind::Prismatic { axis }, JointKind::Revolute { axis }],
        vec![JointKind::Revolute { axis }, JointKind::Revolute { axis: side }, JointKind::Revolute { axis: other }],
        vec![JointKind::Prismatic { axis }, JointKind::Prismatic { axis: side }, JointKind::Revolute { axis: other }],
        vec![JointKind::Revolute { axis: other }, JointKind::Prismatic { axis: side }, JointKind::Prismatic { axis }],
        vec![
            JointKind::Prismatic { axis },
            JointKind::Prismatic { axis: side },
            JointKind::Prismatic { axis: other },
            JointKind::Spherical,
        ],
        vec![JointKind::Prismatic { axis }, JointKind::Prismatic { axis: side }, JointKind::Prismatic { axis: other }],
    ];
    let mut builder = Model::builder("everything");
    let mut bodies = vec![builder.world()];
    for (index, stack) in stacks.into_iter().enumerate() {
        let parent = bodies[numbers.below(bodies.len())];
        let first_only = stack.len() > 1 && stack[0] != JointKind::Fixed;
        let joints = stack.into_iter().enumerate().map(|(k, kind)| {
            let placement = if first_only && k > 0 { Pose::IDENTITY } else { numbers.pose() };
            JointDescription::new(format!("{index}.{k}"), kind).at(placement)
        });
        let joints = joints.collect();
        let in_joint = numbers.pose();
        bodies.push(builder.add_body_at(format!("body {index}"), parent, joints, in_joint, numbers.inertia()).unwrap());
    }
    // Two hinges whose axes meet away from either joint's point.
    let joints = vec![
        JointDescription::revolute("apart.0", Vector3::X),
        JointDescription::revolute("apart.1", Vector3::Y).at(Pose::from_position(Vector3::new(1.0, 0.4, 0.0))),
    ];
    builder.add_body("apart", bodies[3], joints, numbers.inertia()).unwrap();
    builder.build().unwrap()
}

#[test]
fn redundant_twin_moves_and_reacts_as_the_tree() {
    for seed in 30..34 {
        let mut numbers = Numbers::new(seed);
        let model = mechanism(&mut numbers);
        let state = State {
            time: 0.0,
            configuration: numbers.configuration(&model),
            velocity: numbers.vectors(model.velocity_size()),
        };
        let force = numbers.vectors(model.velocity_size());
        let mut kinematics = Kinematics::new(&model);
        kinematics.update(&model, &state.configuration);
        let mut acceleration = force.clone();
        ForwardDynamics::new(&model).compute(&model, &kinematics, &state.velocity, &mut acceleration);
        let mut motions = Motions::new(&model);
        motions.update(&model, &kinematics, &state.velocity, Some(&acceleration));
        let mut inverse = InverseDynamics::new(&model);
        let mut again = vec![0.0; force.len()];
        inverse.compute(&model, &kinematics, &state.velocity, &acceleration, &mut again);

        let redundant = model.to_redundant().unwrap();
        let twin = &redundant.model;
        let there = redundant.state(&model, &state);
        let mut twin_kinematics = Kinematics::new(twin);
        twin_kinematics.update(twin, &there.configuration);
        let mut twin_motions = Motions::new(twin);
        twin_motions.update(twin, &twin_kinematics, &there.velocity, None);
        let mut bilateral = Bilateral::new();
        bilateral.update(twin, &twin_kinematics, &twin_motions, &there.configuration, &there.velocity);
        for error in &bilateral.errors {
            assert!(error.abs() < 1e-12, "the twin's joints are closed: {error:e}");
        }
        // W λ = −(G a_free + Ġ v).
        let (mut free, drives) = redundant.force(&model, &kinematics, &force);
        let mut forward = ForwardDynamics::new(twin);
        forward.compute(twin, &twin_kinematics, &there.velocity, &mut free);
        let mut free_motions = Motions::new(twin);
        free_motions.update_velocities(twin, &twin_kinematics, &free);
        let mut right = vec![0.0; bilateral.rows.len()];
        bilateral.rows.velocities(&free_motions, &free, &mut right);
        for (value, bias) in right.iter_mut().zip(&bilateral.bias) {
            *value = -(*value + bias);
        }
        let mut factor = InertiaFactor::by(twin, Route::ArticulatedBodies);
        factor.compute(twin, &twin_kinematics);
        let mut delassus = Delassus::new();
        delassus.compute(twin, &twin_kinematics, &factor, &bilateral.rows);
        let mut matrix = DenseMatrix::zeros(0, 0);
        delassus.dense(&mut matrix);
        let dense = dense_delassus(twin, &twin_kinematics, &bilateral.rows).unwrap();
        assert!(relative(matrix.as_slice(), dense.as_slice()) < 1e-12);
        let mut cholesky = Cholesky::new();
        assert!(cholesky.factor_with(right.len(), |j, column| column.copy_from_slice(&matrix.column(j)[j..])));
        cholesky.solve(&mut right);
        let mut pushed = vec![0.0; twin.velocity_size()];
        bilateral.rows.joint_forces(twin, &twin_kinematics, &right, &mut Vec::new(), &mut pushed);
        factor.solve(twin, &twin_kinematics, &mut pushed);
        for (value, free) in pushed.iter_mut().zip(&free) {
            *value += free;
        }
        twin_motions.update(twin, &twin_kinematics, &there.velocity, Some(&pushed));

        for body in model.bodies().iter().skip(1) {
            let id = model.find_body(&body.name).unwrap();
            let point = kinematics.body_pose(&model, id).position;
            let expected = motions.acceleration(&model, &kinematics, id, point).to_array();
            let found = twin_motions.acceleration(twin, &twin_kinematics, id, point).to_array();
            assert!(relative(&found, &expected) < 1e-10, "{}: {found:?} is {expected:?}", body.name);
            // The wrench through each joint: the drive's and the closure's together.
            let Some(expected) = inverse.joint_wrench(&model, id) else { continue };
            let point = kinematics.joint_point(&model, id);
            let mut found = drives[id.index()];
            if let Some(closure) = redundant.closure_of(id) {
                found += bilateral.closure_wrench(twin, closure, &right, point);
            }
            let error = relative(&found.to_array(), &expected.to_array());
            assert!(error < 1e-10, "{}: joint wrench {found:?} is {expected:?} ({error:e})", body.name);
        }
    }
}

#[test]
fn what_has_no_redundant_form_is_named() {
    let hinge = |name: &str| JointDescription::revolute(name, Vector3::X);
    let mut builder = Model::builder("armature");
    let joint = hinge("driven").with(FreedomProperties { armature: 0.1, ..Default::default() });
    builder.add_body("a", builder.world(), vec![joint], Inertia::ball(1.0, 1.0)).unwrap();
    let error = builder.build().unwrap().to_redundant().unwrap_err();
    assert_eq!(error.to_string(), "joint 'driven': armature cannot be expressed in redundant coordinates");

    let mut builder = Model::builder("apart");
    let second = JointDescription::revolute("second", Vector3::Y).at(Pose::from_position(Vector3::Z));
    // The axes pass each other.
    builder.add_body("a", builder.world(), vec![hinge("first"), second], Inertia::ball(1.0, 1.0)).unwrap();
    let error = builder.build().unwrap().to_redundant().unwrap_err();
    assert_eq!(
        error.to_string(),
        "joint 'first': expected stacked joints that are equivalent to one known joint, found another stack"
    );

    let mut builder = Model::builder("damped");
    let joint =
        hinge("damped").with(FreedomProperties { damping: 0.1, limits: Some((0.0, 1.0)), ..Default::default() });
    builder.add_body("a", builder.world(), vec![joint], Inertia::ball(1.0, 1.0)).unwrap();
    let twin = builder.build().unwrap().to_redundant().unwrap().model;
    let remarks: Vec<String> = twin.remarks().iter().map(ToString::to_string).collect();
    assert_eq!(
        remarks,
        [
            "joint 'damped': damping: ignored in redundant coordinates",
            "joint 'damped': limits: ignored in redundant coordinates"
        ]
    );
}
