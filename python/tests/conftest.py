"""What several tests need: the command line of the same tree."""

from __future__ import annotations

import os
import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]


@pytest.fixture(scope="session")
def program() -> Path:
    """The program, as `STICTION` names it or as cargo builds it in release mode."""
    given = os.environ.get("STICTION")
    path = Path(given) if given else ROOT / "target" / "release" / "stiction"
    if not path.is_file():
        subprocess.run(["cargo", "build", "--release", "--bin", "stiction"], cwd=ROOT, check=True)
    return path


@pytest.fixture(scope="session")
def stiction_command(program: Path) -> Callable[..., subprocess.CompletedProcess[str]]:
    """Runs the program and gives what it printed."""

    def run(*arguments: str, cwd: Path | None = None) -> subprocess.CompletedProcess[str]:
        return subprocess.run([str(program), *arguments], cwd=cwd, capture_output=True, text=True, check=False)

    return run


@pytest.fixture(scope="session")
def root() -> Path:
    """The repository."""
    return ROOT
