use crate::parse_with;
use proptest::prelude::*;

const WHOLE: &str = r#"<mujoco model="all"><compiler angle="radian" eulerseq="ZYX" boundmass="0.01" settotalmass="3"/>
<option timestep="0.002"/><include file="part.xml"/>
<default><joint damping="1"/><default class="c"><geom type="box" size="1 2 3"/><motor gear="2"/></default></default>
<asset><mesh name="m" vertex="0 0 0 1 0 0 0 1 0 0 0 1"/><mesh file="t.obj"/><material name="r" rgba="1 0 0 1"/></asset>
<worldbody><geom type="plane" size="1 1 1"/><body name="a" pos="0 0 1" euler="0 0.1 0"><freejoint name="f"/>
<geom class="c"/><site name="s"/><frame pos="1 0 0"><body name="b" zaxis="1 0 1"><joint name="j" axis="0 1 0" ref="0.3"
range="-1 1"/><joint name="k" type="slide"/><geom type="mesh" mesh="m"/><geom type="mesh" mesh="t" mass="1"/></body></frame>
</body></worldbody><contact><exclude body1="a" body2="b"/></contact>
<equality><connect body1="b" anchor="0 0 0"/><joint joint1="j" joint2="k" polycoef="0 1 2"/></equality>
<actuator><motor joint="j" class="c"/><position joint="k" kp="3"/></actuator>
<keyframe><key qpos="0 0 0 1 0 0 0 0 0" ctrl="1 2"/></keyframe></mujoco>"#;

fn read(text: &str) {
    let part: &[u8] = b"<mujocoinclude><default><site pos=\"0 0 1\"/></default></mujocoinclude>";
    let mesh: &[u8] = b"v 0 0 0\nv 1 0 0\nv 0 1 0\nv 0 0 1\nf 1 3 2\nf 1 2 4\nf 1 4 3\nf 2 3 4\n";
    let _ = parse_with(text, &[("part.xml", part), ("t.obj", mesh), ("robot.xml", text.as_bytes())]);
}

#[test]
fn the_whole_text_is_read() {
    read(WHOLE);
    let mesh: &[u8] = b"v 0 0 0\nv 1 0 0\nv 0 1 0\nv 0 0 1\nf 1 3 2\nf 1 2 4\nf 1 4 3\nf 2 3 4\n";
    parse_with(WHOLE, &[("part.xml", b"<x/>"), ("t.obj", mesh)]).unwrap();
}

#[test]
fn depth_takes_no_stack() {
    let bodies = 3000;
    let body = r#"<body><joint/><geom size="1"/>"#;
    read(&format!("<mujoco><worldbody>{}{}</worldbody></mujoco>", body.repeat(bodies), "</body>".repeat(bodies)));
    for tag in ["frame", "body", "default class=\"x\"", "visual"] {
        let end = tag.split(' ').next().unwrap_or("");
        let (open, close) = (format!("<{tag}>").repeat(100_000), format!("</{end}>").repeat(100_000));
        read(&format!("<mujoco><worldbody>{open}{close}</worldbody></mujoco>"));
        read(&format!("<mujoco>{open}{close}</mujoco>"));
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(2000))]

    /// Words, numbers and pieces of the text in other places.
    #[test]
    fn no_damage_makes_it_panic(
        edits in prop::collection::vec((0usize..WHOLE.len(), 0usize..40, 0usize..WHOLE.len(), 0usize..40), 1..4),
        words in prop::collection::vec((any::<prop::sample::Index>(), prop::sample::select(vec![
            "0", "-1", "1e308", "1e-308", "nan", "a", "b", "j", "mesh", "free", "ball", "world", "part.xml", "robot.xml", "",
        ])), 0..3),
    ) {
        let mut text = WHOLE.as_bytes().to_vec();
        for (at, length, from, count) in edits {
            let at = at.min(text.len());
            let end = (at + length).min(text.len());
            let piece = WHOLE.as_bytes()[from..(from + count).min(WHOLE.len())].to_vec();
            text.splice(at..end, piece);
        }
        for (index, word) in words {
            // The inside of some quoted value.
            let quotes: Vec<usize> = (0..text.len()).filter(|&k| text[k] == b'"').collect();
            if quotes.len() > 1 {
                let first = index.index(quotes.len() - 1);
                text.splice(quotes[first] + 1..quotes[first + 1], word.bytes());
            }
        }
        read(&String::from_utf8_lossy(&text));
    }

    /// Values alone are replaced, so that the text stays well-formed.
    #[test]
    fn no_value_makes_it_panic(
        changes in prop::collection::vec((any::<prop::sample::Index>(), prop::sample::select(vec![
            "0", "-1", "1e308 1e308 1e308", "1e-308 0 0", "0 0 0", "1 2 3", "0 0 0 0", "1 1 1 1 1 1", "a", "b", "j", "k", "s",
            "mesh", "plane", "capsule", "free", "ball", "slide", "true", "false", "world", "part.xml", "robot.xml", "",
        ])), 1..6),
    ) {
        let mut parts: Vec<&str> = WHOLE.split('"').collect();
        for (index, word) in changes {
            let values = parts.len() / 2;
            parts[2 * index.index(values) + 1] = word;
        }
        read(&parts.join("\""));
    }
}
