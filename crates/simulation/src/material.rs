use std::collections::BTreeMap;

/// What a surface is made of.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Material {
    /// Coulomb's coefficient of friction.
    pub friction: f64,
    /// How much of the approaching speed an impact gives back, 0 to 1.
    pub restitution: f64,
    /// The force over the depth that a contact point of this material with itself gives way by, in every direction, N/m; infinite
    /// for what is rigid.
    pub stiffness: f64,
}

impl Material {
    /// The least stiffness, N/m: with less, nothing is held.
    pub const LEAST_STIFFNESS: f64 = 1e-6;

    /// Whether contacts give way.
    pub fn is_soft(&self) -> bool {
        self.stiffness < f64::INFINITY
    }
}

impl Default for Material {
    fn default() -> Self {
        Self { friction: 0.5, restitution: 0.0, stiffness: f64::INFINITY }
    }
}

/// Which material of a scene.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub struct MaterialId(pub usize);

/// The materials of a scene, and what happens where two of them meet.
///
/// Unless a pair is given its own numbers, its friction is the geometric mean of the two (so that one slippery surface
/// makes a slippery pair), its restitution the larger, and its stiffness the harmonic mean: each side gives way by half of what it
/// does against itself.
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

    /// What holds where any two materials meet, with their names.
    pub fn pairs(&self) -> impl Iterator<Item = ([&str; 2], Material)> {
        let names = move |first: usize, second: usize| [first, second].map(|place| self.names[place].as_str());
        let pair = move |first: usize, second: usize| self.pair(MaterialId(first), MaterialId(second));
        let all = (0..self.names.len()).flat_map(|second| (0..=second).map(move |first| (first, second)));
        all.map(move |(first, second)| (names(first, second), pair(first, second)))
    }

    /// What holds where two materials meet.
    pub fn pair(&self, first: MaterialId, second: MaterialId) -> Material {
        if let Some(material) = self.pairs.get(&(first.min(second), first.max(second))) {
            return *material;
        }
        let (a, b) = (self.get(first), self.get(second));
        let friction = if a.friction == b.friction { a.friction } else { (a.friction * b.friction).sqrt() };
        let stiffness =
            if a.stiffness == b.stiffness { a.stiffness } else { 2.0 / (1.0 / a.stiffness + 1.0 / b.stiffness) };
        Material { friction, restitution: a.restitution.max(b.restitution), stiffness }
    }
}
