//! Every fault of a URDF file is an error that names the element, its line and what was expected.
#![allow(clippy::unwrap_used)]

use proptest::prelude::*;
use stiction_formats::{RootJoint, parse_urdf};

const MASS: &str =
    r#"<inertial><mass value="2"/><inertia ixx="1" ixy="0" ixz="0" iyy="1" iyz="0" izz="1"/></inertial>"#;

/// Every feature in one file.
const GOOD: &str = r#"<?xml version="1.0"?>
<robot name="r">
<material name="red"><color rgba="1 0 0 1"/></material>
<link name="a"/>
<link name="b"><inertial><origin xyz="0 0 1" rpy="0.1 0.2 0.3"/><mass value="2"/>
<inertia ixx="1" ixy="0" ixz="0" iyy="1" iyz="0" izz="1"/></inertial>
<visual><geometry><mesh filename="package://p/m.stl" scale="1 1 1"/></geometry><material name="red"/></visual>
<collision name="c"><origin xyz="0 0 1"/><geometry><box size="1 2 3"/></geometry></collision></link>
<link name="d"><inertial><mass value="1"/><inertia ixx="1" ixy="0" ixz="0" iyy="1" iyz="0" izz="1"/></inertial></link>
<joint name="ab" type="revolute"><parent link="a"/><child link="b"/><origin xyz="1 0 0" rpy="0 1 0"/>
<axis xyz="0 0 1"/><limit lower="-1" upper="1" effort="2" velocity="3"/><dynamics damping="1" friction="1"/></joint>
<joint name="bd" type="prismatic"><parent link="b"/><child link="d"/><axis xyz="0 1 0"/><mimic joint="ab" multiplier="2"/>
<limit lower="0" upper="1" effort="2" velocity="3"/></joint>
<transmission name="t"><type/></transmission><gazebo/>
</robot>"#;

fn message_with(text: &str, root: RootJoint) -> String {
    let text = text.replace("MASS", MASS);
    parse_urdf("t.urdf", text.as_bytes(), root, &mut |_| false).unwrap_err().to_string()
}

/// A table of tests: name, text that is put for another in the good file, message.
macro_rules! messages {
    ($($name:ident: $old:expr, $new:expr => $message:expr;)*) => {$(
        #[test]
        fn $name() {
            assert!(GOOD.contains($old), "{}", $old);
            assert_eq!(message_with(&GOOD.replacen($old, $new, 1), RootJoint::Fixed), $message);
        }
    )*};
}

messages! {
    two_links_of_one_name: r#"<link name="a"/>"#, r#"<link name="a"/><link name="a"/>"# =>
        r#"t.urdf:4:23: <link name="a">.name: expected each name once, found 'a' again, as on line 4"#;
    two_joints_of_one_name: r#"joint name="bd""#, r#"joint name="ab""# =>
        r#"t.urdf:12:8: <joint name="ab">.name: expected each name once, found 'ab' again, as on line 10"#;
    two_materials_of_one_name: "<link name=\"a\"/>", "<link name=\"a\"/><material name=\"red\"/>" =>
        r#"t.urdf:4:27: <material name="red">.name: expected each name once, found 'red' again"#;
    an_empty_name: r#"link name="d""#, r#"link name="""# => r#"t.urdf:9:7: <link name="">.name: expected a name, found none"#;
    no_name: r#"<link name="a"/>"#, "<link/>" => "t.urdf:4:1: <link>: expected an attribute 'name', found none";
    no_parent: r#"<parent link="a"/>"#, "" => r#"t.urdf:10:1: <joint name="ab">: expected an element <parent>, found none"#;
    no_child: r#"<child link="b"/>"#, "" => r#"t.urdf:10:1: <joint name="ab">: expected an element <child>, found none"#;
    no_link_of_a_parent: r#"<parent link="a"/>"#, "<parent/>" =>
        r#"t.urdf:10:34: <joint name="ab"> <parent>: expected an attribute 'link', found none"#;
    two_parents_of_a_joint: r#"<parent link="a"/>"#, r#"<parent link="a"/><parent link="b"/>"# =>
        r#"t.urdf:10:52: <joint name="ab"> <parent>: expected one <parent> in <joint>, found another"#;
    an_unknown_parent: r#"<parent link="a"/>"#, r#"<parent link="zz"/>"# =>
        r#"t.urdf:10:42: <joint name="ab"> <parent>.link: expected the name of a link, found 'zz'"#;
    a_misspelt_child: r#"<child link="b"/>"#, r#"<child link="bb"/>"# =>
        r#"t.urdf:10:59: <joint name="ab"> <child>.link: expected the name of a link, found 'bb'; did you mean 'b'?"#;
    a_link_with_two_parents: r#"<child link="d"/>"#, r#"<child link="b"/>"# =>
        r#"t.urdf:12:60: <joint name="bd"> <child>.link: expected a link that is the child of no other joint, found 'b', the child of joint 'ab' on line 10"#;
    a_cycle_without_a_root: r#"<link name="a"/>"#, r#"<link name="a"/><joint name="back" type="fixed"><parent link="d"/><child link="a"/></joint>"# =>
        r#"t.urdf:4:17: <joint name="back">: expected a tree of links, found a cycle of joints: 'ab', 'bd', 'back'"#;
    a_cycle_beside_the_root: r#"<parent link="a"/>"#, r#"<parent link="d"/>"# =>
        r#"t.urdf:10:1: <joint name="ab">: expected a tree of links, found a cycle of joints: 'ab', 'bd'"#;
    a_joint_of_a_link_to_itself: r#"<child link="b"/>"#, r#"<child link="a"/>"# =>
        r#"t.urdf:10:1: <joint name="ab">: expected a tree of links, found a cycle of joints: 'ab'"#;
    several_roots: r#"<link name="a"/>"#, r#"<link name="a"/><link name="x"/><link name="y"/>"# =>
        r#"t.urdf:4:17: <link name="x">: expected one root link, the child of no joint, found 3: 'a', 'x', 'y'"#;
    an_unknown_type: r#"type="revolute""#, r#"type="revolut""# =>
        r#"t.urdf:10:18: <joint name="ab">.type: expected one of revolute, continuous, prismatic, fixed, floating, planar, found 'revolut'; did you mean 'revolute'?"#;
    no_type: r#" type="revolute""#, "" => r#"t.urdf:10:1: <joint name="ab">: expected an attribute 'type', found none"#;
    a_zero_axis: r#"<axis xyz="0 0 1"/>"#, r#"<axis xyz="0 0 0"/>"# =>
        r#"t.urdf:11:7: <joint name="ab"> <axis>.xyz: expected a direction, found zero"#;
    not_a_number: r#"<axis xyz="0 0 1"/>"#, r#"<axis xyz="0 nan 1"/>"# =>
        r#"t.urdf:11:7: <joint name="ab"> <axis>.xyz: expected finite numbers, found 'nan'"#;
    too_few_numbers: r#"<axis xyz="0 0 1"/>"#, r#"<axis xyz="0 0"/>"# =>
        r#"t.urdf:11:7: <joint name="ab"> <axis>.xyz: expected 3 numbers, found 2 numbers"#;
    a_word_in_an_origin: r#"<origin xyz="1 0 0""#, r#"<origin xyz="1 0 x""# =>
        r#"t.urdf:10:77: <joint name="ab"> <origin>.xyz: expected finite numbers, found 'x'"#;
    limits_that_cross: r#"lower="-1" upper="1""#, r#"lower="2" upper="1""# =>
        r#"t.urdf:11:27: <joint name="ab"> <limit>.lower: expected at most upper = 1, found 2"#;
    a_limit_that_is_no_number: r#"upper="1""#, r#"upper="NaN""# =>
        r#"t.urdf:11:38: <joint name="ab"> <limit>.upper: expected a number, found 'NaN'"#;
    a_negative_effort: r#"effort="2""#, r#"effort="-2""# =>
        r#"t.urdf:11:48: <joint name="ab"> <limit>.effort: expected zero or more, found -2"#;
    negative_damping: r#"damping="1""#, r#"damping="-1""# =>
        r#"t.urdf:11:83: <joint name="ab"> <dynamics>.damping: expected zero or more, found -1"#;
    negative_friction: r#"friction="1""#, r#"friction="-1""# =>
        r#"t.urdf:11:95: <joint name="ab"> <dynamics>.friction: expected zero or more, found -1"#;
    a_negative_mass: r#"<mass value="2"/>"#, r#"<mass value="-2"/>"# =>
        r#"t.urdf:5:71: <link name="b"> <mass>.value: expected a mass of zero or more, found -2"#;
    a_hugely_negative_mass: r#"<mass value="2"/>"#, r#"<mass value="-1e300"/>"# =>
        r#"t.urdf:5:71: <link name="b"> <mass>.value: expected a mass of zero or more, found -1e300"#;
    an_infinite_mass: r#"<mass value="2"/>"#, r#"<mass value="inf"/>"# =>
        r#"t.urdf:5:71: <link name="b"> <mass>.value: expected finite numbers, found 'inf'"#;
    no_mass: r#"<mass value="2"/>"#, "" => r#"t.urdf:5:16: <link name="b"> <inertial>: expected an element <mass>, found none"#;
    no_value_of_a_mass: r#"<mass value="2"/>"#, "<mass/>" =>
        r#"t.urdf:5:65: <link name="b"> <mass>: expected an attribute 'value', found none"#;
    no_moments: r#"<inertia ixx="1" ixy="0" ixz="0" iyy="1" iyz="0" izz="1"/>"#, "" =>
        r#"t.urdf:5:16: <link name="b"> <inertial>: expected an element <inertia>, found none"#;
    a_moment_is_missing: r#" ixx="1""#, "" =>
        r#"t.urdf:6:1: <link name="b"> <inertia>: expected an attribute 'ixx', found none"#;
    moments_without_mass: r#"<mass value="2"/>"#, r#"<mass value="0"/>"# =>
        r#"t.urdf:5:16: <link name="b"> <inertial>: mass: expected more than zero with moments of inertia up to 1.000000e0, found zero"#;
    a_negative_moment: r#"ixx="1""#, r#"ixx="-1""# =>
        r#"t.urdf:5:16: <link name="b"> <inertial>: inertia: expected no negative principal moment, found -1.000000e0, 1.000000e0, 1.000000e0"#;
    nothing_to_move: r#"<inertial><mass value="1"/><inertia ixx="1" ixy="0" ixz="0" iyy="1" iyz="0" izz="1"/></inertial>"#, "" =>
        r#"t.urdf:9:1: <link name="d">: mass: expected more than zero on this body or its descendants, for joint 'bd' to move, found none"#;
    a_dangling_mimic: r#"<mimic joint="ab""#, r#"<mimic joint="xb""# =>
        r#"t.urdf:12:96: <joint name="bd"> <mimic>.joint: expected the name of a joint, found 'xb'; did you mean 'ab'?"#;
    a_mimic_of_itself: r#"<mimic joint="ab""#, r#"<mimic joint="bd""# =>
        r#"t.urdf:12:96: <joint name="bd"> <mimic>.joint: expected a joint that does not mimic, found joints that mimic each other in a cycle"#;
    a_mimic_of_a_joint_with_many_degrees_of_freedom: r#"type="revolute""#, r#"type="floating""# =>
        r#"t.urdf:12:89: <joint name="bd"> <mimic>: joint 'ab': expected one degree of freedom, found 6"#;
    a_multiplier_that_is_none: r#"multiplier="2""#, r#"multiplier="two""# =>
        r#"t.urdf:12:107: <joint name="bd"> <mimic>.multiplier: expected finite numbers, found 'two'"#;
    no_geometry: r#"<geometry><box size="1 2 3"/></geometry>"#, "" =>
        r#"t.urdf:8:1: <collision name="c">: expected an element <geometry>, found none"#;
    a_negative_size: r#"size="1 2 3""#, r#"size="1 -2 3""# =>
        r#"t.urdf:8:57: <collision name="c"> <box>.size: expected zero or more, found -2"#;
    no_size: r#"<box size="1 2 3"/>"#, "<box/>" =>
        r#"t.urdf:8:52: <collision name="c"> <box>: expected an attribute 'size', found none"#;
    two_shapes: r#"<box size="1 2 3"/>"#, r#"<box size="1 2 3"/><sphere radius="1"/>"# =>
        r#"t.urdf:8:71: <collision name="c"> <sphere>: expected one shape in <geometry>, found another"#;
    no_file_of_a_mesh: r#"filename="package://p/m.stl" "#, "" =>
        r#"t.urdf:7:19: <link name="b"> <mesh>: expected an attribute 'filename', found none"#;
    a_scale_of_zero: r#"scale="1 1 1""#, r#"scale="1 0 1""# =>
        r#"t.urdf:7:54: <link name="b"> <mesh>.scale: expected numbers other than zero, found zero"#;
    a_world_in_the_middle: r#"<link name="d">"#, r#"<link name="world"/><joint name="w" type="fixed"><parent link="b"/><child link="world"/></joint><link name="d">"# =>
        r#"t.urdf:9:7: <link name="world">.name: expected the link 'world' as the root, since it is the world, found it as the child of a joint"#;
    a_macro: r#"<robot name="r">"#, r#"<robot name="r" xmlns:xacro="http://ros.org/wiki/xacro"><xacro:include filename="f"/>"# =>
        "t.urdf:2:57: <include>: expected plain URDF, found a xacro macro; expand the file first: xacro FILE > robot.urdf";
    an_undeclared_macro: r#"<link name="a"/>"#, r#"<xacro:arm/>"# =>
        "t.urdf:4:1: expected plain URDF, found a xacro macro; expand the file first: xacro FILE > robot.urdf";
}

#[test]
fn a_file_of_another_kind() {
    let message = |text| message_with(text, RootJoint::Fixed);
    assert_eq!(message("<sdf/>"), "t.urdf:1:1: <sdf>: expected <robot>, the root element of URDF, found <sdf>");
    assert_eq!(message("<robot/>"), "t.urdf:1:1: <robot>: expected at least one <link>, found none");
    assert!(message("<robot><link></robot>").starts_with("t.urdf:1:14: expected a robot file in XML (URDF or MJCF): "));
    assert!(message("").starts_with("t.urdf:1:1: expected a robot file in XML (URDF or MJCF): "));
}

#[test]
fn the_world_cannot_be_free() {
    let expected = r#"t.urdf:1:23: <link name="world">.name: expected a root link that can move freely, found the world, which allows only the root 'fixed'"#;
    assert_eq!(message_with(r#"<robot name="r"><link name="world"/></robot>"#, RootJoint::Free), expected);
}

#[test]
fn a_free_root_needs_mass() {
    let expected = "t.urdf:1:17: <link name=\"l\">: mass: expected more than zero on this body or its descendants, for \
                    joint 'root' to move, found none";
    assert_eq!(message_with(r#"<robot name="r"><link name="l"/></robot>"#, RootJoint::Free), expected);
}

#[test]
fn deep_nesting_and_long_chains_exhaust_no_stack() {
    let nested = format!("<robot name=\"r\">{}{}</robot>", "<a>".repeat(100_000), "</a>".repeat(100_000));
    assert!(message_with(&nested, RootJoint::Fixed).ends_with("expected at least one <link>, found none"));
    let mut chain = "<robot name=\"r\"><link name=\"0\"/>".to_owned();
    for i in 1..5000 {
        let before = i - 1;
        chain += &format!(
            r#"<link name="{i}"/><joint name="{i}" type="fixed"><parent link="{before}"/><child link="{i}"/></joint>"#
        );
    }
    chain += "</robot>";
    let robot = parse_urdf("t.urdf", chain.as_bytes(), RootJoint::Fixed, &mut |_| false).unwrap();
    assert_eq!(robot.model.bodies().len(), 5001);
}

fn check(bytes: &[u8]) {
    let lines = 1 + bytes.iter().filter(|&&byte| byte == b'\n').count();
    for root in [RootJoint::Fixed, RootJoint::Free] {
        match parse_urdf("t.urdf", bytes, root, &mut |_| false) {
            Ok(robot) => assert!(robot.notices.iter().all(|notice| notice.position.line <= lines)),
            Err(error) => {
                assert!(error.position.is_none_or(|position| (1..=lines).contains(&position.line)), "{error}");
                assert!(!error.message.is_empty());
            }
        }
    }
}

/// Replaces stretches of the good file by others of its own, so that faults occur deep inside.
fn shuffled() -> impl Strategy<Value = String> {
    let words: Vec<&str> = GOOD.split_inclusive([' ', '>', '"', '=']).collect();
    let count = words.len();
    prop::collection::vec((0..count, 0..4usize, 0..count, 0..4usize), 1..4).prop_map(move |swaps| {
        let mut words = words.clone();
        for (to, removed, from, taken) in swaps {
            let taken: Vec<_> = words.iter().skip(from).take(taken).copied().collect();
            let to = to.min(words.len());
            let end = (to + removed).min(words.len());
            words.splice(to..end, taken);
        }
        words.concat()
    })
}

/// Puts numbers of all kinds in the place of others.
fn renumbered() -> impl Strategy<Value = String> {
    let number =
        prop::sample::select(vec!["0", "-1", "1e308", "1e-308", "nan", "inf", "-0", "1e400", "", "2 3", "1e16"]);
    let places: Vec<usize> = GOOD.match_indices(|c: char| c.is_ascii_digit()).map(|(place, _)| place).collect();
    prop::collection::vec((prop::sample::select(places), number), 1..6).prop_map(|mut changes| {
        changes.sort_by_key(|change| std::cmp::Reverse(change.0));
        let mut text = GOOD.to_owned();
        changes.into_iter().for_each(|(place, number)| text.replace_range(place..=place, number));
        text
    })
}

fn damaged() -> impl Strategy<Value = Vec<u8>> {
    let cut = (0..GOOD.len(), 0usize..12, prop::collection::vec(any::<u8>(), 0..4));
    prop::collection::vec(cut, 1..4).prop_map(move |cuts| {
        let mut bytes = GOOD.as_bytes().to_vec();
        for (start, length, replacement) in cuts {
            let start = start.min(bytes.len());
            let end = (start + length).min(bytes.len());
            bytes.splice(start..end, replacement);
        }
        bytes
    })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(2000))]

    #[test]
    fn shuffled_words(text in shuffled()) {
        check(text.as_bytes());
    }

    #[test]
    fn other_numbers(text in renumbered()) {
        check(text.as_bytes());
    }

    #[test]
    fn damaged_bytes(bytes in damaged()) {
        check(&bytes);
    }
}

#[test]
fn every_truncation() {
    check(GOOD.as_bytes());
    assert!(parse_urdf("t.urdf", GOOD.as_bytes(), RootJoint::Fixed, &mut |_| false).is_ok());
    for end in 0..GOOD.len() {
        check(&GOOD.as_bytes()[..end]);
    }
}
