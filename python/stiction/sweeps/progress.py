"""Progress of a sweep on a terminal."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable

PAUSE = 0.1
BAR = 30


class Progress:
    """Progress bar on a terminal, or calls of a function with the counts (done, failed, points)."""

    def __init__(self, points: int, done: int, show: bool | Callable[[int, int, int], None]) -> None:
        self.points, self.done, self.failed, self.before = points, done, 0, done
        self.listener = show if callable(show) else None
        self.terminal = show is True and sys.stderr.isatty()
        self.began = self.shown = time.monotonic()

    def add(self, failed: bool) -> None:
        """Counts a finished point."""
        self.done += 0 if failed else 1
        self.failed += failed
        if self.listener:
            self.listener(self.done, self.failed, self.points)
        if self.terminal and time.monotonic() - self.shown >= PAUSE:
            self.show()

    def show(self) -> None:
        """Writes the progress bar."""
        self.shown = time.monotonic()
        filled = BAR * self.done // max(self.points, 1)
        rate = (self.done - self.before) / max(self.shown - self.began, 1e-9)
        failed = f", {self.failed} failed" if self.failed else ""
        bar = "█" * filled + "░" * (BAR - filled)
        sys.stderr.write(f"\r\x1b[2K{bar} {self.done} of {self.points} points, {rate:.1f} points/s{failed}")
        sys.stderr.flush()

    def end(self) -> None:
        """Removes the progress bar."""
        if self.terminal:
            sys.stderr.write("\r\x1b[2K")
            sys.stderr.flush()
