//! Every fault of a scene file or a setting is an error that names the line, the field and what was expected.

use super::reference::{Arm, all_keys};
use stiction_formats::SceneFile;

/// What is wrong with the reference scene when one text in it stands for another. Lines count from that of the text, so
/// that the page may grow.
fn message(old: &str, new: &str) -> String {
    let good = all_keys();
    let start = 1 + good[..good.find(old).unwrap()].matches('\n').count();
    let found = refusal(&good.replacen(old, new, 1), &[]);
    let mut parts = found.splitn(3, ':');
    match (parts.next(), parts.next().and_then(|line| line.parse::<usize>().ok()), parts.next()) {
        (Some(file), Some(line), Some(rest)) => format!("{file}:{:+}:{rest}", line as i64 - start as i64),
        _ => found,
    }
}

fn refusal(text: &str, settings: &[&str]) -> String {
    let scene = SceneFile::parse("s.toml", text.as_bytes(), settings).and_then(|file| file.resolve("s", &mut Arm));
    scene.err().map_or("no error".to_owned(), |error| error.to_string())
}

#[test]
fn every_fault_names_its_place() {
    let mut wrong = Vec::new();
    for (old, new, expected) in FAULTS {
        let found = message(old, new);
        if found != *expected {
            wrong.push(format!("    ({old:?}, {new:?}, {found:?}),"));
        }
    }
    assert!(wrong.is_empty(), "\n{}", wrong.join("\n"));
}

#[test]
fn a_name_that_is_taken_leads_to_the_one_before() {
    let text = "version = 1\n[[body]]\nname = \"a\"\nmass = 1\n[[body]]\nname = \"a\"\nmass = 1\n";
    let expected = "s.toml:6:8: body.a.name: expected each name once, found 'a' again, as on line 3";
    assert_eq!(refusal(text, &[]), expected);
}

/// What gives way does not give back: said where the last word on it stands.
#[test]
fn a_material_that_contradicts_itself_is_refused_with_its_place() {
    let text = "version = 1\n[material.default]\nfriction = 0.1\nrestitution = 0.5\n[material.soft]\nstiffness = 1e6\n";
    let rest = "expected a restitution of 0 for compliant contacts (finite stiffness), or an infinite stiffness; found \
                restitution 0.5 and stiffness";
    let expected = format!("s.toml:6:13: material.soft.stiffness: {rest} 2000000 between default and soft");
    assert_eq!(refusal(text, &[]), expected);
    let (bouncing, _) = text.split_once("[material.soft]").unwrap();
    let set = "material.default.stiffness=1e6";
    let expected = format!("--set {set}:1:28: material.default.stiffness: {rest} 1000000 between default and default");
    assert_eq!(refusal(bouncing, &[set]), expected);
    let pair = "[[material_pair]]\nbetween = [\"soft\", \"default\"]\nstiffness = inf\n";
    assert_eq!(refusal(&format!("{text}{pair}"), &[]), "no error");
    let pair = "[[material_pair]]\nbetween = [\"soft\", \"default\"]\nrestitution = 0.25\n";
    let found = refusal(&format!("{text}{pair}"), &[]);
    assert!(found.starts_with("s.toml:9:15: material_pair[0].restitution: expected a restitution of 0"), "{found}");
    let set = ["stepper.scheme=acceleration"];
    let expected = "s.toml:6:13: material.soft.stiffness: expected no finite stiffness with the scheme 'acceleration', found \
         1000000";
    assert_eq!(refusal(text, &set), expected);
}

#[test]
fn a_point_that_would_turn_is_refused_with_what_it_needs() {
    let text = "version = 1\n[[body]]\nname = \"q\"\nmass = 1\n";
    let expected = "s.toml:2:1: body.q: body 'q': a point mass has no rotational inertia for joint 'q': expected \
                    'inertia', a solid shape, or a joint without that rotation";
    assert_eq!(refusal(text, &[]), expected);
}

#[test]
fn every_faulty_setting_names_its_place() {
    let mut wrong = Vec::new();
    for (setting, expected) in SETTINGS {
        let found = refusal(all_keys(), &[setting]);
        if found != *expected {
            wrong.push(format!("    ({setting:?}, {found:?}),"));
        }
    }
    assert!(wrong.is_empty(), "\n{}", wrong.join("\n"));
}

/// A text of the reference scene, what stands in its place, and the message.
const FAULTS: &[(&str, &str, &str)] = &[
    (
        "version = 1",
        "version = 2",
        "s.toml:+0:11: version: expected version 1 of the format, found 2; a newer version of the program may read it",
    ),
    ("version = 1", "version = 0", "s.toml:+0:11: version: expected version 1 of the format, found 0"),
    ("version = 1", "", "s.toml:-1:1: expected 'version', found no such key"),
    ("version = 1", "version = \"1\"", "s.toml:+0:11: version: expected the number of a version, found \"1\""),
    ("version = 1", "version = 1\nversion = 1", "s.toml:+1:1: not valid TOML: duplicate key"),
    ("gravity = [0", "gravty = [0", "s.toml:+0:1: unknown key 'gravty'; did you mean 'gravity'?"),
    ("[0, 0, -9.81]", "[0, 0, nan]", "s.toml:+0:18: gravity[2]: expected a number from -1e6 to 1e6, found nan"),
    ("[0, 0, -9.81]", "[0, -9.81]", "s.toml:+0:11: gravity: expected three numbers [x, y, z], found a list of 2"),
    ("[0, 0, -9.81]", "-9.81", "s.toml:+0:11: gravity: expected three numbers [x, y, z], found -9.81"),
    ("duration = 2.0", "duration = -1", "s.toml:+0:12: duration: expected a number of seconds from 0 to 1e9, found -1"),
    (
        "duration = 2.0",
        "duration = inf",
        "s.toml:+0:12: duration: expected a number of seconds from 0 to 1e9, found inf",
    ),
    (
        "duration = 2.0",
        "duration = \"long\"",
        "s.toml:+0:12: duration: expected a number of seconds from 0 to 1e9, found \"long\"",
    ),
    (
        "duration = 2.0",
        "duration = 1979-05-27",
        "s.toml:+0:12: duration: expected a number of seconds from 0 to 1e9, found a date",
    ),
    ("duration = 2.0", "duration = ", "s.toml:+0:12: expected a value; strings are written in quotes"),
    ("duration = 2.0", "duration = 2..0", "s.toml:+0:14: not valid TOML: invalid fraction, expected digits"),
    (
        "redundant = false",
        "redundant = true",
        "s.toml:+0:13: redundant: forces, motions and motors of joints cannot be expressed in redundant coordinates",
    ),
    ("redundant = false", "redundant = 1", "s.toml:+0:13: redundant: expected true or false, found 1"),
    (
        "[\"crank\", \"rocker\"]",
        "[\"crank\", \"roker\"]",
        "s.toml:+0:26: never_touch[0][1]: unknown body 'roker'; did you mean 'rocker'?",
    ),
    (
        "[\"crank\", \"rocker\"]",
        "[\"crank\"]",
        "s.toml:+0:16: never_touch[0]: expected a pair of names of bodies, found a list of 1",
    ),
    (
        "time_step = 1e-3",
        "time_step = 0",
        "s.toml:+0:13: stepper.time_step: expected a number of seconds above zero, at most 1000, found 0",
    ),
    (
        "time_step = 1e-3",
        "time_step = nan",
        "s.toml:+0:13: stepper.time_step: expected a number of seconds above zero, at most 1000, found nan",
    ),
    ("time_step = 1e-3", "timestep = 1e-3", "s.toml:+0:1: stepper: unknown key 'timestep'; did you mean 'time_step'?"),
    (
        "\"stewart-trinkle\"",
        "\"stewart-trinkel\"",
        "s.toml:+0:10: stepper.scheme: unknown scheme 'stewart-trinkel'; did you mean 'stewart-trinkle'?",
    ),
    (
        "\"energy-consistent\"",
        "\"elastic\"",
        "s.toml:+0:14: stepper.impact_law: unknown impact law 'elastic'; expected one of newton, poisson, energy-consistent",
    ),
    (
        "method = \"auto\"",
        "method = \"nsg\"",
        "s.toml:+0:10: stepper.method: unknown method 'nsg'; did you mean 'nsgs'?",
    ),
    (
        "tolerance = 1e-9",
        "tolerance = 0",
        "s.toml:+0:13: stepper.tolerance: expected a number between 0 and 1, found 0",
    ),
    (
        "iteration_limit = 10000",
        "iteration_limit = 1.5",
        "s.toml:+0:19: stepper.iteration_limit: expected a whole number from 1 to 1000000000, found 1.5",
    ),
    (
        "damping = 1e-3, restarts",
        "damping = -1, restarts",
        "s.toml:+0:35: stepper.levenberg_marquardt.damping: expected a number, 0 or more, found -1",
    ),
    (
        "damping = 1e-3, restarts",
        "dampening = 1e-3, restarts",
        "s.toml:+0:25: stepper.levenberg_marquardt: unknown key 'dampening'; did you mean 'damping'?",
    ),
    ("facets = 8", "facets = 2", "s.toml:+0:10: stepper.facets: expected a whole number from 3 to 64, found 2"),
    (
        "failure = \"next\"",
        "failure = \"retry\"",
        "s.toml:+0:11: stepper.failure: unknown failure policy 'retry'; expected one of stop, next, { accept = 1e-6 }",
    ),
    (
        "failure = \"next\"",
        "failure = { acept = 1 }",
        "s.toml:+0:13: stepper.failure: unknown key 'acept'; did you mean 'accept'?",
    ),
    (
        "prox_scaling = \"contact\"",
        "prox_scaling = -1",
        "s.toml:+0:16: stepper.prox_scaling: expected a number above zero, at most 1e15, found -1",
    ),
    ("alignment = \"slip\"", "alignment = true", "s.toml:+0:13: stepper.alignment: expected a string, found true"),
    (
        "restitution = 0.0 ",
        "restitution = 1.5 ",
        "s.toml:+0:15: material.default.restitution: expected a number from 0 to 1, found 1.5",
    ),
    (
        "friction = 0.5 ",
        "frction = 0.5 ",
        "s.toml:+0:1: material.default: unknown key 'frction'; did you mean 'friction'?",
    ),
    (
        "stiffness = inf ",
        "stiffness = 0 ",
        "s.toml:+0:13: material.default.stiffness: expected a number of at least 1e-6 N/m, or inf, found 0",
    ),
    (
        "stiffness = inf ",
        "stiffness = 'hard' ",
        "s.toml:+0:13: material.default.stiffness: expected a number of at least 1e-6 N/m, or inf, found \"hard\"",
    ),
    (
        "friction = 0.02",
        "friction = -0.02",
        "s.toml:+0:12: material.ice.friction: expected a number from 0 to 1e15, found -0.02",
    ),
    (
        "between = [\"ice\", \"default\"]",
        "between = [\"ice\", \"defalt\"]",
        "s.toml:+0:19: material_pair[0].between[1]: unknown material 'defalt'; did you mean 'default'?",
    ),
    ("[[fixed]]", "[fixed]", "s.toml:+0:1: fixed: expected tables [[fixed]], found a table"),
    (
        "shape = { kind = \"plane\" }",
        "shape = { kind = \"plan\" }",
        "s.toml:+0:18: fixed.floor.shape.kind: unknown kind of shape 'plan'; did you mean 'plane'?",
    ),
    ("shape = { kind = \"plane\" }", "", "s.toml:-3:1: fixed.floor: expected 'shape', found no such key"),
    (
        "material = \"ice\"\nshape",
        "material = \"icy\"\nshape",
        "s.toml:+0:12: fixed.floor.material: unknown material 'icy'; did you mean 'ice'?",
    ),
    ("name = \"crate\"", "name = \"world\"", "s.toml:+0:8: body.world.name: the name 'world' is already in use"),
    (
        "name = \"crate\"",
        "name = \"\"",
        "s.toml:+0:8: body[0].name: expected a name of 1 to 200 characters on one line, found \"\"",
    ),
    ("name = \"crate\"", "", "s.toml:-1:1: body[0]: expected 'name', found no such key"),
    (
        "parent = \"world\"",
        "parent = \"wrld\"",
        "s.toml:+0:10: body.crate.parent: unknown body 'wrld'; did you mean 'world'?",
    ),
    ("parent = \"crank\"", "parent = \"coupler\"", "s.toml:+0:10: body.coupler.parent: 'coupler' is its own ancestor"),
    (
        "parent = \"crank\"\nposition = [0.4, 0, 0]",
        "parent = \"crank\"\nvelocity = [1, 0, 0]",
        "s.toml:+1:12: body.coupler.velocity: expected no such key, since the body is not free; the velocity of a \
         joint belongs in the table of the joint",
    ),
    (
        "joint = \"free\"",
        "joint = \"fre\"",
        "s.toml:+0:9: body.crate.joint: unknown kind of joint 'fre'; did you mean 'free'?",
    ),
    (
        "joint = \"free\"",
        "joint = \"revolute\"",
        "s.toml:+0:9: body.crate.joint: expected a table with an axis: { kind = \"revolute\", axis = [0, 0, 1] }",
    ),
    (
        "joint = \"free\"",
        "joint = 3",
        "s.toml:+0:9: body.crate.joint: expected the kind of a joint, a table { kind = … } or a list of 1 to 6 such tables, found 3",
    ),
    (
        "{ rpy_deg = [0, 0, 30] }",
        "[1e15, 0, 0, 0]",
        "s.toml:+0:15: body.crate.orientation: expected a quaternion of length 1, found one of length 1e15",
    ),
    (
        "{ rpy_deg = [0, 0, 30] }",
        "[0, 0, 0, 0]",
        "s.toml:+0:15: body.crate.orientation: expected a quaternion of length 1, found one of length 0",
    ),
    (
        "{ rpy_deg = [0, 0, 30] }",
        "{ axis = [0, 0, 0], angle_deg = 3 }",
        "s.toml:+0:24: body.crate.orientation.axis: expected a direction, found a vector of length zero",
    ),
    (
        "{ rpy_deg = [0, 0, 30] }",
        "{ axis = [0, 0, 1] }",
        "s.toml:+0:15: body.crate.orientation: expected 'angle_deg' or 'angle'",
    ),
    (
        "{ rpy_deg = [0, 0, 30] }",
        "\"up\"",
        "s.toml:+0:15: body.crate.orientation: expected a quaternion [w, x, y, z], { axis = [x, y, z], angle_deg = … } or { rpy_deg = [roll, pitch, yaw] }, found \"up\"",
    ),
    ("mass = 12.0", "mass = -12.0", "s.toml:+0:8: body.crate.mass: expected a number from 0 to 1e15, found -12"),
    (
        "mass = 12.0",
        "mass = 12.0\ndensity = 1",
        "s.toml:-18:1: body.crate: expected either 'mass' or 'density', found both",
    ),
    ("mass = 12.0", "", "s.toml:-18:1: body.crate: expected 'mass' or 'density', found neither"),
    ("mass = 12.0", "mass = 1e300", "s.toml:+0:8: body.crate.mass: expected a number from 0 to 1e15, found 1e300"),
    (
        "inertia = [0.2, 0.2, 0.2]",
        "inertia = [0.2, 0.2]",
        "s.toml:+0:11: body.crate.inertia: expected three moments [xx, yy, zz] or six [xx, yy, zz, xy, xz, yz], found a list of 2",
    ),
    (
        "size = [0.3, 0.3, 0.3]",
        "size = [0.3, 0.3, 0]",
        "s.toml:+0:43: body.crate.shape.size[2]: expected a length from 1e-9 to 1e9 m, found 0",
    ),
    (
        "size = [0.3, 0.3, 0.3]",
        "size = [0.3, 0.3, 1e12]",
        "s.toml:+0:43: body.crate.shape.size[2]: expected a length from 1e-9 to 1e9 m, found 1e12",
    ),
    (
        "size = [0.3, 0.3, 0.3]",
        "radius = 1",
        "s.toml:+0:25: body.crate.shape: unknown key 'radius'; expected one of kind, name, position, orientation, material, groups, collides_with, size",
    ),
    (
        "kind = \"box\", size = [0.3, 0.3, 0.3]",
        "kind = \"cylinder\", radius = 1",
        "s.toml:+0:9: body.crate.shape: expected 'length', found no such key",
    ),
    (
        "kind = \"box\", size = [0.3, 0.3, 0.3]",
        "kind = \"heightfield\", size = [1, 1], heights = [[0, 1], [0]]",
        "s.toml:+0:67: body.crate.shape.heights[1]: expected 2 heights as in the first row, found 1",
    ),
    (
        "kind = \"box\", size = [0.3, 0.3, 0.3]",
        "kind = \"heightfield\", size = [1, 1], heights = [[0], [0]]",
        "s.toml:+0:58: body.crate.shape.heights: expected at least two rows of at least two heights, found a list of 2",
    ),
    (
        "kind = \"box\", size = [0.3, 0.3, 0.3]",
        "kind = \"hull\", points = [[0,0,0],[1,0,0],[0,1,0],[1,1,0]]",
        "s.toml:+0:9: body.crate.shape: points: expected points not all in one plane: found a volume of -0e0 m³",
    ),
    (
        "position = [2, 0, 1]",
        "position = [2, 0, 1e12]",
        "s.toml:+0:19: body.crate.position[2]: expected a number from -1e9 to 1e9, found 1e12",
    ),
    (
        "count = [3, 2, 1]",
        "count = [3, 2, 0]",
        "s.toml:+0:27: body.ball.repeat.count[2]: expected a whole number from 1 to 100000, found 0",
    ),
    (
        "count = [3, 2, 1]",
        "count = [99999, 99999, 99999]",
        "s.toml:+0:20: body.ball.repeat.count: expected at most 100000 bodies, found [99999, 99999, 99999]",
    ),
    (
        "count = [3, 2, 1]",
        "count = [1e30, 1, 1]",
        "s.toml:+0:21: body.ball.repeat.count[0]: expected a whole number from 1 to 100000, found 1e30",
    ),
    (
        "step = [0.3, 0.3, 0.3]",
        "step = [0.3, 0, 0.3]",
        "s.toml:+0:38: body.ball.repeat.step: expected a step other than zero along y, since the body is repeated \
         along it",
    ),
    (
        "count = 6, axis = [0, 0, 1]",
        "count = 6, axis = [0, 0, 0]",
        "s.toml:+0:30: body.peg.repeat.axis: expected a direction, found a vector of length zero",
    ),
    (
        "turn_deg = 60 }",
        "turn_dg = 60 }",
        "s.toml:+0:61: body.peg.repeat: unknown key 'turn_dg'; did you mean 'turn_deg'?",
    ),
    (", turn_deg = 60 }", " }", "s.toml:+0:10: body.peg.repeat: expected 'turn_deg' or 'turn'"),
    (
        "pose = \"zero\"",
        "pose = \"stand\"",
        "s.toml:+0:8: include[0].pose: expected one of zero, or a file that ends in .json, found 'stand'",
    ),
    ("pose = \"zero\"", "pose = \"stand.json\"", "s.toml:+0:8: include[0].pose: stand.json: not on the page"),
    (
        "hold = false",
        "hold = 3",
        "s.toml:+0:8: include[0].hold: expected true, false or a table { frequency = … }, found 3",
    ),
    (
        "hold = false",
        "hold = { frequency = -1 }",
        "s.toml:+0:22: include[0].hold.frequency: expected a number above zero, at most 1e15, found -1",
    ),
    (
        "on_ground = false",
        "on_ground = \"yes\"",
        "s.toml:+0:13: include[0].on_ground: expected true or false, found \"yes\"",
    ),
    (
        "stiffness = 20.0 ",
        "stifness = 20.0 ",
        "s.toml:+0:1: motor[0]: unknown key 'stifness'; did you mean 'stiffness'?",
    ),
    (
        "stiffness = 20.0 ",
        "stiffness = -20.0 ",
        "s.toml:+0:13: motor[0].stiffness: expected a number from 0 to 1e15, found -20",
    ),
    (
        "stiffness = 20.0 ",
        "stiffness = 0.0 ",
        "s.toml:-3:12: motor[0].position: expected 'stiffness' or 'frequency' above zero beside it",
    ),
    ("damping = 2.0 ", "damping = 0.0 ", "s.toml:-3:12: motor[0].velocity: expected 'damping' above zero beside it"),
    (
        "limits = [-30, 30]",
        "limits = [10, 30]",
        "s.toml:+0:10: motor[0].limits: expected a range that includes zero, found [10, 30]",
    ),
    ("joint = \"left elbow\"", "joint = \"elbow\"", "s.toml:+0:9: motor[1].joint: unknown joint 'elbow'"),
    (
        "frequency = 5.0  ",
        "stiffness = 1\nfrequency = 5.0  ",
        "s.toml:+0:13: motor[1].stiffness: expected either 'frequency', or 'stiffness' and 'damping', found both",
    ),
    (
        "frequency = 5.0                   # Hz\ndamping_ratio = 1.0 ",
        "damping = 1.0",
        "s.toml:-2:1: motor[1]: expected 'position', 'velocity', 'force', 'stiffness' or 'frequency', found none of them",
    ),
    ("jitter = 0.01", "jiter = 0.01", "s.toml:+0:55: body.ball.repeat: unknown key 'jiter'; did you mean 'jitter'?"),
    (
        "axis = [0, -1, 0]\nanchor",
        "axis = [0, 0, 0]\nanchor",
        "s.toml:+0:8: body.crank.joint.axis: expected a direction, found a vector of length zero",
    ),
    ("axis = [0, -1, 0]\nanchor", "anchor", "s.toml:-4:1: body.crank.joint: expected 'axis', found no such key"),
    (
        "limits_deg = [-720, 720]",
        "limits_deg = [720, -720]",
        "s.toml:+0:14: body.crank.joint.limits_deg: expected the lowest first, found [720, -720]",
    ),
    (
        "position_deg = 90 ",
        "position_deg = 90\nposition = 1 ",
        "s.toml:+0:16: body.crank.joint.position_deg: expected either 'position' or 'position_deg', found both",
    ),
    (
        "damping = 0.01",
        "damping = -0.01",
        "s.toml:+0:11: body.crank.joint.damping: expected a number from 0 to 1e15, found -0.01",
    ),
    (
        "name = \"motor\"",
        "name = \"coupler\"",
        "s.toml:+22:9: body.coupler.joint: joint 'coupler': the name is already in use: expected each name once",
    ),
    (
        "kind = \"revolute\"   ",
        "kind = \"ball\"   ",
        "s.toml:+0:8: body.crank.joint.kind: unknown kind of joint 'ball'; expected one of free, fixed, revolute, prismatic, screw, cylindrical, universal, spherical, planar",
    ),
    (
        "name = \"across\", kind",
        "name = \"along\", kind",
        "s.toml:+0:5: body.slider.joint.along: joint 'along': the name is already in use: expected each name once",
    ),
    (
        "{ name = \"along\", kind = \"prismatic\", axis = [1, 0, 0] }",
        "{ name = \"along\", kind = \"free\" }",
        "s.toml:+0:5: body.slider.joint.along: a free joint cannot be stacked with other joints",
    ),
    (
        "first = { body = \"coupler\"",
        "first = { body = \"copler\"",
        "s.toml:+0:18: loop.pin.first.body: unknown body 'copler'; did you mean 'coupler'?",
    ),
    ("name = \"pin\"", "", "s.toml:-1:1: loop[0]: expected 'name', found no such key"),
    (
        "kind = \"revolute\"\nfirst",
        "kind = \"distance\"\nfirst",
        "s.toml:-2:1: loop.pin: expected 'distance', found no such key",
    ),
    (
        "second = { body = \"rocker\"",
        "second = { body = \"coupler\"",
        "s.toml:-4:1: loop.pin: constraint 'pin': expected two bodies that can move relative to each other",
    ),
    (
        "follower = \"across\"",
        "follower = \"acros\"",
        "s.toml:+0:12: coupling.gear.follower: unknown joint 'acros'; did you mean 'across'?",
    ),
    (
        "leader = \"along\"",
        "leader = \"figure\"",
        "s.toml:-3:1: coupling.gear: constraint 'gear': joint 'figure': expected one degree of freedom, found 6",
    ),
    ("file = \"arm.urdf\"", "", "s.toml:-1:1: include[0]: expected 'file', found no such key"),
    ("root = \"fixed\"", "root = \"fre\"", "s.toml:+0:8: include[0].root: unknown root 'fre'; did you mean 'free'?"),
    (
        "positions = { elbow = 0.5 }",
        "positions = { elbw = 0.5 }",
        "s.toml:+0:15: include[0].positions.elbw: unknown joint 'elbw'; did you mean 'elbow'?",
    ),
    (
        "positions = { elbow = 0.5 }",
        "positions = { elbow = [1, 2] }",
        "s.toml:+0:15: include[0].positions.elbow: expected 1 number, found 2",
    ),
    (
        "prefix = \"left \"",
        "prefix = \"\"\nname = \"x\"\nangle = 3",
        "s.toml:+2:1: include.x: unknown key 'angle'; expected one of name, file, prefix, root, position, orientation, material, groups, collides_with, overlapping_never_touch, lenient, pose, on_ground, hold, positions, velocities",
    ),
    (
        "body = \"crate\"\npoint",
        "body = \"crat\"\npoint",
        "s.toml:+0:8: force[0].body: unknown body 'crat'; did you mean 'crate'?",
    ),
    (
        "kind = \"sine\", amplitude = 1.0, frequency = 2.0",
        "kind = \"table\", points = [[0, 1], [0, 2]]",
        "s.toml:+0:10: force[0].factor: expected times that increase",
    ),
    (
        "kind = \"sine\", amplitude = 1.0, frequency = 2.0",
        "kind = \"sinus\"",
        "s.toml:+0:19: force[0].factor.kind: unknown kind of schedule 'sinus'; did you mean 'sine'?",
    ),
    ("from = 0.5 ", "from = 5 ", "s.toml:-8:1: force[0]: expected 'until' after 'from', found 1.5 and 5"),
    ("until = 1.5 ", "until = 1e-300 ", "s.toml:-9:1: force[0]: expected 'until' after 'from', found 1e-300 and 0.5"),
    (
        "limits_deg = [-720, 720]",
        "limits = [1e-300, -1e15]",
        "s.toml:+0:10: body.crank.joint.limits: expected the lowest first, found [1e-300, -1e15]",
    ),
    (
        "joint = \"motor\"\nfreedom = 0",
        "joint = \"motr\"\nfreedom = 0",
        "s.toml:+0:9: force[1].joint: unknown joint 'motr'; did you mean 'motor'?",
    ),
    ("freedom = 0 ", "freedom = 1 ", "s.toml:-1:9: force[1].joint: expected a degree of freedom below 1, found 1"),
    (
        "joint = \"along\"\nposition",
        "joint = \"crate\"\nposition",
        "s.toml:+0:9: motion[0].joint: a free joint has no scalar coordinate to prescribe",
    ),
    (
        "body = \"crate\"\npoint",
        "body = \"world\"\npoint",
        "s.toml:+0:8: force[0].body: expected a body that can move, found 'world', which is fixed",
    ),
    (
        "body = \"crate\"\npoint",
        "body = \"floor\"\npoint",
        "s.toml:+0:8: force[0].body: expected a body that can move, found 'floor', which is fixed",
    ),
    (
        "kind = \"box\", size = [0.3, 0.3, 0.3]",
        "kind = \"mesh\", file = \"none.obj\"",
        "s.toml:+0:33: body.crate.shape.file: none.obj: not on the page",
    ),
    (
        "version = 1",
        "version = 1e300",
        "s.toml:+0:11: version: expected version 1 of the format, found 1e300; a newer version of the program may read it",
    ),
    ("every = 10", "every = 0", "s.toml:+0:9: record.every: expected a whole number from 1 to 1000000000, found 0"),
    (
        "target = [0, 0, 0.5]",
        "target = [0, 0, 0.5",
        "s.toml:+3:1: not valid TOML: missing comma between array elements, expected `,`",
    ),
    (
        "groups = [\"figures\"]",
        "groups = \"figures\"",
        "s.toml:+0:10: body.figure.shape.trunk.groups: expected a list, found \"figures\"",
    ),
];

/// A setting and the message.
const SETTINGS: &[(&str, &str)] = &[
    ("stepper.tim_step=1", "--set stepper.tim_step=1:1:9: stepper: unknown key 'tim_step'; did you mean 'time_step'?"),
    (
        "stepper.time_step=0",
        "--set stepper.time_step=0:1:19: stepper.time_step: expected a number of seconds above zero, at most 1000, found 0",
    ),
    ("steper.time_step=1", "--set steper.time_step=1:1:1: unknown key 'steper'; did you mean 'stepper'?"),
    (
        "material.defalt.friction=0.3",
        "--set material.defalt.friction=0.3:1:10: material: unknown key 'defalt'; did you mean 'default'?",
    ),
    (
        "material.default.friction=-1",
        "--set material.default.friction=-1:1:27: material.default.friction: expected a number from 0 to 1e15, found -1",
    ),
    (
        "body.crat.velocity=[1,0,0]",
        "--set body.crat.velocity=[1,0,0]:1:6: body: unknown entry 'crat'; did you mean 'crate'?",
    ),
    (
        "body.crate.velocity=[1,0]",
        "--set body.crate.velocity=[1,0]:1:21: body.crate.velocity: expected three numbers [x, y, z], found a list of 2",
    ),
    (
        "body.crate.joint.axis=[1,0,0]",
        "--set body.crate.joint.axis=[1,0,0]:1:18: body.crate.joint: expected a table or a list, found \"free\"",
    ),
    ("duration", "--set duration:1:1: expected key.path=value, found no '='"),
    ("duration=", "--set duration=:1:10: expected a value; strings are written in quotes"),
    ("=3", "--set =3:1:1: expected key.path=value, found an empty key"),
    ("duration=[1", "--set duration=[1:1:12: not valid TOML: unclosed array, expected `]`"),
    ("stepper..x=1", "--set stepper..x=1:1:9: expected key.path=value, found an empty key"),
    (
        "body.figure.velocity.0=1",
        "--set body.figure.velocity.0=1:1:13: body.figure: the file has no 'velocity', so one entry of it cannot be \
         set: set the whole list",
    ),
    ("body.99.mass=1", "--set body.99.mass=1:1:6: body: unknown entry '99'"),
    ("name.first=3", "--set name.first=3:1:6: name: expected a table or a list, found \"reference\""),
    ("duration=nan", "--set duration=nan:1:10: duration: expected a number of seconds from 0 to 1e9, found nan"),
    ("stepper.method=nsg", "--set stepper.method=nsg:1:16: stepper.method: unknown method 'nsg'; did you mean 'nsgs'?"),
    (
        "body.crate.shape.radius=1",
        "--set body.crate.shape.radius=1:1:18: body.crate.shape: unknown key 'radius'; expected one of kind, name, position, orientation, material, groups, collides_with, size",
    ),
];
