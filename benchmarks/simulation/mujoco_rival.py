"""MuJoCo's half: `default` is what it does unless told otherwise; `accurate` has elliptic cones, contacts as stiff as the time
step allows, friction a hundred times as stiff as the normal direction, and a solver that goes on to 1e-10.

MuJoCo has no restitution: the balls of the pendulum do not bounce as ours do."""
import mujoco

import rival

OPTIONS = {
    "default": ("", ""),
    "accurate": ('cone="elliptic" impratio="100" tolerance="1e-10" iterations="200"',
                 'solref="{stiffest!r} 1" solimp="0.99 0.999 0.0005 0.5 2"'),
}


def xml(scene, variant):
    """The scene as MJCF."""
    option, geometry = OPTIONS[variant]
    geometry = geometry.format(stiffest=2 * scene.time_step)
    fixed = "".join(_geometry(shape, position) for position, shape in scene.fixed)
    bodies = "".join(_body(scene, body) for body in scene.bodies if body.parent is None)
    return (f'<mujoco><option timestep="{scene.time_step!r}" gravity="{_words(scene.gravity)}" {option}/>'
            f'<default><geom condim="3" friction="{scene.friction!r}" {geometry}/></default>'
            f"<worldbody>{fixed}{bodies}</worldbody></mujoco>")


def _body(scene, body):
    joint = "<freejoint/>"
    if body.hinge:
        joint = f'<joint type="hinge" axis="{_words(body.hinge.axis)}" pos="{_words(body.hinge.anchor)}"/>'
    children = "".join(_body(scene, child) for child in scene.bodies if child.parent == body.name)
    return (f'<body name="{body.name}" pos="{_words(body.position)}">{joint}'
            f'<inertial pos="0 0 0" mass="{body.mass!r}" diaginertia="{_words(body.moments)}"/>'
            f"{_geometry(body.shape)}{children}</body>")


def _geometry(shape, position=(0.0, 0.0, 0.0)):
    # Boxes by half their edges; a plane without end.
    size = {"sphere": shape.numbers, "box": tuple(edge / 2 for edge in shape.numbers), "plane": (0.0, 0.0, 1.0)}[shape.kind]
    return f'<geom type="{shape.kind}" size="{_words(size)}" pos="{_words(position)}"/>'


def _words(numbers):
    return " ".join(repr(number) for number in numbers)


class Simulation:
    def __init__(self, model, scene):
        self.model, self.data, self.scene = model, mujoco.MjData(model), scene
        for body in scene.bodies:
            joint = model.body_jntadr[model.body(body.name).id]
            position, velocity = model.jnt_qposadr[joint], model.jnt_dofadr[joint]
            if body.hinge:
                self.data.qpos[position], self.data.qvel[velocity] = body.hinge.position, body.hinge.velocity
            else:
                self.data.qvel[velocity:velocity + 3] = body.velocity

    def step(self, steps):
        if steps:
            mujoco.mj_step(self.model, self.data, nstep=steps)

    def masses(self):
        bodies = [(body.name, self.model.body(body.name)) for body in self.scene.bodies]
        return {name: [float(body.mass[0]), *map(float, body.inertia)] for name, body in bodies}

    def positions(self):
        mujoco.mj_kinematics(self.model, self._copy())
        return {body.name: list(map(float, self.copy.body(body.name).xpos)) for body in self.scene.bodies}

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
        """The same state elsewhere, so that looking at it does not change what the next step starts from."""
        if not hasattr(self, "copy"):
            self.copy = mujoco.MjData(self.model)
        self.copy.qpos[:], self.copy.qvel[:] = self.data.qpos, self.data.qvel
        return self.copy


def make(scene, variant):
    model = mujoco.MjModel.from_xml_string(xml(scene, variant))
    return lambda: Simulation(model, scene)


if __name__ == "__main__":
    rival.serve("MuJoCo", mujoco.__version__, list(OPTIONS), make)
