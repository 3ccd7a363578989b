//! What URDF files mean, and what is remarked about them.
#![allow(clippy::unwrap_used)]

use std::path::Path;
use stiction_formats::{GeometryRole, Robot, RootJoint, Shape, parse_urdf};
use stiction_linalg::space::{Pose, Symmetric3, Vector3};
use stiction_multibody::dynamics::Kinematics;
use stiction_multibody::{JointKind, Model};

/// A mass that any joint can move.
const MASS: &str =
    r#"<inertial><mass value="2"/><inertia ixx="1" ixy="0" ixz="0" iyy="1" iyz="0" izz="1"/></inertial>"#;

fn read_with(text: &str, root: RootJoint) -> Robot {
    let text = text.replace("MASS", MASS);
    parse_urdf("robots/test.urdf", text.as_bytes(), root, &mut |_| true).unwrap()
}

fn read(text: &str) -> Robot {
    read_with(text, RootJoint::Fixed)
}

/// A base and one link behind a joint, of which the inner text is given.
fn joint(kind: &str, inner: &str) -> Robot {
    read(&format!(
        r#"<robot name="r"><link name="base"/><link name="arm">MASS</link>
<joint name="j" type="{kind}"><parent link="base"/><child link="arm"/>{inner}</joint></robot>"#
    ))
}

/// A single link with an inner text.
fn link(inner: &str) -> Robot {
    read(&format!(r#"<robot name="r"><link name="l">{inner}</link></robot>"#))
}

fn notices(robot: &Robot) -> Vec<String> {
    robot.notices.iter().map(|notice| format!("{}: {}", notice.position.line, notice.message)).collect()
}

const LIMIT: &str = r#"<limit lower="-1" upper="2" effort="30" velocity="4"/>"#;

#[test]
fn every_type_of_joint() {
    let x = Vector3::X;
    for (kind, inner, expected) in [
        ("revolute", LIMIT, JointKind::Revolute { axis: x }),
        ("continuous", "", JointKind::Revolute { axis: x }),
        ("prismatic", LIMIT, JointKind::Prismatic { axis: x }),
        ("fixed", "", JointKind::Fixed),
        ("floating", "", JointKind::Free),
        ("planar", r#"<axis xyz="0 0 3"/>"#, JointKind::Planar { normal: Vector3::Z }),
    ] {
        let robot = joint(kind, inner);
        assert_eq!(robot.model.joints()[0].kind, expected, "{kind}");
        assert_eq!(notices(&robot), Vec::<String>::new(), "{kind}");
    }
}

#[test]
fn axes_are_made_of_length_one() {
    let robot = joint("continuous", r#"<axis xyz="0 3 4"/>"#);
    let JointKind::Revolute { axis } = robot.model.joints()[0].kind else { panic!() };
    assert!((axis - Vector3::new(0.0, 0.6, 0.8)).norm() < 1e-15, "{axis:?}");
    // The axis of a joint that has none means nothing.
    assert_eq!(joint("fixed", r#"<axis xyz="0 0 0"/>"#).model.velocity_size(), 0);
}

#[test]
fn limits_damping_and_friction() {
    let robot = joint("revolute", &format!(r#"{LIMIT}<dynamics damping="0.5" friction="0.25"/>"#));
    let properties = robot.model.freedoms()[0].properties;
    assert_eq!(properties.limits, Some((-1.0, 2.0)));
    assert_eq!((properties.effort_limit, properties.velocity_limit), (30.0, 4.0));
    assert_eq!((properties.damping, properties.friction), (0.5, 0.25));
    let robot = joint("continuous", r#"<limit effort="inf" velocity="1e9"/>"#);
    let properties = robot.model.freedoms()[0].properties;
    assert_eq!((properties.limits, properties.effort_limit), (None, f64::INFINITY));
}

#[test]
fn odd_limits_are_reported() {
    let cases = [
        ("revolute", "", "2: <limit> is missing, which URDF requires for a revolute joint: the joint has no limits"),
        (
            "prismatic",
            r#"<limit effort="1" velocity="1"/>"#,
            "2: <limit> without lower and upper holds the joint at zero, as URDF specifies",
        ),
        ("continuous", LIMIT, "2: lower and upper limits of a continuous joint are ignored, as URDF specifies"),
        (
            "revolute",
            r#"<limit lower="0" upper="1" effort="1"/>"#,
            "2: <limit> without 'velocity', which URDF requires: the joint has no velocity limit",
        ),
        ("floating", LIMIT, "2: <limit> of a floating joint is ignored"),
        ("fixed", r#"<dynamics damping="1"/>"#, "2: <dynamics> of a fixed joint is ignored"),
        (
            "continuous",
            r#"<dynamics damping="1" spring="2"/>"#,
            "2: attribute 'spring' of <dynamics> is not supported and is ignored",
        ),
        (
            "continuous",
            r#"<safety_controller k_velocity="1"/>"#,
            "2: <safety_controller> is not supported and is ignored",
        ),
    ];
    for (kind, inner, expected) in cases {
        assert_eq!(notices(&joint(kind, inner)), [expected]);
    }
}

#[test]
fn origins_turn_about_fixed_axes() {
    // Roll by a quarter turn about x, then yaw by a quarter turn about z: y goes to z and stays there.
    let half_pi = std::f64::consts::FRAC_PI_2;
    let robot = joint("fixed", &format!(r#"<origin xyz="1 2 3" rpy="{half_pi} 0 {half_pi}"/>"#));
    let Pose { rotation, position } = robot.model.joints()[0].placement;
    assert_eq!(position, Vector3::new(1.0, 2.0, 3.0));
    assert!((rotation * Vector3::Y - Vector3::Z).norm() < 1e-15, "{rotation:?}");
    assert!((rotation * Vector3::X - Vector3::Y).norm() < 1e-15, "{rotation:?}");
}

#[test]
fn inertia_is_turned_into_the_link_s_axes() {
    let half_pi = std::f64::consts::FRAC_PI_2;
    let robot = link(&format!(
        r#"<inertial><origin xyz="0 0 1" rpy="0 0 {half_pi}"/><mass value="3"/>
        <inertia ixx="1" ixy="0.1" ixz="0" iyy="2" iyz="0" izz="2.5"/></inertial>"#
    ));
    let inertia = robot.model.bodies()[1].inertia;
    let expected = Symmetric3 { xx: 2.0, xy: -0.1, xz: 0.0, yy: 1.0, yz: 0.0, zz: 2.5 };
    assert_eq!((inertia.mass, inertia.centre), (3.0, Vector3::Z));
    let apart = (inertia.moments - expected).to_matrix().to_rows();
    assert!(apart.as_flattened().iter().all(|entry| entry.abs() < 1e-15), "{:?}", inertia.moments);
}

#[test]
fn odd_inertias_are_reported() {
    let diagonal = r#"<inertial><mass value="3"/><inertia ixx="1" iyy="1" izz="1"/></inertial>"#;
    assert_eq!(notices(&link(diagonal)), ["1: <inertia> without ixy, ixz or iyz: taken as zero"]);
    let massless = MASS.replace("\"2\"", "\"0\"").replace("\"1\"", "\"0\"");
    assert_eq!(notices(&link(&massless)), ["1: <inertial> of zero mass: the link is treated as massless"]);
    let point = MASS.replace("\"1\"", "\"0\"").replace("ixy=\"0\"", "ixy=\"1e-20\"");
    let robot = link(&point);
    assert_eq!(notices(&robot), ["1: <inertia> is zero up to rounding: the link is treated as a point mass"]);
    assert_eq!(robot.model.bodies()[1].inertia.moments, Symmetric3::ZERO);
    let flat = MASS.replace("ixx=\"1\"", "ixx=\"9\"");
    let found = notices(&link(&flat));
    assert!(found[0].starts_with("1: body 'l': principal moments 1.000000e0, 1.000000e0, 9.0"), "{found:?}");
}

#[test]
fn joints_go_depth_first_in_the_order_of_the_file() {
    let joint = |name: &str, parent: &str, child: &str| {
        format!(r#"<joint name="{name}" type="continuous"><parent link="{parent}"/><child link="{child}"/></joint>"#)
    };
    let text = format!(
        r#"<robot name="r"><link name="c">MASS</link><link name="d">MASS</link><link name="b">MASS</link>
        <link name="a"/><link name="e">MASS</link>{}{}{}{}</robot>"#,
        joint("to_d", "b", "d"),
        joint("to_c", "a", "c"),
        joint("to_b", "a", "b"),
        joint("to_e", "b", "e")
    );
    let robot = read(&text);
    let names = |model: &Model| model.joints().iter().map(|joint| joint.name.clone()).collect::<Vec<_>>();
    assert_eq!(names(&robot.model), ["to_c", "to_b", "to_d", "to_e"]);
    let bodies: Vec<_> = robot.model.bodies().iter().map(|body| body.name.as_str()).collect();
    assert_eq!(bodies, ["world", "a", "c", "b", "d", "e"]);
}

#[test]
fn the_root_is_fixed_or_free() {
    let text = r#"<robot name="r"><link name="base">MASS</link></robot>"#;
    let fixed = read(text).model;
    assert_eq!((fixed.velocity_size(), fixed.mass()), (0, 0.0));
    assert_eq!(fixed.bodies()[1].name, "base");
    let free = read_with(text, RootJoint::Free).model;
    assert_eq!((free.velocity_size(), free.mass()), (6, 2.0));
    assert_eq!((free.joints()[0].name.as_str(), &free.joints()[0].kind), ("root", &JointKind::Free));
    let taken = r#"<robot name="r"><link name="base">MASS</link><link name="arm">MASS</link>
        <joint name="root" type="fixed"><parent link="base"/><child link="arm"/></joint></robot>"#;
    assert_eq!(read_with(taken, RootJoint::Free).model.joints()[0].name, "root_");
}

#[test]
fn a_root_called_world_is_the_world() {
    let text = r#"<robot name="r"><link name="world"/><link name="arm">MASS</link>
        <joint name="j" type="floating"><parent link="world"/><child link="arm"/></joint></robot>"#;
    let model = read(text).model;
    assert_eq!(model.bodies().len(), 2);
    assert_eq!(model.body(model.joints()[0].body).parent.index(), 0);
    let heavy = text.replace("\"world\"/><link name=\"arm\"", "\"world\">MASS</link><link name=\"arm\"");
    assert_eq!(notices(&read(&heavy)), ["1: the mass of the world is ignored"]);
}

#[test]
fn a_mimic_becomes_a_coupling_and_is_reported() {
    let text = r#"<robot name="r"><link name="a"/><link name="b">MASS</link><link name="c">MASS</link>
<joint name="follower" type="continuous"><parent link="a"/><child link="b"/>
<mimic joint="leader" multiplier="-2" offset="0.5"/></joint>
<joint name="leader" type="continuous"><parent link="a"/><child link="c"/></joint></robot>"#;
    let robot = read(text);
    let coupling = &robot.model.couplings()[0];
    let joint = |id| robot.model.joint(id).name.as_str();
    assert_eq!((joint(coupling.follower), joint(coupling.leader.unwrap())), ("follower", "leader"));
    assert_eq!(coupling.coefficients, [0.5, -2.0, 0.0, 0.0, 0.0]);
    let expected = "3: <mimic> becomes a coupling: both joints stay degrees of freedom, with an equation between them";
    assert_eq!(notices(&robot), [expected]);
}

#[test]
fn mimics_of_fixed_joints() {
    let text = r#"<robot name="r"><link name="a"/><link name="b">MASS</link><link name="c">MASS</link>
<joint name="follower" type="FOLLOWER"><parent link="a"/><child link="b"/><mimic joint="leader" offset="0.5"/></joint>
<joint name="leader" type="LEADER"><parent link="a"/><child link="c"/></joint></robot>"#;
    let robot = read(&text.replace("FOLLOWER", "fixed").replace("LEADER", "continuous"));
    assert!(robot.model.couplings().is_empty());
    assert_eq!(notices(&robot), ["2: <mimic> of a fixed joint is ignored"]);
    // What follows a joint that stays at zero stays at its offset.
    let robot = read(&text.replace("FOLLOWER", "continuous").replace("LEADER", "fixed"));
    let coupling = &robot.model.couplings()[0];
    assert_eq!((coupling.leader, coupling.coefficients), (None, [0.5, 0.0, 0.0, 0.0, 0.0]));
}

#[test]
fn every_shape() {
    let geometry = |inner: &str| {
        link(&format!(r#"<collision name="n"><origin xyz="0 0 1"/><geometry>{inner}</geometry></collision>"#))
    };
    let half = Vector3::new(0.5, 1.0, 1.5);
    for (inner, expected) in [
        (r#"<box size="1 2 3"/>"#, Shape::Box { half }),
        (r#"<sphere radius="0.5"/>"#, Shape::Sphere { radius: 0.5 }),
        (r#"<cylinder radius="0.5" length="2"/>"#, Shape::Cylinder { radius: 0.5, half_length: 1.0 }),
        (r#"<capsule radius="0.5" length="2"/>"#, Shape::Capsule { radius: 0.5, half_length: 1.0 }),
        (
            r#"<mesh filename="m.stl" scale="0.5 1 1.5"/>"#,
            Shape::Mesh { file: Path::new("robots/m.stl").to_owned(), scale: half },
        ),
    ] {
        let robot = geometry(inner);
        let found = &robot.geometries[0];
        assert_eq!(found.shape, expected);
        assert_eq!((found.role, found.name.as_deref()), (GeometryRole::Collision, Some("n")));
        assert_eq!(found.pose.position, Vector3::Z);
        assert_eq!(robot.model.body(found.body).name, "l");
        assert!(robot.notices.is_empty());
    }
    let robot = geometry("<blob/>");
    assert!(robot.geometries.is_empty());
    let expected = [
        "1: <geometry> without a box, sphere, cylinder, capsule or mesh is ignored",
        "1: <blob> is not supported and is ignored",
    ];
    assert_eq!(notices(&robot), expected);
}

#[test]
fn meshes_are_looked_for_upwards() {
    let find = |address: &str, there: &str| {
        let text = format!(
            r#"<robot name="r"><link name="l"><visual><geometry><mesh filename="{address}"/></geometry></visual></link></robot>"#
        );
        let exists = &mut |path: &Path| path == Path::new(there);
        let robot = parse_urdf("/ws/src/arm/urdf/arm.urdf", text.as_bytes(), RootJoint::Fixed, exists).unwrap();
        let Shape::Mesh { file, .. } = &robot.geometries[0].shape else { panic!() };
        (file.to_str().unwrap().to_owned(), robot.notices.first().map(|notice| notice.message.clone()))
    };
    for (address, there) in [
        ("package://arm/m.stl", "/ws/src/arm/m.stl"),
        ("package://meshes/a/m.stl", "/ws/src/meshes/a/m.stl"),
        ("package:///arm/m.stl", "/ws/src/arm/m.stl"),
        ("model://arm/m.stl", "/ws/src/arm/m.stl"),
        ("../m.stl", "/ws/src/arm/urdf/../m.stl"),
        ("file:///m/m.stl", "/m/m.stl"),
        ("file://m.stl", "/ws/src/arm/urdf/m.stl"),
    ] {
        assert_eq!(find(address, there), (there.to_owned(), None));
        let (kept, notice) = find(address, "");
        assert_eq!(kept, address);
        assert!(notice.unwrap().starts_with("mesh not found: "));
    }
    let (_, notice) = find("http://a/m.stl", "");
    assert_eq!(notice.unwrap(), "mesh not found: http:// is not supported");
}

#[test]
fn colours_by_name_and_on_the_spot() {
    let robot = read(
        r#"<robot name="r"><material name="red"><color rgba="1 0 0 1"/></material>
<link name="l"><visual><geometry><sphere radius="1"/></geometry><material name="red"/></visual>
<visual><geometry><sphere radius="1"/></geometry><material name="blue"><color rgba="0 0 1 1"/></material></visual>
<visual><geometry><sphere radius="1"/></geometry><material name="blue"/></visual>
<visual><geometry><sphere radius="1"/></geometry><material name="green"/></visual>
<visual><geometry><sphere radius="1"/></geometry><material><color rgba="255 0 0 1"/></material></visual>
<visual><geometry><sphere radius="1"/></geometry><material name="t"><texture filename="t.png"/></material></visual>
</link></robot>"#,
    );
    let (red, blue) = (Some([1.0, 0.0, 0.0, 1.0]), Some([0.0, 0.0, 1.0, 1.0]));
    let colours: Vec<_> = robot.geometries.iter().map(|geometry| geometry.colour).collect();
    assert_eq!(colours, [red, blue, blue, None, None, None]);
    let expected = [
        "5: material 'green' is not defined: no colour",
        "6: expected rgba as four numbers from 0 to 1: the colour is ignored",
        "7: material 't' is not defined: no colour",
        "7: <texture> is not supported and is ignored",
    ];
    assert_eq!(notices(&robot), expected);
}

#[test]
fn what_is_not_used_is_listed_once() {
    let robot = read(
        r#"<robot xmlns:xacro="http://ros.org/wiki/xacro">
<link name="l"></link>
</robot>"#
            .replace(
                "</robot>",
                "<transmission name=\"a\"/>\n<transmission name=\"b\"><x/></transmission><gazebo/><sensor/></robot>",
            )
            .as_str(),
    );
    assert_eq!(robot.model.name(), "robot");
    let shown: Vec<_> = robot.notices.iter().map(ToString::to_string).collect();
    let expected = [
        "robots/test.urdf:1:1: <robot> without a name: it is named 'robot'",
        "robots/test.urdf:3:1: <transmission> is not supported and is ignored (2 places)",
        "robots/test.urdf:4:43: <gazebo> is not supported and is ignored",
        "robots/test.urdf:4:52: <sensor> is not supported and is ignored",
    ];
    assert_eq!(shown, expected);
}

#[test]
fn a_chain_stands_where_its_origins_put_it() {
    let robot = read(
        r#"<robot name="r"><link name="a"/><link name="b">MASS</link><link name="tip">MASS</link>
<joint name="lift" type="prismatic"><parent link="a"/><child link="b"/><origin xyz="1 0 0"/><axis xyz="0 0 1"/>
<limit lower="0" upper="1" effort="1" velocity="1"/></joint>
<joint name="turn" type="continuous"><parent link="b"/><child link="tip"/><origin xyz="0 1 0"/><axis xyz="0 0 -1"/></joint>
</robot>"#,
    );
    let mut kinematics = Kinematics::new(&robot.model);
    kinematics.update(&robot.model, &[0.5, std::f64::consts::FRAC_PI_2]);
    let pose = kinematics.body_pose(&robot.model, robot.model.find_body("tip").unwrap());
    assert!((pose.position - Vector3::new(1.0, 1.0, 0.5)).norm() < 1e-15);
    assert!((pose.rotation * Vector3::X + Vector3::Y).norm() < 1e-15);
}
