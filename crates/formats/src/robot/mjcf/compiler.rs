//! How the numbers of a file are meant, and what they are subject to.

use crate::FormatError;
use crate::field::shown;
use crate::robot::mjcf::Node;
use crate::robot::mjcf::documents::Documents;
use crate::robot::mjcf::layered::{TRUTH, keyword};
use stiction_linalg::space::Vector3;

/// Where the inertia of a body comes from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum InertiaSource {
    /// Its own element, if it has one, else its geoms.
    Auto,
    /// Its geoms, if any has mass, else its own element.
    Geoms,
    /// Its own element.
    Element,
}

pub(super) struct Compiler<'f> {
    /// Radians per unit of angle.
    pub angle: f64,
    pub euler_sequence: [u8; 3],
    mesh_folder: Option<&'f str>,
    asset_folder: Option<&'f str>,
    pub strip_path: bool,
    pub auto_limits: bool,
    pub inertia_source: InertiaSource,
    /// Groups whose geoms have mass.
    pub inertia_groups: (f64, f64),
    pub least_mass: f64,
    pub least_inertia: f64,
    pub total_mass: Option<f64>,
    pub balance_inertia: bool,
}

impl Default for Compiler<'_> {
    fn default() -> Self {
        Self {
            angle: 1f64.to_radians(),
            euler_sequence: *b"xyz",
            mesh_folder: None,
            asset_folder: None,
            strip_path: false,
            auto_limits: true,
            inertia_source: InertiaSource::Auto,
            inertia_groups: (0.0, 5.0),
            least_mass: 0.0,
            least_inertia: 0.0,
            total_mass: None,
            balance_inertia: false,
        }
    }
}

impl<'f> Compiler<'f> {
    /// Later sections add to earlier ones.
    pub fn read(sections: &[Node<'f>]) -> Result<Self, FormatError> {
        let mut compiler = Self::default();
        for section in sections {
            compiler.section(*section)?;
        }
        Ok(compiler)
    }

    fn section(&mut self, section: Node<'f>) -> Result<(), FormatError> {
        if let Some(angle) = keyword(section, "angle", &[("degree", 1f64.to_radians()), ("radian", 1.0)])? {
            self.angle = angle;
        }
        keyword(section, "coordinate", &[("local", ())])?;
        if let Some(sequence) = section.attribute("eulerseq") {
            let letters: Option<[u8; 3]> = sequence.as_bytes().try_into().ok();
            let letters = letters.filter(|letters| letters.iter().all(|letter| b"xyzXYZ".contains(letter)));
            self.euler_sequence = letters.ok_or_else(|| {
                let found = crate::field::printable(sequence);
                section.error("eulerseq", format!("expected three letters among x, y, z, X, Y, Z, found '{found}'"))
            })?;
        }
        self.mesh_folder = section.attribute("meshdir").or(self.mesh_folder);
        self.asset_folder = section.attribute("assetdir").or(self.asset_folder);
        self.strip_path = keyword(section, "strippath", &TRUTH)?.unwrap_or(self.strip_path);
        self.auto_limits = keyword(section, "autolimits", &TRUTH)?.unwrap_or(self.auto_limits);
        self.balance_inertia = keyword(section, "balanceinertia", &TRUTH)?.unwrap_or(self.balance_inertia);
        let sources =
            [("auto", InertiaSource::Auto), ("true", InertiaSource::Geoms), ("false", InertiaSource::Element)];
        self.inertia_source = keyword(section, "inertiafromgeom", &sources)?.unwrap_or(self.inertia_source);
        if let Some([lowest, highest]) = section.array("inertiagrouprange")? {
            self.inertia_groups = (lowest, highest);
        }
        for (name, bound) in [("boundmass", &mut self.least_mass), ("boundinertia", &mut self.least_inertia)] {
            match section.number(name)? {
                Some(value) if value < 0.0 => {
                    return Err(section.error(name, format!("expected zero or more, found {}", shown(value))));
                }
                value => *bound = value.unwrap_or(*bound),
            }
        }
        if let Some(total) = section.number("settotalmass")? {
            self.total_mass = (total > 0.0).then_some(total);
        }
        self.without_effect(section)
    }

    /// Settings that change nothing in the mechanism as it is read here.
    fn without_effect(&self, section: Node<'f>) -> Result<(), FormatError> {
        let remarks = [
            ("fusestatic", "bodies without joints are not fused with their parents"),
            ("discardvisual", "visual geoms are kept"),
            ("alignfree", "the frame of a free body stays as in the file"),
        ];
        for (name, remark) in remarks {
            if keyword(section, name, &TRUTH)? == Some(true) {
                section.remark(format!("attribute '{name}' of <compiler> is ignored: {remark}"));
            }
        }
        Ok(())
    }

    /// The path of a mesh file, relative to the main file.
    pub fn mesh_path(&self, file: &str) -> String {
        let file = match self.strip_path {
            true => file.rsplit(['/', '\\']).next().unwrap_or(file),
            false => file,
        };
        let folder = self.mesh_folder.or(self.asset_folder).unwrap_or("");
        crate::robot::mjcf::documents::normal(&crate::robot::mjcf::documents::join(folder, file))
    }
}

/// What is asked of the simulation.
pub(super) struct Options {
    pub time_step: Option<f64>,
    pub gravity: Vector3,
}

impl Options {
    pub fn read<'f>(documents: &'f Documents<'_>, sections: &[Node<'f>]) -> Result<Self, FormatError> {
        let mut options = Self { time_step: None, gravity: Vector3::new(0.0, 0.0, -9.81) };
        let mut weightless = false;
        for section in sections {
            if let Some(step) = section.number("timestep")? {
                if step <= 0.0 {
                    return Err(section.error("timestep", format!("expected more than zero, found {}", shown(step))));
                }
                options.time_step = Some(step);
            }
            options.gravity = section.vector("gravity")?.unwrap_or(options.gravity);
            for flag in documents.tagged(*section, "flag") {
                weightless = keyword(flag, "gravity", &[("enable", false), ("disable", true)])?.unwrap_or(weightless);
            }
        }
        if weightless {
            options.gravity = Vector3::ZERO;
        }
        Ok(options)
    }
}
