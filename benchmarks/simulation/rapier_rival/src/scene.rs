use serde::Deserialize;

/// A built-in scene as our own program describes it: see `benchmarks/simulation/scene.py`.
#[derive(Deserialize)]
pub struct Scene {
    pub time_step: f64,
    pub gravity: [f64; 3],
    pub friction: f64,
    pub restitution: f64,
    pub bodies: Vec<Body>,
    pub shapes: Vec<Shape>,
    /// Pairs of bodies that never touch; none stands for the world.
    pub apart: Vec<[Option<String>; 2]>,
}

#[derive(Deserialize)]
pub struct Body {
    pub name: String,
    pub parent: Option<String>,
    /// In the parent's frame, where all coordinates are zero.
    pub position: [f64; 3],
    /// w, x, y, z, as all quaternions of the description.
    pub orientation: [f64; 4],
    /// Fixed to its parent without.
    pub joint: Option<Joint>,
    pub mass: f64,
    pub centre: [f64; 3],
    /// xx, yy, zz, xy, xz, yz about the centre.
    pub moments: [f64; 6],
}

#[derive(Deserialize)]
#[serde(tag = "kind", rename_all = "lowercase")]
pub enum Joint {
    /// Position and quaternion; angular and linear velocity along the body's axes.
    Free { position: [f64; 7], velocity: [f64; 6] },
    /// Axis and anchor in the body's frame.
    Revolute {
        position: f64,
        velocity: f64,
        axis: [f64; 3],
        anchor: [f64; 3],
        damping: f64,
        armature: f64,
        limits: Option<[f64; 2]>,
        motor: Option<Motor>,
    },
}

#[derive(Deserialize)]
pub struct Motor {
    pub target: f64,
    pub stiffness: f64,
    pub damping: f64,
    pub limit: Option<f64>,
}

#[derive(Deserialize)]
pub struct Shape {
    /// The world without.
    pub body: Option<String>,
    pub kind: String,
    pub numbers: Vec<f64>,
    pub position: [f64; 3],
    pub orientation: [f64; 4],
}

impl Scene {
    /// The scene of that name.
    pub fn load(name: &str) -> Result<Self, String> {
        let folder = std::env::var("STICTION_SCENES").map_err(|_| "expected the scenes' folder in STICTION_SCENES")?;
        let path = format!("{folder}/{name}.json");
        let text = std::fs::read_to_string(&path).map_err(|error| format!("{path}: {error}"))?;
        serde_json::from_str(&text).map_err(|error| format!("{path}: {error}"))
    }

    /// The shapes of a body, or of the world.
    pub fn shapes_of(&self, body: Option<&str>) -> impl Iterator<Item = &Shape> {
        self.shapes.iter().filter(move |shape| shape.body.as_deref() == body)
    }
}
