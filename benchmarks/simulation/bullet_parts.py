"""Shapes, frames and inertias of our scenes as Bullet's objects."""
import numpy as np
import pybullet as bullet

import scene as scenes

STILL = (1.0, 0.0, 0.0, 0.0)


def shape(shapes, moved):
    """The shapes of a body, whose frame is moved by that much."""
    parts = [_part(each, moved) for each in shapes]
    if not parts:
        return -1
    if len(parts) == 1:
        return bullet.createCollisionShape(**parts[0])
    if any("vertices" in part or "planeNormal" in part for part in parts):
        raise ValueError("the Bullet benchmark does not support hulls or planes among several shapes of a body")
    return bullet.createCollisionShapeArray(
        shapeTypes=[part["shapeType"] for part in parts], radii=[part.get("radius", 0.0) for part in parts],
        halfExtents=[part.get("halfExtents", (0.0, 0.0, 0.0)) for part in parts],
        lengths=[part.get("height", 0.0) for part in parts],
        collisionFramePositions=[part.get("collisionFramePosition", (0.0, 0.0, 0.0)) for part in parts],
        collisionFrameOrientations=[part.get("collisionFrameOrientation", last(STILL)) for part in parts])


def _part(shape, moved):
    """The arguments with which Bullet creates a shape."""
    kinds = {"sphere": (bullet.GEOM_SPHERE, lambda radius: {"radius": radius}),
             "box": (bullet.GEOM_BOX, lambda *half: {"halfExtents": half}),
             "capsule": (bullet.GEOM_CAPSULE, lambda radius, half: {"radius": radius, "height": 2 * half}),
             "cylinder": (bullet.GEOM_CYLINDER, lambda radius, half: {"radius": radius, "height": 2 * half}),
             "plane": (bullet.GEOM_PLANE, lambda: {"planeNormal": (0.0, 0.0, 1.0)}),
             "hull": (bullet.GEOM_MESH, lambda *numbers: {})}
    kind, arguments = kinds[shape.kind]
    made = {"shapeType": kind, **arguments(*shape.numbers)}
    place = np.array(shape.position) - moved
    if shape.kind == "hull":
        # The points themselves are moved, so that no part of a compound is made of them.
        made["vertices"] = [list(point(place, shape.orientation, corner)) for corner in np.reshape(shape.numbers, (-1, 3))]
    elif place.any() or list(shape.orientation[1:]) != [0.0, 0.0, 0.0]:
        made["collisionFramePosition"], made["collisionFrameOrientation"] = list(place), last(shape.orientation)
    return made


def origin(body):
    """Where Bullet's frame of a body is in ours: at its joint, and of a free body at its centre of mass."""
    if body.joint is None:
        return np.zeros(3)
    return np.array(body.centre if body.joint.kind == "free" else body.joint.anchor)


def principal(body):
    """The centre of mass, the principal axes as a quaternion, and the moments about them."""
    xx, yy, zz, xy, xz, yz = body.moments
    if max(map(abs, (xy, xz, yz))) <= 1e-14 * (xx + yy + zz):
        return np.array(body.centre), list(STILL), [xx, yy, zz]
    moments, axes = np.linalg.eigh(np.array([[xx, xy, xz], [xy, yy, yz], [xz, yz, zz]]))
    axes[:, 2] *= np.linalg.det(axes)
    return np.array(body.centre), quaternion(axes), list(map(float, moments))


def quaternion(rotation):
    """Of a rotation matrix, whose entries give 4 q qᵀ - 1: its eigenvector of the eigenvalue 3."""
    m = rotation
    symmetric = np.array([
        [m[0, 0] + m[1, 1] + m[2, 2], m[2, 1] - m[1, 2], m[0, 2] - m[2, 0], m[1, 0] - m[0, 1]],
        [m[2, 1] - m[1, 2], m[0, 0] - m[1, 1] - m[2, 2], m[1, 0] + m[0, 1], m[2, 0] + m[0, 2]],
        [m[0, 2] - m[2, 0], m[1, 0] + m[0, 1], m[1, 1] - m[0, 0] - m[2, 2], m[2, 1] + m[1, 2]],
        [m[1, 0] - m[0, 1], m[2, 0] + m[0, 2], m[2, 1] + m[1, 2], m[2, 2] - m[0, 0] - m[1, 1]]])
    return list(map(float, np.linalg.eigh(symmetric)[1][:, 3]))


def point(position, orientation, inside):
    """A point of a frame, outside it."""
    return np.array(position) + scenes.turned(orientation, inside)


def last(turn):
    """A quaternion as Bullet has it, w last."""
    w, x, y, z = turn
    return [x, y, z, w]


def first(turn):
    """A quaternion as we have it, w first."""
    x, y, z, w = turn
    return [w, x, y, z]
