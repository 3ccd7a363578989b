"""Structured arrays: how the rows of contacts and bodies are laid out."""

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

#: What a contact does, by its number.
MODES = ("open", "stick", "slip")

#: A contact of a step. `impulse` acts on the body of the second shape; everything is along the world's axes.
CONTACT = np.dtype(CONTACT_FIELDS)

#: The same in a recording, with the number of its frame.
RECORDED_CONTACT = np.dtype([("frame", np.int64), *CONTACT_FIELDS])

#: Where a body is and how it moves.
BODY = np.dtype(
    [
        ("position", np.float64, 3),
        ("orientation", np.float64, 4),
        ("linear_velocity", np.float64, 3),
        ("angular_velocity", np.float64, 3),
    ]
)


def contacts(data: bytes) -> NDArray[np.void]:
    """Contacts over the bytes that hold them; nothing is copied."""
    return np.frombuffer(data, CONTACT) if data else np.empty(0, CONTACT)


def recorded_contacts(data: bytes) -> NDArray[np.void]:
    """The same of a recording."""
    return np.frombuffer(data, RECORDED_CONTACT) if data else np.empty(0, RECORDED_CONTACT)


def bodies(data: bytes) -> NDArray[np.void]:
    """Bodies over the bytes that hold them; nothing is copied."""
    return np.frombuffer(data, BODY)
