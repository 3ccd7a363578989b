"""The MuJoCo program: `default` has the defaults; `accurate` has elliptic cones, contacts as stiff as the time step allows, friction a
hundred times as stiff as the normal direction, and a solver tolerance of 1e-10; `cg` has the solver for many bodies.

MuJoCo has no restitution: the balls of the pendulum do not bounce as ours do."""
import mujoco

import rival
import scene as scenes

OPTIONS = {
    "default": ("", ""),
    "accurate": ('cone="elliptic" impratio="100" tolerance="1e-10" iterations="200"',
                 'solref="{stiffest!r} 1" solimp="0.99 0.999 0.0005 0.5 2"'),
    "cg": ('solver="CG"', ""),
}


def xml(scene, variant):
    """The scene as MJCF."""
    option, geometry = OPTIONS[variant]
    if any(body.joint and body.joint.motor for body in scene.bodies):
        # Damping of motors is implicit only so.
        option += ' integrator="implicitfast"'
    geometry = geometry.format(stiffest=2 * scene.time_step)
    meshes, geometries = [], {}
    for shape in scene.shapes:
        geometries.setdefault(shape.body, []).append(_geometry(shape, meshes))
    bodies = "".join(_body(scene, body, geometries) for body in scene.bodies if body.parent is None)
    apart = "".join(f'<exclude body1="{first}" body2="{second}"/>' for first, second in scene.apart)
    motors = "".join(_motor(body) for body in scene.bodies if body.joint and body.joint.motor)
    return (f'<mujoco><compiler angle="radian"/><option timestep="{scene.time_step!r}" gravity="{_words(scene.gravity)}" {option}/>'
            f'<default><geom condim="3" friction="{scene.friction!r}" {geometry}/></default>'
            f'<asset>{"".join(meshes)}</asset><worldbody>{"".join(geometries.get(None, []))}{bodies}</worldbody>'
            f"<contact>{apart}</contact><actuator>{motors}</actuator></mujoco>")


def _body(scene, body, geometries):
    joint, made = "", body.joint
    if made and made.kind == "free":
        joint = "<freejoint/>"
    elif made:
        limits = f' limited="true" range="{_words(made.limits)}"' if made.limits else ""
        joint = (f'<joint name="{body.name}-joint" type="hinge" axis="{_words(made.axis)}" pos="{_words(made.anchor)}" '
                 f'damping="{made.damping!r}" armature="{made.armature!r}"{limits}/>')
    children = "".join(_body(scene, child, geometries) for child in scene.bodies if child.parent == body.name)
    mass = "" if body.mass == 0.0 else (f'<inertial pos="{_words(body.centre)}" mass="{body.mass!r}" '
                                        f'fullinertia="{_words(body.moments)}"/>')
    return (f'<body name="{body.name}" pos="{_words(body.position)}" quat="{_words(body.orientation)}">{joint}{mass}'
            f'{"".join(geometries.get(body.name, []))}{children}</body>')


def _motor(body):
    motor = body.joint.motor
    limit = "" if motor.limit is None else f' forcelimited="true" forcerange="{-motor.limit!r} {motor.limit!r}"'
    return f'<position joint="{body.name}-joint" kp="{motor.stiffness!r}" kv="{motor.damping!r}"{limit}/>'


def _geometry(shape, meshes):
    place = f'pos="{_words(shape.position)}" quat="{_words(shape.orientation)}"'
    if shape.kind == "hull":
        mesh = f"hull-{len(meshes)}"
        meshes.append(f'<mesh name="{mesh}" vertex="{_words(shape.numbers)}"/>')
        return f'<geom type="mesh" mesh="{mesh}" mass="0" {place}/>'
    # A plane without end.
    size = (0.0, 0.0, 1.0) if shape.kind == "plane" else shape.numbers
    return f'<geom type="{shape.kind}" size="{_words(size)}" mass="0" {place}/>'


def _words(numbers):
    return " ".join(repr(number) for number in numbers)


class Simulation:
    def __init__(self, model, scene):
        self.model, self.data, self.scene = model, mujoco.MjData(model), scene
        for body in scene.bodies:
            if body.joint is None:
                continue
            joint = model.body_jntadr[model.body(body.name).id]
            position, velocity = model.jnt_qposadr[joint], model.jnt_dofadr[joint]
            if body.joint.kind == "free":
                self.data.qpos[position:position + 7] = body.joint.position
                angular, linear = body.joint.velocity[:3], body.joint.velocity[3:]
                self.data.qvel[velocity:velocity + 3] = scenes.turned(body.joint.position[3:], linear)
                self.data.qvel[velocity + 3:velocity + 6] = angular
            else:
                self.data.qpos[position], self.data.qvel[velocity] = body.joint.position, body.joint.velocity
        motors = [body.joint.motor for body in scene.bodies if body.joint and body.joint.motor]
        self.data.ctrl[:] = [motor.target for motor in motors]
        self.massive = [body.name for body in scene.bodies if body.mass > 0.0]

    def step(self, steps):
        if steps:
            mujoco.mj_step(self.model, self.data, nstep=steps)

    def masses(self):
        bodies = [(name, self.model.body(name)) for name in self.massive]
        return {name: [float(body.mass[0]), *sorted(map(float, body.inertia), reverse=True)] for name, body in bodies}

    def positions(self):
        mujoco.mj_kinematics(self.model, self._copy())
        return {name: list(map(float, self.copy.body(name).xpos)) for name in self.massive}

    def energy(self):
        data = self._copy()
        mujoco.mj_fwdPosition(self.model, data)
        mujoco.mj_fwdVelocity(self.model, data)
        mujoco.mj_energyPos(self.model, data)
        mujoco.mj_energyVel(self.model, data)
        return float(data.energy[1]), float(data.energy[0])

    def overlap(self):
        distances = self.data.contact.dist
        return max(0.0, -float(distances.min())) if len(distances) else 0.0, len(distances)

    def _copy(self):
        """A copy of the state, so that reading it does not change the start of the next step."""
        if not hasattr(self, "copy"):
            self.copy = mujoco.MjData(self.model)
        self.copy.qpos[:], self.copy.qvel[:] = self.data.qpos, self.data.qvel
        return self.copy


def make(scene, variant):
    model = mujoco.MjModel.from_xml_string(xml(scene, variant))
    return lambda: Simulation(model, scene)


if __name__ == "__main__":
    rival.serve("MuJoCo", mujoco.__version__, list(OPTIONS), make)
