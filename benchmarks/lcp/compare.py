"""Stiction and Siconos on the same linear complementarity problems in one run, judged by one measure.

The error is max |min(z, M z + q)| / (1 + max |q|), recomputed here from the z of each program; a problem is solved if the
error is at most --ruler. Times cover the solve only, on one thread; short solves are repeated.
"""
import os

os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
os.environ.setdefault("OMP_NUM_THREADS", "1")
import argparse
import csv
import pathlib
import statistics
import subprocess
import sys
import tempfile

import numpy as np

sys.path.append(str(pathlib.Path(__file__).parent.parent))
import shared

import families
import siconos_lemke

METHODS = ("lemke", "auto")
# Largest ratio to Siconos' Lemke, by family and method; families without goals are shown for their pivot counts.
GOALS = {"spd": {"lemke": 0.5, "auto": 0.2}, "psd": {"lemke": 0.5, "auto": 0.5}, "st": {"lemke": 0.5, "auto": 0.5}}
FIELDS = "family,n,seed,method,outcome,ruler,solved,iterations,pivots,seconds".split(",")


def ruler(matrix, vector, z):
    if z is None or not np.all(np.isfinite(z)):
        return float("inf")
    return float(np.abs(np.minimum(z, matrix @ z + vector)).max() / (1 + np.abs(vector).max()))


def measure(arguments):
    """One record per problem and method, as a dictionary of FIELDS."""
    records, kept = [], {}
    with tempfile.TemporaryDirectory() as folder:
        folder = pathlib.Path(folder)
        for family, size, seed, matrix, vector in families.problems(arguments.families, arguments.seeds):
            name = f"{family}-{len(vector)}-{seed}"
            families.write(folder / f"{name}.lcp", matrix, vector)
            kept[name] = matrix, vector
            answer = siconos_lemke.solve(matrix, vector, arguments.repeats, arguments.cap)
            error = ruler(matrix, vector, answer["z"])
            records.append(dict(zip(FIELDS, (family, len(vector), seed, "siconos-lemke", answer["outcome"], error,
                                             error <= arguments.ruler, answer["iterations"], "", answer["seconds"]))))
            print(f"\rSiconos: {len(records)} problems", end="", file=sys.stderr, flush=True)
        print("\nStiction", file=sys.stderr, flush=True)
        command = [arguments.binary, str(folder), str(arguments.repeats), str(arguments.cap), *METHODS]
        output = subprocess.run(command, check=True, stdout=subprocess.PIPE, text=True).stdout
        for row in csv.DictReader(output.splitlines()):
            name = f"{row['family']}-{row['n']}-{row['seed']}"
            z = np.fromfile(folder / f"{name}.{row['method']}.z", "<f8")
            error = ruler(*kept[name], z)
            records.append(dict(family=row["family"], n=int(row["n"]), seed=int(row["seed"]), method=row["method"],
                                outcome=row["outcome"], ruler=error, solved=error <= arguments.ruler,
                                iterations=int(row["iterations"]), pivots=int(row["pivots"]), seconds=float(row["seconds"])))
    return records


def show(records):
    """One line per family and order: medians over the seeds, ratios over those that both sides solved."""
    cell = {}
    for record in records:
        cell.setdefault((record["family"], record["n"]), {}).setdefault(record["method"], {})[record["seed"]] = record
    print(f"{'family':<8}{'n':>5}  {'Siconos Lemke':>24}" + "".join(f"{'ours, ' + method:>30}  ratio  goal" for method in METHODS))
    for (family, order), methods in cell.items():
        theirs = methods["siconos-lemke"]
        line = f"{family:<8}{order:>5}  {summary(theirs):>24}"
        for method in METHODS:
            goal = GOALS.get(family, {}).get(method)
            ours = methods[method]
            both = [seed for seed in theirs if theirs[seed]["solved"] and ours[seed]["solved"]]
            ratio = statistics.median(ours[s]["seconds"] / theirs[s]["seconds"] for s in both) if both else float("nan")
            mark = "  - " if goal is None else f"{goal:3.1f}{' ' if not both else '*' if ratio <= goal else '!'}"
            line += f"{summary(ours):>30}  {ratio:5.2f}  {mark}"
        print(line)
    print("\n* goal met, ! missed; n/m: solved of all, then largest error and median time; ratio: ours / Siconos Lemke, median")


def summary(runs):
    solved = [run for run in runs.values() if run["solved"]]
    worst = max((run["ruler"] for run in solved), default=float("nan"))
    time = statistics.median(run["seconds"] for run in runs.values())
    return f"{len(solved)}/{len(runs)} {worst:.0e} {shared.pretty(time)}"


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--binary", required=True)
    parser.add_argument("--results", type=pathlib.Path, required=True, help="folder for the CSV file")
    parser.add_argument("--families", nargs="+", choices=families.SIZES, default=list(families.SIZES))
    parser.add_argument("--seeds", type=int, default=3)
    parser.add_argument("--repeats", type=int, default=15)
    parser.add_argument("--cap", type=float, default=20, help="seconds per solve")
    parser.add_argument("--ruler", type=float, default=1e-6, help="largest error of a solved problem")
    arguments = parser.parse_args()
    began = shared.begin()
    records = measure(arguments)
    show(records)
    shared.save(arguments.results, "lcp", began, FIELDS, records)


if __name__ == "__main__":
    main()
