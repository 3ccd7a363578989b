use crate::{assert_near, model, parse};
use std::f64::consts::{FRAC_PI_2, PI};
use stiction_formats::Robot;
use stiction_linalg::space::{Matrix3, Pose, Vector3};
use stiction_multibody::JointKind;
use stiction_multibody::dynamics::Kinematics;

fn body_pose(robot: &Robot, name: &str, configuration: &[f64]) -> Pose {
    let mut kinematics = Kinematics::new(&robot.model);
    kinematics.update(&robot.model, configuration);
    kinematics.body_pose(&robot.model, robot.model.find_body(name).unwrap())
}

#[test]
fn the_coordinate_is_the_files_own() {
    let text = model(
        "",
        r#"<body name="arm" pos="1 0 0"><joint name="turn" ref="90" range="-45 180" springref="30" stiffness="2"/>
             <joint name="shift" type="slide" axis="0 0 2" ref="0.5"/><geom size="1" pos="1 0 0"/></body>"#,
        "",
    );
    let robot = parse(&text);
    assert_near(robot.initial.clone(), [FRAC_PI_2, 0.5]);
    let drawn = body_pose(&robot, "arm", &robot.initial);
    assert_near(drawn.position.to_array(), [1.0, 0.0, 0.0]);
    assert_near(drawn.rotation.x.to_array(), [1.0, 0.0, 0.0]);
    let moved = body_pose(&robot, "arm", &[PI, 0.75]);
    assert_near(moved.position.to_array(), [1.0, 0.0, 0.25]);
    assert_near(moved.rotation.x.to_array(), [0.0, 1.0, 0.0]);
    let turn = robot.model.freedoms()[0].properties;
    let limits = turn.limits.unwrap();
    assert_near([limits.0, limits.1, turn.rest, turn.stiffness], [-PI / 4.0, PI, PI / 6.0, 2.0]);
}

#[test]
fn stacked_joints_turn_about_their_own_points() {
    let text = model(
        r#"<compiler angle="radian"/>"#,
        r#"<body name="b" pos="0 0 1"><joint pos="1 0 0" axis="0 0 1"/><joint pos="0 1 0" axis="1 0 0"/>
             <geom size="1"/></body>"#,
        "",
    );
    let robot = parse(&text);
    // About (1, 0) in the plane, then about the line through (0, 1, 0) that turned along.
    let pose = body_pose(&robot, "b", &[FRAC_PI_2, FRAC_PI_2]);
    let first = Pose::new(Matrix3::rotation(Vector3::Z, FRAC_PI_2), Vector3::new(1.0, -1.0, 1.0));
    let second = Pose::new(Matrix3::rotation(Vector3::X, FRAC_PI_2), Vector3::new(0.0, 1.0, -1.0));
    let expected = first * second;
    assert_near(pose.position.to_array(), expected.position.to_array());
    assert_near(pose.rotation.to_rows().concat(), expected.rotation.to_rows().concat());
}

#[test]
fn every_kind_of_joint_with_its_resistance() {
    let text = model(
        r#"<default><joint damping="0.5" armature="0.1" frictionloss="0.2"/></default>"#,
        r#"<body name="a"><freejoint name="root"/><geom size="1"/>
             <body><joint name="ball" type="ball" range="0 90"/><geom size="1"/></body>
             <body><joint type="slide" range="-1 2" actuatorfrcrange="-3 3"/><geom size="1"/></body></body>
           <body><joint type="free"/><geom size="1"/></body>
           <body name="joint 2"><geom size="1"/></body>"#,
        "",
    );
    let robot = parse(&text);
    let model = &robot.model;
    let names: Vec<&str> = model.joints().iter().map(|joint| joint.name.as_str()).collect();
    assert_eq!(names, ["root", "ball", "joint 2", "joint 3"]);
    assert_eq!(
        model.bodies().iter().map(|body| body.name.as_str()).collect::<Vec<_>>(),
        ["world", "a", "body 2", "body 3", "body 4", "joint 2"]
    );
    assert_eq!(model.joints()[1].kind, JointKind::Spherical);
    assert_eq!(model.joints()[1].angle_limit, Some(FRAC_PI_2));
    // Classes do not reach <freejoint>, but <joint type="free">.
    assert_eq!(model.freedoms()[0].properties.damping, 0.0);
    assert_eq!(model.freedoms()[model.velocity_size() - 1].properties.damping, 0.5);
    let slide = model.freedoms()[9].properties;
    assert_eq!((slide.limits, slide.effort_limit, slide.friction), (Some((-1.0, 2.0)), 3.0, 0.2));
}

#[test]
fn classes_are_taken_from_the_nearest() {
    let text = model(
        r#"<default><joint damping="1" armature="1"/><geom size="0.1 0.2 0.3"/>
             <default class="inner"><joint damping="2"/><default class="deep"><joint axis="1 0 0"/></default></default>
             <default class="other"><geom size="0.5"/></default></default>"#,
        r#"<body childclass="inner"><joint name="a"/><geom/>
             <body><joint name="b" class="deep"/><geom type="box" class="other"/>
               <frame childclass="main"><body><joint name="c" damping="3"/><geom/></body></frame></body></body>"#,
        "",
    );
    let robot = parse(&text);
    let damping: Vec<f64> = robot.model.freedoms().iter().map(|freedom| freedom.properties.damping).collect();
    assert_eq!(damping, [2.0, 2.0, 3.0]);
    assert_eq!(robot.model.joints()[1].kind, JointKind::Revolute { axis: Vector3::X });
    // A shorter list leaves the rest of the class further out.
    let half = Vector3::new(0.5, 0.2, 0.3);
    assert_eq!(robot.geometries[1].shape, stiction_formats::Shape::Box { half });
    assert!(robot.notices.is_empty(), "{:?}", robot.notices);
}

#[test]
fn every_way_to_orient() {
    let about_x = [[1.0, 0.0, 0.0], [0.0, 0.0, -1.0], [0.0, 1.0, 0.0]];
    let ways = [
        r#"quat="2 2 0 0""#,
        r#"axisangle="3 0 0 90""#,
        r#"euler="90 0 0""#,
        r#"xyaxes="2 0 0 1 0 1""#,
        r#"zaxis="0 -4 0""#,
    ];
    for way in ways {
        let robot = parse(&model("", &format!(r#"<site name="s" {way}/>"#), ""));
        assert_near(robot.model.frames()[0].placement.rotation.to_rows().concat(), about_x.concat());
    }
    // Lower case turns about axes that turn along, upper case about those that stay.
    for (sequence, x) in [("xyz", [0.0, 0.0, 1.0]), ("XYZ", [0.0, 0.0, -1.0]), ("zyx", [0.0, 0.0, -1.0])] {
        let before = format!(r#"<compiler eulerseq="{sequence}"/>"#);
        let robot = parse(&model(&before, r#"<site euler="90 90 90"/>"#, ""));
        assert_near(robot.model.frames()[0].placement.rotation.x.to_array(), x);
    }
}
