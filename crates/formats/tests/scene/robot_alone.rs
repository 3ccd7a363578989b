//! Robots from their files alone, as scenes: where they stand, which of their bodies touch, and where their meshes are.

use std::fs;
use std::path::{Path, PathBuf};
use stiction_formats::{LoadedScene, RobotScene, RootJoint, SceneBundle, find_scene, read_scene};
use stiction_simulation::World;

const NOTHING: &[&str] = &[];

/// A folder within the one that tests run in, as a path from there.
fn folder(test: &str) -> PathBuf {
    let full: PathBuf = [env!("CARGO_TARGET_TMPDIR"), "robot-alone", test].iter().collect();
    let _ = fs::remove_dir_all(&full);
    fs::create_dir_all(&full).unwrap();
    let here = std::env::current_dir().unwrap();
    let shared = here.components().zip(full.components()).take_while(|(a, b)| a == b).count();
    let up = here.components().skip(shared).map(|_| Path::new(".."));
    up.collect::<PathBuf>().join(full.components().skip(shared).collect::<PathBuf>())
}

fn alone(file: &Path, on_ground: bool, settings: &[&str]) -> (SceneBundle, LoadedScene) {
    let robot = RobotScene { file: file.to_owned(), on_ground, hold: true, ..RobotScene::default() };
    robot.read(settings).unwrap_or_else(|error| panic!("{error}"))
}

fn told<'l>(loaded: &'l LoadedScene, words: &str) -> Vec<&'l str> {
    loaded.notices.iter().map(|notice| notice.message.as_str()).filter(|message| message.contains(words)).collect()
}

/// A link with a ball of a radius around its origin.
fn link(name: &str, radius: f64) -> String {
    format!(
        "<link name='{name}'><inertial><mass value='1'/><inertia ixx='0.1' iyy='0.1' izz='0.1'/></inertial>\
         <collision><geometry><sphere radius='{radius}'/></geometry></collision></link>\n"
    )
}

fn joint(parent: &str, child: &str, kind: &str, origin: &str) -> String {
    format!(
        "<joint name='{parent}-{child}' type='{kind}'><parent link='{parent}'/><child link='{child}'/>\
         <origin xyz='{origin}'/><axis xyz='0 1 0'/></joint>\n"
    )
}

/// A tetrahedron with legs of 1 m, in the order in which its faces look out.
const TETRAHEDRON: &str = "v 0 0 0\nv 1 0 0\nv 0 1 0\nv 0 0 1\nf 1 3 2\nf 1 2 4\nf 1 4 3\nf 2 3 4\n";

/// Meshes of an MJCF file are beside it, from wherever it is named; and a bundle finds them again without the files.
#[test]
fn meshes_of_a_robot_in_another_folder_are_found() {
    let place = folder("meshes");
    assert!(place.is_relative());
    fs::create_dir_all(place.join("robots/meshes")).unwrap();
    fs::write(place.join("robots/meshes/part.obj"), TETRAHEDRON).unwrap();
    let more = "<mujoco><asset><mesh name='part' file='part.obj'/></asset></mujoco>";
    fs::write(place.join("robots/more.xml"), more).unwrap();
    let robot = "<mujoco><compiler meshdir='meshes'/><include file='more.xml'/><worldbody><body name='a'><freejoint/>\
                 <geom type='mesh' mesh='part'/></body></worldbody></mujoco>";
    fs::write(place.join("robots/robot.xml"), robot).unwrap();
    let scene = "version = 1\n[[include]]\nfile = \"robots/robot.xml\"\n[[include]]\nfile = \"../meshes/robots/robot.xml\"\n\
                 prefix = \"b \"\nposition = [3, 0, 0]\n";
    fs::write(place.join("scene.toml"), scene).unwrap();

    let (bundle, loaded) = alone(&place.join("robots/robot.xml"), true, NOTHING);
    assert_eq!(loaded.scene.colliders.len(), 2);
    assert!((loaded.scene.model.mass() - 1000.0 / 6.0).abs() < 1e-9);
    let (included, both) = SceneBundle::read(&place.join("scene.toml"), NOTHING).unwrap();
    assert_eq!(both.scene.colliders.len(), 2);
    assert_eq!(read_scene(&place.join("scene.toml"), NOTHING).unwrap().scene.colliders.len(), 2);

    // A mesh of the scene's own is beside the scene as ever; one that is nowhere is named once.
    let own = "version = 1\n[[body]]\nname = \"a\"\ndensity = 1\nshape = { kind = \"mesh\", file = \"robots/meshes/part.obj\" }\n";
    fs::write(place.join("own.toml"), own).unwrap();
    assert!((read_scene(&place.join("own.toml"), NOTHING).unwrap().scene.model.mass() - 1.0 / 6.0).abs() < 1e-12);
    fs::write(
        place.join("robots/robot.xml"),
        robot.replace("<geom", "<inertial pos='0 0 0' mass='1' diaginertia='1 1 1'/><geom"),
    )
    .unwrap();
    fs::remove_file(place.join("robots/meshes/part.obj")).unwrap();
    let refused = read_scene(&place.join("scene.toml"), NOTHING).unwrap_err().to_string();
    let looked_for = place.join("robots/meshes/part.obj");
    assert!(refused.contains(&format!("geometry 'a.0': {}: ", looked_for.display())), "{refused}");

    fs::remove_dir_all(&place).unwrap();
    assert_eq!(bundle.load().unwrap().scene.colliders.len(), 2);
    assert_eq!(included.load().unwrap().scene.colliders.len(), 2);
}

/// A chain of three links, of which the first and the last overlap: they leave each other alone where that is asked for, which
/// it is of a robot alone.
#[test]
fn bodies_that_overlap_at_the_start_never_touch() {
    let place = folder("overlaps");
    let links = [link("a", 0.3), link("b", 0.05), link("c", 0.3)].concat();
    let joints = joint("a", "b", "continuous", "0.25 0 0") + &joint("b", "c", "continuous", "0.25 0 0");
    let file = place.join("chain.urdf");
    fs::write(&file, format!("<robot name='chain'>{links}{joints}</robot>")).unwrap();

    let (bundle, loaded) = alone(&file, true, NOTHING);
    let notices = told(&loaded, "overlap");
    let expected = "contacts between two bodies of the robot are disabled, because they overlap at the start: 'a' and \
                    'c' (100 mm)";
    assert_eq!(notices, [expected]);
    assert_eq!(bundle.load().unwrap().scene.filter, loaded.scene.filter);
    let mut world = World::new(loaded.scene).unwrap();
    let report = world.step().unwrap();
    assert_eq!((report.outcome.name(), report.penetration < 1e-9), ("solved", true), "{report:?}");
    assert!(report.events.is_empty(), "nothing is brought apart: {report:?}");
    assert!(world.state().velocity.iter().all(|speed| speed.abs() < 0.1), "{:?}", world.state());
    // It still touches the floor.
    assert!(!world.contacts().is_empty());

    let (_, touching) = alone(&file, true, &["include.robot.overlapping_never_touch=false"]);
    assert!(told(&touching, "overlap").is_empty());
    let mut world = World::new(touching.scene).unwrap();
    let report = world.step().unwrap();
    assert!(report.penetration > 0.09 && !report.events.is_empty(), "{report:?}");

    // In a scene it is as the scene says.
    let scene = |key: &str| {
        fs::write(place.join("scene.toml"), format!("version = 1\n[[include]]\nfile = \"chain.urdf\"\n{key}")).unwrap();
        read_scene(&place.join("scene.toml"), NOTHING).unwrap()
    };
    let never = |loaded: &LoadedScene| loaded.scene.filter.never.contains(&(1, 3));
    assert!(!never(&scene("")) && never(&scene("overlapping_never_touch = true\n")));
    // It is the pose that counts.
    fs::write(&file, fs::read_to_string(&file).unwrap().replace("0.25 0 0", "0.4 0 0")).unwrap();
    assert!(!never(&scene("overlapping_never_touch = true\n")));
    assert!(never(&scene("overlapping_never_touch = true\npositions = { a-b = 2.0 }\n")));
    fs::remove_dir_all(&place).unwrap();
}

/// A notice names the deepest of many pairs, and counts the others.
#[test]
fn many_overlaps_are_counted() {
    let place = folder("many");
    let mut text = link("l0", 0.4);
    for k in 1..6 {
        text += &link(&format!("l{k}"), 0.4);
        text += &joint(&format!("l{}", k - 1), &format!("l{k}"), "continuous", "0.1 0 0");
    }
    fs::write(place.join("robot.urdf"), format!("<robot name='r'>{text}</robot>")).unwrap();
    let (_, loaded) = alone(&place.join("robot.urdf"), false, NOTHING);
    let notices = told(&loaded, "overlap");
    // Of 15 pairs, 5 are neighbours.
    assert!(notices[0].starts_with(
        "contacts between 10 pairs of bodies of the robot are disabled, because they overlap at the start: \
         'l0' and 'l2' "
    ));
    assert!(notices[0].contains(" (600 mm), ") && notices[0].ends_with(", and 5 more"), "{notices:?}");
    fs::remove_dir_all(&place).unwrap();
}

/// A robot that its file fixes to the world is run like any other, where the file has it.
#[test]
fn a_robot_on_the_world_stays_there() {
    let place = folder("world");
    let file = place.join("arm.urdf");
    let arm = |height: &str| {
        let links = "<link name='world'/>".to_owned() + &link("base", 0.1) + &link("arm", 0.1) + &link("tip", 0.1);
        let joints = joint("arm", "tip", "fixed", "0.5 0 0")
            + &joint("world", "base", "fixed", height)
            + &joint("base", "arm", "continuous", "0.5 0 0");
        fs::write(&file, format!("<robot name='arm'>\n{links}{joints}</robot>")).unwrap();
    };
    let floor = |loaded: &LoadedScene| {
        let world = World::new(loaded.scene.clone()).unwrap();
        let floor = loaded.scene.model.find_body("floor").unwrap();
        let base = loaded.scene.model.find_body("base").unwrap();
        [floor, base].map(|body| world.bodies()[body.index()].position.z)
    };
    for (height, settings, expected) in [
        ("0 0 0.5", NOTHING, [0.0, 0.5]),
        ("0 0 0.1", NOTHING, [0.0, 0.1]),
        ("0 0 -0.5", NOTHING, [-0.6, -0.5]),
        // The forearm hangs down.
        ("0 0 0.2", &["include.robot.positions={base-arm=1.5707963267948966}"], [-0.4, 0.2]),
        // It is set down if a setting insists.
        ("0 0 0.5", &["include.robot.on_ground=true"], [0.0, 0.1]),
    ] {
        arm(height);
        let (_, loaded) = alone(&file, true, settings);
        let found = floor(&loaded);
        assert!(
            (found[0] - expected[0]).abs() < 1e-12 && (found[1] - expected[1]).abs() < 1e-12,
            "{height}: {found:?}"
        );
        let notices = told(&loaded, "the robot stays fixed where its file places it and is not set down on the floor");
        let insisted = settings.iter().any(|setting| setting.contains("on_ground"));
        assert_eq!(notices.len(), usize::from(!insisted), "{:?}", loaded.notices);
        assert!(loaded.notices.iter().all(|notice| !notice.message.contains("set down") || notice.position.line == 2));
        assert_eq!(told(&loaded, "; the floor is at z = ").len(), usize::from(expected[0] < 0.0));
        let mut world = World::new(loaded.scene).unwrap();
        let report = world.step().unwrap();
        assert_eq!((report.outcome.name(), report.penetration < 1e-9), ("solved", true), "{height}: {report:?}");
    }
    // What contradicts the file is refused by the option's name.
    let find = |root, name: &str| {
        let robot = RobotScene { root: Some(root), on_ground: true, ..RobotScene::default() };
        find_scene(name, NOTHING, robot, |field| format!("--{field}")).map(|(_, loaded)| loaded)
    };
    let name = file.display().to_string();
    assert_eq!(told(&find(RootJoint::Fixed, &name).unwrap(), "not set down").len(), 1);
    let refused = find(RootJoint::Free, &name).unwrap_err().to_string();
    let expected = format!(
        "--root free: expected 'fixed' or no choice, since the root link of the file is the world ({name}:2:1), found \
         'free'"
    );
    assert_eq!(refused, expected);
    fs::remove_dir_all(&place).unwrap();
}

/// A pose leads somewhere, whoever gives it.
#[test]
fn a_pose_out_of_this_world_is_refused() {
    let place = folder("pose");
    let file = place.join("two.urdf");
    let joints = joint("a", "b", "continuous", "1 0 0");
    fs::write(&file, format!("<robot name='two'>{}{}{joints}</robot>", link("a", 0.1), link("b", 0.1))).unwrap();
    let srdf =
        "<robot name='two'><group_state name='far' group='g'><joint name='a-b' value='1e300'/></group_state></robot>";
    fs::write(place.join("two.srdf"), srdf).unwrap();
    fs::write(place.join("far.json"), "{\"configuration\": {\"a-b\": 1e300}}").unwrap();
    let refused = |pose: &str| {
        let robot = RobotScene { file: file.clone(), pose: Some(pose.to_owned()), ..RobotScene::default() };
        robot.read(NOTHING).unwrap_err().to_string()
    };
    let found = refused("far");
    assert!(
        found.ends_with(": include.robot.pose: expected numbers from -1e15 to 1e15, found 1e300 at joint 'a-b'"),
        "{found}"
    );
    let found = refused(&place.join("far.json").display().to_string());
    assert!(
        found.ends_with("far.json:1:27: configuration.a-b: expected a number from -1e15 to 1e15, found 1e300"),
        "{found}"
    );
    fs::remove_dir_all(&place).unwrap();
}
