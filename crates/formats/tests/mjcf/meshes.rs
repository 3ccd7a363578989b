use crate::{assert_near, model, notices, parse_with, refusal};
use stiction_formats::{Shape, TriangleMesh};
use stiction_linalg::space::Vector3;

const TETRAHEDRON: &str =
    "# a corner\nv 0 0 0\nv 1 0 0\nv 0 1 0\nv 0 0 1\nf 1 3 2\nf 1/1 2//2 4/3/1\nf -4 -1 -2\nf 2 3 4\n";
const CUBE: &str = "v 0 0 0\nv 1 0 0\nv 1 1 0\nv 0 1 0\nv 0 0 1\nv 1 0 1\nv 1 1 1\nv 0 1 1\n\
                    f 4 3 2 1\nf 5 6 7 8\nf 1 2 6 5\nf 3 4 8 7\nf 2 3 7 6\nf 4 1 5 8\n";

#[test]
fn a_cube_and_a_tetrahedron_have_their_closed_forms() {
    let cube = TriangleMesh::parse("cube.obj", CUBE.as_bytes()).unwrap();
    assert_eq!(cube.triangles.len(), 12);
    let inertia = cube.inertia(6.0).unwrap();
    assert_near([inertia.mass, inertia.moments.xx, inertia.moments.xy], [6.0, 1.0, 0.0]);
    assert_near(inertia.centre.to_array(), [0.5; 3]);
    let tetrahedron = TriangleMesh::parse("t.OBJ", TETRAHEDRON.as_bytes()).unwrap();
    let inertia = tetrahedron.inertia(6.0).unwrap();
    assert_near([inertia.mass, inertia.moments.xx, inertia.moments.xy], [1.0, 0.075, 0.0125]);
    assert_near(inertia.centre.to_array(), [0.25; 3]);
    // Seen from inside, and far from the origin.
    let far = tetrahedron.mapped(|v| Vector3::new(1e3 - v.x, v.y, v.z));
    assert!(far.volume() < 0.0);
    let mirrored = far.inertia(6.0).unwrap();
    assert!((mirrored.mass - 1.0).abs() < 1e-11 && (mirrored.moments.xy + 0.0125).abs() < 1e-11);
    assert_eq!(TriangleMesh::default().inertia(1.0), None);
}

#[test]
fn stl_is_read_in_both_forms() {
    let corners = [[0.0f32, 0.0, 0.0], [1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]];
    let faces = [[0, 2, 1], [0, 1, 3], [0, 3, 2], [1, 2, 3]];
    let mut binary = b"solid by name only".to_vec();
    binary.resize(80, b' ');
    binary.extend(4u32.to_le_bytes());
    let mut text = "solid t\n".to_owned();
    for face in faces {
        binary.extend([0; 12]);
        text += "facet normal 0 0 0\n outer loop\n";
        for corner in face.map(|k| corners[k]) {
            binary.extend(corner.iter().flat_map(|x| x.to_le_bytes()));
            text += &format!("  vertex {} {} {}\n", corner[0], corner[1], corner[2]);
        }
        binary.extend([0; 2]);
        text += " endloop\nendfacet\n";
    }
    let binary_mesh = TriangleMesh::parse("t.stl", &binary).unwrap();
    assert_eq!(binary_mesh, TriangleMesh::parse("t.STL", text.as_bytes()).unwrap());
    assert_near([binary_mesh.volume()], [1.0 / 6.0]);
    let mut counts: Vec<u8> = [4u32, 0, 0, 4].iter().flat_map(|n| n.to_le_bytes()).collect();
    counts.extend(corners.iter().flatten().flat_map(|x| x.to_le_bytes()));
    counts.extend(faces.iter().flatten().flat_map(|&k| (k as u32).to_le_bytes()));
    assert_near([TriangleMesh::parse("t.msh", &counts).unwrap().volume()], [1.0 / 6.0]);

    let error = |name: &str, bytes: &[u8]| TriangleMesh::parse(name, bytes).unwrap_err().to_string();
    let cut = &binary[..binary.len() - 1];
    assert_eq!(error("t.stl", cut), "t.stl: expected triangles, found none");
    binary[..5].fill(b'x');
    let cut = &binary[..binary.len() - 1];
    assert_eq!(error("t.stl", cut), "t.stl: expected 4 triangles of 50 bytes after the header, found 283 bytes");
    assert_eq!(error("t.stl", b"x"), "t.stl: expected a header of 84 bytes or the word 'solid', found 1 bytes");
    assert_eq!(
        error("t.stl", b"solid\nvertex 1 2\n"),
        "t.stl:2:1: expected 'vertex' and 3 finite numbers, found 'vertex 1 2'"
    );
    assert_eq!(
        error("t.obj", b"v 1 2 3\nf 1 1 2\n"),
        "t.obj:2:1: expected 'f' and corners among the 1 vertices given so far, found 'f 1 1 2'"
    );
    assert_eq!(error("t.obj", b"v 1 2 nan\n"), "t.obj:1:1: expected 'v' and 3 finite numbers, found 'v 1 2 nan'");
    assert_eq!(error("t.msh", b"1234"), "t.msh: expected four counts, found 4 bytes");
    assert_eq!(error("t.dae", b""), "t.dae: expected a mesh that ends in .stl, .obj or .msh, found another ending");
}

#[test]
fn meshes_are_shifted_turned_and_then_scaled() {
    let files: &[(&str, &[u8])] = &[("meshes/t.obj", TETRAHEDRON.as_bytes())];
    // Numbers of MuJoCo.
    let cases = [
        ("", 1.0, [0.25, 0.25, 0.25]),
        (r#"scale="2 1 1""#, 2.0, [0.5, 0.25, 0.25]),
        (r#"refpos="1 0 0" scale="2 2 2""#, 8.0, [-1.5, 0.5, 0.5]),
        (r#"refpos="1 0 0" refquat="1 0 0 1""#, 1.0, [0.25, 0.75, 0.25]),
    ];
    for (attributes, mass, centre) in cases {
        let before =
            format!(r#"<compiler assetdir="meshes"/><asset><mesh file="t.obj" inertia="exact" {attributes}/></asset>"#);
        let text = model(&before, r#"<body><joint/><geom type="mesh" mesh="t" density="6"/></body>"#, "");
        let robot = parse_with(&text, files).unwrap();
        let inertia = robot.model.bodies()[1].inertia;
        assert_near([inertia.mass], [mass]);
        assert_near(inertia.centre.to_array(), centre);
        let Shape::Mesh { file, scale } = &robot.geometries[0].shape else { panic!() };
        assert_eq!(file.to_str(), Some("meshes/t.obj"));
        // The scaled file at the geometry's pose is the mesh that the inertia came from.
        let middle = Vector3::new(0.25 * scale.x, 0.25 * scale.y, 0.25 * scale.z);
        assert_near(robot.geometries[0].pose.point(middle).to_array(), centre);
        assert!(robot.notices.is_empty(), "{:?}", robot.notices);
    }
}

#[test]
fn a_mesh_may_stand_in_the_file_itself() {
    let asset = |inside: &str| {
        format!(r#"<asset><mesh name="t" inertia="exact" vertex="0 0 0 2 0 0 0 2 0 0 0 2 .2 .2 .2" {inside}/></asset>"#)
    };
    let world = r#"<body><geom type="mesh" mesh="t" density="6"/></body>"#;
    for faces in ["", r#"face="0 2 1 0 1 3 0 3 2 1 2 3""#] {
        let robot = parse_with(&model(&asset(faces), world, ""), &[]).unwrap();
        assert_near([robot.model.bodies()[1].inertia.mass], [8.0]);
        assert!(matches!(&robot.geometries[0].shape, Shape::Triangles { mesh } if mesh.triangles.len() == 4));
    }
    assert_eq!(
        refusal(&model(&asset(r#"face="0 2 9""#), world, "")),
        "robot.xml:1:89: <mesh name=\"t\">.face: expected 3 whole numbers from 0 to 4 for each face"
    );
}

#[test]
fn only_meshes_that_give_mass_must_be_there_and_the_exact_volume_is_reported() {
    let before = r#"<asset><mesh file="t.obj"/></asset>"#;
    let geom = r#"<geom type="mesh" mesh="t"/>"#;
    let light =
        model(before, &format!(r#"{geom}<body><inertial pos="0 0 0" mass="1" diaginertia="1 1 1"/>{geom}</body>"#), "");
    assert_eq!(
        notices(&parse_with(&light, &[]).unwrap()),
        ["robot.xml:1:16: mesh not found: expected a file that can be read, found 't.obj': there is none"]
    );
    assert!(parse_with(&light, &[("t.obj", TETRAHEDRON.as_bytes())]).unwrap().notices.is_empty());
    let heavy = model(before, &format!("<body>{geom}</body>"), "");
    assert_eq!(
        parse_with(&heavy, &[]).unwrap_err().to_string(),
        "robot.xml:1:22: <mesh>.file: expected a file that can be read, found 't.obj': there is none"
    );
    let robot = parse_with(&heavy, &[("t.obj", TETRAHEDRON.as_bytes())]).unwrap();
    assert_eq!(notices(&robot).len(), 1);
    assert!(notices(&robot)[0].starts_with("robot.xml:1:16: the inertia of this <mesh> is that of the volume inside"));
    let flat = parse_with(&heavy, &[("t.obj", b"v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\n")]).unwrap_err();
    assert_eq!(flat.to_string(), "robot.xml:1:16: <mesh>: expected a mesh that encloses a volume, found none");
}
