//! What geoms refer to: meshes and colours.

use crate::FormatError;
use crate::robot::hull::{MOST_HULL_POINTS, convex_hull};
use crate::robot::mjcf::compiler::Compiler;
use crate::robot::mjcf::defaults::Defaults;
use crate::robot::mjcf::documents::{Documents, beside, unreadable};
use crate::robot::mjcf::names::Names;
use crate::robot::mjcf::{FileSource, Layered, Node, placement};
use crate::robot::{Shape, TriangleMesh};
use std::path::{Path, PathBuf};
use stiction_linalg::space::{Pose, Quaternion, Vector3};

/// A mesh; each corner is shifted by its reference point, turned by its reference orientation, then scaled.
pub(super) struct MeshAsset<'f> {
    element: Node<'f>,
    /// Its file, relative to the main one.
    path: Option<String>,
    /// The triangles, once they are read.
    triangles: Option<TriangleMesh>,
    scale: Vector3,
    reference: Pose,
    /// How the file asks for its inertia, unless as we compute it; empty where it does not say.
    other: Option<&'static str>,
    /// Whether its file was looked for.
    sought: bool,
}

pub(super) struct Assets<'f> {
    /// The main file as messages name it.
    main: &'f str,
    meshes: Vec<MeshAsset<'f>>,
    pub mesh_names: Names,
    colours: Vec<Option<[f64; 4]>>,
    material_names: Names,
}

impl<'f> Assets<'f> {
    pub fn read(
        documents: &'f Documents<'_>,
        sections: &[Node<'f>],
        defaults: &Defaults<'f>,
        compiler: &Compiler<'_>,
    ) -> Result<Self, FormatError> {
        let mut assets = Self {
            main: documents.root().file_name(),
            meshes: Vec::new(),
            mesh_names: Names::default(),
            colours: Vec::new(),
            material_names: Names::default(),
        };
        for child in sections.iter().flat_map(|section| documents.children(*section)) {
            match child.tag() {
                "mesh" => assets.mesh(defaults.apply(child, None)?, compiler)?,
                "material" => {
                    let material = defaults.apply(child, None)?;
                    assets.material_names.claim(child, child.attribute("name"), assets.colours.len())?;
                    assets.colours.push(material.array("rgba")?);
                }
                _ => {}
            }
        }
        Ok(assets)
    }

    fn mesh(&mut self, mesh: Layered<'f>, compiler: &Compiler<'_>) -> Result<(), FormatError> {
        let element = mesh.own;
        let file = element.attribute("file");
        let stem = file.and_then(|file| Path::new(file).file_stem()).and_then(|stem| stem.to_str());
        let name = element.attribute("name").or(stem);
        if name.is_none() {
            return Err(element.error("", "expected an attribute 'name' or 'file', found none"));
        }
        self.mesh_names.claim(element, name, self.meshes.len())?;
        let scale = mesh.vector("scale")?.unwrap_or(Vector3::new(1.0, 1.0, 1.0));
        if scale.x * scale.y * scale.z == 0.0 {
            return Err(mesh.error("scale", "expected numbers other than zero, found a zero"));
        }
        let turn = placement::quaternion(mesh.holder("refquat"), "refquat")?.unwrap_or(Quaternion::IDENTITY);
        let reference = Pose::from_quaternion(turn, mesh.vector("refpos")?.unwrap_or_default());
        let kinds = [("exact", None), ("legacy", Some("legacy")), ("convex", Some("convex")), ("shell", Some("shell"))];
        let other = mesh.keyword("inertia", &kinds)?.unwrap_or(Some(""));
        let triangles = match file {
            Some(_) => None,
            None => Some(inline(element)?),
        };
        let path = file.map(|file| compiler.mesh_path(file));
        self.meshes.push(MeshAsset { element, path, triangles, scale, reference, other, sought: false });
        Ok(())
    }

    /// The colour of a geom's material.
    pub fn colour(&self, geom: &Layered<'f>) -> Result<Option<[f64; 4]>, FormatError> {
        let holder = geom.holder("material");
        if holder.attribute("material").is_none_or(str::is_empty) {
            return Ok(None);
        }
        Ok(self.colours[self.material_names.find(holder, "material", "material")?])
    }

    /// The shape of a mesh, and where it stands in the geom's frame.
    pub fn shape(&self, mesh: usize) -> Result<(Shape, Pose), FormatError> {
        let MeshAsset { element, path, triangles, scale, reference, .. } = &self.meshes[mesh];
        let scale = *scale;
        let Some(path) = path else {
            let moved = triangles.as_ref().map(|triangles| self.moved(mesh, triangles)).unwrap_or_default();
            return Ok((Shape::Triangles { mesh: moved }, Pose::IDENTITY));
        };
        let shape = Shape::Mesh { file: PathBuf::from(beside(self.main, path)), scale };
        // S Rᵀ (v − p): a pose of S v only where the scale is even or nothing is turned.
        let even = scale.x == scale.y && scale.y == scale.z;
        let shift = reference.rotation.transpose_mul(reference.position);
        let shift = Vector3::new(-shift.x * scale.x, -shift.y * scale.y, -shift.z * scale.z);
        if !even && reference.rotation != Pose::IDENTITY.rotation {
            return Err(
                element.error("refquat", "expected a uniform scale with a rotated mesh, found a non-uniform one")
            );
        }
        Ok((shape, Pose::new(reference.rotation.transpose(), shift)))
    }

    /// Says so if the file of a mesh cannot be read: shapes that carry no mass do without.
    pub fn look_for(&mut self, mesh: usize, files: &mut FileSource<'_>) {
        let MeshAsset { element, path, triangles, sought, .. } = &mut self.meshes[mesh];
        if let (Some(path), None, false) = (&path, &triangles, &sought)
            && let Err(error) = files(path)
        {
            element.remark(format!("mesh not found: {}", unreadable(path, &error.message)));
        }
        *sought = true;
    }

    /// The triangles of a mesh in the geom's frame.
    pub fn triangles(&mut self, mesh: usize, files: &mut FileSource<'_>) -> Result<TriangleMesh, FormatError> {
        let main = self.main;
        let MeshAsset { element, path, triangles, other, .. } = &mut self.meshes[mesh];
        let exact = "the inertia of this <mesh> is that of the volume inside its triangles, as with inertia=\"exact\"";
        match other.take() {
            Some("") => element.remark(format!("{exact}; MuJoCo's default differs for meshes that are not convex")),
            Some(asked) => element.remark(format!("inertia=\"{asked}\" is ignored: {exact}")),
            None => {}
        }
        if let (Some(path), None) = (&path, &triangles) {
            let bytes = files(path).map_err(|error| element.error("file", unreadable(path, &error.message)))?;
            *triangles = Some(TriangleMesh::parse(path, &bytes).map_err(|mut error| {
                error.file = beside(main, path);
                error
            })?);
        }
        let raw = self.meshes[mesh].triangles.as_ref();
        Ok(raw.map(|raw| self.moved(mesh, raw)).unwrap_or_default())
    }

    fn moved(&self, mesh: usize, triangles: &TriangleMesh) -> TriangleMesh {
        let MeshAsset { scale, reference, .. } = &self.meshes[mesh];
        triangles.mapped(|corner| {
            let turned = reference.inverse_point(corner);
            Vector3::new(turned.x * scale.x, turned.y * scale.y, turned.z * scale.z)
        })
    }

    pub fn mesh_error(&self, mesh: usize, message: &str) -> FormatError {
        self.meshes[mesh].element.error("", message)
    }
}

/// Triangles in the element itself: as its faces say, or those of the convex hull.
fn inline(element: Node<'_>) -> Result<TriangleMesh, FormatError> {
    let Some(numbers) = element.numbers("vertex")? else {
        return Err(element.error("", "expected an attribute 'file' or 'vertex', found none"));
    };
    if numbers.len() < 12 || !numbers.len().is_multiple_of(3) {
        let found = numbers.len();
        return Err(
            element.error("vertex", format!("expected 3 numbers for each of 4 vertices or more, found {found}"))
        );
    }
    let vertices: Vec<Vector3> = numbers.chunks_exact(3).map(|v| Vector3::new(v[0], v[1], v[2])).collect();
    let Some(numbers) = element.numbers("face")? else {
        if vertices.len() > MOST_HULL_POINTS {
            return Err(element.error("vertex", format!("expected at most {MOST_HULL_POINTS} vertices without faces")));
        }
        let triangles = convex_hull(&vertices)
            .ok_or_else(|| element.error("vertex", "expected vertices that span a volume, found them in a plane"))?;
        return Ok(TriangleMesh { vertices, triangles });
    };
    let known = |number: &f64| *number >= 0.0 && number.fract() == 0.0 && *number < vertices.len() as f64;
    if !numbers.len().is_multiple_of(3) || !numbers.iter().all(known) {
        let expected = format!("expected 3 whole numbers from 0 to {} for each face", vertices.len() - 1);
        return Err(element.error("face", expected));
    }
    let triangles = numbers.chunks_exact(3).map(|f| [f[0] as u32, f[1] as u32, f[2] as u32]).collect();
    Ok(TriangleMesh { vertices, triangles })
}
