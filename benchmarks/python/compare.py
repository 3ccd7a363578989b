"""Overhead of the Python package over Rust, for a step and a small LCP, in alternation; the smallest mean counts."""

from __future__ import annotations

import argparse
import json
import subprocess
import sys
import tempfile
import time
from pathlib import Path

import numpy as np

import stiction

SCENES = {"bouncing-ball": 400, "box-on-slope": 400, "twelve-link-pendulum": 400, "quadruped-standing": 200}
SOLVES = 500
#: Largest allowed overhead, µs.
STEP, SOLVE = 3.0, 5.0
TURNS, ROUNDS = 3, 40


def rust(program: str, what: str, which: str, times: int) -> float:
    """The smallest mean of Rust's rounds, µs."""
    told = subprocess.run([program, what, which, str(times)], check=True, capture_output=True, text=True).stdout
    return min(map(float, told.split())) * 1e-3


def python_steps(scene: str, times: int) -> float:
    """The mean of a step, µs."""
    world = stiction.World(scene)
    step = world.step
    began = time.perf_counter()
    for _ in range(times):
        step()
    return (time.perf_counter() - began) * 1e6 / times


def python_solves(matrix: np.ndarray, vector: np.ndarray, times: int) -> float:
    """The mean of a solve whose answer is read, µs."""
    solve = stiction.solve_lcp
    began = time.perf_counter()
    for _ in range(times):
        solve(matrix, vector).z  # noqa: B018
    return (time.perf_counter() - began) * 1e6 / times


def line(what: str, own: float, base: float, most: float) -> dict[str, float | str]:
    print(
        f"{what:32} Rust {base:8.2f} µs   Python {own:8.2f} µs   added {own - base:6.2f} µs   {own / base:5.2f}×   "
        f"allowed {most} µs"
    )
    return {"what": what, "rust_us": base, "python_us": own, "added_us": own - base, "allowed_us": most}


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("program", help="path of the Rust benchmark program")
    parser.add_argument("--json", type=Path, help="file for the results")
    arguments = parser.parse_args()
    rows = []
    for scene, steps in SCENES.items():
        base = own = np.inf
        for _ in range(TURNS):
            base = min(base, rust(arguments.program, "step", scene, steps))
            own = min(own, *(python_steps(scene, steps) for _ in range(ROUNDS)))
        rows.append(line(f"step of {scene}", own, base, STEP))
    rng = np.random.default_rng(12)
    root = rng.normal(size=(12, 12))
    matrix, vector = root @ root.T + np.eye(12), rng.normal(size=12)
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "problem.json"
        problem = {"format": 1, "kind": "lcp", "matrix": matrix.tolist(), "vector": vector.tolist()}
        path.write_text(json.dumps(problem))
        base = own = np.inf
        for _ in range(TURNS):
            base = min(base, rust(arguments.program, "lcp", str(path), SOLVES))
            own = min(own, *(python_solves(matrix, vector, SOLVES) for _ in range(ROUNDS)))
    rows.append(line("solve_lcp of size 12", own, base, SOLVE))
    if arguments.json:
        arguments.json.parent.mkdir(parents=True, exist_ok=True)
        arguments.json.write_text(json.dumps(rows, indent=1) + "\n")
    return 0 if all(row["added_us"] <= row["allowed_us"] for row in rows) else 1


if __name__ == "__main__":
    sys.exit(main())
