"""Stiction alone: the spread of step times over whole motions, for real-time use."""
from program import Program

SCENES = ["sphere-on-plane", "box-stack", "twelve-link-pendulum", "quadruped-standing", "humanoid-standing",
          "gripper-holding-object", "four-bar-loop", "parallel-robot", "planar-walker", "capstan", "card-house", "stone-arch",
          "stone-arch-101", "domino-run", "wedge", "table", "rattleback", "ball-pit", "ball-pit-1000"]
# p99 over p50.
GOAL = 5.0
# Seconds per scene.
CAP = 60.0


def run(binary, names, cap):
    """Prints one row per scene; returns the answers."""
    print(f"{'scene':24} {'steps':>6} {'passes':>6} | {'p50 µs':>10} {'p99 µs':>10} {'max µs':>10} {'at step':>7} | "
          f"{'p99/p50':>7} goal")
    results = []
    for name in names:
        program = Program(binary)
        answer = program.ask("spread", name, 0, "all", cap)
        program.end()
        results.append({"scene": name, **answer})
        if "error" in answer:
            print(f"{name:24} {answer['error']}", flush=True)
            continue
        ratio = answer["p99"] / answer["p50"]
        if answer["cut"]:
            goal = f"cut short after {answer['steps'] * answer['time_step']:.3g} s of motion"
        else:
            goal = f"≤{GOAL:g} {'met' if ratio <= GOAL else 'missed'}"
        print(f"{name:24} {answer['steps']:6} {answer['passes']:6} | {answer['p50']:10.2f} {answer['p99']:10.2f} "
              f"{answer['max']:10.2f} {answer['slowest']:7} | {ratio:7.2f} {goal}",
              flush=True)
    print("\nThe time of a step is its minimum over all passes; motions start at the start of the scene.")
    return results
