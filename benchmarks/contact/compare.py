"""Stiction and Siconos on the same recorded contact problems in one run, judged by one measure.

The error is the largest natural map of a contact in m/s over the largest unconstrained (free) velocity, recomputed here
from the impulses of each program; a problem is solved if the error is at most --ruler. Siconos stops by a different
measure that mixes impulses and velocities. Each of its solvers therefore runs at the tolerance --ruler first and, where its
answer does not pass, again with a tighter one, down to 1e-4 of it; the time of the first run that passes counts. Times
cover the solve only, on one thread; short solves are repeated and the fastest counts.
"""
import os

os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
os.environ.setdefault("OMP_NUM_THREADS", "1")
import argparse
import json
import pathlib
import subprocess
import sys

import numpy as np

sys.path.append(str(pathlib.Path(__file__).parent.parent))
import shared

import fclib
import siconos_contact

GOAL = 1 / 3
PROBLEMS = ("fc3d/Rover*", "fc3d/OneObject*", "fc3d/BoxesStack*", "fc3d/LMGC*", "fc3d/Capsules*", "global3d/spheres*",
            "scenes/massratio*", "scenes/planks*", "scenes/stack*", "scenes/wall*")
FIELDS = "file,contacts,method,outcome,tolerance,ruler,solved,seconds,warm_seconds,factorizations,answered_by".split(",")


def ours(arguments, path, problem):
    command = [arguments.binary, "auto", str(arguments.ruler), "0.3", str(path)]
    answer = json.loads(subprocess.run(command, check=True, stdout=subprocess.PIPE, text=True).stdout)
    error = fclib.ruler(problem, np.array(answer["impulses"]))
    return dict(file=path.stem, contacts=len(problem[2]), method="stiction-auto", outcome=answer["outcome"],
                tolerance=arguments.ruler, ruler=error, solved=error <= 1.001 * arguments.ruler, seconds=answer["seconds"],
                warm_seconds=answer["warm_seconds"], factorizations=answer["factorizations"],
                answered_by=answer["answered_by"])


def theirs(arguments, path, problem, name):
    """One record per tolerance, until the error is small enough."""
    records = []
    for factor in (1.0, 1e-1, 1e-2, 1e-4):
        tolerance = factor * arguments.ruler
        answer = siconos_contact.solve(problem, name, tolerance, arguments.cap)
        error = fclib.ruler(problem, answer["impulses"])
        records.append(dict(file=path.stem, contacts=len(problem[2]), method=name, outcome=answer["outcome"],
                            tolerance=tolerance, ruler=error, solved=error <= 1.001 * arguments.ruler,
                            seconds=answer["seconds"]))
        # A solver that did not even reach its own tolerance will not reach a tighter one.
        if records[-1]["solved"] or answer["outcome"] != "solved":
            break
    return records


def measure(arguments):
    paths = sorted({path for pattern in arguments.problems for path in arguments.data.glob(pattern + ".hdf5")},
                   key=lambda path: (path.parent.name, path.name))
    records = []
    print(f"{'problem':<38}{'contacts':>9}{'Siconos, own measure 1e-8':>30}{'Siconos, common measure':>30}{'its NSGS':>12}"
          f"{'ours':>12}{'warm':>12}  ratio")
    for path in paths:
        problem = fclib.read(path)
        first = ours(arguments, path, problem)
        rivals = []
        for name in siconos_contact.SOLVERS:
            rivals += theirs(arguments, path, problem, name)
            note(f"{path.stem} {name}")
        note("")
        # Once before and once after the rivals, as the machine's speed drifts.
        second = ours(arguments, path, problem)
        mine = min(first, second, key=lambda record: record["seconds"])
        records += [mine, *rivals]
        show(path, mine, rivals, arguments.ruler)
    return records


def note(text):
    """Progress, on a terminal only."""
    if sys.stderr.isatty():
        print(f"\r{text}\x1b[K", end="", file=sys.stderr, flush=True)


def show(path, mine, rivals, ruler):
    claimed = [run for run in rivals if run["outcome"] == "solved" and run["tolerance"] == ruler]
    judged = [run for run in rivals if run["solved"]]
    sweeps = [run for run in judged if run["method"] == "NSGS"]
    best = min(judged, key=lambda run: run["seconds"], default=None)
    ratio = mine["seconds"] / best["seconds"] if best else float("nan")
    mark = "!" if not mine["solved"] or (best and ratio > GOAL) else "*"
    print(f"{path.stem:<38}{mine['contacts']:>9}{cell(min(claimed, key=lambda run: run['seconds'], default=None)):>30}"
          f"{cell(best):>30}{shared.pretty(sweeps[0]['seconds']) if sweeps else '-':>12}{shared.pretty(mine['seconds']):>12}"
          f"{shared.pretty(mine['warm_seconds']):>12}  {ratio:5.3f}{mark}", flush=True)


def cell(run):
    return f"{run['method']} {run['ruler']:.0e} {shared.pretty(run['seconds'])}" if run else "none"


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--binary", required=True)
    parser.add_argument("--data", type=pathlib.Path, default=pathlib.Path("data/contact"))
    parser.add_argument("--results", type=pathlib.Path, required=True, help="folder for the CSV file")
    parser.add_argument("--problems", nargs="+", default=PROBLEMS, help="patterns of files below --data, without .hdf5")
    parser.add_argument("--cap", type=float, default=8, help="seconds per solve of Siconos")
    parser.add_argument("--ruler", type=float, default=1e-8, help="largest error of a solved problem")
    arguments = parser.parse_args()
    began = shared.begin()
    records = measure(arguments)
    mine = [run for run in records if run["method"] == "stiction-auto"]
    print(f"\nours solved {sum(run['solved'] for run in mine)} of {len(mine)}; * at most a third of Siconos' best time by the common "
          "measure, ! more; cells: solver, error, time")
    shared.save(arguments.results, "contact", began, FIELDS, records)


if __name__ == "__main__":
    main()
