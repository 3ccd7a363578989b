use crate::FormatError;
use crate::field::shown;
use crate::robot::GeometryRole;
use crate::robot::urdf::Meshes;
use crate::robot::urdf::geometry_file::GeometryFile;
use crate::robot::urdf::materials::Materials;
use crate::robot::urdf::origin::read_origin;
use crate::robot::xml::Element;
use stiction_linalg::space::Symmetric3;
use stiction_multibody::Inertia;

/// Moments of inertia per mass, m², that are what rounding left of zero: such a body would be smaller than 1e-7 m.
const ROUNDING: f64 = 1e-15;

/// A `<link>` as it is written.
pub struct LinkFile<'f, 'a> {
    pub element: Element<'f, 'a>,
    pub name: &'f str,
    /// Where its mass is given, if it is.
    pub inertial: Option<Element<'f, 'a>>,
    /// In the link's frame.
    pub inertia: Inertia,
    pub geometries: Vec<GeometryFile>,
}

impl<'f, 'a> LinkFile<'f, 'a> {
    pub fn read(
        element: Element<'f, 'a>,
        materials: &Materials<'_>,
        meshes: &mut Meshes<'_>,
    ) -> Result<Self, FormatError> {
        let name = element.required("name")?;
        let inertial = element.child("inertial")?;
        let inertia = inertial.as_ref().map(read_inertia).transpose()?.unwrap_or(Inertia::ZERO);
        let mut geometries = Vec::new();
        for (tag, role) in [("visual", GeometryRole::Visual), ("collision", GeometryRole::Collision)] {
            for child in element.children(tag) {
                geometries.extend(GeometryFile::read(&child, role, materials, meshes)?);
            }
        }
        Ok(Self { element, name, inertial, inertia, geometries })
    }
}

fn read_inertia(inertial: &Element<'_, '_>) -> Result<Inertia, FormatError> {
    let part = |tag: &str| {
        inertial.child(tag)?.ok_or_else(|| inertial.error("", format!("expected an element <{tag}>, found none")))
    };
    let required = |element: &Element<'_, '_>, name: &str| {
        element.required(name)?;
        Ok::<_, FormatError>(element.number(name)?.unwrap_or(0.0))
    };
    let pose = read_origin(inertial)?;
    let (mass_element, moments_element) = (part("mass")?, part("inertia")?);
    let mass = required(&mass_element, "value")?;
    if mass < 0.0 {
        return Err(mass_element.error("value", format!("expected a mass of zero or more, found {}", shown(mass))));
    }
    let product = |name: &str| {
        let value = moments_element.number(name)?;
        if value.is_none() {
            moments_element.remark("<inertia> without ixy, ixz or iyz: taken as zero");
        }
        Ok::<_, FormatError>(value.unwrap_or(0.0))
    };
    let mut moments = Symmetric3 {
        xx: required(&moments_element, "ixx")?,
        xy: product("ixy")?,
        xz: product("ixz")?,
        yy: required(&moments_element, "iyy")?,
        yz: product("iyz")?,
        zz: required(&moments_element, "izz")?,
    };
    let size = moments.to_matrix().to_rows().as_flattened().iter().fold(0.0, |size: f64, entry| size.max(entry.abs()));
    if mass > 0.0 && size > 0.0 && size < ROUNDING * mass {
        moments_element.remark("<inertia> is zero up to rounding: the link is treated as a point mass");
        moments = Symmetric3::ZERO;
    }
    if mass == 0.0 && moments == Symmetric3::ZERO {
        inertial.remark("<inertial> of zero mass: the link is treated as massless");
    }
    Ok(Inertia::new(mass, pose.position, moments.rotated(&pose.rotation)))
}
