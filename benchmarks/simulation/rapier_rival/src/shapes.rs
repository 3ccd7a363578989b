use crate::frames::{frame, vector};
use crate::scene::{Scene, Shape};
use rapier3d::prelude::*;
use std::f32::consts::FRAC_PI_2;

/// A collider without mass: bodies have ours.
pub fn collider(scene: &Scene, shape: &Shape) -> Result<ColliderBuilder, String> {
    let numbers: Vec<Real> = shape.numbers.iter().map(|&number| number as Real).collect();
    let mut place = frame(shape.position, shape.orientation);
    let made = match (shape.kind.as_str(), numbers.as_slice()) {
        ("sphere", &[radius]) => SharedShape::ball(radius),
        ("box", &[x, y, z]) => SharedShape::cuboid(x, y, z),
        ("capsule", &[radius, half]) => SharedShape::capsule_z(half, radius),
        ("cylinder", &[radius, half]) => {
            // Theirs lie along y.
            place *= Pose::from_rotation(Rotation::from_rotation_x(FRAC_PI_2));
            SharedShape::cylinder(half, radius)
        }
        ("plane", _) => SharedShape::halfspace(Vector::Z),
        ("hull", _) => {
            let corners: Vec<_> = shape.numbers.chunks_exact(3).map(|at| vector([at[0], at[1], at[2]])).collect();
            SharedShape::convex_hull(&corners).ok_or("Rapier cannot make a hull of these points")?
        }
        (kind, _) => return Err(format!("the Rapier benchmark does not support the shape {kind}")),
    };
    Ok(ColliderBuilder::new(made)
        .position(place)
        .density(0.0)
        .friction(scene.friction as Real)
        .restitution(scene.restitution as Real)
        .collision_groups(groups(scene, shape.body.as_deref())?))
}

/// A group for each body where some never touch.
fn groups(scene: &Scene, body: Option<&str>) -> Result<InteractionGroups, String> {
    if scene.apart.is_empty() {
        return Ok(InteractionGroups::all());
    }
    // The world's group is the first.
    let bit = |name: Option<&str>| {
        let index = name.map_or(Some(0), |name| scene.bodies.iter().position(|body| body.name == name).map(|k| k + 1));
        index
            .filter(|&index| index < 32)
            .map(|index| 1 << index)
            .ok_or("Rapier supports at most 32 groups that do not touch")
    };
    let mut touching = u32::MAX;
    for [first, second] in &scene.apart {
        for (one, other) in [(first, second), (second, first)] {
            if one.as_deref() == body {
                touching &= !bit(other.as_deref())?;
            }
        }
    }
    Ok(InteractionGroups::new(
        Group::from_bits_retain(bit(body)?),
        Group::from_bits_retain(touching),
        InteractionTestMode::And,
    ))
}
