"""A built-in scene file as the rivals need it: every number comes from the file, and a key that is not carried over is an
error, so that no rival is given another scene than ours in silence."""
import math
import pathlib
import tomllib
from dataclasses import dataclass

FOLDER = pathlib.Path(__file__).resolve().parents[2] / "crates/formats/src/scene/built_in"
GRAVITY = (0.0, 0.0, -9.81)
TIME_STEP = 1e-3
# Keys that say nothing about the motion, or only how our own solver is chosen.
SILENT = {"version", "name", "description", "duration", "camera", "record"}


@dataclass
class Shape:
    kind: str
    numbers: tuple  # radius of a sphere, edges of a box, nothing of a plane


@dataclass
class Hinge:
    axis: tuple
    anchor: tuple  # in the body's frame
    position: float
    velocity: float


@dataclass
class Body:
    name: str
    parent: str | None
    position: tuple
    mass: float
    moments: tuple
    shape: Shape
    velocity: tuple
    hinge: Hinge | None  # a free body without


@dataclass
class Scene:
    time_step: float
    gravity: tuple
    friction: float
    restitution: float
    fixed: list  # (position, shape)
    bodies: list


def load(name):
    """The scene of that name."""
    with open(FOLDER / f"{name}.toml", "rb") as file:
        table = tomllib.load(file)
    stepper, material = table.get("stepper", {}), table.get("material", {})
    _only("the scene", table, SILENT | {"gravity", "stepper", "material", "fixed", "body"})
    _only("stepper", stepper, {"time_step"})
    _only("material", material, {"default"})
    surface = material.get("default", {})
    _only("material.default", surface, {"friction", "restitution"})
    bodies = [body for entry in table.get("body", []) for body in _bodies(entry)]
    return Scene(stepper.get("time_step", TIME_STEP), _triple(table.get("gravity", GRAVITY)), surface.get("friction", 0.5),
                 surface.get("restitution", 0.0), [_fixed(entry) for entry in table.get("fixed", [])], bodies)


def _only(where, table, known):
    unknown = set(table) - known
    if unknown:
        raise ValueError(f"{where}: the rivals are not given {', '.join(sorted(unknown))}")


def _triple(numbers):
    return tuple(float(number) for number in numbers)


def _fixed(entry):
    _only("fixed", entry, {"name", "position", "shape"})
    return _triple(entry.get("position", (0, 0, 0))), _shape(entry["shape"])


def _shape(entry):
    kind = entry["kind"]
    keys = {"sphere": "radius", "box": "size", "plane": None}
    if kind not in keys:
        raise ValueError(f"shape: the rivals are not given a {kind}")
    _only(kind, entry, {"kind", keys[kind]})
    if kind == "plane":
        return Shape(kind, ())
    return Shape(kind, (float(entry["radius"]),) if kind == "sphere" else _triple(entry["size"]))


def _bodies(entry):
    name = entry["name"]
    _only(name, entry, {"name", "parent", "position", "velocity", "mass", "shape", "joint", "repeat"})
    shape, mass, position = _shape(entry["shape"]), float(entry["mass"]), _triple(entry.get("position", (0, 0, 0)))
    hinge = _hinge(entry["joint"]) if "joint" in entry else None
    rest = (mass, _moments(shape, mass), shape, _triple(entry.get("velocity", (0, 0, 0))), hinge)
    if "repeat" not in entry:
        yield Body(name, entry.get("parent"), position, *rest)
        return
    repeat = entry["repeat"]
    _only(f"{name}.repeat", repeat, {"count", "step"})
    nx, ny, nz = repeat["count"]
    for i, j, k in ((i, j, k) for i in range(nx) for j in range(ny) for k in range(nz)):
        offset = [n * step for n, step in zip((i, j, k), repeat["step"])]
        yield Body(f"{name}-{i}-{j}-{k}", entry.get("parent"), tuple(a + b for a, b in zip(position, offset)), *rest)


def _hinge(entry):
    _only("joint", entry, {"name", "kind", "axis", "anchor", "position", "position_deg", "velocity"})
    if entry["kind"] != "revolute":
        raise ValueError(f"joint: the rivals are not given a {entry['kind']}")
    position = math.radians(entry["position_deg"]) if "position_deg" in entry else float(entry.get("position", 0.0))
    return Hinge(_triple(entry["axis"]), _triple(entry.get("anchor", (0, 0, 0))), position, float(entry.get("velocity", 0.0)))


def _moments(shape, mass):
    """Of the shape, filled evenly, about its centre."""
    if shape.kind == "sphere":
        return (0.4 * mass * shape.numbers[0] ** 2,) * 3
    x, y, z = (edge**2 for edge in shape.numbers)
    return (mass * (y + z) / 12, mass * (x + z) / 12, mass * (x + y) / 12)
