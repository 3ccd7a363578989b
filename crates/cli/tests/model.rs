//! `stiction model` as a user drives it.
#![allow(clippy::unwrap_used)]

mod support;

use support::{assert_near, file, numbers, stiction};

const PENDULUM: &str = r#"<robot name="pendulum">
  <link name="base"/>
  <link name="upper"><inertial>
    <origin xyz="0 0 -0.5"/> <mass value="1"/> <inertia ixx="0.1" ixy="0" ixz="0" iyy="0.1" iyz="0" izz="0.01"/>
  </inertial></link>
  <link name="lower"><inertial>
    <origin xyz="0 0 -0.5"/> <mass value="1"/> <inertia ixx="0.1" ixy="0" ixz="0" iyy="0.1" iyz="0" izz="0.01"/>
  </inertial></link>
  <joint name="shoulder" type="continuous">
    <parent link="base"/> <child link="upper"/> <axis xyz="0 1 0"/> <dynamics damping="0.1"/>
  </joint>
  <joint name="elbow" type="revolute">
    <parent link="upper"/> <child link="lower"/> <origin xyz="0 0 -1"/> <axis xyz="0 1 0"/>
    <limit lower="-2" upper="2" effort="10" velocity="5"/> <mimic joint="shoulder" multiplier="-2" offset="0.5"/>
  </joint>
  <transmission name="drive"/>
</robot>
"#;
const STATE: &str = r#"{"configuration": {"elbow": 1.5707963267948966}, "velocity": [0.5, -1], "force": {"elbow": 2},
    "frames": ["lower"]}"#;

#[test]
fn the_tree_and_what_is_not_used() {
    let path = file("model-tree", "pendulum.urdf", PENDULUM);
    let run = stiction(&["model", &path]);
    assert_eq!((run.code, run.stderr.as_str()), (0, ""));
    let expected = format!(
        "{path}: pendulum, 2 degrees of freedom, 3 bodies, 2 joints, 2 kg
gravity (0, 0, -9.81) m/s²

body         mass, kg  joint     moves             q  v  limits                        resistance
world
└ base              0
  └ upper           1  shoulder  revolute about y  0  0                                damping 0.1
    └ lower         1  elbow     revolute about y  1  1  -2 to 2 rad, 10 N·m, 5 rad/s
q, v: indices of a joint in the configuration and the velocity vector

couplings
  elbow = 0.5 - 2 shoulder

warnings: ignored or read differently
  line 14: <mimic> becomes a coupling: both joints stay degrees of freedom, with an equation between them
  line 16: <transmission> is not supported and is ignored
"
    );
    assert_eq!(run.stdout, expected);
}

#[test]
fn names_of_any_length_and_chains_of_any_depth_can_be_listed() {
    let long = format!("<robot name=\"r\"><link name=\"{}\"/></robot>", "n".repeat(70_000));
    let run = stiction(&["model", &file("model-long", "long.urdf", &long)]);
    assert_eq!((run.code, run.stdout.contains("nnn…")), (0, true));
    let mut chain = "<robot name=\"r\"><link name=\"l0\"/>".to_owned();
    for k in 1..3000 {
        chain.push_str(&format!(
            "<link name=\"l{k}\"/><joint name=\"j{k}\" type=\"fixed\"><parent link=\"l{}\"/><child link=\"l{k}\"/></joint>",
            k - 1
        ));
    }
    let run = stiction(&["model", &file("model-deep", "deep.urdf", &(chain + "</robot>"))]);
    assert_eq!(run.code, 0);
    assert!(run.stdout.len() < 1_000_000, "{} bytes", run.stdout.len());
}

#[test]
fn a_state_of_an_mjcf_file_starts_where_the_file_draws_it() {
    let text = r#"<mujoco><option gravity="0 0 -1.62"/><asset><mesh name="t" file="nowhere.stl"/></asset>
      <worldbody><body name="b" pos="0 0 1"><freejoint name="f"/>
        <inertial pos="0 0 0" mass="1" diaginertia="1 1 1"/><geom type="mesh" mesh="t"/>
      </body></worldbody><keyframe><key name="up" qpos="0 0 5 1 0 0 0"/></keyframe></mujoco>"#;
    let robot = file("model-mjcf", "robot.xml", text);
    let at = |name: &str, state: &str| stiction(&["model", &robot, "--at", &file("model-mjcf", name, state)]);
    let run = at("drawn.json", "{}");
    assert!(run.stdout.contains("gravity (0, 0, -1.62) m/s²\n"), "{}", run.stdout);
    assert!(run.stdout.contains("line 1: mesh not found: expected a file that can be read, found 'nowhere.stl'"));
    assert!(run.stdout.contains("f  0, 0, 1, 1, 0, 0, 0\n"));
    assert!(at("key.json", r#"{"keyframe": "up"}"#).stdout.contains("f  0, 0, 5, 1, 0, 0, 0\n"));
    let run = at("bad.json", r#"{"keyframe": "upp"}"#);
    assert_eq!(run.code, 2);
    assert!(
        run.stderr.ends_with(":1:14: keyframe: expected the name of a keyframe, found 'upp'; did you mean 'up'?\n"),
        "{}",
        run.stderr
    );
}

#[test]
fn a_place_without_inertia_is_named() {
    // A bead on the axis that turns its rail.
    let text = r#"<robot name="polar"><link name="base"/><link name="rail"/><link name="bead"><inertial><mass value="1"/>
      <inertia ixx="0" ixy="0" ixz="0" iyy="0" iyz="0" izz="0"/></inertial></link>
      <joint name="turn" type="continuous"><parent link="base"/><child link="rail"/><axis xyz="0 0 1"/></joint>
      <joint name="slide" type="prismatic"><parent link="rail"/><child link="bead"/><axis xyz="1 0 0"/>
        <limit lower="-1" upper="1" effort="1" velocity="1"/></joint></robot>"#;
    let robot = file("model-singular", "polar.urdf", text);
    let run = stiction(&["model", &robot, "--at", &file("model-singular", "state.json", "{}")]);
    assert!(run.stdout.contains("\nwarning: the mass matrix is singular at this state"), "{}", run.stdout);
    let state = file("model-singular", "away.json", r#"{"configuration": {"slide": 0.5}}"#);
    assert!(!stiction(&["model", &robot, "--at", &state]).stdout.contains("warning:"));
}

#[test]
fn a_free_root() {
    let text = PENDULUM
        .replace("<link name=\"base\"/>", "")
        .replace("<parent link=\"base\"/> <child link=\"upper\"/>", "<parent link=\"lower\"/> <child link=\"upper\"/>");
    // Without the joint that carried it, the lower link is the root.
    let start = text.find("<joint name=\"elbow\"").unwrap();
    let end = text.find("<transmission").unwrap();
    let text = format!("{}{}", &text[..start], &text[end..]);
    let path = file("model-free", "robot.urdf", text);
    let run = stiction(&["model", &path, "--root", "free", "--json"]);
    let answer = run.json();
    assert_eq!(answer["degrees_of_freedom"], 7);
    assert_eq!((&answer["joints"][0]["name"], &answer["joints"][0]["kind"]), (&"root".into(), &"free".into()));
    let run = stiction(&["model", &path, "--root", "free"]);
    assert!(run.stdout.contains("root      free              0-6  0-5"), "{}", run.stdout);
    assert_eq!(stiction(&["model", &path, "--json"]).json()["degrees_of_freedom"], 1);
}

#[test]
fn json_has_everything() {
    let path = file("model-json", "pendulum.urdf", PENDULUM);
    let answer = stiction(&["model", &path, "--json"]).json();
    assert_eq!(answer["name"], "pendulum");
    assert_eq!((answer["mass"].as_f64(), answer["mobile_mass"].as_f64()), (Some(2.0), Some(2.0)));
    assert_eq!(answer["bodies"].as_array().unwrap().len(), 4);
    let elbow = &answer["joints"][1];
    assert_eq!((&elbow["parent"], &elbow["body"]), (&"upper".into(), &"lower".into()));
    assert_eq!(numbers(&elbow["position"]), [0.0, 0.0, -1.0]);
    assert_eq!(elbow["freedoms"][0]["upper"].as_f64(), Some(2.0));
    assert!(answer["joints"][0]["freedoms"][0]["upper"].is_null());
    assert_eq!(numbers(&answer["couplings"][0]["coefficients"]), [0.5, -2.0, 0.0, 0.0, 0.0]);
    assert_eq!((answer["notices"][1]["line"].as_u64(), answer["notices"][1]["count"].as_u64()), (Some(16), Some(1)));
    for list in ["frames", "closures", "actuators", "keyframes", "geometries"] {
        assert!(answer[list].as_array().unwrap().is_empty(), "{list}");
    }
    assert!(answer.get("at").is_none());
}

#[test]
fn dynamics_at_a_state() {
    let path = file("model-at", "pendulum.urdf", PENDULUM);
    let state = file("model-at", "state.json", STATE);
    let answer = stiction(&["model", &path, "--at", &state, "--json"]).json();
    let at = &answer["at"];
    // With the elbow at a right angle: M and the forces by hand.
    assert_near(&numbers(&at["mass_matrix"][0]), &[1.7, 0.35]);
    assert_near(&numbers(&at["mass_matrix"][1]), &[0.35, 0.35]);
    assert_near(&numbers(&at["passive_force"]), &[-0.05, 0.0]);
    // Gravity on half a metre each, and 1·1·0.5·(v₁² or v₂² + 2 v₁ v₂).
    assert_near(&numbers(&at["bias_force"]), &[9.81 * 0.5, 9.81 * 0.5 + 0.125]);
    let acceleration = numbers(&at["acceleration"]);
    let (right_0, right_1) = (-0.05 - 4.905, 2.0 - 5.03);
    assert_near(&[1.7 * acceleration[0] + 0.35 * acceleration[1]], &[right_0]);
    assert_near(&[0.35 * acceleration[0] + 0.35 * acceleration[1]], &[right_1]);
    assert_near(&[at["kinetic_energy"].as_f64().unwrap()], &[0.5 * (1.7 * 0.25 - 2.0 * 0.35 * 0.5 + 0.35)]);
    assert_near(&[at["gravitational_energy"].as_f64().unwrap()], &[-9.81 * 1.5]);
    let frame = &at["frames"][0];
    assert_near(&numbers(&frame["position"]), &[0.0, 0.0, -1.0]);
    assert_near(&numbers(&frame["jacobian"][1]), &[1.0, 1.0]);
    assert_near(&numbers(&frame["jacobian"][3]), &[-1.0, 0.0]);
    let text = stiction(&["model", &path, "--at", &state]).stdout;
    for line in [
        "\n            velocity  force  passive   bias  acceleration\n",
        "\n  shoulder       1.7   0.35\n",
        "\nenergy          kinetic 0.2125 J, gravity -14.715 J\n",
        "\nframe lower, in world axes\n",
        "\n  vx        -1      0\n",
    ] {
        assert!(text.contains(line), "{line:?} is missing in\n{text}");
    }
}

#[test]
fn bad_files() {
    let good = file("model-bad", "good.urdf", PENDULUM);
    let wrong = file("model-bad", "wrong.urdf", PENDULUM.replace("<child link=\"lower\"/>", "<child link=\"lowr\"/>"));
    let state = file("model-bad", "state.json", "{\"velocity\": {\"elbw\": 1}}");
    let other = file("model-bad", "other.xml", "<sdf/>");
    let mujoco = file("model-bad", "mujoco.xml", "<mujoco/>");
    for (arguments, expected) in [
        (
            &["model", &wrong][..],
            format!(
                "error: {wrong}:13:35: <joint name=\"elbow\"> <child>.link: expected the name of a link, found 'lowr'; \
                 did you mean 'lower'?\n"
            ),
        ),
        (
            &["model", &good, "--at", &state],
            format!(
                "error: {state}:1:23: velocity.elbw: expected the name of a joint, found 'elbw'; did you mean 'elbow'?\n"
            ),
        ),
        (
            &["model", &other],
            format!(
                "error: {other}:1:1: <sdf>: expected <robot> (URDF) or <mujoco> (MJCF) as the root element, found \
                 <sdf>\n"
            ),
        ),
        (
            &["model", &mujoco, "--root", "free"],
            format!(
                "error: {mujoco}:1:1: <mujoco>: expected no choice of a root joint, since an MJCF file defines every \
                 joint, found one\n"
            ),
        ),
    ] {
        let run = stiction(arguments);
        assert_eq!((run.code, run.stdout.as_str(), run.stderr), (2, "", expected));
    }
    assert!(stiction(&["model", "no-such.urdf"]).stderr.contains("no-such.urdf: cannot be read"));
    assert!(stiction(&["model", &good, "--root", "glued"]).stderr.contains("possible values: fixed, free"));
}

#[test]
fn meshes_are_found_in_packages_above_the_file() {
    let text = r#"<robot name="r"><link name="l"><visual><geometry><mesh filename="package://arm/m.stl"/></geometry></visual>
<visual><geometry><mesh filename="package://leg/m.stl"/></geometry></visual></link></robot>"#;
    let path = file("model-mesh/arm/urdf", "r.urdf", text);
    file("model-mesh/arm", "m.stl", "");
    let answer = stiction(&["model", &path, "--json"]).json();
    let found = std::path::PathBuf::from(answer["geometries"][0]["file"].as_str().unwrap());
    assert!(found.is_file() && found.ends_with("arm/m.stl"), "{found:?}");
    assert_eq!(answer["geometries"][1]["file"], "package://leg/m.stl");
    let message = answer["notices"][0]["message"].as_str().unwrap();
    assert!(message.starts_with("mesh not found: expected the folder 'leg' of the package"), "{message}");
}
