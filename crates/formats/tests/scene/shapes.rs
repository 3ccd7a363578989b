//! Shapes of every kind: the masses that they enclose, and that they touch.

use std::path::Path;
use stiction_formats::{FormatError, LoadedScene, Robot, RobotState, RootJoint, SceneFile, SceneFiles, TriangleMesh};
use stiction_multibody::Inertia;
use stiction_simulation::World;

/// A mesh of a cube with edges of one, about its middle. Of `hole.obj` the lid is missing, of `mixed.obj` it faces the wrong
/// way; `inverted.obj` is inside out.
struct Cube;

impl SceneFiles for Cube {
    fn robot(&mut self, file: &str, _: Option<RootJoint>) -> Result<Robot, FormatError> {
        panic!("{file}")
    }

    fn state(&mut self, file: &str, _: &Robot) -> Result<RobotState, FormatError> {
        panic!("{file}")
    }

    fn mesh(&mut self, file: &Path) -> Result<TriangleMesh, FormatError> {
        let mut text = String::new();
        for k in 0..8 {
            let side = |bit: usize| if k & bit == 0 { -0.5 } else { 0.5 };
            text.push_str(&format!("v {} {} {}\n", side(1), side(2), side(4)));
        }
        let (lid, others) = ("f 5 6 8 7\n", "f 1 3 4 2\nf 1 2 6 5\nf 3 7 8 4\nf 1 5 7 3\nf 2 4 8 6\n");
        let inverted = "f 7 8 6 5\nf 2 4 3 1\nf 5 6 2 1\nf 4 8 7 3\nf 3 7 5 1\nf 6 8 4 2\n";
        text.push_str(&match file.to_str() {
            Some("hole.obj") => others.to_owned(),
            Some("mixed.obj") => format!("f 7 8 6 5\n{others}"),
            Some("inverted.obj") => inverted.to_owned(),
            _ => format!("{lid}{others}"),
        });
        TriangleMesh::parse(&file.display().to_string(), text.as_bytes())
    }
}

fn loaded(text: &str) -> Result<LoadedScene, FormatError> {
    SceneFile::parse("s.toml", text.as_bytes(), &[] as &[&str])?.resolve("s", &mut Cube)
}

/// A body of density one with a shape, that starts with its origin at a height over the plane z = 0.
fn dropped(shape: &str, floor: &str, height: f64) -> stiction_simulation::Scene {
    let text = format!(
        "version = 1\n[[fixed]]\nname = \"floor\"\nshape = {{ {floor} }}\n[[body]]\nname = \"body\"\ndensity = 1\n\
         position = [0, 0, {height}]\nshape = {{ {shape} }}\n"
    );
    loaded(&text).unwrap_or_else(|error| panic!("{error}")).scene
}

/// An open mesh encloses no mass, but carries one that is given; what never moves needs none.
#[test]
fn an_open_mesh_has_no_mass_of_its_own() {
    for file in ["hole.obj", "mixed.obj"] {
        let body = |mass: &str| {
            let shape = format!("shape = {{ kind = \"mesh\", file = \"{file}\" }}\n");
            loaded(&format!("version = 1\n[[body]]\nname = \"a\"\n{mass}\n{shape}"))
        };
        for mass in ["mass = 1", "density = 1", "mass = 1\ninertia = [1, 1, 1]"] {
            let message = body(mass).unwrap_err().to_string();
            let line = 5 + mass.matches('\n').count();
            let start = format!("s.toml:{line}:9: body.a.shape: the mesh is open at 4 edges (holes,");
            assert!(message.starts_with(&start) && message.contains("'centre_of_mass' and 'inertia'"), "{message}");
        }
        let given = body("mass = 1\ninertia = [1, 1, 1]\ncentre_of_mass = [0, 0, 0]").unwrap();
        assert!(given.notices[0].to_string().contains("body.a.shape: the surface is open at 4 edges"));
        let fixed = format!("version = 1\n[[fixed]]\nname = \"a\"\nshape = {{ kind = \"mesh\", file = \"{file}\" }}\n");
        let notice = loaded(&fixed).unwrap().notices[0].to_string();
        assert!(
            notice.starts_with("s.toml:4:9: fixed.a.shape: the surface is open") && notice.ends_with("no interior")
        );
    }
}

/// A mesh that is inside out is one all the same: things lie on it, and it lies on things, and it is said.
#[test]
fn an_inside_out_mesh_is_turned_round() {
    let (mesh, ball) = ("kind = \"mesh\", file = \"inverted.obj\"", "kind = \"sphere\", radius = 0.1");
    for (shape, floor, rest) in [(ball, mesh, 0.6), (mesh, "kind = \"plane\"", 0.5)] {
        let mut world = World::new(dropped(shape, floor, rest + 0.01)).unwrap();
        for _ in 0..150 {
            assert_eq!(world.step().unwrap().outcome.name(), "solved");
        }
        let height = world.bodies()[2].position.z;
        assert!((height - rest).abs() < 1e-6, "{shape} on {floor}: {height}");
    }
    let fixed = format!("version = 1\n[[fixed]]\nname = \"a\"\nshape = {{ {mesh} }}\n");
    let notices = loaded(&fixed).unwrap().notices;
    assert!(notices.len() == 1 && notices[0].to_string().contains("is inside out"), "{notices:?}");
}

#[test]
fn shapes_have_the_masses_that_they_enclose() {
    let cube = Inertia::cuboid(1.0, stiction_linalg::space::Vector3::new(0.5, 0.5, 0.5));
    let third = std::f64::consts::PI / 3.0;
    let corners = "points = [[0,0,0],[1,0,0],[0,1,0],[0,0,1],[1,1,0],[1,0,1],[0,1,1],[1,1,1],[0.5,0.5,0.5]]";
    let cases = [
        ("kind = \"box\", size = [1, 1, 1]".to_owned(), cube, 0.0),
        ("kind = \"mesh\", file = \"cube.obj\"".to_owned(), cube, 0.0),
        ("kind = \"mesh\", file = \"cube.obj\", convex = true".to_owned(), cube, 0.0),
        (format!("kind = \"hull\", {corners}, position = [-0.5, -0.5, -0.5]"), cube, 0.0),
        ("kind = \"cylinder\", radius = 1, length = 3".to_owned(), Inertia::cylinder(9.0 * third, 1.0, 1.5), 0.0),
        // A cone's centre lies a quarter of its height above the base.
        ("kind = \"cone\", radius = 1, length = 1".to_owned(), Inertia::ball(third, 0.0), -0.25),
    ];
    for (shape, expected, centre) in cases {
        let scene = dropped(&shape, "kind = \"plane\"", 5.0);
        let found = scene.model.bodies()[2].inertia;
        assert!((found.mass - expected.mass).abs() < 1e-12, "{shape}: {found:?}");
        assert!((found.centre.z - centre).abs() < 1e-12 && found.centre.x.abs() < 1e-12, "{shape}: {found:?}");
        let spread = if shape.contains("cone") { 0.3 * third } else { expected.moments.zz };
        assert!((found.moments.zz - spread).abs() < 1e-12, "{shape}: {found:?}");
        if shape.contains("cone") {
            assert!((found.moments.xx - third * (3.0 / 20.0 + 3.0 / 80.0)).abs() < 1e-12, "{shape}: {found:?}");
        } else {
            assert!((found.moments.xx - expected.moments.xx).abs() < 1e-12, "{shape}: {found:?}");
        }
    }
}

/// Each shape falls a little onto each floor and comes to rest with its origin where it should.
#[test]
fn shapes_of_every_kind_come_to_rest() {
    let floors = ["kind = \"plane\"", "kind = \"heightfield\", size = [8, 8], heights = [[0, 0], [0, 0]]"];
    let shapes = [
        ("kind = \"sphere\", radius = 0.5", 0.5),
        ("kind = \"mesh\", file = \"cube.obj\", convex = true", 0.5),
        ("kind = \"cylinder\", radius = 0.5, length = 1", 0.5),
        ("kind = \"cone\", radius = 0.5, length = 1", 0.5),
        ("kind = \"box\", size = [1, 1, 1]", 0.5),
    ];
    for floor in floors {
        for (shape, rest) in shapes {
            let mut world = World::new(dropped(shape, floor, rest + 0.01)).unwrap();
            for _ in 0..150 {
                let report = world.step().unwrap();
                assert_eq!(report.outcome.name(), "solved", "{shape} on {floor}: {report:?}");
            }
            let height = world.bodies()[2].position.z;
            assert!((height - rest).abs() < 1e-6, "{shape} on {floor}: {height}");
        }
    }
}
