"""A built-in scene for the other simulators, with the numbers that Stiction starts from. A part of a scene that a simulator does not
support is an error, so that no simulator runs a different scene in silence."""
import json
import os
import pathlib
from dataclasses import dataclass

# The folder in which compare.py writes the description of each scene.
FOLDER = "STICTION_SCENES"


@dataclass
class Shape:
    body: str | None  # the world without
    kind: str  # sphere, box (half its edges), capsule and cylinder (radius, half length), plane, hull (points)
    numbers: list
    position: list
    orientation: list  # w, x, y, z


@dataclass
class Motor:
    target: float
    stiffness: float
    damping: float
    limit: float | None


@dataclass
class Joint:
    kind: str  # free or revolute
    position: list | float  # of a free one: position and quaternion; both velocities along the body's axes, the angular first
    velocity: list | float
    axis: list | None = None  # in the body's frame, as the rest
    anchor: list | None = None
    damping: float = 0.0
    armature: float = 0.0
    limits: list | None = None
    motor: Motor | None = None


@dataclass
class Body:
    name: str
    parent: str | None
    position: list  # in the parent's frame, where all coordinates are zero
    orientation: list
    joint: Joint | None  # fixed to its parent without
    mass: float
    centre: list
    moments: list  # xx, yy, zz, xy, xz, yz about the centre


@dataclass
class Scene:
    time_step: float
    gravity: list
    friction: float
    restitution: float
    bodies: list
    shapes: list
    apart: list  # pairs of bodies that never touch

    def shapes_of(self, body):
        return [shape for shape in self.shapes if shape.body == body]


def load(name):
    """The scene of that name."""
    table = json.loads((pathlib.Path(os.environ[FOLDER]) / f"{name}.json").read_text())
    table["bodies"] = [_body(body) for body in table["bodies"]]
    table["shapes"] = [Shape(**shape) for shape in table["shapes"]]
    return Scene(**table)


def _body(table):
    joint = table["joint"]
    if joint and joint.get("motor"):
        joint["motor"] = Motor(**joint["motor"])
    table["joint"] = Joint(**joint) if joint else None
    return Body(**table)


def turned(quaternion, vector):
    """A vector along the axes of a frame, along those outside."""
    w, x, y, z = quaternion
    a, b, c = vector
    # v + 2 w (u x v) + 2 u x (u x v)
    p, q, r = y * c - z * b, z * a - x * c, x * b - y * a
    return [a + 2 * (w * p + y * r - z * q), b + 2 * (w * q + z * p - x * r), c + 2 * (w * r + x * q - y * p)]


def product(first, second):
    """One rotation after another, by quaternions."""
    a, b, c, d = first
    w, x, y, z = second
    return [a * w - b * x - c * y - d * z, a * x + b * w + c * z - d * y, a * y - b * z + c * w + d * x,
            a * z + b * y - c * x + d * w]
