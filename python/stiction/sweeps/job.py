"""One point of a sweep: its parameters, and the seed and key that follow from them."""

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
    """A value as JSON has it; NumPy's numbers become Python's."""
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
    """A point of a sweep. Neither key nor seed depends on the other points or on their order."""

    index: int
    parameters: dict[str, Any]
    seed: int
    key: str

    @classmethod
    def of(cls, index: int, parameters: Mapping[str, Any], task: str, seed: int) -> Job:
        """The job at an index; `task` tells tasks apart."""
        own = plain(dict(parameters))
        try:
            text = json.dumps([task, seed, own], sort_keys=True, allow_nan=True)
        except TypeError as error:
            raise InputError(f"parameters[{index}]: expected numbers, texts and lists; {error}") from error
        digest = hashlib.sha256(text.encode()).digest()
        return cls(index, own, int.from_bytes(digest[:8], "little") >> 1, digest[8:20].hex())


def grid(**axes: Iterable[Any]) -> list[dict[str, Any]]:
    """Every combination of the values given; the last one changes fastest.

    >>> from stiction.sweeps import grid
    >>> grid(mu=[0.1, 0.2], mass=[1])
    [{'mu': 0.1, 'mass': 1}, {'mu': 0.2, 'mass': 1}]
    """
    return listed(axes)


def listed(parameters: Mapping[str, Iterable[Any]] | Sequence[Mapping[str, Any]]) -> list[dict[str, Any]]:
    """The points: as listed, or every combination of a dictionary's values."""
    if not isinstance(parameters, Mapping):
        return [dict(point) for point in parameters]
    values = [list(axis) for axis in parameters.values()]
    return [dict(zip(parameters, point, strict=True)) for point in itertools.product(*values)]
