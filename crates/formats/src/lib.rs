//! Files: what was written (`*File`, versioned) and what it means (the problems of
//! [`stiction_complementarity`]).
//!
//! A problem file is JSON:
//!
//! ```json
//! {"format": 1, "kind": "lcp", "matrix": [[2, 1], [1, 2]], "vector": [-5, -6]}
//! ```
//!
//! | field | meaning |
//! |---|---|
//! | `format` | version of the format, now 1 |
//! | `kind` | `"lcp"`, or `"mlcp"` with bounds |
//! | `matrix` | list of rows; or `{"rows", "columns", "values", "shape"}`, a list of entries counted from zero; or the name of a Matrix Market file beside the problem file |
//! | `vector` | one number per row |
//! | `lower`, `upper` | for `mlcp`: one bound per row, `null` where there is none |
//! | `names` | optional: one name per row, for logs and messages |
//!
//! A contact problem, of kind `"contact"`, has other fields:
//!
//! ```json
//! {"format": 1, "kind": "contact", "delassus": [[1, 0, 0], [0, 3, 0], [0, 0, 3]], "free_velocity": [-1, 0.5, 0],
//!  "laws": [{"law": "coulomb", "friction": 0.3}]}
//! ```
//!
//! | field | meaning |
//! |---|---|
//! | `delassus`, `free_velocity` | the velocity at the contacts, `u = W p + q`; the matrix is written as above |
//! | `mass_matrix`, `jacobian`, `force`, `velocity_offset` | instead of these: `M v = f + H p`, `u = Hᵀ v + w`; `H` has a row per degree of freedom and a column per contact row |
//! | `laws` | what holds between `u` and `p`, for one group of rows after the other |
//! | `labels` | optional: one label per law |
//! | `slip` | optional: the slip before the step, for each law a list of one number per tangent, or `null` for that of the free velocity |
//!
//! | law | rows |
//! |---|---|
//! | `{"law": "coulomb", "friction": 0.5}` | normal, two tangents |
//! | `{"law": "planar-coulomb", "friction": 0.5}` | normal, tangent |
//! | `{"law": "rolling", "friction": 0.5, "rolling_friction": 0.01}` | normal, two tangents, two rolling directions |
//! | `{"law": "unilateral"}` | normal |
//! | `{"law": "bilateral", "rows": 3}` | as many as it says: `u = 0` |
//! | `{"law": "bounded", "lower": -1, "upper": 1}` | one: `p` in a box, `null` for no bound |
//!
//! Recorded problems of contact with friction are read from FCLIB's HDF5 files by [`read_fclib`] and written by
//! [`write_fclib`]:
//!
//! ```
//! use stiction_formats::{FclibFile, FclibLocal, FclibProblem, parse_fclib};
//! use stiction_linalg::SparseMatrix;
//!
//! let delassus = SparseMatrix::from_triplets(2, 2, &[(0, 0, 1.0), (1, 1, 3.0)])?;
//! let (free_velocity, friction) = (vec![-1.0, 0.5], vec![0.3]);
//! let local = FclibLocal { dimension: 2, delassus, free_velocity, friction, equations: None };
//! let file = FclibFile::new(FclibProblem::Local(local));
//! assert_eq!(parse_fclib("copy.hdf5", &file.to_bytes("copy.hdf5")?)?, file);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! Robots are read from MuJoCo's model files by [`read_mjcf`].
//!
//! Scenes, with all that a run starts from, are TOML; `docs/scenes.md` has every key:
//!
//! ```
//! use stiction_formats::{NoSceneFiles, SceneFile, built_in_scene};
//!
//! let text = "version = 1\n[[body]]\nname = 'ball'\nmass = 1\nshape = { kind = 'sphere', radius = 0.1 }\n";
//! let loaded = SceneFile::parse("ball.toml", text.as_bytes(), &["body.ball.mass=2"])?.resolve("ball", &mut NoSceneFiles)?;
//! assert_eq!(loaded.scene.model.mass(), 2.0);
//! let pendulum = built_in_scene("twelve-link-pendulum").ok_or("no such scene")?.load(&[] as &[&str])?;
//! assert_eq!(pendulum.scene.model.velocity_size(), 12);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! Every error names the file, the line and column, the field, and what was expected there:
//!
//! ```
//! use stiction_formats::ProblemFile;
//!
//! let text = "{\"format\": 1, \"kind\": \"lcp\",\n \"matrix\": [[2, 1], [1, \"x\"]], \"vector\": [-5, -6]}";
//! let error = ProblemFile::parse("problem.json", text.as_bytes()).unwrap_err();
//! assert_eq!(error.to_string(), r#"problem.json:2:25: matrix[1][1]: expected a number, found "x""#);
//! ```

mod any_problem;
mod checkpoint;
mod contact;
mod decode;
mod error;
mod fclib;
mod field;
mod files;
mod fingerprint;
mod folder;
mod journal;
mod json;
mod loaded;
mod matrix_file;
mod matrix_market;
mod point;
mod problem_file;
mod read;
mod recording;
mod resolve;
mod robot;
mod save;
mod scene;
mod source;
mod study;
mod suggestion;
pub mod words;
mod write;

pub use any_problem::AnyProblem;
pub use checkpoint::{
    Checkpoint, RunPlan, pack_scene, pack_snapshot, read_checkpoint, unpack_scene, unpack_snapshot, write_checkpoint,
};
pub use contact::{ContactFile, ContactForm, LawFile, LoadedContact};
pub use error::{FormatError, Position};
pub use fclib::{
    FclibFile, FclibGlobal, FclibGlobalEquations, FclibInfo, FclibLocal, FclibLocalEquations, FclibPoint, FclibProblem,
    parse_fclib,
};
pub use field::{FieldError, FieldPath, Segment};
pub use files::KeptFiles;
pub use fingerprint::fingerprint;
pub use folder::{find_problem_files, make_folder};
pub use journal::Journal;
pub use loaded::{LoadedKind, LoadedProblem};
pub use matrix_file::MatrixFile;
pub use matrix_market::{parse_matrix_market, write_matrix_market};
pub use point::{parse_impulses, parse_point};
pub use problem_file::{ProblemFile, ProblemKind};
pub use read::{
    no_matrix_files, read_any_problem, read_contact, read_fclib, read_impulses, read_matrix_market, read_point,
    read_problem, read_text,
};
pub use recording::{
    Frame, FrameContact, PlacedBody, Placing, RecordedBody, RecordedCamera, RecordedEvent, RecordedJoint,
    RecordedShape, Recording, RecordingEncoder, RecordingFile, RecordingHeader, RecordingMark, RecordingWriter,
    ThinnedRecording, event_kind_words, event_words, export_csv, export_npz, is_recording, read_recording,
};
pub use resolve::ResolveError;
pub use robot::{
    Actuator, ActuatorKind, Geometry, GeometryRole, Keyframe, Notice, Robot, RobotState, RootJoint, Shape,
    TriangleMesh, parse_mjcf, parse_state, parse_urdf, read_mjcf, read_robot, read_state, read_urdf,
};
pub use save::{write_bytes, write_contact, write_fclib, write_text};
pub use scene::{
    BUILT_IN_SCENES, BuiltInScene, Camera, FindSceneError, LoadedScene, NoSceneFiles, RobotScene, SceneBundle,
    SceneFile, SceneFiles, SceneFolder, built_in_scene, find_scene, is_robot_file, read_scene,
};
pub use study::{
    CheckFile, CheckSource, Expected, FigureFile, LineFile, LinePoints, ProblemRunFile, RunFile, STUDY_FILE, StudyFile,
    StudyFolder, When,
};
pub use suggestion::nearest;

/// The version of the problem file format that this crate reads and writes.
pub const FORMAT: u32 = 1;

/// The most rows and columns that a problem file may ask for. The solvers store the matrix densely, so
/// that a larger one would need more than three gigabytes: it is refused before anything is allocated.
pub const LARGEST_ORDER: usize = 20_000;

/// The longest JSON file that is read, in bytes. Larger matrices belong in a Matrix Market file.
pub const LARGEST_JSON: u64 = 256 << 20;

/// The longest Matrix Market file that is read, in bytes.
pub const LARGEST_MATRIX_MARKET: u64 = 1 << 30;

/// The longest robot file that is read, in bytes.
pub const LARGEST_ROBOT: u64 = 64 << 20;

/// The version of the scene file format that this crate reads.
pub const SCENE_VERSION: u32 = 1;

/// The longest scene file that is read, in bytes.
pub const LARGEST_SCENE: u64 = 16 << 20;

/// The longest step of a scene, s.
pub const LONGEST_TIME_STEP: f64 = 1000.0;

/// The longest run of a scene, s.
pub const LONGEST_DURATION: f64 = 1e9;

/// The longest FCLIB file that is read, in bytes, and the most that one may unfold to.
pub const LARGEST_FCLIB: u64 = 1 << 30;

/// The most rows and columns of a matrix in an FCLIB file, which stays sparse.
pub const LARGEST_SPARSE_ORDER: usize = 1_000_000;
