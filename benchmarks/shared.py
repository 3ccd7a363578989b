"""Shared by the comparisons: runs in separate processes, and the heading and file of results."""
import csv
import datetime
import multiprocessing
import os
import pathlib
import platform
import resource
import subprocess
import time


def apart(work, arguments, cap, failed):
    """`work(*arguments)` in a separate process, so that a crash or the cap in seconds costs one run only.

    The answer is a dictionary; without one it is `failed`, with the outcome crash or time-limit."""
    context = multiprocessing.get_context("fork")
    receiver, sender = context.Pipe(False)
    process = context.Process(target=_child, args=(sender, work, arguments, cap))
    process.start()
    sender.close()
    answer = None
    try:
        if receiver.poll(20 * cap):
            answer = receiver.recv()
    except EOFError:
        pass
    if process.is_alive():
        process.kill()
    process.join()
    if answer is not None:
        return answer
    if process.exitcode in (-24, -9):
        return {**failed, "outcome": "time-limit", "seconds": cap}
    return {**failed, "outcome": "crash", "seconds": float("nan")}


def _child(sender, work, arguments, cap):
    limit = int(time.process_time() + cap + 1)
    resource.setrlimit(resource.RLIMIT_CPU, (limit, limit))
    silence = os.open(os.devnull, os.O_WRONLY)
    os.dup2(silence, 1)
    os.dup2(silence, 2)
    sender.send(work(*arguments))
    sender.close()
    os._exit(0)


def pretty(seconds):
    for unit, factor in (("s ", 1.0), ("ms", 1e3), ("µs", 1e6)):
        if seconds * factor >= 1:
            break
    return f"{seconds * factor:6.1f} {unit}"


def begin():
    """Prints time, commit and machine; returns the time and the commit for the file of results."""
    commit = (_git("rev-parse", "--short", "HEAD") or "unknown") + ("+changes" if _git("status", "--porcelain") else "")
    now = datetime.datetime.now().strftime("%Y-%m-%d %H:%M")
    print(f"{now}, commit {commit}, {machine()}\n", flush=True)
    return now, commit


def save(folder, name, began, fields, records):
    """Writes every run to a CSV file with time and commit in its name."""
    now, commit = began
    folder.mkdir(parents=True, exist_ok=True)
    path = folder / f"{name}-{now.replace(' ', '-').replace(':', '')}-{commit}.csv"
    with open(path, "w", newline="") as file:
        writer = csv.DictWriter(file, fields)
        writer.writeheader()
        writer.writerows(records)
    print(f"all runs: {os.path.relpath(path)}")


def machine():
    """The processor and the system, in one line."""
    with open("/proc/cpuinfo") as file:
        names = [line.split(":", 1)[1].strip() for line in file if line.startswith("model name")]
    return f"{names[0] if names else platform.processor()} × {os.cpu_count()}, {platform.system()} {platform.machine()}"


def _git(*arguments):
    answer = subprocess.run(["git", *arguments], capture_output=True, text=True, cwd=pathlib.Path(__file__).parent)
    return answer.stdout.strip() if answer.returncode == 0 else ""
