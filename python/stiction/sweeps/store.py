"""Results on disk: a folder of Parquet files, each written atomically."""

from __future__ import annotations

import json
import os
import time
from pathlib import Path
from typing import Any

from stiction.errors import InputError, StictionError

FORMAT = 1
#: A file is written after so many results, or after so many seconds.
MOST_ROWS, LONGEST_WAIT = 256, 1.0


def parquet() -> tuple[Any, Any]:
    """Returns the modules of pyarrow; raises `StictionError` with the command that installs it."""
    try:
        import pyarrow
        import pyarrow.parquet
    except ImportError as error:
        raise StictionError("results in Parquet need pyarrow: pip install 'stiction[cluster]'") from error
    return pyarrow, pyarrow.parquet


class Store:
    """Results of one sweep. After a process is killed, the next one continues from the files."""

    def __init__(self, folder: Path, task: str, code: str, seed: int) -> None:
        self.folder = folder
        self.arrow, self.files = parquet()
        self.waiting: list[dict[str, Any]] = []
        self.written = time.monotonic()
        folder.mkdir(parents=True, exist_ok=True)
        self._check({"format": FORMAT, "task": task, "code": code, "seed": seed})

    def _check(self, own: dict[str, Any]) -> None:
        """Raises `InputError` if the folder holds results of another task."""
        path = self.folder / "sweep.json"
        if not path.exists():
            self._replace(path, lambda beside: beside.write_text(json.dumps(own) + "\n"))
            return
        there = json.loads(path.read_text())
        for what, value in own.items():
            if there.get(what) != value:
                raise InputError(
                    f"{path}: holds results for {what} {there.get(what)!r}, not {value!r}; choose another output folder"
                )

    def _replace(self, path: Path, write: Any) -> None:
        """Writes a temporary file and renames it, so that no partial file is visible."""
        beside = path.with_name(f".{path.name}.{os.getpid()}.part")
        write(beside)
        beside.replace(path)

    def parts(self) -> list[Path]:
        """Returns the files written so far."""
        return sorted(self.folder.glob("part-*.parquet"))

    def done(self) -> set[str]:
        """Returns the keys of finished jobs. Failed jobs run again."""
        keys: set[str] = set()
        for part in self.parts():
            rows = self.files.read_table(part, columns=["key", "error"]).to_pylist()
            keys |= {row["key"] for row in rows if row["error"] is None}
        return keys

    def add(self, row: dict[str, Any]) -> None:
        """Adds a row. It is on disk within about a second."""
        self.waiting.append(row)
        self.tick()

    def tick(self) -> None:
        """Writes the pending rows if they are due; called regularly."""
        if len(self.waiting) >= MOST_ROWS or time.monotonic() - self.written >= LONGEST_WAIT:
            self.flush()

    def flush(self) -> None:
        """Writes the pending rows."""
        self.written = time.monotonic()
        if not self.waiting:
            return
        table = self.arrow.Table.from_pylist(aligned(self.waiting))
        name = f"part-{len(self.parts()):06d}-{self.waiting[0]['key']}.parquet"
        self._replace(self.folder / name, lambda beside: self.files.write_table(table, beside))
        self.waiting = []

    def rows(self) -> list[dict[str, Any]]:
        """Returns the last result of every job."""
        found: dict[str, dict[str, Any]] = {}
        for part in self.parts():
            for row in self.files.read_table(part).to_pylist():
                earlier = found.get(row["key"])
                if earlier is None or earlier["error"] is not None:
                    found[row["key"]] = row
        return list(found.values())


def aligned(rows: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """Adds missing columns to every row, because Parquet takes its columns from the first row."""
    names = dict.fromkeys(name for row in rows for name in row)
    return [{name: row.get(name) for name in names} for row in rows]
