use crate::Notice;
use stiction_linalg::space::Vector3;
use stiction_simulation::Scene;

/// A scene that is ready to run, with what its file says besides.
#[derive(Clone, Debug)]
pub struct LoadedScene {
    /// The scene.
    pub scene: Scene,
    /// One line on what it shows; empty if the file has none.
    pub description: String,
    /// Where to look from.
    pub camera: Option<Camera>,
    /// Every how many steps a run is recorded.
    pub record_every: usize,
    /// What was read but not used as written.
    pub notices: Vec<Notice>,
}

/// Where a viewer stands and what it looks at.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Camera {
    /// m.
    pub position: Vector3,
    /// m.
    pub target: Vector3,
}
