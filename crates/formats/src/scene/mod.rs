//! Scene files: bodies, joints, shapes, materials and the way they are stepped, in TOML.
//!
//! A text becomes a document with the place of every value (`document`), settings change it (`setting`), the `*_file`
//! modules read it, and `resolve` makes the scene: names are looked up, grids unfolded, masses computed.

mod bodies;
mod body_file;
mod built_in;
mod bundle;
mod constraint_file;
mod document;
mod equations;
mod expansion;
mod find;
mod form;
mod frame_file;
mod groups;
mod include_file;
mod joint_file;
mod loaded_scene;
mod mass;
mod material_file;
mod materials;
mod motor;
mod motor_file;
mod neighbours;
mod overlaps;
mod place;
mod pose;
mod read;
mod resolve;
mod robot;
mod robot_scene;
mod robot_shapes;
mod scene_file;
mod schedule;
mod schedule_file;
mod setting;
mod shape_file;
mod start;
mod stepper_file;
mod table;
mod value;

pub use built_in::{BUILT_IN_SCENES, BuiltInScene, built_in_scene};
pub use bundle::SceneBundle;
pub(crate) use document::Node;
pub use find::{FindSceneError, find_scene};
pub use loaded_scene::{Camera, LoadedScene};
pub(crate) use place::{Fault, Sources};
pub use read::{NoSceneFiles, SceneFiles, SceneFolder, read_scene};
pub use robot_scene::{RobotScene, is_robot_file};
pub use scene_file::SceneFile;
pub(crate) use table::Table;
pub(crate) use value::{Field, LARGEST_NUMBER};
