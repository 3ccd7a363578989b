"""The program of another simulator: one command per line on standard input, one line of JSON as the answer, as in Stiction's program.

    about                                              {"program", "version", "variants"}
    time SCENE VARIANT SKIP STEPS SECONDS CAP          processor time per step of STEPS steps after SKIP, the motion repeated
    judge SCENE VARIANT SKIP STEPS PROBE CAP           masses, positions, energies and overlaps of the whole motion; each step's
                                                       time, µs, and contacts; the peak memory before and after, MB
    quit

CAP is the limit of processor time for the steps of a motion, s. `judge` cuts a longer motion short, and the answer has the number of
steps.

A simulation has `step(n)`, `masses()`, `positions()`, `energy()` (kinetic, potential) and `overlap()` (the deepest overlap and the number
of contacts of the last step). Its `notes`, if any, list the differences from our scene.

A simulator without double precision also answers `judge` with its `precision`, the distance from 1 to the next number."""
import json
import os
import sys
import time

import scene as scenes


def serve(program, version, variants, make):
    """Answers commands; `make(scene, variant)` gives a function that makes simulations at the scene's start."""
    # Output of a library must not come between the answers.
    answers = os.fdopen(os.dup(1), "w")
    os.dup2(2, 1)
    about = {"program": program, "version": version, "variants": variants}
    for line in sys.stdin:
        words = line.split()
        if words == ["quit"]:
            break
        try:
            answer = about if words == ["about"] else _answer(words, make)
        except Exception as error:  # the comparison continues after any error
            answer = {"error": f"{type(error).__name__}: {error}".splitlines()[0]}
        print(json.dumps(answer), file=answers, flush=True)


def _answer(words, make):
    memory = _peak()
    command, name, variant, skip, steps, number, cap = words
    start = make(scenes.load(name), variant)
    if command == "time":
        return _time(start, int(skip), int(steps), float(number))
    if command == "judge":
        judged = _judge(start, int(skip), int(steps), int(number), float(cap))
        return {**judged, "memory_before": memory, "memory": _peak()}
    raise ValueError(f"no command {command}")


def _time(start, skip, steps, seconds):
    times, spent = [], 0.0
    while len(times) < 3 or spent < seconds:
        simulation = start()
        simulation.step(skip)
        before = time.process_time()
        simulation.step(steps)
        taken = time.process_time() - before
        spent += taken
        times.append(1e6 * taken / steps)
    times.sort()
    return {"microseconds": times[len(times) // 2], "least": times[0], "repeats": len(times), "steps": steps}


def _peak():
    """The peak memory of this process, MB."""
    with open("/proc/self/status") as status:
        return next(float(line.split()[1]) for line in status if line.startswith("VmHWM:")) / 1024


def _judge(start, skip, steps, probe, cap):
    simulation = start()
    kinetic, potential = simulation.energy()
    answer = {"masses": simulation.masses(), "start": simulation.positions(), "probe": None,
              "kinetic": kinetic, "potential": potential}
    lowest, rise, penetration, most = kinetic + potential, 0.0, 0.0, 0
    times, touching, spent = [], [], 0.0
    while len(times) < skip + steps and spent <= cap:
        before = time.process_time()
        simulation.step(1)
        taken = time.process_time() - before
        spent += taken
        times.append(1e6 * taken)
        overlap, contacts = simulation.overlap()
        penetration, most = max(penetration, overlap), max(most, contacts)
        touching.append(contacts)
        now = sum(simulation.energy())
        lowest = min(lowest, now)
        rise = max(rise, now - lowest)
        if len(times) == probe:
            answer["probe"] = simulation.positions()
    return {**answer, "end": simulation.positions(), "energy_end": sum(simulation.energy()), "energy_rise": rise,
            "penetration": penetration, "most_contacts": most, "steps": len(times), "cut": len(times) < skip + steps,
            "times": times, "contacts": touching, "notes": getattr(simulation, "notes", [])}
