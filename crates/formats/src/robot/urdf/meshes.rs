use crate::field::printable;
use crate::robot::xml::Element;
use std::path::{Path, PathBuf};

/// Finds the files of meshes.
pub struct Meshes<'m> {
    folder: &'m Path,
    exists: &'m mut dyn FnMut(&Path) -> bool,
}

impl<'m> Meshes<'m> {
    /// For a robot file in a folder.
    pub fn new(folder: &'m Path, exists: &'m mut dyn FnMut(&Path) -> bool) -> Self {
        Self { folder, exists }
    }

    /// The file that an address names; where there is none, the address as it stands and a remark, since
    /// a mechanism moves without its meshes.
    pub fn find(&mut self, mesh: &Element<'_, '_>, address: &str) -> PathBuf {
        let (places, failure) = match address.split_once("://") {
            Some(("package" | "model", rest)) => {
                let (package, inside) = rest.trim_start_matches('/').split_once('/').unwrap_or((rest, ""));
                let failure = format!(
                    "mesh not found: expected the folder '{}' of the package among the folders above the file, or in \
                     one of them",
                    printable(package)
                );
                (self.in_package(package, inside), failure)
            }
            Some(("file", path)) => (vec![self.folder.join(path)], not_found(address)),
            Some((scheme, _)) => (Vec::new(), format!("mesh not found: {}:// is not supported", printable(scheme))),
            None => (vec![self.folder.join(address)], not_found(address)),
        };
        let found = places.into_iter().find(|place| (self.exists)(place));
        found.unwrap_or_else(|| {
            mesh.remark(failure);
            PathBuf::from(address)
        })
    }

    /// From the file upwards: a folder of the package's name, or one beside.
    fn in_package(&self, package: &str, inside: &str) -> Vec<PathBuf> {
        let mut places = Vec::new();
        for folder in self.folder.ancestors() {
            if folder.file_name().is_some_and(|name| name == package) {
                places.push(folder.join(inside));
            }
            places.push(folder.join(package).join(inside));
        }
        places
    }
}

fn not_found(address: &str) -> String {
    format!("mesh not found: {}", printable(address))
}
