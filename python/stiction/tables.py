"""Recordings as pandas data frames. Only this module imports pandas."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from stiction.arrays import MODES
from stiction.errors import StictionError

if TYPE_CHECKING:
    import pandas

    from stiction import Recording


def pandas_module() -> Any:
    """Returns the module pandas; raises `StictionError` with the command that installs it."""
    try:
        import pandas
    except ImportError as error:
        raise StictionError("data frames need pandas: pip install 'stiction[pandas]'") from error
    return pandas


def flattened(name: str, values: np.ndarray) -> dict[str, np.ndarray]:
    """Splits a table into one column per number: `name.0`, `name.1`, …."""
    if values.ndim == 1:
        return {name: values}
    return {f"{name}.{column}": values[:, column] for column in range(values.shape[1])}


def frames(recording: Recording) -> pandas.DataFrame:
    """Returns a data frame with one row per frame."""
    columns: dict[str, np.ndarray] = {}
    for name, values in recording.arrays().items():
        columns |= flattened(name, values)
    energy = {"energy.0": "kinetic", "energy.1": "gravitational", "energy.2": "springs"}
    return pandas_module().DataFrame(columns).rename(columns=energy)


def contacts(recording: Recording) -> pandas.DataFrame:
    """Returns a data frame with one row per contact of a frame."""
    rows = recording.contacts
    shapes = np.array(recording.shapes, dtype=object)
    columns: dict[str, np.ndarray] = {"frame": rows["frame"], "time": recording.time[rows["frame"]]}
    columns |= {side: shapes[rows[side]] if len(rows) else rows[side] for side in ("first", "second")}
    columns["mode"] = np.array(MODES, dtype=object)[rows["mode"]]
    for name in ("feature", "position", "normal", "gap", "impulse", "velocity", "friction"):
        axes = dict(zip("012", "xyz", strict=True))
        for column, values in flattened(name, rows[name]).items():
            stem, _, axis = column.partition(".")
            columns[f"{stem}.{axes[axis]}" if axis else stem] = values
    return pandas_module().DataFrame(columns)
