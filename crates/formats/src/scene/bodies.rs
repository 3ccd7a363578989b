use crate::scene::body_file::{BodyFile, MassFile};
use crate::scene::expansion::Copy;
use crate::scene::joint_file::JointFile;
use crate::scene::place::Fault;
use crate::scene::read::SceneFiles;
use crate::scene::resolve::Assembly;
use crate::scene::shape_file::ShapeFile;
use crate::scene::start::Start;
use crate::scene::{form, mass};
use stiction_collision::{Collider, Groups, Mesh, Shape};
use stiction_linalg::space::Pose;
use stiction_multibody::{BodyId, Inertia, JointDescription, JointKind, ModelElement};
use stiction_simulation::{MaterialId, Materials};

/// What a body and its copies are made of.
pub(super) struct Parts {
    shapes: Vec<(Pose, Shape, MaterialId, Groups, Option<String>)>,
    inertia: Inertia,
}

impl Assembly<'_> {
    /// Shapes and inertia, computed once for all copies of a body.
    pub(super) fn parts(&mut self, body: &BodyFile, files: &mut dyn SceneFiles) -> Result<Parts, Fault> {
        let mut parts = Parts { shapes: Vec::new(), inertia: Inertia::ZERO };
        let mut solids = Vec::new();
        for shape in &body.shapes {
            let (form, solid) = form::solid(shape, files)?;
            if let Shape::Mesh(mesh) = &form {
                self.look_at_mesh(mesh, shape, &body.mass)?;
            }
            solids.push((shape.placement, solid));
            let material = shape.material.as_ref().or(body.material.as_ref());
            let material = material.map_or(Ok(Materials::DEFAULT), |name| self.material(name))?;
            let name = shape.name.as_ref().map(|name| name.name.clone());
            parts.shapes.push((shape.placement, form, material, self.groups.groups(&shape.groups)?, name));
        }
        parts.inertia =
            mass::inertia(&body.mass, &solids).map_err(|message| Fault::new(body.at, &body.path, message))?;
        Ok(parts)
    }

    /// Says what is odd about a mesh; an open one encloses nothing that a mass could be computed from.
    fn look_at_mesh(&mut self, mesh: &Mesh, shape: &ShapeFile, mass: &MassFile) -> Result<(), Fault> {
        if mesh.open_edges() > 0 && mass.needs_shapes() {
            let edges = if mesh.open_edges() == 1 { "edge" } else { "edges" };
            let message = format!(
                "the mesh is open at {} {edges} (holes, or triangles of reversed orientation) and encloses no volume: \
                 expected a closed mesh, convex = true, or 'mass', 'centre_of_mass' and 'inertia' of the body",
                mesh.open_edges()
            );
            return Err(Fault::new(shape.at, &shape.path, message));
        }
        for remark in mesh.remarks() {
            self.notice(shape.at, format!("{}: {remark}", shape.path));
        }
        Ok(())
    }

    pub(super) fn add_body(&mut self, file: &BodyFile, copy: &Copy, parts: &Parts) -> Result<(), Fault> {
        let parent = file.parent.as_ref().map_or(Ok(BodyId::WORLD), |parent| self.body(parent))?;
        self.places.insert(ModelElement::Body(copy.name.clone()).to_string(), (file.at, file.path.clone()));
        let (joints, in_joint) = self.joints(file, copy)?;
        let body = self.builder.add_body_at(&copy.name, parent, joints, in_joint, parts.inertia);
        let body = body.map_err(|error| self.model_fault(&error))?;
        self.bodies.insert(copy.name.clone(), body);
        for (k, (placement, shape, material, groups, name)) in parts.shapes.iter().enumerate() {
            let name = match name {
                Some(name) => format!("{name}{}", copy.suffix),
                None if parts.shapes.len() == 1 => copy.name.clone(),
                None => format!("{}.{k}", copy.name),
            };
            let collider = Collider::new(name, body.index(), *placement, shape.clone());
            self.colliders.push(Collider { groups: *groups, ..collider });
            self.collider_materials.push(*material);
        }
        Ok(())
    }

    /// The joints of a body, and the body's frame in that of the last.
    fn joints(&mut self, file: &BodyFile, copy: &Copy) -> Result<(Vec<JointDescription>, Pose), Fault> {
        let single = file.joints.len() == 1;
        let name = |k: usize, joint: &JointFile| match &joint.name {
            Some(name) => format!("{}{}", name.name, copy.suffix),
            None if single => copy.name.clone(),
            None => format!("{}.{k}", copy.name),
        };
        match file.joints.first() {
            Some(joint) if joint.kind == JointKind::Free => {
                let name = name(0, joint);
                self.places.insert(ModelElement::Joint(name.clone()).to_string(), (joint.at, joint.path.clone()));
                self.starts.push(Start::free(&copy.pose, file.velocity, file.angular_velocity));
                Ok((vec![JointDescription::free(name).with(joint.properties)], Pose::IDENTITY))
            }
            Some(joint) if joint.kind == JointKind::Fixed => Ok((Vec::new(), copy.pose)),
            _ => {
                let mut joints = Vec::new();
                let mut before = copy.pose;
                for (k, joint) in file.joints.iter().enumerate() {
                    let name = name(k, joint);
                    self.places.insert(ModelElement::Joint(name.clone()).to_string(), (joint.at, joint.path.clone()));
                    let mut description = JointDescription::new(name, joint.kind.clone());
                    description.placement = before * Pose::from_position(joint.anchor);
                    description.properties = vec![joint.properties];
                    description.angle_limit = joint.angle_limit;
                    joints.push(description);
                    before = Pose::from_position(-joint.anchor);
                    self.starts.push(Start { position: joint.position.clone(), velocity: joint.velocity.clone() });
                }
                Ok((joints, before))
            }
        }
    }
}
