use crate::frames::{frame, vector};
use crate::scene::{Body, Joint, Scene};
use rapier3d::prelude::*;
use std::collections::HashMap;

/// Hangs bodies on each other, as Rapier's multibodies, and sets them to where they start.
pub fn hang(world: &mut PhysicsWorld, scene: &Scene, handles: &HashMap<&str, RigidBodyHandle>) -> Result<(), String> {
    let mut hanging = Vec::new();
    for body in &scene.bodies {
        let parent = body.parent.as_ref().map(|parent| handles[parent.as_str()]);
        let made = match &body.joint {
            Some(Joint::Free { .. }) => continue,
            None if parent.is_none() => continue,
            None => FixedJointBuilder::new().local_frame1(frame(body.position, body.orientation)).build().into(),
            Some(joint @ Joint::Revolute { .. }) => hinge(body, joint)?,
        };
        let parent = parent.unwrap_or_else(|| world.insert_body(RigidBodyBuilder::fixed()));
        if world.bodies[parent].linvel() != Vector::ZERO || world.bodies[parent].angvel() != Vector::ZERO {
            return Err("the Rapier benchmark does not support chains whose base moves at the start".to_owned());
        }
        let joint = world.multibody_joints.insert(parent, handles[body.name.as_str()], made, true);
        hanging.push((body, joint.ok_or("Rapier refused a joint")?));
    }
    for (body, joint) in hanging {
        begin(world, body, joint)?;
    }
    Ok(())
}

/// The hinge's frames have its axis as their first.
fn hinge(body: &Body, joint: &Joint) -> Result<GenericJoint, String> {
    let Joint::Revolute { axis, anchor, armature, limits, motor, .. } = joint else {
        return Err("expected a hinge".to_owned());
    };
    if *armature != 0.0 {
        return Err("the Rapier benchmark does not support armatures".to_owned());
    }
    let inside = Pose::from_parts(vector(*anchor), Rotation::from_rotation_arc(Vector::X, vector(*axis)));
    let mut made = GenericJointBuilder::new(JointAxesMask::LOCKED_REVOLUTE_AXES)
        .local_frame1(frame(body.position, body.orientation) * inside)
        .local_frame2(inside);
    if let Some([lower, upper]) = limits {
        made = made.limits(JointAxis::AngX, [*lower as Real, *upper as Real]);
    }
    if let Some(motor) = motor {
        made = made.motor_model(JointAxis::AngX, MotorModel::ForceBased).motor_position(
            JointAxis::AngX,
            motor.target as Real,
            motor.stiffness as Real,
            motor.damping as Real,
        );
        if let Some(limit) = motor.limit {
            made = made.motor_max_force(JointAxis::AngX, limit as Real);
        }
    }
    Ok(made.build())
}

/// Coordinate and speed of a link, parents first, and what Rapier damps by itself taken away.
fn begin(world: &mut PhysicsWorld, body: &Body, joint: MultibodyJointHandle) -> Result<(), String> {
    let PhysicsWorld { bodies, multibody_joints, .. } = world;
    let (chain, link) = multibody_joints.get_mut(joint).ok_or("Rapier lost a joint")?;
    chain.set_self_contacts_enabled(true);
    // The coordinates of its base are counted only now.
    chain.forward_kinematics(bodies, true);
    if let Some(Joint::Revolute { position, velocity, damping, .. }) = &body.joint {
        let coordinate = chain.link(link).ok_or("Rapier lost a link")?.assembly_id();
        let mut displacements = vec![0.0; chain.ndofs()];
        displacements[coordinate] = *position as Real;
        chain.apply_displacements(&displacements);
        chain.generalized_velocity_mut()[coordinate] = *velocity as Real;
        chain.damping_mut()[coordinate] = *damping as Real;
        chain.forward_kinematics(bodies, true);
    }
    chain.update_rigid_bodies(bodies, true);
    let moving = chain.body_jacobian(link) * chain.generalized_velocity();
    let handle = chain.link(link).ok_or("Rapier lost a link")?.rigid_body_handle();
    let body = bodies.get_mut(handle).ok_or("Rapier lost a body")?;
    body.set_linvel(Vector::new(moving[0], moving[1], moving[2]), true);
    body.set_angvel(Vector::new(moving[3], moving[4], moving[5]), true);
    Ok(())
}
