//! The recorded contact problems of `data/contact`, which come with the program.

use crate::StudyError;
use stiction_contact::ContactProblem;
use stiction_formats::{ContactFile, no_matrix_files, parse_fclib};

/// A recorded problem.
#[derive(Clone, Copy)]
pub struct Recorded {
    /// Its folder and file, below `data/contact`.
    pub name: &'static str,
    bytes: &'static [u8],
}

macro_rules! recorded {
    ($($name:literal),+ $(,)?) => {
        /// All of them, by name.
        pub const RECORDED: &[Recorded] = &[$(Recorded {
            name: $name,
            bytes: include_bytes!(concat!("../../../data/contact/", $name)),
        }),+];
    };
}

recorded!(
    "fc2d/FC2D_SliderCrankLagrangian00000.hdf5",
    "fc2d/FrictionContactProblem00031.hdf5",
    "fc2d/FrictionContactProblem00237.hdf5",
    "fc2d/FrictionContactProblem00394.hdf5",
    "fc2d/fc2d_granularflowonwall_00667_00000.hdf5",
    "fc3d/2cubes_t0.hdf5",
    "fc3d/BoxesStack1-i100000-32.hdf5",
    "fc3d/Capsules-i100-1090.hdf5",
    "fc3d/Capsules-i101-404.hdf5",
    "fc3d/Capsules-i122-1617.hdf5",
    "fc3d/Confeti-ex03-Fc3D-SBM.hdf5",
    "fc3d/FC3D_Example1.hdf5",
    "fc3d/FrictionContact3D_1c.hdf5",
    "fc3d/GFC3D_TwoRods1-condensed.hdf5",
    "fc3d/LMGC_100_PR_PerioBox-i00361-60-03000.hdf5",
    "fc3d/NESpheres_10_1.hdf5",
    "fc3d/OneObject-i100000-316.hdf5",
    "fc3d/Rover1039.hdf5",
    "fc3d/Rover1041.hdf5",
    "fc3d/Rover11211.hdf5",
    "fc3d/Rover4144.hdf5",
    "fc3d/Rover4493.hdf5",
    "fc3d/Rover4609.hdf5",
    "fc3d/Rover4622.hdf5",
    "global3d/Box_Stacks-i0122-82-5.hdf5",
    "global3d/CubeH8.hdf5",
    "global3d/GFC3D_Example0.hdf5",
    "global3d/GFC3D_Example00_badly_scaled.hdf5",
    "global3d/GFC3D_Example1.hdf5",
    "global3d/gfc2d_granularflowonwall_00000_00117.hdf5",
    "global3d/spheres-in-a-box-98-i10000-256-10.hdf5",
    "gmp/Example1_Fc3D_SBM.json",
    "gmp/GMP1.json",
    "gmp/GMP3.json",
    "gmp/GMP5.json",
    "rolling3d/Chute-ndof-768-nc-4-3.hdf5",
    "rolling3d/RFC3D_cube_1.json",
    "rolling3d/RFC3D_sphere_2.json",
    "rolling3d/rfc3d_sphere_from_grfc3d_dense.json",
    "scenes/capsules-nc13-k90.hdf5",
    "scenes/capsules-nc20-k159.hdf5",
    "scenes/capsules-nc34-k174.hdf5",
    "scenes/capsules-nc47-k228.hdf5",
    "scenes/capsules-nc52-k240.hdf5",
    "scenes/massratio-nc17-k33.hdf5",
    "scenes/massratio-nc19-k51.hdf5",
    "scenes/massratio-nc21-k21.hdf5",
    "scenes/massratio-nc24-k63.hdf5",
    "scenes/massratio-nc28-k66.hdf5",
    "scenes/planks-nc78-k12.hdf5",
    "scenes/planks-nc81-k48.hdf5",
    "scenes/planks-nc83-k27.hdf5",
    "scenes/planks-nc84-k63.hdf5",
    "scenes/planks-nc86-k72.hdf5",
    "scenes/polyhedra-nc106-k240.hdf5",
    "scenes/polyhedra-nc12-k72.hdf5",
    "scenes/polyhedra-nc21-k111.hdf5",
    "scenes/polyhedra-nc31-k150.hdf5",
    "scenes/polyhedra-nc47-k204.hdf5",
    "scenes/slide-nc23-k3.hdf5",
    "scenes/slide-nc37-k18.hdf5",
    "scenes/slide-nc43-k57.hdf5",
    "scenes/slide-nc45-k27.hdf5",
    "scenes/slide-nc49-k39.hdf5",
    "scenes/spheres-nc151-k60.hdf5",
    "scenes/spheres-nc190-k96.hdf5",
    "scenes/spheres-nc203-k132.hdf5",
    "scenes/spheres-nc234-k162.hdf5",
    "scenes/spheres-nc36-k27.hdf5",
    "scenes/stack-nc11-k3.hdf5",
    "scenes/stack-nc85-k24.hdf5",
    "scenes/stack-nc89-k51.hdf5",
    "scenes/stack-nc91-k75.hdf5",
    "scenes/stack-nc93-k57.hdf5",
    "scenes/wall-nc105-k45.hdf5",
    "scenes/wall-nc115-k63.hdf5",
    "scenes/wall-nc119-k90.hdf5",
    "scenes/wall-nc127-k81.hdf5",
);

impl Recorded {
    /// The problem that the file holds.
    pub fn pose(&self) -> Result<ContactProblem, StudyError> {
        if self.name.ends_with(".json") {
            let file = ContactFile::parse(self.name, self.bytes).map_err(StudyError::broken)?;
            let loaded = file.resolve(&mut no_matrix_files).map_err(StudyError::broken)?;
            return loaded.pose().map_err(StudyError::broken);
        }
        parse_fclib(self.name, self.bytes).map_err(StudyError::broken)?.pose().map_err(StudyError::broken)
    }
}

/// The recorded problem of that name.
pub fn recorded(name: &str) -> Result<ContactProblem, StudyError> {
    let found = RECORDED.iter().find(|recorded| recorded.name == name);
    found.ok_or_else(|| crate::error::missing(name))?.pose()
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;
    use std::path::Path;

    #[test]
    fn every_file_is_here_and_can_be_read() {
        let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../data/contact");
        let mut found = Vec::new();
        for folder in std::fs::read_dir(&root).unwrap().map(|entry| entry.unwrap().path()).filter(|path| path.is_dir())
        {
            for file in std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap()) {
                let name = file.path().strip_prefix(&root).unwrap().to_str().unwrap().replace('\\', "/");
                let is_problem = name.ends_with(".hdf5") || name.ends_with(".json");
                if is_problem {
                    found.push(name);
                }
            }
        }
        found.sort();
        assert_eq!(found, RECORDED.iter().map(|recorded| recorded.name).collect::<Vec<_>>());
        for recorded in RECORDED {
            recorded.pose().unwrap_or_else(|error| panic!("{}: {error}", recorded.name));
        }
    }
}
