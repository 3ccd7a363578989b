"""Points of a sweep: parameters, and the seed and key derived from them."""

from __future__ import annotations

import hashlib
import itertools
import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from stiction.errors import InputError


def plain(value: Any) -> Any:
    """Converts a value to JSON types; NumPy numbers become Python numbers."""
    if isinstance(value, np.generic):
        return value.item()
    if isinstance(value, np.ndarray):
        return value.tolist()
    if isinstance(value, Mapping):
        return {str(key): plain(entry) for key, entry in value.items()}
    if isinstance(value, list | tuple):
        return [plain(entry) for entry in value]
    return value


@dataclass(frozen=True)
class Job:
    """A point of a sweep. Its key and seed do not depend on other points or their order."""

    index: int
    parameters: dict[str, Any]
    seed: int
    key: str

    @classmethod
    def of(cls, index: int, parameters: Mapping[str, Any], task: str, seed: int) -> Job:
        """Creates the job at an index; `task` identifies the task."""
        own = plain(dict(parameters))
        try:
            text = json.dumps([task, seed, own], sort_keys=True, allow_nan=True)
        except TypeError as error:
            raise InputError(f"parameters[{index}]: expected numbers, strings and lists; {error}") from error
        digest = hashlib.sha256(text.encode()).digest()
        return cls(index, own, int.from_bytes(digest[:8], "little") >> 1, digest[8:20].hex())


def grid(**axes: Iterable[Any]) -> list[dict[str, Any]]:
    """Returns every combination of the given values; the last name changes fastest.

    >>> from stiction.sweeps import grid
    >>> grid(mu=[0.1, 0.2], mass=[1])
    [{'mu': 0.1, 'mass': 1}, {'mu': 0.2, 'mass': 1}]
    """
    return listed(axes)


def listed(parameters: Mapping[str, Iterable[Any]] | Sequence[Mapping[str, Any]]) -> list[dict[str, Any]]:
    """Returns the points: a list as given, or every combination of the values of a dictionary."""
    if not isinstance(parameters, Mapping):
        return [dict(point) for point in parameters]
    values = [list(axis) for axis in parameters.values()]
    return [dict(zip(parameters, point, strict=True)) for point in itertools.product(*values)]
