use crate::{assert_near, model, notices, parse, parse_with};
use std::f64::consts::{FRAC_PI_2, SQRT_2};
use stiction_formats::{ActuatorKind, GeometryRole, Robot, Shape};
use stiction_multibody::ClosureKind;

const BODIES: &str = r#"<body name="a" pos="1 0 0"><joint name="j" range="-90 90"/><geom size="1"/></body>
    <body name="b" pos="0 2 0" euler="0 0 90"><joint name="k" type="slide" ref="0.5"/><geom size="1"/>
    <site name="s" pos="0 0 1"/></body><body name="still"/><site name="t" pos="3 0 0"/>"#;

fn driven(before: &str, drives: &str) -> Robot {
    parse(&model(before, BODIES, &format!("<actuator>{drives}</actuator>")))
}

#[test]
fn drives_that_reduce_to_ours() {
    let robot = driven(
        "",
        r#"<motor joint="j" gear="3 0 0 0 0 0" ctrlrange="-1 2"/>
           <position name="p" joint="j" kp="5" kv="2" forcerange="-4 4"/>
           <velocity joint="k" kv="7"/>
           <general joint="k" gainprm="-2" forcerange="-4 6" ctrlrange="-1 1" ctrllimited="false"/>
           <general joint="j" gainprm="9" biastype="affine" biasprm="0 -9 -1"/>
           <position joint="j" inheritrange="0.5"/>"#,
    );
    let kinds: Vec<ActuatorKind> = robot.actuators.iter().map(|actuator| actuator.kind).collect();
    assert_eq!(
        kinds,
        [
            ActuatorKind::Motor,
            ActuatorKind::Position { stiffness: 5.0, damping: 2.0 },
            ActuatorKind::Velocity { damping: 7.0 },
            ActuatorKind::Motor,
            ActuatorKind::Position { stiffness: 9.0, damping: 1.0 },
            ActuatorKind::Position { stiffness: 1.0, damping: 0.0 },
        ]
    );
    let names: Vec<&str> = robot.actuators.iter().map(|actuator| actuator.name.as_str()).collect();
    assert_eq!(names, ["j", "p", "k", "k", "j", "j"]);
    let first = &robot.actuators[0];
    assert_eq!((first.gear, first.control_range, first.force_range), (3.0, Some((-1.0, 2.0)), None));
    assert_eq!(robot.actuators[1].force_range, Some((-4.0, 4.0)));
    // A gain of −2 is a gear of −2, with forces counted before it.
    let general = &robot.actuators[3];
    assert_eq!((general.gear, general.control_range, general.force_range), (-2.0, None, Some((-3.0, 2.0))));
    let (low, high) = robot.actuators[5].control_range.unwrap();
    assert_near([low, high], [-FRAC_PI_2 / 2.0, FRAC_PI_2 / 2.0]);
    assert!(robot.notices.is_empty(), "{:?}", robot.notices);
}

#[test]
fn drives_share_their_classes() {
    let before = r#"<default><position kp="7" kv="2" ctrlrange="-3 3"/></default>"#;
    let robot = driven(before, r#"<position joint="j"/><motor joint="j"/><velocity joint="k"/><general joint="j"/>"#);
    let kinds: Vec<ActuatorKind> = robot.actuators.iter().map(|actuator| actuator.kind).collect();
    let position = ActuatorKind::Position { stiffness: 7.0, damping: 2.0 };
    // Ranges and gears reach every drive; the numbers of a law reach its own kind and the general one.
    assert_eq!(kinds, [position, ActuatorKind::Motor, ActuatorKind::Velocity { damping: 1.0 }, position]);
    assert!(robot.actuators.iter().all(|actuator| actuator.control_range == Some((-3.0, 3.0))));
}

#[test]
fn other_drives_are_left_out_and_their_controls_with_them() {
    let after = r#"<actuator><muscle joint="j"/><motor joint="j"/><motor site="s"/><motor joint="k"/>
           <general joint="j" dyntype="integrator"/><motor joint="free"/></actuator>
           <keyframe><key ctrl="1 2 3 4 5 6"/></keyframe>"#;
    let world = format!(r#"{BODIES}<body><joint name="free" type="free"/><geom size="1"/></body>"#);
    let robot = parse(&model("", &world, after));
    assert_eq!(robot.keyframes[0].control, [2.0, 4.0]);
    assert_eq!(robot.actuators.len(), 2);
    let said: Vec<String> = robot.notices.iter().map(|notice| notice.message.clone()).collect();
    assert_eq!(
        said,
        [
            "<muscle> is not supported and is ignored",
            "a <motor> that drives a site is not supported and is ignored",
            "a <general> that is not a motor, position or velocity actuator is not supported and is ignored",
            "a <motor> that drives a ball or free joint is not supported and is ignored",
        ]
    );
}

#[test]
fn equalities_become_closures_and_couplings() {
    let after = r#"<equality>
        <connect body1="a" body2="b" anchor="0 1 0"/>
        <weld name="w" body1="b"/>
        <weld body1="a" body2="b" relpose="1 2 3 1 0 0 0" anchor="4 5 6" solref="0.1 1"/>
        <connect site1="s" site2="t"/>
        <joint joint1="j" joint2="k" polycoef="1 2 3"/>
        <joint joint1="k"/>
        <weld body1="still"/>
        <connect body1="a" anchor="0 0 0" active="false"/>
        <tendon tendon1="x"/></equality>"#;
    let robot = parse(&model("", BODIES, after));
    let closures = robot.model.closures();
    assert_eq!(
        closures.iter().map(|closure| closure.name.as_str()).collect::<Vec<_>>(),
        ["equality 0", "w", "equality 2", "equality 3"]
    );
    assert_eq!((closures[0].kind, closures[1].kind), (ClosureKind::Point, ClosureKind::Weld));
    // The anchor (1, 1, 0) in the world, seen from b at (0, 2, 0) with its x axis along y.
    assert_near(closures[0].second.1.position.to_array(), [-1.0, -1.0, 0.0]);
    assert_eq!(closures[1].second.0.index(), 0);
    // The world's origin, seen from b.
    assert_near(closures[1].first.1.position.to_array(), [-2.0, 0.0, 0.0]);
    assert_near(closures[2].first.1.position.to_array(), [1.0, 2.0, 3.0]);
    assert_near(closures[2].second.1.position.to_array(), [4.0, 5.0, 6.0]);
    assert_near(closures[3].second.1.position.to_array(), [3.0, 0.0, 0.0]);
    // 1 + 2 (x − ½) + 3 (x − ½)² = 3/4 − x + 3 x².
    assert_near(robot.model.couplings()[0].coefficients, [0.75, -1.0, 3.0, 0.0, 0.0]);
    assert_near(robot.model.couplings()[1].coefficients, [0.5, 0.0, 0.0, 0.0, 0.0]);
    assert_eq!(robot.model.couplings()[1].leader, None);
    let said: Vec<String> = robot.notices.iter().map(|notice| notice.message.clone()).collect();
    assert_eq!(
        said,
        [
            "attribute 'solref' of <weld> is ignored: equality constraints are rigid",
            "a <weld> between bodies that cannot move relative to each other is ignored",
            "a <connect> with active=\"false\" is ignored",
            "<tendon> is not supported and is ignored",
        ]
    );
}

#[test]
fn keyframes_are_in_our_layout() {
    let world = r#"<body pos="1 2 3" quat="1 0 0 1"><freejoint/><geom size="1"/>
        <body><joint ref="45"/><geom size="1"/></body></body>"#;
    let after = r#"<keyframe><key name="k" time="2" qpos="0 0 0 2 0 0 2 7" qvel="1 2 3 4 5 6 7"/><key/></keyframe>"#;
    let robot = parse(&model("", world, after));
    let [k, drawn] = &robot.keyframes[..] else { panic!() };
    assert_eq!((k.name.as_str(), k.time), ("k", 2.0));
    assert_near(k.configuration.clone(), [0.0, 0.0, 0.0, SQRT_2 / 2.0, 0.0, 0.0, SQRT_2 / 2.0, 7.0]);
    // Turned by a right angle about z: the world's x is the body's −y.
    assert_near(k.velocity.clone(), [4.0, 5.0, 6.0, 2.0, -1.0, 3.0, 7.0]);
    let expected = [1.0, 2.0, 3.0, SQRT_2 / 2.0, 0.0, 0.0, SQRT_2 / 2.0, FRAC_PI_2 / 2.0];
    assert_near(drawn.configuration.clone(), expected);
    assert_near(robot.initial, expected);
}

#[test]
fn geoms_exclusions_options_and_colours() {
    let before = r#"<option timestep="0.01" gravity="0 0 -1"/><asset><material name="red" rgba="1 0 0 1"/></asset>"#;
    let world = r#"<geom name="floor" type="plane" size="0 0 1" friction="0.5"/>
        <geom size="1" contype="0" conaffinity="0" material="red"/><geom size="1" group="3" contype="6"/>
        <body name="a"/><body name="b"/>"#;
    let robot = parse(&model(before, world, r#"<contact><exclude body1="a" body2="b"/></contact>"#));
    assert_eq!((robot.time_step, robot.model.gravity().z), (Some(0.01), -1.0));
    assert_eq!(robot.excluded_pairs.len(), 1);
    let [floor, seen, touched] = &robot.geometries[..] else { panic!() };
    assert_eq!((&floor.shape, floor.friction, floor.role), (&Shape::HalfSpace, Some(0.5), GeometryRole::Both));
    assert_eq!((seen.role, seen.colour), (GeometryRole::Visual, Some([1.0, 0.0, 0.0, 1.0])));
    assert_eq!((touched.role, touched.masks), (GeometryRole::Collision, (6, 1)));
    let weightless = parse(r#"<mujoco><option><flag gravity="disable"/></option></mujoco>"#);
    assert_eq!(weightless.model.gravity().z, 0.0);
}

#[test]
fn includes_stand_for_what_they_hold() {
    let main = "<mujoco><include file=\"sub/a.xml\"/>\n<worldbody><include file=\"tree.xml\"/></worldbody></mujoco>";
    let files: &[(&str, &[u8])] = &[
        ("sub/a.xml", b"<mujocoinclude><include file=\"b.xml\"/></mujocoinclude>"),
        ("sub/b.xml", b"<mujoco model=\"x\"><option gravity=\"0 0 -2\"/><visual/></mujoco>"),
        ("tree.xml", b"<mujocoinclude>\n<body name=\"a\"><joint axis=\"0 0 0\"/></body></mujocoinclude>"),
    ];
    let error = parse_with(main, files).unwrap_err().to_string();
    assert_eq!(error, "tree.xml:2:23: <body name=\"a\"> <joint>.axis: expected a direction, found zeros");
    let robot =
        parse_with(&main.replace("tree.xml", "sub/c.xml"), &[files[0], files[1], ("sub/c.xml", b"<x/>")]).unwrap();
    assert_eq!(robot.model.gravity().z, -2.0);
    assert_eq!(notices(&robot), ["sub/b.xml:1:45: <visual> is not supported and is ignored"]);
}

#[test]
fn nothing_is_dropped_in_silence() {
    let text = r#"<mujoco><compiler fusestatic="true" texturedir="x"/><option integrator="RK4"/><size njmax="1"/>
<statistic extent="1"/><custom/><tendon/><sensor/><extension/><deformable/>
<default><camera fovy="1"/><geom solref="1 1"/></default>
<worldbody><camera/><light/><geom size="1" condim="3" friction="1 0.1 0.1" shellinertia="true"/><geom type="hfield" hfield="h"/>
<body mocap="true" gravcomp="1"><freejoint align="true"/><geom size="1"/><geom size="1" condim="1"/></body>
<replicate count="3"><body/></replicate><composite/><attach/></worldbody><contact><pair/></contact></mujoco>"#;
    let said = notices(&parse(text));
    let expected = [
        "1:9: attribute 'fusestatic' of <compiler> is ignored: bodies without joints are not fused with their parents",
        "1:37: attribute 'texturedir' of <compiler> is not supported and is ignored",
        "1:61: attribute 'integrator' of <option> is not supported and is ignored",
        "1:79: <size> is not supported and is ignored",
        "2:1: <statistic> is not supported and is ignored",
        "2:24: <custom> is not supported and is ignored",
        "2:33: <tendon> is not supported and is ignored",
        "2:42: <sensor> is not supported and is ignored",
        "2:51: <extension> is not supported and is ignored",
        "2:63: <deformable> is not supported and is ignored",
        "3:10: <camera> is not supported and is ignored (2 places)",
        "3:34: attribute 'solref' of <geom> is not supported and is ignored",
        "4:21: <light> is not supported and is ignored",
        "4:29: attribute 'friction' of <geom>: sliding friction is used, torsional and rolling friction are ignored",
        "4:44: attribute 'condim' of <geom> is not supported and is ignored (2 places)",
        "4:76: attribute 'shellinertia' of <geom> is not supported and is ignored",
        "4:97: a <geom> of type 'hfield' is not supported and is ignored",
        "5:1: attribute 'mocap' of <body> is ignored: the body does not move",
        "5:20: attribute 'gravcomp' of <body> is not supported and is ignored",
        "5:33: attribute 'align' of <freejoint> is ignored: the body's frame stays as in the file",
        "6:1: <replicate> is not supported: the bodies and geoms that it generates are ignored",
        "6:41: <composite> is not supported: the bodies and geoms that it generates are ignored",
        "6:53: <attach> is not supported: the bodies and geoms that it generates are ignored",
        "6:83: <pair> is not supported and is ignored",
    ];
    assert_eq!(said, expected.map(|line| format!("robot.xml:{line}")));
}

#[test]
fn elements_of_another_namespace_are_not_ours() {
    let robot = parse(
        r#"<mujoco xmlns:x="u"><worldbody><body><joint/><geom size=".1" mass="1" x:mass="7"/><x:geom size="1"/></body></worldbody></mujoco>"#,
    );
    assert_eq!(robot.model.mass(), 1.0);
    let texts = notices(&robot);
    assert!(texts.iter().any(|text| text.ends_with("<x:geom> is not supported and is ignored")), "{texts:?}");
    assert!(texts.iter().any(|text| text.contains("attribute 'x:mass' of <geom> is not supported")), "{texts:?}");
}
