"""A rival's half: one command per line on standard input, each answered by one line of JSON, as our own program does.

    about                                              {"program", "version", "variants"}
    time SCENE VARIANT SKIP STEPS SECONDS CAP          processor time per step of STEPS steps after SKIP, the motion repeated
    judge SCENE VARIANT SKIP STEPS PROBE CAP           masses, positions, energies and overlaps of the whole motion
    memory SCENE VARIANT STEPS                         the most memory that the process ever held, MB
    quit

CAP is how many seconds of processor time a motion may take: one that takes longer is cut, and the answer says after
how many steps.

A simulation has `step(n)`, `masses()`, `positions()`, `energy()` (kinetic, potential) and `overlap()` (the deepest, and how many
contacts, of the last step)."""
import json
import resource
import sys
import time

import scene as scenes

PART = 50
# Motions that take less than the cap.
_affordable = set()


def serve(program, version, variants, make):
    """Answers commands; `make(scene, variant)` gives a function that makes simulations at the scene's start."""
    about = {"program": program, "version": version, "variants": variants}
    for line in sys.stdin:
        words = line.split()
        if words == ["quit"]:
            break
        try:
            answer = about if words == ["about"] else _answer(words, make)
        except Exception as error:  # whatever a rival does, the comparison goes on
            answer = {"error": f"{type(error).__name__}: {error}"}
        print(json.dumps(answer), flush=True)


def _answer(words, make):
    if words[0] == "memory":
        return _memory(make(scenes.load(words[1]), words[2])(), int(words[3]))
    command, name, variant, skip, steps, number, cap = words
    start = make(scenes.load(name), variant)
    if command == "time":
        return _time(start, int(skip), int(steps), float(number), float(cap), (name, variant, skip, steps))
    if command == "judge":
        return _judge(start, int(skip), int(steps), int(number), float(cap))
    raise ValueError(f"no command {command}")


def _time(start, skip, steps, seconds, cap, key):
    # The first time in parts, to see whether the cap is near; from then on one call and one clock for all steps.
    if key not in _affordable:
        simulation, began, done = start(), time.process_time(), 0
        for part in _parts(skip) + _parts(steps):
            simulation.step(part)
            done += part
            taken = time.process_time() - began
            if taken > cap:
                return {"microseconds": 1e6 * taken / done, "least": 1e6 * taken / done, "repeats": 1, "steps": done, "cut": True}
        _affordable.add(key)
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
    return {"microseconds": times[len(times) // 2], "least": times[0], "repeats": len(times), "steps": steps, "cut": False}


def _parts(steps):
    return [min(PART, steps - done) for done in range(0, steps, PART)]


def _memory(simulation, steps):
    simulation.step(steps)
    return {"megabytes": resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024}


def _judge(start, skip, steps, probe, cap):
    simulation = start()
    kinetic, potential = simulation.energy()
    answer = {"masses": simulation.masses(), "start": simulation.positions(), "probe": None,
              "kinetic": kinetic, "potential": potential}
    lowest, rise, penetration, most = kinetic + potential, 0.0, 0.0, 0
    began, done = time.process_time(), 0
    while done < skip + steps and time.process_time() - began <= cap:
        simulation.step(1)
        done += 1
        overlap, contacts = simulation.overlap()
        penetration, most = max(penetration, overlap), max(most, contacts)
        now = sum(simulation.energy())
        lowest = min(lowest, now)
        rise = max(rise, now - lowest)
        if done == probe:
            answer["probe"] = simulation.positions()
    return {**answer, "end": simulation.positions(), "energy_end": sum(simulation.energy()), "energy_rise": rise,
            "penetration": penetration, "most_contacts": most, "steps": done, "cut": done < skip + steps}
