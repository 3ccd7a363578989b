"""What a sweep came to."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from stiction.sweeps.store import aligned, parquet

if TYPE_CHECKING:
    import pandas
    import pyarrow


class SweepResults(Sequence[dict[str, Any]]):
    """One row per point, in the order of the points: `index`, `key`, `seed`, `attempts`, `error`, the parameters as
    `parameter.NAME`, and the results by their own names."""

    def __init__(self, rows: list[dict[str, Any]], points: int, output: Path | None) -> None:
        self.rows = sorted(rows, key=lambda row: row["index"])
        #: How many points there are, done or not.
        self.points = points
        #: The folder that holds the results, if one does.
        self.output = output

    @property
    def failed(self) -> list[dict[str, Any]]:
        """The rows whose task raised every time; running the sweep again tries them again."""
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
        """All rows as one table of Arrow."""
        return parquet()[0].Table.from_pylist(aligned(self.rows))

    def to_pandas(self) -> pandas.DataFrame:
        """All rows as a data frame, by index."""
        from stiction.tables import pandas_module

        return pandas_module().DataFrame(aligned(self.rows)).set_index("index")

    def __repr__(self) -> str:
        done = len(self.rows) - len(self.failed)
        where = f", in {self.output}" if self.output else ""
        return f"SweepResults({done} of {self.points} points, {len(self.failed)} failed{where})"
