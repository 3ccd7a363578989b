use crate::scene::place::Fault;
use crate::scene::scene_file::SceneFile;
use crate::scene::schedule_file::ForceTarget;
use crate::scene::start::Start;
use crate::scene::value::Reference;
use stiction_multibody::{Joint, JointKind, Model};
use stiction_simulation::{Drive, Load, LoadTarget};

/// The forces of a scene.
pub(crate) fn loads(file: &SceneFile, model: &Model) -> Result<Vec<Load>, Fault> {
    let load = |force: &crate::scene::schedule_file::ForceFile| {
        let on = match &force.on {
            ForceTarget::Body { body, point, force, torque } => {
                let unknown = || body.unknown("body", model.bodies().iter().map(|body| body.name.as_str()));
                let id = model.find_body(&body.name).ok_or_else(unknown)?;
                if !model.is_mobile(id) {
                    let message = format!("expected a body that can move, found '{}', which is fixed", body.name);
                    return Err(body.fault(message));
                }
                LoadTarget::Body { body: id, point: *point, force: *force, torque: *torque }
            }
            ForceTarget::Joint { joint, freedom, value } => {
                let (_, found) = find_joint(model, joint, *freedom)?;
                LoadTarget::Freedom(found.velocity.start + freedom, *value)
            }
        };
        Ok(Load { on, factor: force.factor.clone(), from: force.from, until: force.until })
    };
    file.forces.iter().map(load).collect()
}

/// The prescribed motions of a scene; a joint whose start is not given begins where its motion does.
pub(crate) fn drives(file: &SceneFile, model: &Model, starts: &mut [Start]) -> Result<Vec<Drive>, Fault> {
    let mut drives: Vec<Drive> = Vec::new();
    for motion in &file.motions {
        let (index, joint) = find_joint(model, &motion.joint, motion.freedom)?;
        if matches!(joint.kind, JointKind::Free | JointKind::Spherical) {
            let message = format!("a {} joint has no scalar coordinate to prescribe", joint.kind.name());
            return Err(motion.joint.fault(message));
        }
        let (freedom, coordinate) = (joint.velocity.start + motion.freedom, joint.configuration.start + motion.freedom);
        if drives.iter().any(|drive| drive.freedom == freedom) {
            return Err(Fault::new(
                motion.at,
                &motion.path,
                "expected one motion for each coordinate, found a second one",
            ));
        }
        if joint.velocity.len() == 1 && starts[index].position.is_none() {
            starts[index].position = Some(vec![motion.position.at(0.0)]);
        }
        drives.push(Drive { freedom, coordinate, position: motion.position.clone() });
    }
    Ok(drives)
}

/// The joint of a name, if it has that degree of freedom.
pub(crate) fn find_joint<'m>(model: &'m Model, name: &Reference, freedom: usize) -> Result<(usize, &'m Joint), Fault> {
    let joints = model.joints();
    let Some(index) = joints.iter().position(|joint| joint.name == name.name) else {
        return Err(name.unknown("joint", joints.iter().map(|joint| joint.name.as_str())));
    };
    let joint = &joints[index];
    if freedom >= joint.velocity.len() {
        let message = format!("expected a degree of freedom below {}, found {freedom}", joint.velocity.len());
        return Err(name.fault(message));
    }
    Ok((index, joint))
}
