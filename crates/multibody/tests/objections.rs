//! Bad models are refused, and the message names what is at fault.
#![allow(clippy::unwrap_used)]

use stiction_linalg::space::{Matrix3, Pose, Symmetric3, Vector3};
use stiction_multibody::{
    BodyId, ClosureKind, Coupling, FreedomProperties, Inertia, JointDescription, JointKind, LoopClosure, Model,
    ModelBuilder, ModelError,
};

fn ball() -> Inertia {
    Inertia::ball(1.0, 0.1)
}

fn hinge(name: &str) -> JointDescription {
    JointDescription::revolute(name, Vector3::Y)
}

fn body(builder: &mut ModelBuilder, joint: JointDescription, inertia: Inertia) -> Result<BodyId, ModelError> {
    builder.add_body("arm", BodyId::WORLD, vec![joint], inertia)
}

/// The message that a joint or a mass is refused with, at once or when the model is built.
fn refused(joint: JointDescription, inertia: Inertia) -> String {
    let mut builder = Model::builder("bad");
    let added = body(&mut builder, joint, inertia).map(|_| ());
    added.and_then(|()| builder.build().map(|_| ())).unwrap_err().to_string()
}

fn starts(found: String, expected: &str) {
    assert!(found.starts_with(expected), "expected a message that starts\n  {expected}\nfound\n  {found}");
}

#[test]
fn masses() {
    let at = Vector3::ZERO;
    let with = |mass: f64, moments: Symmetric3| refused(hinge("elbow"), Inertia::new(mass, at, moments));
    starts(with(-1.0, Symmetric3::ZERO), "body 'arm': mass: expected zero or more, found -1");
    starts(with(f64::NAN, Symmetric3::ZERO), "body 'arm': inertia: expected finite numbers");
    starts(
        with(0.0, Symmetric3::ZERO),
        "body 'arm': mass: expected more than zero on this body or its descendants, for joint 'elbow'",
    );
    starts(with(0.0, Symmetric3::diagonal(1.0, 1.0, 1.0)), "body 'arm': mass: expected more than zero with moments");
    starts(
        with(1.0, Symmetric3::diagonal(-0.1, 1.0, 1.0)),
        "body 'arm': inertia: expected no negative principal moment",
    );
    // A point mass on its own axis has nothing for the hinge to turn.
    starts(with(1.0, Symmetric3::ZERO), "body 'arm': a point mass has no rotational inertia for joint 'elbow'");
}

#[test]
fn a_massless_body_may_carry_others() {
    let mut builder = Model::builder("good");
    let first = body(&mut builder, hinge("first"), Inertia::ZERO).unwrap();
    builder.add_body("tip", first, vec![JointDescription::revolute("second", Vector3::X)], ball()).unwrap();
    assert_eq!(builder.build().unwrap().velocity_size(), 2);
}

#[test]
fn a_bad_mass_that_is_welded_to_a_sound_one_is_reported() {
    let bad = Inertia::new(0.001, Vector3::ZERO, Symmetric3::diagonal(-1e-6, 1e-6, 1e-6));
    for sound in [true, false] {
        let mut builder = Model::builder("welded");
        let moments = if sound { 1.0 } else { 1e-7 };
        let arm = Inertia::new(1.0, Vector3::X, Symmetric3::diagonal(moments, moments, moments));
        let arm = body(&mut builder, hinge("elbow"), arm).unwrap();
        builder
            .add_body("antenna", arm, vec![JointDescription::fixed("weld").at(Pose::from_position(Vector3::X))], bad)
            .unwrap();
        let expected = "body 'antenna': inertia: expected no negative principal moment";
        match builder.build() {
            Ok(model) => {
                assert!(sound);
                starts(model.remarks()[0].to_string(), expected);
            }
            Err(error) => {
                assert!(!sound);
                starts(error.to_string(), expected);
            }
        }
    }
}

#[test]
fn moments_of_no_real_body_are_reported() {
    let mut builder = Model::builder("odd");
    body(&mut builder, hinge("elbow"), Inertia::new(1.0, Vector3::ZERO, Symmetric3::diagonal(1.0, 1.0, 3.0))).unwrap();
    let model = builder.build().unwrap();
    starts(
        model.remarks()[0].to_string(),
        "body 'arm': principal moments 1.000000e0, 1.000000e0, 3.000000e0 violate the triangle inequality",
    );
}

#[test]
fn joints() {
    let axis = |axis| refused(JointDescription::revolute("elbow", axis), ball());
    starts(axis(Vector3::ZERO), "joint 'elbow': axis: expected a direction, found (0, 0, 0)");
    starts(axis(Vector3::new(f64::NAN, 0.0, 1.0)), "joint 'elbow': axis: expected a direction, found (NaN, 0, 1)");
    let placed = |pose| refused(hinge("elbow").at(pose), ball());
    starts(
        placed(Pose::from_position(Vector3::new(0.0, f64::INFINITY, 0.0))),
        "joint 'elbow': placement: expected finite numbers",
    );
    let skewed = Matrix3::from_columns(Vector3::X, Vector3::X, Vector3::Z);
    starts(placed(Pose::new(skewed, Vector3::ZERO)), "joint 'elbow': placement: expected a rotation");
    let mirrored = Matrix3::from_columns(Vector3::X, Vector3::Y, -Vector3::Z);
    starts(placed(Pose::new(mirrored, Vector3::ZERO)), "joint 'elbow': placement: expected a rotation");
    let kind = |kind| refused(JointDescription::new("elbow", kind), ball());
    starts(
        kind(JointKind::Screw { axis: Vector3::X, pitch: f64::NAN }),
        "joint 'elbow': pitch: expected a finite number",
    );
    starts(
        kind(JointKind::Universal { first: Vector3::X, second: Vector3::X * 2.0 }),
        "joint 'elbow': axes: expected two directions, found the same twice",
    );
    let with = |properties| refused(hinge("elbow").with(properties), ball());
    let plain = FreedomProperties::default();
    starts(
        with(FreedomProperties { damping: -1.0, ..plain }),
        "joint 'elbow': damping: expected a finite number, zero or more, found -1",
    );
    starts(
        with(FreedomProperties { limits: Some((1.0, 0.0)), ..plain }),
        "joint 'elbow': limits: expected a lower limit of at most the upper one",
    );
    starts(
        with(FreedomProperties { effort_limit: f64::NAN, ..plain }),
        "joint 'elbow': effort limit: expected zero or more",
    );
    let mut cone = hinge("elbow");
    cone.angle_limit = Some(1.0);
    starts(refused(cone, ball()), "joint 'elbow': angle limit: expected a spherical joint");
    let limited = JointDescription::spherical("elbow").with(FreedomProperties { limits: Some((0.0, 1.0)), ..plain });
    starts(refused(limited, ball()), "joint 'elbow': a spherical joint has no scalar coordinate for limits");
    let mut several = hinge("elbow");
    several.properties = vec![plain; 2];
    starts(refused(several, ball()), "joint 'elbow': properties: expected none, one, or 1, found 2");
}

#[test]
fn a_point_cannot_be_turned() {
    let point = || Inertia::point(1.0, Vector3::ZERO);
    let mut builder = Model::builder("bad");
    builder.add_body("q", BodyId::WORLD, vec![JointDescription::free("q")], point()).unwrap();
    let expected = "body 'q': a point mass has no rotational inertia for joint 'q': expected 'inertia', a solid shape, \
                    or a joint without that rotation";
    assert_eq!(builder.build().unwrap_err().to_string(), expected);
    let mut builder = Model::builder("good");
    builder.add_body("q", BodyId::WORLD, vec![JointDescription::prismatic("q", Vector3::X)], point()).unwrap();
    assert!(builder.build().is_ok());
}

#[test]
fn repeated_motion() {
    let mut builder = Model::builder("bad");
    let joints = vec![hinge("a"), hinge("b")];
    builder.add_body("arm", BodyId::WORLD, joints, ball()).unwrap();
    let message = builder.build().unwrap_err().to_string();
    assert!(message.contains("or one that another joint repeats"), "{message}");
}

#[test]
fn names() {
    let mut builder = Model::builder("bad");
    body(&mut builder, hinge("elbow"), ball()).unwrap();
    let again = body(&mut builder, hinge("other"), ball()).unwrap_err();
    assert_eq!(again.to_string(), "body 'arm': the name is already in use: expected each name once");
    let again = builder.add_body("hand", BodyId::WORLD, vec![hinge("elbow")], ball()).unwrap_err();
    assert_eq!(again.to_string(), "joint 'elbow': the name is already in use: expected each name once");
    let empty = builder.add_body("", BodyId::WORLD, vec![], ball()).unwrap_err();
    assert_eq!(empty.to_string(), "body '': expected a name, found none");
    let twice = builder.add_body("hand", BodyId::WORLD, vec![hinge("a"), hinge("a")], ball()).unwrap_err();
    assert_eq!(twice.to_string(), "joint 'a': the name is already in use: expected each name once");
    // What was refused has left no trace.
    builder.add_body("hand", BodyId::WORLD, vec![hinge("a")], ball()).unwrap();
    assert_eq!(builder.build().unwrap().bodies().len(), 3);
}

#[test]
fn strangers() {
    let mut other = Model::builder("other");
    let first = body(&mut other, hinge("a"), ball()).unwrap();
    let stranger = other.add_body("b", first, vec![hinge("b")], ball()).unwrap();
    let mut builder = Model::builder("bad");
    let error = builder.add_body("c", stranger, vec![], ball()).unwrap_err();
    assert_eq!(error.to_string(), "body 'c': its parent is not a body of this model");
    let error = builder.add_frame("tip", stranger, Pose::IDENTITY).unwrap_err();
    assert_eq!(error.to_string(), "frame 'tip': its body is not a body of this model");
    let closure = |kind, second| LoopClosure {
        name: "loop".to_owned(),
        kind,
        first: (BodyId::WORLD, Pose::IDENTITY),
        second: (second, Pose::IDENTITY),
    };
    let error = builder.add_closure(closure(ClosureKind::Weld, stranger)).unwrap_err();
    assert_eq!(error.to_string(), "constraint 'loop': one of its bodies is not a body of this model");
    let error = builder.add_closure(closure(ClosureKind::Weld, BodyId::WORLD)).unwrap_err();
    assert_eq!(error.to_string(), "constraint 'loop': expected two bodies that can move relative to each other");
    let own = body(&mut builder, hinge("a"), ball()).unwrap();
    let error = builder.add_closure(closure(ClosureKind::Distance(-1.0), own)).unwrap_err();
    assert_eq!(error.to_string(), "constraint 'loop': distance: expected a finite number above zero, found -1");
    let follower = other.find_joint("b").unwrap();
    let coupling = Coupling { name: "mimic".to_owned(), follower, leader: None, coefficients: [0.0; 5] };
    let error = builder.add_coupling(coupling).unwrap_err();
    assert_eq!(error.to_string(), "constraint 'mimic': one of its joints is not a joint of this model");
}
