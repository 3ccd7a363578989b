use crate::{model, parse_with, refusal};

/// Each text stands on a line of its own, so that the line in the message is known to be found, not assumed.
#[test]
fn what_is_wrong_is_named_with_its_place() {
    let bodies = [
        (
            r#"<body name="a"/><body name="a"/>"#,
            r#"3:23: <body name="a">.name: expected each name once, found 'a' again"#,
        ),
        (r#"<body name="world"/>"#, r#"3:7: <body name="world">.name: expected each name once, found 'world' again"#),
        (r#"<joint/>"#, "3:1: <joint>: expected no joint on the world, found one"),
        (r#"<inertial pos="0 0 0" mass="1"/>"#, "3:1: <inertial>: expected no <inertial> in the world, found another"),
        (
            r#"<body><body><freejoint/><geom size="1"/></body></body>"#,
            "3:13: <freejoint>: expected a free joint on a child of the world only, found a nested body",
        ),
        (
            r#"<body><freejoint/><joint/><geom size="1"/></body>"#,
            "3:7: <freejoint>: expected a free joint as the only joint of its body, found more joints",
        ),
        (
            r#"<body><joint type="screw"/></body>"#,
            "3:14: <joint>.type: expected 'free' or 'ball' or 'slide' or 'hinge', found 'screw'",
        ),
        (r#"<body><joint axis="0 0 0"/></body>"#, "3:14: <joint>.axis: expected a direction, found zeros"),
        (r#"<body><joint axis="1 nan 0"/></body>"#, "3:14: <joint>.axis: expected finite numbers, found 'nan'"),
        (r#"<body><joint axis="1 0"/></body>"#, "3:14: <joint>.axis: expected 3 numbers, found 2 numbers"),
        (
            r#"<body><joint range="2 1"/></body>"#,
            "3:14: <joint>.range: expected the lower number below the higher one, found 2 and 1",
        ),
        (
            r#"<body><joint limited="true"/></body>"#,
            "3:7: <joint>.range: expected the lower number below the higher one, found 0 and 0",
        ),
        (
            r#"<body><joint type="ball" range="10 20"/></body>"#,
            "3:26: <joint>.range: expected 0 as the lowest angle of a ball joint, found another",
        ),
        (
            r#"<body><joint name="j" damping="-1"/><geom size="1"/></body>"#,
            "3:7: <joint name=\"j\">: damping: expected a finite number, zero or more, found -1",
        ),
        (
            r#"<body><joint class="nne"/></body>"#,
            "3:14: <joint>.class: expected the name of a default class, found 'nne'; did you mean 'one'?",
        ),
        (r#"<body childclass="x"/>"#, "3:7: <body>.childclass: expected the name of a default class, found 'x'"),
        (
            r#"<body quat="1 0 0 0" euler="0 0 0"/>"#,
            "3:22: <body>.euler: expected one orientation, found 'quat' and 'euler'",
        ),
        (r#"<body quat="0 0 0 0"/>"#, "3:7: <body>.quat: expected a quaternion that is not zero, found zeros"),
        (r#"<body xyaxes="1 0 0 2 0 0"/>"#, "3:7: <body>.xyaxes: expected two directions, found the same twice"),
        (r#"<body zaxis="0 0 0"/>"#, "3:7: <body>.zaxis: expected a direction, found zeros"),
        (r#"<geom/>"#, "3:1: <geom>.size: expected 1 number for a sphere, found 0"),
        (r#"<geom type="capsule" size="1"/>"#, "3:22: <geom>.size: expected 2 numbers for a capsule, found 1"),
        (r#"<geom size="-1"/>"#, "3:7: <geom>.size: expected numbers above zero, found -1"),
        (r#"<geom size="1 2 3 4"/>"#, "3:7: <geom>.size: expected 1 to 3 numbers, found 4"),
        (r#"<geom size="1" mass="-1"/>"#, "3:16: <geom>.mass: expected zero or more, found -1"),
        (
            r#"<geom size="1" fromto="0 0 0 1 1 1"/>"#,
            "3:16: <geom>.fromto: expected a capsule, cylinder, box or ellipsoid with 'fromto', found another type",
        ),
        (
            r#"<geom type="capsule" size="1" fromto="0 0 0 0 0 0"/>"#,
            "3:31: <geom>.fromto: expected two points apart from each other, found the same twice",
        ),
        (r#"<geom type="mesh"/>"#, "3:1: <geom>: expected an attribute 'mesh', found none"),
        (r#"<geom type="mesh" mesh="x"/>"#, "3:19: <geom>.mesh: expected the name of a mesh, found 'x'"),
        (
            r#"<geom mesh="x" size="1"/>"#,
            "3:7: <geom>.mesh: expected type 'mesh' with attribute 'mesh', found another: fitting shapes to meshes is \
             not supported",
        ),
        (r#"<geom size="1" material="x"/>"#, "3:16: <geom>.material: expected the name of a material, found 'x'"),
        (r#"<geom size="1" contype="0.5"/>"#, "3:16: <geom>.contype: expected a whole number of 32 bits, found 0.5"),
        (r#"<body><inertial mass="1"/></body>"#, "3:7: <inertial>: expected an attribute 'pos', found none"),
        (r#"<body><inertial pos="0 0 0" mass="-1"/></body>"#, "3:29: <inertial>.mass: expected zero or more, found -1"),
        (
            r#"<body><inertial pos="0 0 0" mass="1" diaginertia="1 1 -1"/></body>"#,
            "3:38: <inertial>.diaginertia: expected no negative principal moment, found -1",
        ),
        (
            r#"<body><inertial pos="0 0 0" mass="1" diaginertia="1 1 1" fullinertia="1 1 1 0 0 0"/></body>"#,
            "3:58: <inertial>.fullinertia: expected 'diaginertia' or 'fullinertia', found both",
        ),
        (
            r#"<body><inertial pos="0 0 0" mass="1" zaxis="1 0 0" fullinertia="1 1 1 0 0 0"/></body>"#,
            "3:52: <inertial>.fullinertia: expected no orientation with 'fullinertia', found one",
        ),
    ];
    for (inside, expected) in bodies {
        let text = model("\n<default><default class=\"one\"/></default>", &format!("\n{inside}\n"), "");
        assert_eq!(refusal(&text), format!("robot.xml:{expected}"), "{inside}");
    }
}

#[test]
fn a_moving_body_without_mass_is_named() {
    assert_eq!(
        refusal(&model("", "\n<body name=\"ghost\"><joint name=\"j\"/></body>", "")),
        "robot.xml:2:1: <body name=\"ghost\">: mass: expected more than zero on this body or its descendants, for \
         joint 'j' to move, found none"
    );
}

#[test]
fn what_is_wrong_outside_of_the_bodies() {
    let world = r#"<body name="a"><joint name="j"/><joint name="k" axis="1 0 0"/><geom size="1"/><geom size="1" pos="1 1 1"/></body>"#;
    let cases = [
        (r#"<compiler angle="grad"/>"#, "<compiler>.angle: expected 'degree' or 'radian', found 'grad'"),
        (r#"<compiler coordinate="global"/>"#, "<compiler>.coordinate: expected 'local', found 'global'"),
        (
            r#"<compiler eulerseq="xyw"/>"#,
            "<compiler>.eulerseq: expected three letters among x, y, z, X, Y, Z, found 'xyw'",
        ),
        (r#"<compiler boundmass="-1"/>"#, "<compiler>.boundmass: expected zero or more, found -1"),
        (r#"<option timestep="0"/>"#, "<option>.timestep: expected more than zero, found 0"),
        (r#"<default><default/></default>"#, "<default>: expected an attribute 'class', found none"),
        (
            r#"<default><default class="x"/><default class="x"/></default>"#,
            "<default>.class: expected each name once, found 'x' again",
        ),
        (r#"<asset><mesh/></asset>"#, "<mesh>: expected an attribute 'name' or 'file', found none"),
        (
            r#"<asset><mesh name="m"/></asset>"#,
            "<mesh name=\"m\">: expected an attribute 'file' or 'vertex', found none",
        ),
        (
            r#"<asset><mesh file="m.stl" scale="1 0 1"/></asset>"#,
            "<mesh>.scale: expected numbers other than zero, found a zero",
        ),
        (
            r#"<asset><mesh name="m" vertex="0 0 0 1 0 0 0 1 0 1 1 0"/></asset>"#,
            "<mesh name=\"m\">.vertex: expected vertices that span a volume, found them in a plane",
        ),
        (r#"<actuator><motor/></actuator>"#, "<motor>: expected an attribute 'joint', found none"),
        (
            r#"<actuator><motor joint="jj"/></actuator>"#,
            "<motor>.joint: expected the name of a joint, found 'jj'; did you mean 'j'?",
        ),
        (
            r#"<actuator><motor name="m" joint="j"/><motor name="m" joint="j"/></actuator>"#,
            "<motor name=\"m\">.name: expected each name once, found 'm' again",
        ),
        (
            r#"<actuator><position joint="j" inheritrange="1"/></actuator>"#,
            "<position>.inheritrange: expected a joint with a range, found one without",
        ),
        (
            r#"<equality><connect body1="b" anchor="0 0 0"/></equality>"#,
            "<connect>.body1: expected the name of a body, found 'b'; did you mean 'a'?",
        ),
        (r#"<equality><connect body1="a"/></equality>"#, "<connect>: expected an attribute 'anchor', found none"),
        (
            r#"<equality><weld body1="a" body2="a"/></equality>"#,
            "<weld>: expected two different bodies, found the same twice",
        ),
        (r#"<equality><joint joint1="j" joint2="j"/></equality>"#, "<joint>: expected two different joints"),
        (r#"<equality><weld site1="s" site2="t"/></equality>"#, "<weld>.site1: expected the name of a site, found 's'"),
        (
            r#"<contact><exclude body1="a" body2="x"/></contact>"#,
            "<exclude>.body2: expected the name of a body, found 'x'; did you mean 'a'?",
        ),
        (r#"<keyframe><key qpos="1"/></keyframe>"#, "<key>.qpos: expected 2 numbers, found 1"),
        (r#"<include/>"#, "<include>: expected an attribute 'file', found none"),
        (
            r#"<include file="x.xml"/>"#,
            "<include>.file: expected a file that can be read, found 'x.xml': there is none",
        ),
        (
            r#"<include file="./robot.xml"/>"#,
            "<include>.file: expected no cycle of includes, found './robot.xml' within itself",
        ),
    ];
    for (section, expected) in cases {
        let found = refusal(&model("", world, &format!("\n\n{section}")));
        let rest = found.strip_prefix("robot.xml:3:").unwrap_or(&found);
        let rest = rest.split_once(": ").map_or(rest, |(_, rest)| rest);
        assert_eq!(rest, expected, "{section}");
    }
}

#[test]
fn other_files_are_no_models() {
    assert_eq!(refusal("<robot/>"), "robot.xml:1:1: <robot>: expected <mujoco>, found <robot>");
    assert!(refusal("<mujoco>\n<worldbody></mujoco>").starts_with("robot.xml:2:"));
    assert!(refusal("").starts_with("robot.xml:1:1: expected a robot file in XML (URDF or MJCF): "));
    let twice = r#"<mujoco><include file="a.xml"/><include file="b/../a.xml"/></mujoco>"#;
    let error = parse_with(twice, &[("a.xml", b"<mujoco/>")]).unwrap_err().to_string();
    assert_eq!(
        error,
        "robot.xml:1:41: <include>.file: expected each file to be included once, found 'b/../a.xml' again"
    );
}
