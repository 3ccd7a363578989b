use rapier3d::prelude::*;

/// A vector of our scene, rounded to single precision.
pub fn vector(v: [f64; 3]) -> Vector {
    Vector::new(v[0] as Real, v[1] as Real, v[2] as Real)
}

/// A rotation of our scene: w, x, y, z.
pub fn rotation([w, x, y, z]: [f64; 4]) -> Rotation {
    Rotation::from_xyzw(x as Real, y as Real, z as Real, w as Real).normalize()
}

/// A frame of our scene.
pub fn frame(position: [f64; 3], orientation: [f64; 4]) -> Pose {
    Pose::from_parts(vector(position), rotation(orientation))
}

/// In double precision, so that what is computed from it is as exact as what it is.
pub fn doubles(v: Vector) -> [f64; 3] {
    [v.x as f64, v.y as f64, v.z as f64]
}
