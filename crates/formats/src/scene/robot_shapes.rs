use crate::field::printable;
use crate::scene::form::{self, FormFault};
use crate::scene::groups::of_masks;
use crate::scene::include_file::IncludeFile;
use crate::scene::place::Fault;
use crate::scene::read::SceneFiles;
use crate::scene::resolve::Assembly;
use crate::scene::robot::{elsewhere, prefixed};
use crate::{Geometry, GeometryRole};
use stiction_collision::{Collider, Groups};
use stiction_linalg::space::Pose;
use stiction_multibody::{BodyId, Model};
use stiction_simulation::{Material, MaterialId, Materials};

impl Assembly<'_> {
    /// Makes colliders of the geometries that touch.
    pub(super) fn add_geometries(
        &mut self,
        include: &IncludeFile,
        model: &Model,
        geometries: &[Geometry],
        at: impl Fn(BodyId, Pose) -> (BodyId, Pose),
        files: &mut dyn SceneFiles,
    ) -> Result<(), Fault> {
        let touching = || geometries.iter().filter(|geometry| geometry.role != GeometryRole::Visual);
        let own = self.groups.groups(&include.groups)?;
        // Masks of one bit say no more than whether a geometry touches at all.
        let masked = touching().any(|geometry| ![(1, 1), (0, 0)].contains(&geometry.masks));
        for (k, geometry) in touching().enumerate() {
            let name = match &geometry.name {
                Some(name) => name.clone(),
                None => format!("{}.{k}", model.body(geometry.body).name),
            };
            let shape = match form::of_robot(&geometry.shape, files) {
                Ok(shape) => shape,
                Err(fault) if include.lenient => {
                    self.notice(include.at, format!("geometry '{}' is ignored: {}", printable(&name), reason(fault)));
                    continue;
                }
                Err(FormFault::File(error)) if error.position.is_some() => return Err(elsewhere(error, &include.file)),
                Err(fault) => {
                    let message = format!(
                        "geometry '{}': {}; lenient = true ignores the geometry",
                        printable(&name),
                        reason(fault)
                    );
                    return Err(include.file.fault(message));
                }
            };
            let groups = match of_masks(geometry.masks) {
                _ if geometry.masks == (0, 0) => Groups { member: 0, with: 0 },
                Some(groups) if masked && own == Groups::ALL => groups,
                Some(_) => own,
                None => {
                    self.notice(
                        include.at,
                        format!(
                            "geometry '{}': contype or conaffinity has more than 16 bits, and both are ignored",
                            printable(&name)
                        ),
                    );
                    own
                }
            };
            let material = self.robot_material(include, geometry)?;
            let (body, placement) = at(geometry.body, geometry.pose);
            let collider = Collider::new(prefixed(include, &name), body.index(), placement, shape);
            self.colliders.push(Collider { groups, ..collider });
            self.collider_materials.push(material);
        }
        Ok(())
    }

    /// The scene's choice, or else one with the friction that the robot's file gives.
    fn robot_material(&mut self, include: &IncludeFile, geometry: &Geometry) -> Result<MaterialId, Fault> {
        match (&include.material, geometry.friction) {
            (Some(name), _) => self.material(name),
            (None, Some(friction)) => {
                let name = format!("friction {friction}");
                let found = self.materials.find(&name);
                let material = Material { friction, ..Material::default() };
                Ok(found.unwrap_or_else(|| self.materials.set(&name, material)))
            }
            (None, None) => Ok(Materials::DEFAULT),
        }
    }
}

fn reason(fault: FormFault) -> String {
    match fault {
        FormFault::Message(message) => message,
        FormFault::File(error) => error.to_string(),
    }
}
