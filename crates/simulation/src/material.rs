use std::collections::BTreeMap;

/// What a surface is made of.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Material {
    /// Coulomb's coefficient of friction.
    pub friction: f64,
    /// How much of the approaching speed an impact gives back, 0 to 1.
    pub restitution: f64,
}

impl Default for Material {
    fn default() -> Self {
        Self { friction: 0.5, restitution: 0.0 }
    }
}

/// Which material of a scene.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub struct MaterialId(pub usize);

/// The materials of a scene, and what happens where two of them meet.
///
/// Unless a pair is given its own numbers, its friction is the geometric mean of the two (so that one slippery surface
/// makes a slippery pair) and its restitution the larger.
#[derive(Clone, Debug, PartialEq)]
pub struct Materials {
    names: Vec<String>,
    materials: Vec<Material>,
    pairs: BTreeMap<(MaterialId, MaterialId), Material>,
}

impl Default for Materials {
    /// The default material alone.
    fn default() -> Self {
        Self { names: vec!["default".to_owned()], materials: vec![Material::default()], pairs: BTreeMap::new() }
    }
}

impl Materials {
    /// The material that stands where none is named: the first.
    pub const DEFAULT: MaterialId = MaterialId(0);

    /// Adds a material, or changes the one of that name.
    pub fn set(&mut self, name: &str, material: Material) -> MaterialId {
        if let Some(id) = self.find(name) {
            self.materials[id.0] = material;
            return id;
        }
        self.names.push(name.to_owned());
        self.materials.push(material);
        MaterialId(self.materials.len() - 1)
    }

    /// Gives a pair numbers of its own.
    pub fn set_pair(&mut self, first: MaterialId, second: MaterialId, material: Material) {
        self.pairs.insert((first.min(second), first.max(second)), material);
    }

    /// The material of that name.
    pub fn find(&self, name: &str) -> Option<MaterialId> {
        self.names.iter().position(|other| other == name).map(MaterialId)
    }

    /// A material.
    pub fn get(&self, id: MaterialId) -> Material {
        self.materials[id.0]
    }

    /// The names, in the order of the ids.
    pub fn names(&self) -> &[String] {
        &self.names
    }

    /// Every material and every pair that has numbers of its own.
    pub fn all(&self) -> impl Iterator<Item = &Material> {
        self.materials.iter().chain(self.pairs.values())
    }

    /// The same, to be changed.
    pub fn all_mut(&mut self) -> impl Iterator<Item = &mut Material> {
        self.materials.iter_mut().chain(self.pairs.values_mut())
    }

    /// What holds where two materials meet.
    pub fn pair(&self, first: MaterialId, second: MaterialId) -> Material {
        if let Some(material) = self.pairs.get(&(first.min(second), first.max(second))) {
            return *material;
        }
        let (a, b) = (self.get(first), self.get(second));
        let friction = if a.friction == b.friction { a.friction } else { (a.friction * b.friction).sqrt() };
        Material { friction, restitution: a.restitution.max(b.restitution) }
    }
}
