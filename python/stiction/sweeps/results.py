"""Results of a sweep."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from stiction.sweeps.store import aligned, parquet

if TYPE_CHECKING:
    import pandas
    import pyarrow


class SweepResults(Sequence[dict[str, Any]]):
    """Results of a sweep: one dictionary per point, in the order of the points.

    The keys are `index`, `key`, `seed`, `attempts`, `error`, the parameters as `parameter.NAME`, and the names of the
    results.
    """

    def __init__(self, rows: list[dict[str, Any]], points: int, output: Path | None) -> None:
        self.rows = sorted(rows, key=lambda row: row["index"])
        #: Number of points, done or not.
        self.points = points
        #: Folder of the results, if any.
        self.output = output

    @property
    def failed(self) -> list[dict[str, Any]]:
        """Rows whose task failed in every attempt. Running the sweep again repeats them."""
        return [row for row in self.rows if row["error"] is not None]

    @property
    def complete(self) -> bool:
        """Whether every point has a result."""
        return len(self.rows) - len(self.failed) == self.points

    def __getitem__(self, key: Any) -> Any:
        return self.rows[key]

    def __len__(self) -> int:
        return len(self.rows)

    def __iter__(self) -> Iterator[dict[str, Any]]:
        return iter(self.rows)

    def to_arrow(self) -> pyarrow.Table:
        """Returns all rows as a `pyarrow.Table`."""
        return parquet()[0].Table.from_pylist(aligned(self.rows))

    def to_pandas(self) -> pandas.DataFrame:
        """Returns all rows as a `pandas.DataFrame`, indexed by `index`."""
        from stiction.tables import pandas_module

        return pandas_module().DataFrame(aligned(self.rows)).set_index("index")

    def __repr__(self) -> str:
        done = len(self.rows) - len(self.failed)
        where = f"; results in {self.output}" if self.output else ""
        return f"SweepResults({done} of {self.points} points done, {len(self.failed)} failed{where})"
