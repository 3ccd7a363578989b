"""Writes the models of the benchmark, with 64 random states each, as text files that both programs read.

    python3 export.py FOLDER        # needs pin and example-robot-data; see setup

README.md defines the format. Pinocchio reads the URDF files and merges fixed joints, so that both programs time the same bodies.
"""
import os
import sys
import sysconfig

import numpy as np
import pinocchio as pin

SEED = 5
SAMPLES = 64


def robot(path):
    folder = os.path.join(sysconfig.get_paths()["purelib"], "cmeel.prefix/share/example-robot-data/robots")
    return pin.buildModelFromUrdf(os.path.join(folder, path), pin.JointModelFreeFlyer())


def chain(links, first, step, mass, inertia, axes):
    """A chain of hinges, each `step` below the one before it; the mass of a link is at its lower end."""
    model, parent = pin.Model(), 0
    for k in range(links):
        place = pin.SE3(np.eye(3), np.array([0, 0, first if k == 0 else -step]))
        parent = model.addJoint(parent, axes[k % len(axes)], place, f"link{k + 1}")
        model.appendBodyToJoint(parent, pin.Inertia(mass, np.array([0, 0, -step]), inertia * np.eye(3)),
                                pin.SE3.Identity())
    return model


def at(model, joint, *position):
    return model.getJointId(joint), np.array(position, float)


def at_frame(model, frame):
    f = model.frames[model.getFrameId(frame)]
    return f.parentJoint, f.placement.translation.copy()


def models():
    """name, model, contact points: name to (joint, position in its frame)"""
    m = chain(12, 10.0, 1.0, 1.0, 0.025, [pin.JointModelRY()])
    yield "pendulum12", m, {f"tip{k}": at(m, f"link{k}", 0, 0, -1) for k in (3, 6, 9, 12)}
    m = chain(100, 10.0, 0.2, 0.5, 0.002, [pin.JointModelRY(), pin.JointModelRX()])
    yield "chain100", m, {f"tip{k}": at(m, f"link{k}", 0, 0, -0.2) for k in (25, 50, 75, 100)}
    m = robot("a1_description/urdf/a1.urdf")
    yield "a1", m, {n: at_frame(m, n) for n in ("FR_foot", "FL_foot", "RR_foot", "RL_foot")}
    m = robot("anymal_b_simple_description/robots/anymal.urdf")
    yield "anymal", m, {n: at_frame(m, n) for n in ("LF_FOOT", "RF_FOOT", "LH_FOOT", "RH_FOOT")}
    m = robot("talos_data/robots/talos_reduced.urdf")
    yield "talos", m, {f"{side}_{end}_{edge}": at(m, f"leg_{side}_6_joint", x, y, -0.107)
                       for side in ("left", "right") for end, x in (("heel", -0.1), ("toe", 0.1))
                       for edge, y in (("right", -0.06), ("left", 0.06))}


def kind_and_axis(joint):
    """Kind of a one-axis or free joint, and its axis: what it does to a body at the origin."""
    if "FreeFlyer" in joint.shortname():
        return "free", np.zeros(3)
    alone = pin.Model()
    alone.addJoint(0, joint, pin.SE3.Identity(), "joint")
    j = np.reshape(pin.computeJointJacobians(alone, alone.createData(), pin.neutral(alone)), (6, -1))
    if joint.nq != 1 or j.shape[1] != 1:
        raise ValueError(f"no text for a {joint.shortname()}")
    linear, angular = j[:3, 0], j[3:, 0]
    return ("revolute", angular) if np.any(angular) else ("prismatic", linear)


def text(*values):
    return " ".join(v if isinstance(v, str) else f"{v:.17g}" for v in values)


def write(name, model, contacts, path, rng):
    kinds = [kind_and_axis(joint) for joint in list(model.joints)[1:]]
    with open(path, "w") as file:
        print(text("model", name), file=file)
        print(text("gravity", *model.gravity.linear), file=file)
        for i, (kind, axis) in enumerate(kinds, 1):
            place, inertia = model.jointPlacements[i], model.inertias[i]
            j = inertia.inertia
            print(text("body", model.names[i], float(model.parents[i]) - 1, kind, *axis, *place.translation,
                       *place.rotation.ravel(), inertia.mass, *inertia.lever, j[0, 0], j[0, 1], j[0, 2], j[1, 1],
                       j[1, 2], j[2, 2]), file=file)
        for contact, (joint, position) in contacts.items():
            print(text("contact", contact, float(joint) - 1, *position), file=file)
        for _ in range(SAMPLES):
            q = []
            for kind, _ in kinds:
                turn = rng.standard_normal(4)
                q += [*rng.uniform(-1, 1, 3), *(turn / np.linalg.norm(turn))] if kind == "free" else [rng.uniform(-1, 1)]
            print(text("configuration", *q), file=file)
            for what in ("velocity", "acceleration", "force"):
                print(text(what, *rng.uniform(-1, 1, model.nv)), file=file)


def main():
    folder = sys.argv[1]
    os.makedirs(folder, exist_ok=True)
    for number, (name, model, contacts) in enumerate(models()):
        write(name, model, contacts, os.path.join(folder, name + ".txt"), np.random.default_rng([SEED, number]))
        print(f"{name}: {model.njoints - 1} joints, {model.nv} velocities, {len(contacts)} contacts")


if __name__ == "__main__":
    main()
