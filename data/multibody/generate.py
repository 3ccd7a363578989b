"""Writes the reference data of this folder: NAME.json for seven models, from Pinocchio and MuJoCo.

    python3 -m venv venv
    venv/bin/pip install pin==4.1.0 example-robot-data==6.0.0 mujoco==4.0.0
    venv/bin/python generate.py                 # writes beside this file
    venv/bin/python generate.py --check         # writes nothing, compares with what is there (to 1e-12)

The numbers follow from the seed below and the files in `robots`; example-robot-data is only needed to compare the copies
in `robots` with their source. Layout and conventions are in README.md. Each model is checked before it is written and the
largest errors are printed; an error above its limit stops the run.
"""
import argparse
import json
import os
import sys

import mujoco
import numpy as np
import pinocchio as pin

SEED = 20240607
SAMPLES = 3
HERE = os.path.dirname(os.path.abspath(__file__))

# Kind: (numbers of the configuration, numbers of the velocity)
SIZES = {"revolute": (1, 1), "continuous": (1, 1), "prismatic": (1, 1), "screw": (1, 1), "cylindrical": (2, 2),
         "universal": (2, 2), "spherical": (4, 3), "planar": (3, 3), "free": (7, 6)}


# ---------------------------------------------------------------------------------------------- small mathematics

def skew(a):
    return np.array([[0, -a[2], a[1]], [a[2], 0, -a[0]], [-a[1], a[0], 0]])


def unskew(a):
    return 0.5 * np.array([a[2, 1] - a[1, 2], a[0, 2] - a[2, 0], a[1, 0] - a[0, 1]])


def rotation(q):
    """Rotation matrix of a quaternion (w, x, y, z) of any length."""
    w, x, y, z = np.asarray(q) / np.linalg.norm(q)
    return np.array([[1 - 2 * (y * y + z * z), 2 * (x * y - w * z), 2 * (x * z + w * y)],
                     [2 * (x * y + w * z), 1 - 2 * (x * x + z * z), 2 * (y * z - w * x)],
                     [2 * (x * z - w * y), 2 * (y * z + w * x), 1 - 2 * (x * x + y * y)]])


def quaternion_product(a, b):
    return np.concatenate([[a[0] * b[0] - a[1:] @ b[1:]], a[0] * b[1:] + b[0] * a[1:] + np.cross(a[1:], b[1:])])


def quaternion_exponential(w):
    angle = np.linalg.norm(w)
    return np.concatenate([[np.cos(angle / 2)], 0.5 * np.sinc(angle / (2 * np.pi)) * w])


def solve(matrix, right):
    """matrix^-1 right with one step of refinement in extended precision."""
    x = np.linalg.solve(matrix, right)
    residual = np.asarray(right, np.longdouble) - np.asarray(matrix, np.longdouble) @ np.asarray(x, np.longdouble)
    return x + np.linalg.solve(matrix, np.asarray(residual, float))


def derivative(f, h=2e-3):
    """f'(0) of a smooth function of time: central differences of order six."""
    return sum(c * (f(k * h) - f(-k * h)) for k, c in ((1, 45), (2, -9), (3, 1))) / (60 * h)


def relative(a, b):
    return float(np.max(np.abs(np.asarray(a) - np.asarray(b))) / max(1e-300, np.max(np.abs(b))))


def integrate(joints, q, v, t):
    """A curve through q whose velocity at t = 0 is v, both in the conventions of README.md."""
    out, iq, iv = [], 0, 0
    for _, kind in joints:
        nq, nv = SIZES[kind]
        a, b = q[iq:iq + nq], v[iv:iv + nv] * t
        if kind == "spherical":
            out.append(quaternion_product(a, quaternion_exponential(b)))
        elif kind == "free":
            out += [a[:3] + rotation(a[3:]) @ b[3:], quaternion_product(a[3:], quaternion_exponential(b[:3]))]
        else:
            out.append(a + b)
        iq, iv = iq + nq, iv + nv
    return np.concatenate(out)


# ---------------------------------------------------------------------------------------------- Pinocchio

class Pinocchio:
    """A Pinocchio model seen through our conventions. Both sides use body axes, so a constant permutation relates the
    velocities; configurations differ in the order of quaternions and in continuous joints (cosine, sine)."""

    def __init__(self, model, joints, frames):
        self.model, self.joints, self.frames = model, joints, frames
        self.data = model.createData()
        self.nv = model.nv
        self.to_pin = np.zeros((model.nv, model.nv))
        at = 0
        for name, kind in joints:
            first = model.joints[model.getJointId(name)].idx_v
            order = [3, 4, 5, 0, 1, 2] if kind == "free" else range(SIZES[kind][1])
            for k, place in enumerate(order):
                self.to_pin[first + place, at + k] = 1
            at += SIZES[kind][1]
        assert at == model.nv and sum(SIZES[k][0] for _, k in joints) == model.nq - sum(
            j.nq == 2 and j.nv == 1 for j in model.joints)
        self.mass = sum(y.mass for y in model.inertias[1:])
        self.gravity = model.gravity.linear

    def configuration(self, q):
        out, at = np.zeros(self.model.nq), 0
        for name, kind in self.joints:
            joint, nq = self.model.joints[self.model.getJointId(name)], SIZES[kind][0]
            x = q[at:at + nq]
            at += nq
            if joint.nq == 2 and joint.nv == 1:
                x = [np.cos(x[0]), np.sin(x[0])]
            elif kind == "spherical":
                x = [*x[1:], x[0]]
            elif kind == "free":
                x = [*x[:3], *x[4:], x[3]]
            out[joint.idx_q:joint.idx_q + joint.nq] = x
        return out

    def frame_state(self, q, v):
        m, d = self.model, self.data
        q, v = self.configuration(q), self.to_pin @ v
        pin.forwardKinematics(m, d, q, v, np.zeros(m.nv))
        pin.computeJointJacobians(m, d, q)
        pin.updateFramePlacements(m, d)
        swap = [3, 4, 5, 0, 1, 2]
        for name in self.frames:
            i = m.getFrameId(name)
            world = pin.LOCAL_WORLD_ALIGNED
            yield {"name": name, "position": d.oMf[i].translation.copy(), "rotation": d.oMf[i].rotation.copy(),
                   "jacobian": pin.getFrameJacobian(m, d, i, world)[swap] @ self.to_pin,
                   "velocity": pin.getFrameVelocity(m, d, i, world).vector[swap],
                   "bias_acceleration": pin.getFrameClassicalAcceleration(m, d, i, world).vector[swap]}

    def mass_matrix(self, q):
        m = pin.crba(self.model, self.data, self.configuration(q), pin.Convention.WORLD)
        m = np.triu(m) + np.triu(m, 1).T
        return self.to_pin.T @ m @ self.to_pin

    def potential_energy(self, q):
        return pin.computePotentialEnergy(self.model, self.data, self.configuration(q))

    def inverse(self, q, v, a):
        p = self.to_pin
        return p.T @ pin.rnea(self.model, self.data, self.configuration(q), p @ v, p @ a)

    def forward(self, q, v, force):
        p = self.to_pin
        return p.T @ pin.aba(self.model, self.data, self.configuration(q), p @ v, p @ force)

    def centroidal(self, q, v):
        h = pin.computeCentroidalMomentum(self.model, self.data, self.configuration(q), self.to_pin @ v)
        return self.data.com[0].copy(), np.concatenate([h.angular, h.linear])

    def delassus_by_propagation(self, q, names):
        """Pinocchio's own constraint-space algorithm, without regularization. Its blocks are in the axes of the frames,
        even for constraints made with LOCAL_WORLD_ALIGNED; they are turned into world axes here."""
        m = self.model
        models, datas = pin.StdVec_RigidConstraintModel(), pin.StdVec_RigidConstraintData()
        for name in names:
            f = m.frames[m.getFrameId(name)]
            models.append(pin.RigidConstraintModel(pin.ContactType.CONTACT_3D, m, f.parentJoint, f.placement,
                                                   pin.LOCAL_WORLD_ALIGNED))
        for c in models:
            datas.append(c.createData())
        matrix = pin.computeDelassusMatrix(m, m.createData(), self.configuration(q), models, datas, 0.0)
        turn = np.zeros((3 * len(names), 3 * len(names)))
        frames = {f["name"]: f for f in self.frame_state(q, np.zeros(m.nv))}
        for k, name in enumerate(names):
            turn[3 * k:3 * k + 3, 3 * k:3 * k + 3] = frames[name]["rotation"]
        return turn @ matrix @ turn.T


def placement(rot, position):
    return pin.SE3(np.asarray(rot, float), np.asarray(position, float))


def from_urdf(file, root, frames):
    path = os.path.join(HERE, file)
    model = pin.buildModelFromUrdf(path, pin.JointModelFreeFlyer()) if root == "free" else pin.buildModelFromUrdf(path)
    joints = []
    for name, joint in zip(list(model.names)[1:], list(model.joints)[1:]):
        short = joint.shortname()
        kind = ("free" if "FreeFlyer" in short else "continuous" if "RUB" in short or "Unbounded" in short else
                "prismatic" if short.startswith(("JointModelP", "JointModelPrismatic")) else "revolute")
        joints.append((name, kind))
    return Pinocchio(model, joints, frames)


def from_description(description):
    """Pinocchio model of a "model" with bodies (see README.md)."""
    model = pin.Model()
    model.gravity.linear = np.array(description["gravity"], float)
    place = {"world": (0, pin.SE3.Identity())}      # body: its Pinocchio joint and its pose in that joint's frame
    joints, armature = [], {}
    for body in description["bodies"]:
        joint = body["joint"]
        parent, offset = place[body["parent"]]
        x = offset * placement(rotation(body["placement"]["quaternion"]), body["placement"]["position"])
        if joint["kind"] == "fixed":
            index, offset = parent, x
        else:
            index, offset = model.addJoint(parent, pinocchio_joint(joint), x, joint["name"]), pin.SE3.Identity()
            joints.append((joint["name"], joint["kind"]))
            if "armature" in body:
                armature[index] = body["armature"]
        place[body["name"]] = index, offset
        model.appendBodyToJoint(index, pin.Inertia(body["mass"], np.array(body["centre"], float),
                                                   np.array(body["inertia"], float)), offset)
    for index, values in armature.items():
        total = model.armature.copy()
        total[model.joints[index].idx_v:][:len(values)] = values
        model.armature = total
    names = []
    for frame in description["frames"]:
        index, offset = place[frame["body"]]
        model.addFrame(pin.Frame(frame["name"], index, 0, offset * placement(np.eye(3), frame["position"]),
                                 pin.FrameType.OP_FRAME))
        names.append(frame["name"])
    return Pinocchio(model, joints, names)


def pinocchio_joint(joint):
    kind, axis = joint["kind"], np.array(joint.get("axis", [0, 0, 1]), float)
    if kind in ("revolute", "continuous"):       # they differ only in having limits
        return pin.JointModelRevoluteUnaligned(axis)
    if kind == "prismatic":
        return pin.JointModelPrismaticUnaligned(axis)
    if kind == "screw":
        return pin.JointModelHelicalUnaligned(axis, joint["pitch"])
    if kind == "spherical":
        return pin.JointModelSpherical()
    if kind == "free":
        return pin.JointModelFreeFlyer()
    # Pinocchio's own planar joint has its velocity in body axes; chains of one-axis joints have the rates that we want.
    parts = {"cylindrical": lambda: [pin.JointModelRevoluteUnaligned(axis), pin.JointModelPrismaticUnaligned(axis)],
             "universal": lambda: [pin.JointModelRevoluteUnaligned(axis),
                                   pin.JointModelRevoluteUnaligned(np.array(joint["axis2"], float))],
             "planar": lambda: [pin.JointModelPX(), pin.JointModelPY(), pin.JointModelRZ()]}[kind]()
    chain = pin.JointModelComposite(len(parts))
    for part in parts:
        chain.addJoint(part)
    return chain


# ---------------------------------------------------------------------------------------------- MuJoCo

class Mujoco:
    """A MuJoCo model seen through our conventions. Only free joints differ: MuJoCo gives (linear velocity in world axes,
    angular velocity in body axes). With T(q) from our velocities to MuJoCo's, v' = T v,

        M = T^T M' T,  bias = T^T (bias' + M' T. v),  force = T^T force',  acceleration' = T acceleration + T. v,

    and T. v = R (w x u) in the linear rows for angular velocity w and linear velocity u in body axes."""

    def __init__(self, file):
        self.model = m = mujoco.MjModel.from_xml_path(os.path.join(HERE, file))
        off = mujoco.mjtDisableBit
        m.opt.disableflags |= (off.mjDSBL_CONSTRAINT | off.mjDSBL_CONTACT | off.mjDSBL_ACTUATION | off.mjDSBL_SPRING
                               | off.mjDSBL_DAMPER)
        self.data = mujoco.MjData(m)
        kinds = {0: "free", 1: "spherical", 2: "prismatic", 3: "revolute"}
        self.joints = [(m.joint(i).name, kinds[int(m.jnt_type[i])]) for i in range(m.njnt)]
        self.frames = [m.site(i).name for i in range(m.nsite)]
        self.nv = m.nv
        self.gravity = m.opt.gravity.copy()
        # A body without joints up to the world does not move: weldid 0.
        self.moving = [b for b in range(1, m.nbody) if m.body_weldid[b] != 0]
        self.mass = float(sum(m.body_mass[b] for b in self.moving))

    def map(self, q, v):
        t, rate = np.eye(self.nv), np.zeros(self.nv)
        for i, (_, kind) in enumerate(self.joints):
            if kind == "free":
                a, r = self.model.jnt_dofadr[i], rotation(q[self.model.jnt_qposadr[i] + 3:][:4])
                t[a:a + 6, a:a + 6] = 0
                t[a:a + 3, a + 3:a + 6] = r
                t[a + 3:a + 6, a:a + 3] = np.eye(3)
                rate[a:a + 3] = r @ np.cross(v[a:a + 3], v[a + 3:a + 6])
        return t, rate

    def set(self, q, v):
        t, rate = self.map(q, v)
        self.data.qpos, self.data.qvel = q, t @ v
        self.data.qfrc_applied = 0
        self.data.qacc = 0
        mujoco.mj_forward(self.model, self.data)
        return t, rate

    def frame_state(self, q, v):
        m, d = self.model, self.data
        t, rate = self.set(q, v)
        for name in self.frames:
            i = m.site(name).id
            j, dot = np.zeros((6, m.nv)), np.zeros((6, m.nv))
            mujoco.mj_jacSite(m, d, j[3:], j[:3], i)
            mujoco.mj_jacDot(m, d, dot[3:], dot[:3], d.site_xpos[i], m.site_bodyid[i])
            yield {"name": name, "position": d.site_xpos[i].copy(), "rotation": d.site_xmat[i].reshape(3, 3).copy(),
                   "jacobian": j @ t, "velocity": j @ t @ v, "bias_acceleration": dot @ t @ v + j @ rate}

    def full(self):
        matrix = np.zeros((self.nv, self.nv))
        mujoco.mj_fullM(self.model, self.data, matrix)
        return matrix

    def mass_matrix(self, q):
        t, _ = self.set(q, np.zeros(self.nv))
        return t.T @ self.full() @ t

    def potential_energy(self, q):
        self.set(q, np.zeros(self.nv))
        return -float(sum(self.model.body_mass[b] * self.gravity @ self.data.xipos[b] for b in self.moving))

    def inverse(self, q, v, a):
        t, rate = self.set(q, v)
        self.data.qacc = t @ a + rate
        mujoco.mj_inverse(self.model, self.data)
        return t.T @ self.data.qfrc_inverse

    def forward(self, q, v, force):
        t, rate = self.set(q, v)
        self.data.qfrc_applied = np.linalg.solve(t.T, force)
        mujoco.mj_forward(self.model, self.data)
        return np.linalg.solve(t, self.data.qacc - rate)

    def centroidal(self, q, v):
        m, d = self.model, self.data
        t, _ = self.set(q, v)
        weight = np.array([m.body_mass[b] for b in self.moving])
        centre = weight @ d.xipos[self.moving] / weight.sum()
        angular, linear = np.zeros(3), np.zeros(3)
        for b in self.moving:
            jp, jr = np.zeros((3, m.nv)), np.zeros((3, m.nv))
            mujoco.mj_jacBodyCom(m, d, jp, jr, b)
            r = d.ximat[b].reshape(3, 3)
            p = m.body_mass[b] * (jp @ t @ v)
            linear += p
            angular += r @ np.diag(m.body_inertia[b]) @ r.T @ (jr @ t @ v) + np.cross(d.xipos[b] - centre, p)
        return centre, np.concatenate([angular, linear])

    def description(self):
        """The compiled model as bodies of our layout: one body per joint, all but the last of a stack without mass."""
        m, bodies, shift = self.model, [], {0: np.zeros(3)}     # shift: origin of the MuJoCo body in our last body
        last, frames = {0: "world"}, []
        for b in range(1, m.nbody):
            parent = int(m.body_parentid[b])
            at, turn = m.body_pos[b] + shift[parent], m.body_quat[b]
            chain = [i for i in range(m.njnt) if m.jnt_bodyid[i] == b]
            name, offset = last[parent], np.zeros(3)
            for i in chain or [None]:
                kind = "fixed" if i is None else self.joints[i][1]
                if kind == "free":
                    at, turn = np.zeros(3), np.array([1.0, 0, 0, 0])
                anchor = np.zeros(3) if i is None or kind == "free" else m.jnt_pos[i]
                nv = 0 if i is None else SIZES[kind][1]
                bodies.append({"name": f"{m.body(b).name}/{0 if i is None else self.joints[i][0]}", "parent": name,
                               "joint": {"name": "fixed" if i is None else self.joints[i][0], "kind": kind,
                                         **({"axis": m.jnt_axis[i]} if kind in ("revolute", "prismatic") else {})},
                               "placement": {"position": at + rotation(turn) @ (anchor - offset), "quaternion": turn},
                               "mass": 0.0, "centre": np.zeros(3), "inertia": np.zeros((3, 3)),
                               **({"armature": m.dof_armature[m.jnt_dofadr[i]:][:nv]} if nv else {})})
                name, offset = bodies[-1]["name"], anchor
                at, turn = np.zeros(3), np.array([1.0, 0, 0, 0])
            r = rotation(m.body_iquat[b])
            bodies[-1].update(mass=m.body_mass[b], centre=m.body_ipos[b] - offset,
                              inertia=r @ np.diag(m.body_inertia[b]) @ r.T)
            last[b], shift[b] = name, -offset
        for i in range(m.nsite):
            b = int(m.site_bodyid[i])
            frames.append({"name": m.site(i).name, "body": last[b], "position": m.site_pos[i] + shift[b]})
        return {"gravity": self.gravity, "bodies": bodies, "frames": frames}


def pinocchio_reads(mujoco_source, file):
    """Pinocchio's own reading of the MJCF file, or None where it does not have the same joints."""
    pin_model = pin.buildModelFromMJCF(os.path.join(HERE, file))
    if pin_model.nv != mujoco_source.nv:
        return None
    pin_model.gravity.linear = mujoco_source.gravity
    # A stack of joints is one composite here, in the order of the file like MuJoCo: a configuration is laid out alike but
    # for quaternions.
    source = Pinocchio.__new__(Pinocchio)
    source.model, source.data, source.nv = pin_model, pin_model.createData(), pin_model.nv
    source.to_pin, source.frames = np.eye(pin_model.nv), mujoco_source.frames
    at = 0
    for _, kind in mujoco_source.joints:
        if kind == "free":
            source.to_pin[at:at + 6, at:at + 6] = np.roll(np.eye(6), 3, 0)
        at += SIZES[kind][1]

    def configuration(q):
        q, at = np.array(q), 0
        for _, kind in mujoco_source.joints:
            quaternion = {"free": at + 3, "spherical": at}.get(kind)
            if quaternion is not None:
                q[quaternion:quaternion + 4] = np.roll(q[quaternion:quaternion + 4], -1)
            at += SIZES[kind][0]
        return q
    source.configuration = configuration
    return source


# ---------------------------------------------------------------------------------------------- models of our own

def pendulum():
    bodies = [{"name": f"link {k}", "parent": "world" if k == 1 else f"link {k - 1}",
               "joint": {"name": f"hinge {k}", "kind": "revolute", "axis": [0, 1, 0]},
               "placement": {"position": [0, 0, 10 if k == 1 else -1], "quaternion": [1, 0, 0, 0]},
               "mass": 1, "centre": [0, 0, -1], "inertia": (0.025 * np.eye(3)).tolist()} for k in range(1, 13)]
    frames = [{"name": f"tip {k}", "body": f"link {k}", "position": [0, 0, -1]} for k in (3, 6, 9, 12)]
    return {"gravity": [0, 0, -9.81], "bodies": bodies, "frames": frames}


# Body, parent, kind, what else the joint has. Depth first: Pinocchio's CRBA and inverse mass matrix are silently wrong for
# joints added in another order, because they take a subtree to be a range of velocities.
TREE = [
    ("base", "world", "free", {}),
    ("thigh", "base", "revolute", {"axis": [1, 0, 0]}),
    ("shank", "thigh", "revolute", {"axis": [0, 1, 0]}),
    ("ankle", "shank", "revolute", {"axis": [0, 0, 1]}),
    ("foot", "ankle", "revolute", {"axis": "oblique"}),
    ("sole", "foot", "fixed", {}),
    ("sleeve", "sole", "cylindrical", {"axis": "oblique"}),
    ("cross", "sleeve", "universal", {"axis": "oblique", "axis2": "perpendicular"}),
    ("ball", "cross", "spherical", {}),
    ("puck", "ball", "planar", {}),
    ("wheel", "base", "continuous", {"axis": "oblique"}),
    ("rotor", "wheel", "continuous", {"axis": [0, 0, 1]}),
    ("slider", "base", "prismatic", {"axis": [1, 0, 0]}),
    ("ram", "slider", "prismatic", {"axis": "oblique"}),
    ("drill", "ram", "screw", {"axis": "oblique", "pitch": 0.15}),
    ("bolt", "base", "screw", {"axis": [1, 0, 0], "pitch": -0.04}),
    ("second base", "world", "free", {}),
    ("shoulder", "second base", "spherical", {}),
    ("elbow", "shoulder", "revolute", {"axis": [0, -1, 0]}),
    ("cuff", "elbow", "fixed", {}),
    ("ring", "cuff", "fixed", {}),
    ("finger", "ring", "prismatic", {"axis": [0, 0, -1]}),
    ("turntable", "world", "revolute", {"axis": [0, 0, 1]}),
    ("cart", "turntable", "planar", {}),
]


def tree(rng):
    def unit():
        x = rng.standard_normal(3)
        return x / np.linalg.norm(x)
    bodies = []
    for name, parent, kind, more in TREE:
        joint = {"name": f"joint of {name}", "kind": kind, **more}
        if joint.get("axis") == "oblique":
            joint["axis"] = unit().tolist()
        if "axis2" in joint:
            a = np.cross(joint["axis"], unit())
            joint["axis2"] = (a / np.linalg.norm(a)).tolist()
        a, b, c = rng.uniform(0.02, 0.2, 3)           # second moments of the mass: every choice is a possible body
        mass, axes = rng.uniform(0.3, 4), rotation(rng.standard_normal(4))
        inertia = np.round(mass * axes @ np.diag([b * b + c * c, a * a + c * c, a * a + b * b]) @ axes.T, 9)
        q = rng.standard_normal(4)
        body = {"name": name, "parent": parent, "joint": joint,
                "placement": {"position": np.round(rng.uniform(-0.5, 0.5, 3), 4).tolist(),
                              "quaternion": (q / np.linalg.norm(q)).tolist()},
                "mass": round(float(mass), 4), "centre": np.round(rng.uniform(-0.2, 0.2, 3), 4).tolist(),
                "inertia": (0.5 * (inertia + inertia.T)).tolist()}
        if kind in ("revolute", "continuous", "prismatic", "screw") and rng.uniform() < 0.6:
            body["armature"] = [round(float(rng.uniform(0.01, 0.5)), 4)]
        bodies.append(body)
    frames = [{"name": f"point of {name}", "body": name, "position": np.round(rng.uniform(-0.3, 0.3, 3), 4).tolist()}
              for name in ("sole", "puck", "drill", "rotor", "ring", "cart")]
    return {"gravity": [0, 0, -9.81], "bodies": bodies, "frames": frames}


# ---------------------------------------------------------------------------------------------- samples and checks

def random_state(rng, joints):
    q = []
    for _, kind in joints:
        turn = rng.standard_normal(4)
        turn /= np.linalg.norm(turn)
        q += {"free": lambda: [*rng.uniform(-1, 1, 3), *turn], "spherical": lambda: [*turn],
              "prismatic": lambda: [rng.uniform(-0.5, 0.5)],
              "cylindrical": lambda: [rng.uniform(-3, 3), rng.uniform(-0.5, 0.5)],
              "planar": lambda: [*rng.uniform(-0.5, 0.5, 2), rng.uniform(-3, 3)],
              "universal": lambda: [*rng.uniform(-3, 3, 2)]}.get(kind, lambda: [rng.uniform(-3, 3)])()
    return np.array(q)


def sample(source, rng, points, configuration=None):
    n = source.nv
    q = random_state(rng, source.joints) if configuration is None else configuration
    v, force, a = rng.uniform(-2, 2, n), rng.uniform(-20, 20, n), rng.uniform(-10, 10, n)
    mass = source.mass_matrix(q)
    mass = 0.5 * (mass + mass.T)
    frames = list(source.frame_state(q, v))
    j = np.vstack([f["jacobian"][3:] for p in points for f in frames if f["name"] == p])
    delassus = j @ solve(mass, j.T)
    centre, momentum = source.centroidal(q, v)
    return {"configuration": q, "velocity": v, "force": force, "acceleration": a, "mass_matrix": mass,
            "bias_force": source.inverse(q, v, np.zeros(n)), "forward_dynamics": source.forward(q, v, force),
            "inverse_dynamics": source.inverse(q, v, a), "kinetic_energy": float(0.5 * v @ mass @ v),
            "potential_energy": float(source.potential_energy(q)), "centre_of_mass": centre, "momentum": momentum,
            "frames": frames, "delassus": {"points": points, "matrix": 0.5 * (delassus + delassus.T)}}


LIMITS = {"inverse = M a + bias": 1e-12, "forward of inverse": 1e-10, "M forward + bias = force": 1e-11, "jacobian": 1e-9,
          "bias acceleration": 1e-9, "power": 1e-9, "momentum": 1e-9, "J v": 1e-12, "two programs": 1e-11,
          "second reading": 1e-11, "propagation": 1e-9}


def check(source, s, errors):
    def note(name, error):
        errors[name] = max(errors.get(name, 0.0), error)
    q, v = s["configuration"], s["velocity"]
    m, bias = s["mass_matrix"], s["bias_force"]
    values = np.linalg.eigvalsh(m)
    assert values[0] > 0, "mass matrix not positive definite"
    errors["condition of M"] = max(errors.get("condition of M", 0.0), float(values[-1] / values[0]))
    note("inverse = M a + bias", relative(s["inverse_dynamics"], m @ s["acceleration"] + bias))
    note("forward of inverse", relative(source.forward(q, v, s["inverse_dynamics"]), s["acceleration"]))
    note("M forward + bias = force", relative(m @ s["forward_dynamics"] + bias, s["force"]))
    for k, f in enumerate(s["frames"]):
        def at(t, w, name):
            return list(source.frame_state(integrate(source.joints, q, w, t), w))[k][name]
        columns = []
        for e in np.eye(source.nv):
            turn = unskew(derivative(lambda t: at(t, e, "rotation")) @ f["rotation"].T)
            columns.append(np.concatenate([turn, derivative(lambda t: at(t, e, "position"))]))
        note("jacobian", relative(np.array(columns).T, f["jacobian"]))
        note("bias acceleration", relative(derivative(lambda t: at(t, v, "jacobian") @ v), f["bias_acceleration"]))
        note("J v", relative(f["jacobian"] @ v, f["velocity"]))

    def energy(t):
        x = integrate(source.joints, q, v, t)
        return 0.5 * v @ source.mass_matrix(x) @ v + source.potential_energy(x)
    # With constant v the energy changes by the power of the bias force.
    note("power", abs(derivative(energy) - v @ bias) / max(1.0, abs(v * bias).sum()))
    centre = derivative(lambda t: source.centroidal(integrate(source.joints, q, v, t), v)[0])
    note("momentum", relative(source.mass * centre, s["momentum"][3:]))


def compare(a, b):
    """Largest relative difference of two samples, quantity by quantity."""
    worst = 0.0
    for key in a:
        if key == "frames":
            worst = max([worst] + [relative(x[k], y[k]) for x, y in zip(a[key], b[key]) for k in x if k != "name"])
        elif key == "delassus":
            worst = max(worst, relative(a[key]["matrix"], b[key]["matrix"]))
        else:
            worst = max(worst, relative(a[key], b[key]))
    return worst


def plain(x):
    """Numbers as JSON keeps them: shortest decimals that read back as the same double, integers where they are."""
    if isinstance(x, dict):
        return {k: plain(y) for k, y in x.items()}
    if isinstance(x, (list, tuple)):
        return [plain(y) for y in x]
    if isinstance(x, np.ndarray):
        return plain(x.tolist())
    if isinstance(x, (float, np.floating)):
        return 0 if x == 0 else float(x)
    return x


def text(document):
    """JSON with one line per key of a sample and per body, so that differences can be read."""
    def compact(x):
        return json.dumps(plain(x), separators=(",", ":"))
    out = ["{"]
    for key in ("provenance", "model", "mass", "joints"):
        value = document[key]
        if key == "model" and "bodies" in value:
            rows = {k: ",\n".join(compact(x) for x in value[k]) for k in ("bodies", "frames")}
            out.append(f'"model":{{"gravity":{compact(value["gravity"])},"bodies":[\n{rows["bodies"]}],\n'
                       f'"frames":[\n{rows["frames"]}]}},')
        else:
            out.append(f"{json.dumps(key)}:{compact(value)},")
    samples = [",\n".join(f"{json.dumps(k)}:{compact(x)}" for k, x in s.items()) for s in document["samples"]]
    out.append('"samples":[\n{' + "},\n{".join(samples) + "}]}")
    return "\n".join(out) + "\n"


def models():
    """name, source, "model" of the document, points of the Delassus matrix, further sources to compare with."""
    rng = np.random.default_rng(SEED)
    d = pendulum()
    yield "twelve-link-pendulum", from_description(d), d, [f"tip {k}" for k in (3, 6, 9, 12)], {}
    d = tree(rng)
    yield "all-joints-tree", from_description(d), d, [f["name"] for f in d["frames"]], {}
    for name, file, root, frames, points in (
            ("quadruped", "robots/anymal_c.urdf", "free", ["LF_FOOT", "RF_FOOT", "LH_FOOT", "RH_FOOT", "lidar"], 4),
            ("humanoid", "robots/g1.urdf", "free", ["left_ankle_roll_link", "right_ankle_roll_link", "left_rubber_hand",
                                                    "right_rubber_hand"], 4),
            ("arm", "robots/panda.urdf", "fixed", ["panda_hand_tcp", "panda_leftfinger", "panda_rightfinger",
                                                   "panda_link4"], 3)):
        yield name, from_urdf(file, root, frames), {"file": file, "root": root}, frames[:points], {}
    for name, file, points in (
            ("mjcf-biped", "robots/biped.xml", ["left_toe", "left_heel", "right_toe", "right_heel", "left_palm"]),
            ("mjcf-arm", "robots/arm.xml", ["fingertip_left", "fingertip_right"])):
        source = Mujoco(file)
        others = {"two programs": from_description(source.description())}
        reading = pinocchio_reads(source, file)
        if reading is not None:
            others["second reading"] = reading
        yield name, source, {"file": file, "gravity": source.gravity}, points, others


def same_as_package():
    """The URDF copies are those of the package, byte for byte."""
    import sysconfig
    folder = os.path.join(sysconfig.get_paths()["purelib"], "cmeel.prefix/share/example-robot-data/robots")
    for copy, original in (("anymal_c.urdf", "anymal_c_simple_description/urdf/anymal.urdf"),
                           ("g1.urdf", "g1_description/urdf/g1_29dof_rev_1_0.urdf"),
                           ("panda.urdf", "panda_description/urdf/panda.urdf")):
        path = os.path.join(folder, original)
        if os.path.exists(path):
            with open(path, "rb") as a, open(os.path.join(HERE, "robots", copy), "rb") as b:
                assert a.read() == b.read(), copy
        else:
            print(f"{copy}: package not installed, copy not compared")


def numbers(x):
    if isinstance(x, dict):
        return [n for k in sorted(x) for n in numbers(x[k])]
    if isinstance(x, list):
        return [n for y in x for n in numbers(y)]
    return [float(x)] if isinstance(x, (int, float)) and not isinstance(x, bool) else []


def main():
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    options.add_argument("--check", action="store_true")
    options = options.parse_args()
    same_as_package()
    failed = False
    for number, (name, source, model, points, others) in enumerate(models()):
        rng = np.random.default_rng([SEED, number])
        program = "mujoco" if isinstance(source, Mujoco) else "pinocchio"
        errors, samples = {}, []
        for k in range(SAMPLES):
            key = program == "mujoco" and k == 0 and source.model.nkey > 0
            s = sample(source, rng, points, source.model.key_qpos[0].copy() if key else None)
            check(source, s, errors)
            if program == "pinocchio":
                w = source.delassus_by_propagation(s["configuration"], points)
                errors["propagation"] = max(errors.get("propagation", 0.0), relative(w, s["delassus"]["matrix"]))
            for label, other in others.items():
                # Pinocchio's own reading has other frames; compare what does not need them.
                if label == "second reading":
                    q, v = s["configuration"], s["velocity"]
                    error = max(relative(other.mass_matrix(q), s["mass_matrix"]),
                                relative(other.inverse(q, v, 0 * v), s["bias_force"]),
                                relative(other.forward(q, v, s["force"]), s["forward_dynamics"]))
                else:
                    again = sample(other, np.random.default_rng(0), points, s["configuration"])
                    q, v = s["configuration"], s["velocity"]
                    mass = other.mass_matrix(q)
                    again.update(velocity=v, force=s["force"], acceleration=s["acceleration"],
                                 bias_force=other.inverse(q, v, 0 * v), forward_dynamics=other.forward(q, v, s["force"]),
                                 inverse_dynamics=other.inverse(q, v, s["acceleration"]),
                                 kinetic_energy=0.5 * v @ mass @ v, momentum=other.centroidal(q, v)[1],
                                 frames=list(other.frame_state(q, v)))
                    error = compare(again, s)
                errors[label] = max(errors.get(label, 0.0), error)
            samples.append(s)
        document = {"provenance": {"program": program, "script": "data/multibody/generate.py", "seed": SEED,
                                   "version": pin.__version__ if program == "pinocchio" else mujoco.__version__},
                    "model": model, "mass": source.mass,
                    "joints": [{"name": j, "configuration": SIZES[k][0], "velocity": SIZES[k][1]}
                               for j, k in source.joints], "samples": samples}
        content = text(document)
        path = os.path.join(HERE, name + ".json")
        print(f"{name}: {source.nv} velocities, {len(content) / 1000:.0f} kB")
        for label, error in errors.items():
            bad = error > LIMITS.get(label, np.inf)
            failed |= bad
            print(f"    {label:28} {error:.1e}{'   TOO LARGE' if bad else ''}")
        if options.check:
            with open(path) as file:
                a, b = np.array(numbers(json.load(file))), np.array(numbers(json.loads(content)))
            assert a.shape == b.shape, name
            error = float(np.max(np.abs(a - b) / np.maximum(1, np.abs(a))))
            failed |= error > 1e-12
            print(f"    {'difference from the file':28} {error:.1e}")
        else:
            with open(path, "w") as file:
                file.write(content)
    sys.exit(1 if failed else 0)


if __name__ == "__main__":
    main()
