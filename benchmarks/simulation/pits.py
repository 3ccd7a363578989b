"""The ball pits: one pass over the whole motion with a clock around each step, because more passes would take hours. Every program
variant is a separate process, so that its peak memory is that of this motion. Then the growth of both with the number of balls."""
import statistics

import program
import scene as scenes

# The end of the motion, when the balls lie still: s.
REST = (1.5, 2.0)


def measure(name, case, arguments, check):
    """The measurements of every program variant, ours first; `check(ours, theirs)` lists the differences of the scene."""
    scene = scenes.load(name)
    until = REST[1] if arguments.until is None else arguments.until
    steps, cap = max(1, round(until / scene.time_step)), arguments.cap or case["cap"]
    sides = [_Course(None, variant, arguments.binary) for variant in ("built-in", "rigid")]
    for rival, about in arguments.about.items():
        sides += [_Course(rival, variant) for variant in about["variants"] if variant in case["variants"]]
    for _ in range(min(arguments.rounds, case["rounds"])):
        for side in sides:
            side.go(name, steps, cap)
    ours = sides[0]
    balls = sum(body.mass > 0.0 for body in scene.bodies)
    return [side.summary(ours, balls, scene.time_step, check) for side in sides]


class _Course:
    """The measurements of one program variant; the time of each step is its minimum over the passes."""

    def __init__(self, rival, variant, binary=None):
        self.rival, self.variant, self.binary = rival, variant, binary
        self.times, self.judged = [], None

    def go(self, name, steps, cap):
        if self.judged and ("error" in self.judged or self.judged.get("cut")):
            return
        side = program.rival(self.rival) if self.rival else program.Program(self.binary)
        # The cap is looked at between steps: one step alone may take a rival hours.
        judged = side.ask("judge", name, self.variant, 0, steps, 0, cap, within=3 * cap + 30)
        side.end()
        if "error" not in judged:
            times = judged["times"]
            self.times = [min(pair) for pair in zip(times, self.times)] if self.times else times
        self.judged = self.judged or judged

    def summary(self, ours, balls, time_step, check):
        label = f"{self.rival} {self.variant}" if self.rival else f"ours {self.variant}"
        if "error" in self.judged:
            return {"side": label, "error": self.judged["error"]}
        count, judged = len(self.times), self.judged
        rest = range(round(REST[0] / time_step), count)
        answer = {
            "side": label, "balls": balls, "steps": count, "cut": judged.get("cut", False), "notes": judged.get("notes", []),
            **_spread(self.times), "contacts": statistics.mean(judged["contacts"]), "most_contacts": judged["most_contacts"],
            "penetration": judged["penetration"], "energy_rise": judged["energy_rise"],
            "memory": judged["memory"], "memory_grown": judged["memory"] - judged["memory_before"], "times": self.times,
            "rest": statistics.median(self.times[k] for k in rest) if rest else None,
            "rest_contacts": statistics.median(judged["contacts"][k] for k in rest) if rest else None,
        }
        if not self.rival:
            answer = {**answer, "residual": judged["residual"], "unsolved": judged["unsolved"]}
        if self is ours:
            return answer
        # Of a motion that was cut, the same steps of ours.
        answer["different"] = check(ours.judged, judged)
        answer["ratio"] = statistics.mean(ours.times[:count]) / answer["mean"]
        answer["rest_ratio"] = statistics.median(ours.times[k] for k in rest) / answer["rest"] if rest else None
        return answer


def _spread(times):
    ordered = sorted(times)
    quantile = {key: ordered[round(share * (len(ordered) - 1))] for key, share in (("p50", 0.5), ("p99", 0.99), ("max", 1.0))}
    return {"mean": statistics.mean(times), **quantile}


def show(name, case, sides):
    print(f"\n{name}: goal ≤{case['most']} µs")
    for ours in sides[:2]:
        if "error" not in ours:
            print(f"{ours['side']}: {ours['steps']} steps; {ours['unsolved']} unsolved, worst residual {ours['residual']:.0e}; p99/p50 "
                  f"{ours['p99'] / ours['p50']:.1f}; whole motion {_verdict(ours, 'mean', case)}, "
                  f"at rest {_verdict(ours, 'rest', case)}")
    print(f"{'':16} | {'µs per step: mean':>18} {'p50':>8} {'p99':>8} {'max':>8} {'at rest':>8} | {'ours/its':>12} {'at rest':>8} | "
          f"{'contacts':>8} {'at rest':>7} | {'overlap m':>9} {'energy rise':>11} | {'MB':>5}")
    for side in sides:
        if "error" in side:
            print(f"{side['side']:16} | {side['error']}")
            continue
        for different in side.get("different", []):
            print(f"{side['side']}: DIFFERENT SCENE: {different}")
        notes = side["notes"] + ([f"cut short after {side['steps']} steps; ours/its of these steps"] if side["cut"] else [])
        print(f"{side['side']:16} | {side['mean']:18.0f} {side['p50']:8.0f} {side['p99']:8.0f} {side['max']:8.0f} "
              f"{_number(side['rest'], '.0f'):>8} | {_number(side.get('ratio'), '.3g'):>12} {_number(side.get('rest_ratio'), '.3g'):>8} | "
              f"{side['most_contacts']:8} {_number(side['rest_contacts'], '.0f'):>7} | {side['penetration']:9.0e} "
              f"{side['energy_rise']:11.0e} | {side['memory']:5.0f}  {'; '.join(notes)}", flush=True)


def _verdict(ours, time, case):
    """The goal is judged for complete motions only."""
    if ours["rest"] is None or ours["cut"]:
        return "not run to its end"
    return f"{ours[time]:.0f} {'met' if ours[time] <= case['most'] else 'missed'}"


def show_growth(few, many):
    """Growth from the small to the large pit, for each program that completed both."""
    print("\nGrowth with the number of balls: time of the whole motion and at rest, in total, per ball and per contact; memory in total "
          "and, above the memory of the process before the motion, per ball")
    for small in few:
        large = next((side for side in many if side["side"] == small["side"]), None)
        if large is None or any("error" in side or side["cut"] for side in (small, large)) or small["steps"] != large["steps"]:
            continue
        balls = large["balls"] / small["balls"]
        line = f"{small['side']:16} balls ×{balls:.3g}"
        for words, time, contacts in (("mean", "mean", "contacts"), ("at rest", "rest", "rest_contacts")):
            if small[time] and small[contacts]:
                ratio = large[time] / small[time]
                line += f"; {words} ×{ratio:.3g}, per ball ×{ratio / balls:.3g}, per contact ×{ratio * small[contacts] / large[contacts]:.3g}"
        grown = large["memory_grown"] / small["memory_grown"] / balls if small["memory_grown"] > 0.0 else None
        print(f"{line}; {small['memory']:.0f} MB to {large['memory']:.0f} MB ×{large['memory'] / small['memory']:.3g}, "
              f"per ball ×{_number(grown, '.3g')}")


def _number(value, form):
    return "-" if value is None else f"{value:{form}}"
