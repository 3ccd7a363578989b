"""Stiction, MuJoCo and DART on the same scenes, taking turns, so that a slow moment of the machine falls on all.

Prints one table: processor time per step, median (and least) over the rounds, and the median of each round's ratio; beside
it what the motions came to. That a rival was given the same scene is checked first: masses, inertias, positions, energies.
"""
import argparse
import json
import math
import os
import pathlib
import platform
import statistics
import subprocess
import sys
import tempfile

HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent))

import scene as scenes  # noqa: E402
import shared  # noqa: E402

# The steps that are timed, after those that are not; when positions are looked at on the way; goals over MuJoCo.
CASES = {
    "twelve-link-pendulum": {"skip": 0, "steps": 5000, "probe": 100, "goal": 0.6, "timed": "the first 5 s"},
    "box-stack": {"skip": 500, "steps": 1500, "probe": 100, "goal": 1.0, "timed": "at rest, 0.5 s to 2 s"},
    "sphere-on-plane": {"skip": 0, "steps": 600, "probe": 100, "goal": 1.0, "timed": "all 0.6 s"},
    "quadruped-standing": {"skip": 1000, "steps": 2000, "probe": 0, "goal": 0.8, "timed": "standing, 1 s to 3 s"},
    "ball-pit": {"skip": 0, "steps": 400, "probe": 20, "most": 2000, "timed": "all 2 s, in steps of 5 ms", "rounds": 3,
                 "variants": ["cg", "dantzig", "nsgs"]},
    "ball-pit-1000": {"skip": 0, "steps": 100, "probe": 20, "most": 28000, "timed": "the first 0.5 s", "rounds": 1,
                      "variants": ["cg"]},
    "stone-arch": {"skip": 0, "steps": 2000, "probe": 0, "most": 1000, "timed": "the first 2 s", "rounds": 3,
                   "variants": ["default", "accurate"]},
}
# Scenes that differ in the number of their bodies alone: the memory that they take.
GROWTH = ("ball-pit", "ball-pit-1000")
COMMON = ["default", "accurate", "dantzig", "nsgs"]
RIVALS = {"MuJoCo": "mujoco_rival.py", "DART": "dart_rival.py"}
SAME = 1e-9
LEGEND = """
Ratio: ours over the rival's, the median of the rounds' own. Residual: the worst natural residual of a step, relative.
Contacts: the most. Overlap: the deepest. Energy made: the largest rise over what it had fallen to, J, whether by contacts
or by integrating free motion. Error: of the boxes from where they began, of the sphere from the closed form, both at the end;
of the pendulum from ours after 0.1 s, before it touches anything."""


class Program:
    """One side, which answers commands; started again after a crash."""

    def __init__(self, *command):
        self.command = command
        self.process = None

    def ask(self, *words):
        if self.process is None:
            self.process = subprocess.Popen(self.command, stdin=subprocess.PIPE, stdout=subprocess.PIPE,
                                            stderr=subprocess.DEVNULL, text=True)
        try:
            self.process.stdin.write(" ".join(map(str, words)) + "\n")
            self.process.stdin.flush()
            return json.loads(self.process.stdout.readline())
        except (BrokenPipeError, json.JSONDecodeError):
            self.process.kill()
            code, self.process = self.process.wait(), None
            return {"error": f"crashed ({code})"}


def differences(ours, theirs):
    """In words, what of the scene at its start is not the same."""
    found = []
    for key in ("masses", "start"):
        if ours[key].keys() != theirs[key].keys():
            found.append(f"{key}: other bodies")
        elif max(abs(a - b) for name in ours[key] for a, b in zip(ours[key][name], theirs[key][name])) > SAME:
            found.append(key)
    for key in ("kinetic", "potential"):
        if abs(ours[key] - theirs[key]) > SAME * max(1.0, abs(ours[key])):
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
    window = (case["skip"], case["steps"])
    mine = ours.ask("judge", name, "built-in", *window, case["probe"], arguments.cap)
    if "error" in mine:
        sys.exit(f"{name}: {mine['error']}")
    rows = []
    for rival, (program, about) in rivals.items():
        for variant in (v for v in about["variants"] if v in case.get("variants", COMMON)):
            judged = program.ask("judge", name, variant, *window, case["probe"], arguments.cap)
            row = {"scene": name, "rival": rival, "variant": variant, "ours": [], "theirs": [], "judged": judged,
                   "note": judged.get("error"), "different": []}
            if "error" not in judged:
                row["different"] = differences(mine, judged)
                row["errors"] = [error(name, mine, mine), error(name, judged, mine)]
            rows.append(row)
    for _ in range(min(arguments.rounds, case.get("rounds", arguments.rounds))):
        for row in rows:
            if row["note"]:
                continue
            turn = ours.ask("time", name, "built-in", *window, arguments.seconds, arguments.cap)
            other = rivals[row["rival"]][0].ask("time", name, row["variant"], *window, arguments.seconds, arguments.cap)
            if "error" in turn or "error" in other:
                row["note"] = turn.get("error") or other["error"]
                continue
            row["ours"].append(turn)
            row["theirs"].append(other)
            if other["cut"]:
                row["note"] = f"cut after {other['steps']} steps, the first included"
    for row in rows:
        if row["theirs"]:
            row["ratio"] = statistics.median(a["microseconds"] / b["microseconds"] for a, b in zip(row["ours"], row["theirs"]))
            row["goal"] = case.get("goal") if row["rival"] == "MuJoCo" else None
    return mine, rows


def times(turns):
    median, least = statistics.median(turn["microseconds"] for turn in turns), min(turn["least"] for turn in turns)
    digits = 2 if median < 1000 else 0
    return f"{median:.{digits}f} ({least:.{digits}f})"


def power(number):
    return "-" if number is None else "0" if number == 0 else f"{number:.0e}"


def show(name, case, mine, rows):
    print(f"\n{name}: {case['timed']}; ours per step p10 {mine['p10']:.2f}, p50 {mine['p50']:.2f}, "
          f"p99 {mine['p99']:.2f}, max {mine['max']:.2f} µs; {mine['unsolved']} steps unsolved; "
          f"p99/p50 {mine['p99'] / mine['p50']:.1f}; "
          + (f"mean {mine['mean']:.0f} µs, goal ≤{case['most']} {'met' if mine['mean'] <= case['most'] else 'missed'}; " if "most" in case else "")
          + f"made by contacts: {power(mine['contact_energy_gained'])} J; overlap once brought back: {power(mine['penetration_corrected'])} m")
    print(f"{'rival':16} {'rival µs':>19} {'ours µs':>15} {'ratio':>6} {'goal':>11} | {'residual':>8} | {'contacts':>10} | "
          f"{'overlap m':>11} | {'energy made':>11} | {'error m':>11}")
    print(f"{'':16} {'median (least)':>19} {'median (least)':>15} {'':6} {'':11} | {'ours':>8} | {'ours':>4} {'rival':>5}"
          + f" | {'ours':>5} {'rival':>5}" * 3)
    for row in rows:
        label, judged = f"{row['rival']} {row['variant']}", row["judged"]
        for different in row["different"]:
            print(f"{label}: NOT THE SAME SCENE: {different}")
        if not row["theirs"]:
            print(f"{label:16} {row['note']}")
            continue
        goal = "" if row["goal"] is None else f"≤{row['goal']} {'met' if row['ratio'] <= row['goal'] else 'missed'}"
        pairs = [(mine["penetration"], judged["penetration"]), (mine["energy_rise"], judged["energy_rise"]), row["errors"]]
        ratio = f"{row['ratio']:.2f}" if row["ratio"] >= 0.1 else f"{row['ratio']:.1g}"
        print(f"{label:16} {times(row['theirs']):>19} {times(row['ours']):>15} {ratio:>6} {goal:>11} | "
              f"{power(mine['residual']):>8} | {mine['most_contacts']:4} {judged['most_contacts']:5}"
              + "".join(f" | {power(a):>5} {power(b):>5}" for a, b in pairs)
              + (f"  {row['note']}" if row["note"] else ""), flush=True)


def show_growth(arguments):
    """Peak memory of a process of its own for each scene, after the same number of steps."""
    steps = CASES[GROWTH[1]]["steps"]
    sides = {"ours": [Program(arguments.binary).ask("memory", name, steps) for name in GROWTH]}
    if "MuJoCo" in arguments.rivals:
        rival = (sys.executable, str(HERE / RIVALS["MuJoCo"]))
        sides["MuJoCo cg"] = [Program(*rival).ask("memory", name, "cg", steps) for name in GROWTH]
    for side, (few, many) in sides.items():
        if "error" not in few and "error" not in many:
            print(f"peak memory, {side}: {GROWTH[0]} {few['megabytes']:.0f} MB, {GROWTH[1]} {many['megabytes']:.0f} MB, "
                  f"{many['megabytes'] / few['megabytes']:.1f} times as much for 8 times as many balls")
    return sides


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--binary", required=True)
    parser.add_argument("--results", type=pathlib.Path, help="folder for a JSON file of this run")
    parser.add_argument("--scenes", nargs="*", choices=list(CASES), default=list(CASES))
    parser.add_argument("--rivals", nargs="*", choices=list(RIVALS), default=list(RIVALS))
    parser.add_argument("--rounds", type=int, default=7)
    parser.add_argument("--seconds", type=float, default=0.2, help="per side and turn, at least three motions")
    parser.add_argument("--cap", type=float, default=10.0, help="seconds that one motion of a rival may take")
    arguments = parser.parse_args()
    now, commit = shared.begin()
    load = os.getloadavg()
    folder = tempfile.TemporaryDirectory()
    os.environ[scenes.FOLDER] = folder.name
    ours = Program(arguments.binary)
    rivals = {rival: Program(sys.executable, str(HERE / RIVALS[rival])) for rival in arguments.rivals}
    rivals = {rival: (program, program.ask("about")) for rival, program in rivals.items()}
    about = {side["program"]: side["version"] for side in (ours.ask("about"), *(about for _, about in rivals.values()))}
    print(", ".join(f"{side} {version}" for side, version in about.items()) + f"; {arguments.rounds} rounds; load {load[0]:.1f}")
    results, wrong = [], 0
    for name in arguments.scenes:
        case = CASES[name]
        described = ours.ask("describe", name)
        if "error" in described:
            sys.exit(f"{name}: {described['error']}")
        (pathlib.Path(folder.name) / f"{name}.json").write_text(json.dumps(described))
        mine, rows = measure(name, case, ours, rivals, arguments)
        show(name, case, mine, rows)
        wrong += sum(bool(row["different"]) for row in rows)
        results.append({"scene": name, **case, "ours": mine, "rivals": rows})
    print(LEGEND)
    memory = show_growth(arguments) if set(GROWTH) <= set(arguments.scenes) else None
    if max(load[0], os.getloadavg()[0]) > 0.75 * (os.cpu_count() or 1):
        print("The machine was busy with other work: expect other figures when it is not.")
    if arguments.results:
        arguments.results.mkdir(parents=True, exist_ok=True)
        path = arguments.results / f"simulation-{now.replace(' ', '-').replace(':', '')}-{commit}.json"
        record = {"when": now, "commit": commit, "machine": shared.machine(), "system": platform.platform(),
                  "python": platform.python_version(), "rustflags": os.environ.get("RUSTFLAGS", ""), "versions": about,
                  "load": [load, os.getloadavg()], "rounds": arguments.rounds, "seconds": arguments.seconds,
                  "cap": arguments.cap, "results": results, "memory": memory}
        path.write_text(json.dumps(record, indent=1) + "\n")
        print(f"all turns: {os.path.relpath(path)}")
    sys.exit(1 if wrong else 0)


if __name__ == "__main__":
    main()
