use crate::scene::bodies::Parts;
use crate::scene::expansion::expand;
use crate::scene::groups::GroupNames;
use crate::scene::loaded_scene::LoadedScene;
use crate::scene::motor::Hold;
use crate::scene::neighbours;
use crate::scene::overlaps::Apart;
use crate::scene::place::{Fault, Place};
use crate::scene::read::SceneFiles;
use crate::scene::scene_file::SceneFile;
use crate::scene::schedule;
use crate::scene::start::{Start, state};
use crate::scene::value::Reference;
use crate::source::Source;
use crate::{FormatError, Notice};
use std::collections::BTreeMap;
use stiction_collision::Collider;
use stiction_multibody::{BodyId, Model, ModelBuilder, ModelElement, ModelError};
use stiction_simulation::{LoadTarget, MaterialId, Materials, Scene};

impl SceneFile {
    /// The scene that the file means. `stem` is its name if the file gives none.
    pub fn resolve(&self, stem: &str, files: &mut dyn SceneFiles) -> Result<LoadedScene, FormatError> {
        Assembly::new(self, stem).and_then(|assembly| assembly.scene(files)).map_err(|fault| self.sources.error(fault))
    }
}

/// A scene that is being put together.
pub(super) struct Assembly<'f> {
    pub file: &'f SceneFile,
    pub builder: ModelBuilder,
    pub materials: Materials,
    pub groups: GroupNames,
    pub bodies: BTreeMap<String, BodyId>,
    /// One for each joint.
    pub starts: Vec<Start>,
    pub colliders: Vec<Collider>,
    pub collider_materials: Vec<MaterialId>,
    pub never: Vec<(usize, usize)>,
    /// Robots that motors hold.
    pub holds: Vec<Hold>,
    /// Robots of which bodies that overlap at the start never touch.
    pub apart: Vec<Apart>,
    pub notices: Vec<Notice>,
    /// Where each part of the model was written, for what the model finds wrong with it.
    pub places: BTreeMap<String, (Place, String)>,
}

impl<'f> Assembly<'f> {
    fn new(file: &'f SceneFile, stem: &str) -> Result<Self, Fault> {
        let name = file.name.as_deref().unwrap_or(stem);
        let mut builder = Model::builder(if name.is_empty() { "scene" } else { name });
        builder
            .set_gravity(file.gravity)
            .map_err(|error| Fault::new(Place::default(), "gravity", error.to_string()))?;
        let mut assembly = Self {
            file,
            builder,
            materials: Materials::default(),
            groups: GroupNames::default(),
            bodies: BTreeMap::from([("world".to_owned(), BodyId::WORLD)]),
            starts: Vec::new(),
            colliders: Vec::new(),
            collider_materials: Vec::new(),
            never: Vec::new(),
            holds: Vec::new(),
            apart: Vec::new(),
            notices: Vec::new(),
            places: BTreeMap::new(),
        };
        assembly.set_materials()?;
        assembly.check_materials()?;
        Ok(assembly)
    }

    fn scene(mut self, files: &mut dyn SceneFiles) -> Result<LoadedScene, Fault> {
        let file = self.file;
        for include in &file.includes {
            self.add_robot(include, files)?;
        }
        let copies = expand(&file.bodies, |name| self.bodies.contains_key(name), &file.sources)?;
        let mut parts: Vec<Option<Parts>> = file.bodies.iter().map(|_| None).collect();
        for copy in &copies {
            let body = &file.bodies[copy.entry];
            if parts[copy.entry].is_none() {
                parts[copy.entry] = Some(self.parts(body, files)?);
            }
            if let Some(parts) = &parts[copy.entry] {
                self.add_body(body, copy, parts)?;
            }
        }
        self.add_loops_and_couplings()?;
        for pair in &file.never_touch {
            let [first, second] = [self.body(&pair[0])?, self.body(&pair[1])?];
            self.never.push((first.index(), second.index()));
        }
        self.finish()
    }

    fn finish(mut self) -> Result<LoadedScene, Fault> {
        let file = self.file;
        let builder = std::mem::replace(&mut self.builder, Model::builder(""));
        let model = builder.build().map_err(|error| self.model_fault(&error))?;
        let drives = schedule::drives(file, &model, &mut self.starts)?;
        let loads = schedule::loads(file, &model)?;
        let mut scene = Scene::new(model);
        scene.initial = state(&scene.model, &self.starts);
        scene.filter.never = std::mem::take(&mut self.never);
        if !file.neighbours_touch {
            scene.separate_neighbours();
        }
        scene.filter.never.extend(neighbours::pairs(&scene.model, &self.colliders, file.neighbours_touch));
        self.set_apart(&mut scene)?;
        scene.drives = drives;
        scene.loads = loads;
        self.add_motors(&mut scene)?;
        if let Some(at) = file.redundant {
            self.make_redundant(&mut scene, at)?;
        }
        for remark in scene.model.remarks() {
            // A robot's file has told already.
            if self.notices.iter().any(|notice| notice.message.contains(&remark.message)) {
                continue;
            }
            self.notice(self.place(&remark.element).0, remark.to_string());
        }
        scene.colliders = self.colliders;
        scene.collider_materials = self.collider_materials;
        scene.materials = self.materials;
        scene.settings = file.settings.clone();
        scene.duration = file.duration;
        scene.check().map_err(|error| Fault::new(Place::default(), "", error.to_string()))?;
        Ok(LoadedScene {
            scene,
            description: file.description.clone(),
            camera: file.camera,
            record_every: file.record_every,
            notices: self.notices,
        })
    }

    pub(super) fn body(&self, name: &Reference) -> Result<BodyId, Fault> {
        self.bodies.get(&name.name).copied().ok_or_else(|| name.unknown("body", self.bodies.keys().map(String::as_str)))
    }

    /// The same mechanism with six coordinates for each body.
    fn make_redundant(&self, scene: &mut Scene, at: Place) -> Result<(), Fault> {
        let fault = |message: String| Fault::new(at, "redundant", message);
        let on_joint = scene.loads.iter().any(|load| matches!(load.on, LoadTarget::Freedom(..)));
        if on_joint || !scene.drives.is_empty() || !scene.motors.is_empty() {
            return Err(fault(
                "forces, motions and motors of joints cannot be expressed in redundant coordinates".to_owned(),
            ));
        }
        let redundant = scene.model.to_redundant().map_err(|error| fault(error.to_string()))?;
        scene.initial = redundant.state(&scene.model, &scene.initial);
        scene.model = redundant.model;
        Ok(())
    }

    pub(super) fn notice(&mut self, at: Place, message: String) {
        let (name, text) = &self.file.sources.0[at.source];
        let position = Source { name, text }.position(at.offset);
        self.notices.push(Notice { file: name.clone(), position, message, count: 1 });
    }

    pub(super) fn remember(&mut self, element: &ModelElement, at: Place, path: &str) {
        self.places.insert(element.to_string(), (at, path.to_owned()));
    }

    fn place(&self, element: &ModelElement) -> (Place, String) {
        self.places.get(&element.to_string()).cloned().unwrap_or_default()
    }

    pub(super) fn model_fault(&self, error: &ModelError) -> Fault {
        let (at, path) = self.place(&error.element);
        Fault::new(at, path, error.to_string())
    }
}
