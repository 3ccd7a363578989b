"""Stiction and Pinocchio on the same models and states, in alternation, so that noise of the machine affects both.

Prints one table: median processor time per call, µs, and the ratio. Every pair of outputs is compared first.
"""
import argparse
import datetime
import json
import pathlib
import platform
import statistics
import subprocess
import sys

# Algorithms of Stiction, and those of Pinocchio that they are compared with: the fastest counts.
PAIRS = {
    "rnea": ("rnea",),
    "aba": ("aba_local", "aba_world"),
    "crba": ("crba_local", "crba_world"),
    "crba+cholesky": ("crba_local+cholesky", "crba_world+cholesky"),
    "minverse": ("minverse",),
    "delassus": ("delassus_pv", "delassus_efpa", "delassus_classic", "constraint_cholesky+matrix"),
    "delassus_mass": (),
    "delassus_articulated": (),
}
GOAL = 1.0


class Program:
    """A server of batches."""

    def __init__(self, *command):
        self.process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)

    def ask(self, command):
        self.process.stdin.write(command + "\n")
        self.process.stdin.flush()
        answer = json.loads(self.process.stdout.readline())
        if "error" in answer:
            sys.exit(f"{command}: {answer['error']}")
        return answer


def agree(ours, theirs):
    """Whether two checksums are those of the same numbers."""
    size = max(abs(theirs["squares"]) ** 0.5, 1e-300)
    return (ours["length"] == theirs["length"] and abs(ours["wave"] - theirs["wave"]) <= 1e-9 * size * theirs["length"]
            and abs(ours["squares"] - theirs["squares"]) <= 1e-9 * size**2)


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--binary", required=True)
    parser.add_argument("--pinocchio", required=True, help="the folder that setup created")
    parser.add_argument("--results", help="folder for a CSV file of this run")
    parser.add_argument("--models", nargs="*")
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--seconds", type=float, default=0.1, help="per algorithm, program and round")
    arguments = parser.parse_args()
    folder = pathlib.Path(arguments.pinocchio)
    files = sorted(str(file) for file in (folder / "models").glob("*.txt"))
    stiction, pinocchio = Program(arguments.binary, *files), Program(str(folder / "pinocchio"), *files)
    models = arguments.models or stiction.ask("list")["models"]
    known = set(pinocchio.ask("list")["algorithms"])
    records, missed, wrong = [], 0, 0
    for model in models:
        print(f"\n{model:12} {'ours µs':>9} {'Pinocchio µs':>13} {'ratio':>6}")
        for algorithm, rivals in PAIRS.items():
            rivals = [rival for rival in rivals if rival in known]
            ours, theirs = [], {rival: [] for rival in rivals}
            for _ in range(arguments.rounds):
                answer = stiction.ask(f"{model} {algorithm} {arguments.seconds}")
                ours.append(answer["microseconds"])
                for rival in rivals:
                    other = pinocchio.ask(f"{model} {rival} {arguments.seconds}")
                    theirs[rival].append(other["microseconds"])
                    if not agree(answer["checksum"], other["checksum"]):
                        wrong += 1
                        print(f"  {algorithm} and {rival} differ: {answer['checksum']} {other['checksum']}")
            mine = statistics.median(ours)
            if not rivals:
                print(f"{algorithm:22} {mine:9.2f}")
                continue
            # The ratio of each round, then their median: both programs see the same moment.
            best = min(rivals, key=lambda rival: statistics.median(theirs[rival]))
            ratio = statistics.median(a / b for a, b in zip(ours, theirs[best]))
            missed += ratio > GOAL
            other = statistics.median(theirs[best])
            print(f"{algorithm:22} {mine:9.2f} {other:9.2f} {best:28} {ratio:5.2f}{'' if ratio <= GOAL else '  missed'}")
            records.append((model, algorithm, mine, best, other, ratio))
    if arguments.results:
        commit = subprocess.run(["git", "rev-parse", "--short", "HEAD"], stdout=subprocess.PIPE, text=True).stdout.strip()
        pathlib.Path(arguments.results).mkdir(parents=True, exist_ok=True)
        path = pathlib.Path(arguments.results) / f"multibody-{datetime.date.today()}-{commit}.csv"
        with path.open("w") as file:
            file.write(f"# {platform.processor() or platform.machine()}, {platform.system()} {platform.release()}\n")
            file.write("model,algorithm,stiction_us,rival,pinocchio_us,ratio\n")
            for model, algorithm, mine, best, other, ratio in records:
                file.write(f"{model},{algorithm},{mine:.4f},{best},{other:.4f},{ratio:.4f}\n")
    print(f"\n{len(records)} pairs, {missed} above {GOAL}, {wrong} outputs differ")
    sys.exit(1 if wrong else 0)


if __name__ == "__main__":
    main()
