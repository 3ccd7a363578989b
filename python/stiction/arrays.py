"""Data types of the structured arrays of contacts and bodies."""

from typing import Any

import numpy as np
from numpy.typing import NDArray

CONTACT_FIELDS: list[Any] = [
    ("first", np.int64),
    ("second", np.int64),
    ("feature", np.int64),
    ("mode", np.int64),
    ("position", np.float64, 3),
    ("normal", np.float64, 3),
    ("gap", np.float64),
    ("impulse", np.float64, 3),
    ("velocity", np.float64, 3),
    ("friction", np.float64),
]

#: Names of the contact modes, in the order of their numbers. An open contact has no impulse.
MODES = ("open", "stick", "slip")

#: Contact of a step, with vectors along the world's axes: `position` (m), `normal` (from the first to the second
#: shape), `gap` (m), `impulse` on the body of the second shape (N·s), `velocity` of that body relative to the first
#: (m/s).
CONTACT = np.dtype(CONTACT_FIELDS)

#: Contact of a recording: `CONTACT` with the index of the frame.
RECORDED_CONTACT = np.dtype([("frame", np.int64), *CONTACT_FIELDS])

#: Pose and velocity of a body along the world's axes: m, quaternion (w, x, y, z), m/s, rad/s.
BODY = np.dtype(
    [
        ("position", np.float64, 3),
        ("orientation", np.float64, 4),
        ("linear_velocity", np.float64, 3),
        ("angular_velocity", np.float64, 3),
    ]
)


def contacts(data: bytes) -> NDArray[np.void]:
    """Returns bytes as an array of contacts, without a copy."""
    return np.frombuffer(data, CONTACT) if data else np.empty(0, CONTACT)


def recorded_contacts(data: bytes) -> NDArray[np.void]:
    """Returns bytes as an array of recorded contacts, without a copy."""
    return np.frombuffer(data, RECORDED_CONTACT) if data else np.empty(0, RECORDED_CONTACT)


def bodies(data: bytes) -> NDArray[np.void]:
    """Returns bytes as an array of bodies, without a copy."""
    return np.frombuffer(data, BODY)
