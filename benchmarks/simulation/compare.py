"""Stiction, MuJoCo, DART, Bullet, Drake and Rapier on the same scenes, in alternation, so that noise of the machine affects
all.

Prints one table per scene: processor time per step, median (and minimum) over the rounds, the median of the ratios of the rounds,
and the quality of the motions. Each scene of another simulator is compared with Stiction's first: masses, inertias, positions and
energies, as exactly as its precision allows.
"""
import argparse
import json
import math
import os
import pathlib
import platform
import statistics
import sys
import tempfile

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent))

import pits  # noqa: E402
import scene as scenes  # noqa: E402
import shared  # noqa: E402
import spread  # noqa: E402
from program import RIVALS, Program, rival as rival_program  # noqa: E402

# Variants of the other simulators. Drake has contact points where balls touch, and contact areas where faces touch.
COMMON = ["default", "accurate", "dantzig", "nsgs"]
POINTS, AREAS = [*COMMON, "lagged", "sap"], [*COMMON, "hydroelastic"]
# The steps that are timed, after those that are not; when positions are looked at on the way; goals over MuJoCo.
CASES = {
    "twelve-link-pendulum": {"skip": 0, "steps": 5000, "probe": 100, "goal": 0.6, "timed": "the first 5 s", "variants": POINTS},
    "box-stack": {"skip": 500, "steps": 1500, "probe": 100, "goal": 1.0, "timed": "at rest, 0.5 s to 2 s", "variants": AREAS},
    "sphere-on-plane": {"skip": 0, "steps": 600, "probe": 100, "goal": 1.0, "timed": "all 0.6 s", "variants": POINTS},
    "quadruped-standing": {"skip": 1000, "steps": 2000, "probe": 0, "goal": 0.8, "timed": "standing, 1 s to 3 s",
                           "variants": POINTS},
    "stone-arch": {"skip": 0, "steps": 2000, "probe": 0, "most": 1000, "timed": "the first 2 s", "rounds": 3,
                   "variants": AREAS},
}
# MuJoCo's solver for many bodies as well; how long a rival may take, s.
PITS = {
    "ball-pit": {"most": 2000, "rounds": 3, "variants": [*POINTS, "cg"], "cap": 60.0},
    "ball-pit-1000": {"most": 28000, "rounds": 1, "variants": [*POINTS, "cg"], "cap": 60.0},
}
CAP = 10.0
SAME = 1e-9
# Allowed error in single precision, in roundings; measured: up to 15 along chains and 51 for principal moments.
ROUNDINGS = 64
LEGEND = """
Ratio: our time over that of the simulator, the median of the rounds. Residual: the largest relative natural residual of a step.
Contacts: the maximum; Rapier's include pairs up to 20 mm apart, Drake's areas count by their faces. Overlap: the maximum. Energy rise:
the largest rise above an earlier minimum, J, by contacts (including energy that soft contacts return) or by the integration of the
unconstrained motion. Error: the distance of the boxes from their start, and of the sphere from the closed form, both at the end; of
the pendulum from ours after 0.1 s, before any contact. At rest: the median of the last 0.5 s of 2 s. Rigid: ours without the balls' stiffness."""


def differences(ours, theirs):
    """Messages about the quantities of the scene that differ at the start."""
    found, rounded = [], ROUNDINGS * theirs.get("precision", 0.0)
    for key in ("masses", "start"):
        if ours[key].keys() != theirs[key].keys():
            found.append(f"{key}: different bodies")
            continue
        for name, numbers in ours[key].items():
            # Of a mass and each moment by itself, of a position by how far out it is.
            sizes = [abs(number) for number in numbers]
            sizes = sizes if key == "masses" else [max(1.0, *sizes)] * len(sizes)
            if any(abs(a - b) > SAME + rounded * size for a, b, size in zip(numbers, theirs[key][name], sizes)):
                found.append(key)
                break
    for key in ("kinetic", "potential"):
        if abs(ours[key] - theirs[key]) > (SAME + rounded) * max(1.0, abs(ours[key])):
            found.append(f"{key} energy {ours[key]:.9g} and {theirs[key]:.9g} J")
    return found


def error(name, judged, ours):
    """How far off bodies are, m: boxes from where they began, the sphere from the closed form, both at the end; the pendulum from
    ours on the way, before it touches anything."""
    if name == "twelve-link-pendulum":
        return _apart(judged["probe"], ours["probe"]) if judged is not ours and judged["probe"] else None
    if judged.get("cut"):
        return None
    if name in ("box-stack", "quadruped-standing", "stone-arch"):
        return _apart(judged["end"], judged["start"])
    if name != "sphere-on-plane":
        return None
    scene = scenes.load(name)
    ball, time = next(body for body in scene.bodies if body.joint), CASES[name]["steps"] * scene.time_step
    speed, braking = ball.joint.velocity[3], -scene.friction * scene.gravity[2]
    rolls = 2 * speed / (7 * braking)
    far = speed * rolls - braking * rolls**2 / 2 + 5 / 7 * speed * (time - rolls)
    x, y, z = ball.joint.position[:3]
    return _apart(judged["end"], {ball.name: [x + far, y, z]})


def _apart(first, second):
    return max(math.dist(first[body], second[body]) for body in first)


def measure(name, case, ours, rivals, arguments):
    """All rows of one scene."""
    window, cap = (case["skip"], case["steps"]), arguments.cap or CAP
    mine = ours.ask("judge", name, "built-in", *window, case["probe"], cap)
    mine["spread"] = ours.ask("spread", name, *window, cap)
    for answer in (mine, mine["spread"]):
        if "error" in answer:
            sys.exit(f"{name}: {answer['error']}")
    rows = []
    for rival, program in rivals.items():
        for variant in (v for v in arguments.about[rival]["variants"] if v in case["variants"]):
            judged = program.ask("judge", name, variant, *window, case["probe"], cap)
            row = {"scene": name, "rival": rival, "variant": variant, "ours": [], "theirs": [], "judged": judged,
                   "notes": judged.get("notes", []), "error": judged.get("error"), "different": []}
            if "error" not in judged:
                row["different"] = differences(mine, judged)
                row["errors"] = [error(name, mine, mine), error(name, judged, mine)]
                if judged["cut"]:
                    # The steps that it made, those before the timed ones included, and the same steps of ours.
                    row["theirs"], row["ours"] = _steps(judged["times"]), _steps(mine["times"][:judged["steps"]])
                    row["notes"] = [*row["notes"], f"cut after {judged['steps']} steps, the first included"]
            rows.append(row)
    for _ in range(min(arguments.rounds, case.get("rounds", arguments.rounds))):
        for row in rows:
            if row["error"] or row["judged"]["cut"]:
                continue
            turn = ours.ask("time", name, "built-in", *window, arguments.seconds, cap)
            other = rivals[row["rival"]].ask("time", name, row["variant"], *window, arguments.seconds, cap)
            row["error"] = turn.get("error") or other.get("error")
            if not row["error"]:
                row["ours"].append(turn)
                row["theirs"].append(other)
    for row in rows:
        if row["theirs"]:
            row["ratio"] = statistics.median(a["microseconds"] / b["microseconds"] for a, b in zip(row["ours"], row["theirs"]))
            row["goal"] = case.get("goal") if row["rival"] == "MuJoCo" else None
    return mine, rows


def _steps(times):
    mean = statistics.mean(times)
    return [{"microseconds": mean, "least": mean, "repeats": 1, "steps": len(times)}]


def times(turns):
    median, least = statistics.median(turn["microseconds"] for turn in turns), min(turn["least"] for turn in turns)
    digits = 2 if median < 1000 else 0
    return f"{median:.{digits}f} ({least:.{digits}f})"


def power(number):
    return "-" if number is None else "0" if number == 0 else f"{number:.0e}"


def show(name, case, mine, rows):
    spread_of_ours = mine["spread"]
    mean = spread_of_ours["mean"]
    print(f"\n{name}: {case['timed']}; ours per step p10 {spread_of_ours['p10']:.2f}, p50 {spread_of_ours['p50']:.2f}, "
          f"p99 {spread_of_ours['p99']:.2f}, max {spread_of_ours['max']:.2f} µs; {mine['unsolved']} steps unsolved; "
          f"p99/p50 {spread_of_ours['p99'] / spread_of_ours['p50']:.1f}; "
          + (f"mean {mean:.0f} µs, goal ≤{case['most']} {'met' if mean <= case['most'] else 'missed'}; " if "most" in case else "")
          + f"energy added by contact impulses: {power(mine['contact_energy_gained'])} J; overlap after projection: {power(mine['penetration_corrected'])} m")
    print(f"{'simulator':18} {'its µs':>19} {'ours µs':>15} {'ratio':>6} {'goal':>11} | {'residual':>8} | {'contacts':>10} | "
          f"{'overlap m':>11} | {'energy rise':>11} | {'error m':>11}")
    print(f"{'':18} {'median (min)':>19} {'median (min)':>15} {'':6} {'':11} | {'ours':>8} | {'ours':>4} {'its':>5}"
          + f" | {'ours':>5} {'its':>5}" * 3)
    for row in rows:
        label, judged = f"{row['rival']} {row['variant']}", row["judged"]
        for different in row["different"]:
            print(f"{label}: DIFFERENT SCENE: {different}")
        if not row["theirs"]:
            print(f"{label:18} {row['error']}")
            continue
        goal = "" if row["goal"] is None else f"≤{row['goal']} {'met' if row['ratio'] <= row['goal'] else 'missed'}"
        pairs = [(mine["penetration"], judged["penetration"]), (mine["energy_rise"], judged["energy_rise"]), row["errors"]]
        ratio = f"{row['ratio']:.2f}" if row["ratio"] >= 0.1 else f"{row['ratio']:.1g}"
        print(f"{label:18} {times(row['theirs']):>19} {times(row['ours']):>15} {ratio:>6} {goal:>11} | "
              f"{power(mine['residual']):>8} | {mine['most_contacts']:4} {judged['most_contacts']:5}"
              + "".join(f" | {power(a):>5} {power(b):>5}" for a, b in pairs)
              + f"  {'; '.join(row['notes'] + ([row['error']] if row['error'] else []))}", flush=True)


def compare(arguments):
    """Prints a table for each scene; returns the content of the file and the number of rows with a different scene."""
    folder = tempfile.TemporaryDirectory()
    os.environ[scenes.FOLDER] = folder.name
    ours = Program(arguments.binary)
    rivals = {rival: rival_program(rival) for rival in arguments.rivals}
    arguments.about = {rival: program.ask("about") for rival, program in rivals.items()}
    versions = {side["program"]: side["version"] for side in (ours.ask("about"), *arguments.about.values())}
    print(", ".join(f"{side} {version}" for side, version in versions.items()) + f"; {arguments.rounds} rounds")
    results, courses, wrong = [], {}, 0
    for name in arguments.scenes:
        described = ours.ask("describe", name)
        if "error" in described:
            sys.exit(f"{name}: {described['error']}")
        (pathlib.Path(folder.name) / f"{name}.json").write_text(json.dumps(described))
        if name in PITS:
            rows = courses[name] = pits.measure(name, PITS[name], arguments, differences)
            pits.show(name, PITS[name], rows)
            results.append({"scene": name, **PITS[name], "courses": rows})
        else:
            mine, rows = measure(name, CASES[name], ours, rivals, arguments)
            show(name, CASES[name], mine, rows)
            results.append({"scene": name, **CASES[name], "ours": mine, "rivals": rows})
        wrong += sum(bool(row.get("different")) for row in rows)
    if len(courses) == len(PITS):
        pits.show_growth(*courses.values())
    print(LEGEND)
    return {"versions": versions, "rounds": arguments.rounds, "seconds": arguments.seconds, "results": results}, wrong


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--binary", required=True)
    parser.add_argument("--results", type=pathlib.Path, help="folder for a JSON file of this run")
    parser.add_argument("--spread", action="store_true", help="Stiction alone: the spread of the times of single steps")
    parser.add_argument("--scenes", nargs="*", help="run these scenes only")
    parser.add_argument("--rivals", nargs="*", choices=list(RIVALS), default=list(RIVALS))
    parser.add_argument("--rounds", type=int, default=7)
    parser.add_argument("--seconds", type=float, default=0.2, help="per program and round, at least three motions")
    parser.add_argument("--until", type=float, help="seconds of motion after which the pits are cut short, of 2")
    parser.add_argument("--cap", type=float, help=f"time limit for one motion of another simulator, s: {CAP:g}, of the pits 60; with "
                        f"--spread, for all passes over a scene: {spread.CAP:g}")
    arguments = parser.parse_args()
    known = spread.SCENES if arguments.spread else [*CASES, *PITS]
    arguments.scenes = arguments.scenes or known
    if unknown := [name for name in arguments.scenes if name not in known]:
        parser.error(f"expected scenes among {', '.join(known)}; found {', '.join(unknown)}")
    if arguments.until is not None and not 0.0 < arguments.until <= pits.REST[1]:
        parser.error(f"expected --until above 0 and at most {pits.REST[1]:g}")
    now, commit = shared.begin()
    load, wrong = os.getloadavg(), 0
    print(f"load {load[0]:.1f}")
    if arguments.spread:
        record = {"spread": spread.run(arguments.binary, arguments.scenes, arguments.cap or spread.CAP)}
    else:
        record, wrong = compare(arguments)
    if max(load[0], os.getloadavg()[0]) > 0.75 * (os.cpu_count() or 1):
        print("The machine was busy with other work: expect different times on an idle machine.")
    if arguments.results:
        arguments.results.mkdir(parents=True, exist_ok=True)
        kind = "simulation-spread" if arguments.spread else "simulation"
        path = arguments.results / f"{kind}-{now.replace(' ', '-').replace(':', '')}-{commit}.json"
        record = {"when": now, "commit": commit, "machine": shared.machine(), "system": platform.platform(),
                  "python": platform.python_version(), "rustflags": os.environ.get("RUSTFLAGS", ""),
                  "load": [load, os.getloadavg()], "cap": arguments.cap, "until": arguments.until, **record}
        path.write_text(json.dumps(record, indent=1) + "\n")
        print(f"all measurements: {os.path.relpath(path)}")
    sys.exit(1 if wrong else 0)


if __name__ == "__main__":
    main()
