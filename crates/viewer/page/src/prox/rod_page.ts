// Painlevé's rod in the page: drag r, μ, θ and the start, and see all solutions and where the iteration goes.

import { element, format } from "../numbers";
import { CobwebPlot } from "./cobweb_plot";
import { Controls, type Slider } from "./controls";
import { errorAxis, plural } from "./convergence";
import { Drawing, shape } from "./drawing";
import { Playback } from "./playback";
import { Plot, roundUp, type Point } from "./plot";
import { iterate, next, residual, rod, solutions, type Iteration, type Scalar } from "./rod";

const MOST = 200;

interface Choice {
  friction: number;
  /** Degrees. */
  angle: number;
  gravity: number;
  r: number;
  start: number;
}

const PRESETS: [string, Partial<Choice>][] = [
  ["Low friction, pressed down: one solution", { friction: 0.5, angle: 60, gravity: 9.81, r: 0.6, start: 2 }],
  ["Low friction, pulled up: separation", { friction: 0.5, angle: 60, gravity: -9.81, r: 0.6, start: 10 }],
  ["Paradox, pressed down: no solution", { friction: 2, angle: 60, gravity: 9.81, r: 0.6, start: 2 }],
  ["Paradox, pulled up: two solutions", { friction: 2, angle: 60, gravity: -9.81, r: 0.6, start: 10 }],
];
/** The paradox with two solutions. */
const FIRST = 3;

const SLIDERS: Slider<Choice>[] = [
  { name: "r", label: "prox parameter r, kg", least: 0.01, most: 4, step: 0.01 },
  { name: "friction", label: "friction coefficient μ", least: 0, most: 4, step: 0.01 },
  { name: "angle", label: "angle θ of the rod, °", least: 1, most: 89, step: 0.5 },
  { name: "gravity", label: "gravity g towards the plane, m/s²", least: -20, most: 20, step: 0.01 },
  { name: "start", label: "initial force λ₀, N", least: 0, most: 40, step: 0.1 },
];

export class RodPage {
  readonly choice: Choice = { friction: 2, angle: 60, gravity: -9.81, r: 0.6, start: 10 };
  readonly playback: Playback;
  private readonly controls: Controls<Choice>;
  private readonly web = new CobwebPlot("Cobweb plot of the prox iteration");
  private readonly rodDrawing = new Drawing(460, 270, "The rod, its friction cone and the contact forces");
  private readonly history = new Plot(400, 220, "Residual of each iteration");
  private readonly verdict = element("div", { class: "verdicts" });
  private readonly reason = element("p", { class: "quiet" });
  private run: Iteration = iterate(this.problem, this.choice.r, this.choice.start, MOST);

  constructor(readonly node: HTMLElement) {
    this.playback = new Playback("rod", () => this.drawShown());
    this.controls = new Controls("rod", this.choice, PRESETS, SLIDERS, [], () => this.changed(), FIRST);
    const card = (...content: Node[]) => element("section", { class: "card" }, ...content);
    node.append(
      element("h1", {}, "Painlevé's rod: one, two or no solution"),
      element("p", { class: "intro" }, "The normal force λ of one contact satisfies 0 ≤ λ ⊥ Gλ + b ≥ 0, where Gλ + b is the normal acceleration of the contact. The prox iteration λ ← max(0, λ − r (Gλ + b)) has the solutions as its fixed points. Painlevé's rod slides to the left on a rough plane. With high friction G is negative, and there is no solution, or two. Drag the blue handles: r and the start λ₀ in the cobweb plot, θ and μ at the rod."),
      card(this.controls.node, this.reason),
      element("div", { class: "results" }, this.verdict, this.playback.node,
        element("div", { class: "pair" },
          card(element("h2", {}, "Cobweb plot"), this.web.plot.node),
          card(element("h2", {}, "The contact"), this.rodDrawing.node, element("h2", {}, "Residual of each iteration"), this.history.node))),
    );
  }

  private changed(): void {
    // Hidden pages wait; the first call is that of the controls, which are made before this page has them.
    if (this.node.hidden || !this.controls) return;
    this.run = iterate(this.problem, this.choice.r, this.choice.start, MOST);
    this.playback.show(this.run.values.length - 1);
    this.tell(this.run.end, this.run.values);
    this.drawContact();
    this.drawShown();
  }

  open(): void {
    this.changed();
  }

  set(change: Partial<Choice>): void {
    this.controls.set(change);
  }

  get problem(): Scalar {
    const { friction, angle, gravity } = this.choice;
    return rod(friction, (angle * Math.PI) / 180, gravity);
  }

  /** What depends on the iteration that is shown. */
  private drawShown(): void {
    const values = this.run.values.slice(0, this.playback.shown + 1);
    this.drawWeb(values);
    this.drawHistory(values);
  }

  /** All solutions, and where the iteration goes, in words. */
  private tell(end: string, values: number[]): void {
    const { G, b } = this.problem;
    const { r } = this.choice;
    const all = solutions(this.problem);
    const count = all.ray ? "every λ ≥ 0 is a solution" : ["no solution", "one solution", "two solutions"][all.values.length];
    const list = all.ray ? "" : all.values.map((value) => `λ = ${format(value)} N`).join(" and ");
    const slope = 1 - r * G;
    const last = values[values.length - 1];
    const fate =
      end === "converged" ? `converges to λ = ${format(last)} N in ${plural(values.length - 1)}` : end === "diverged" ? `diverges within ${plural(values.length - 1)}` : `does not converge within ${MOST} iterations; it ends at λ = ${format(last)} N`;
    const why =
      G > 0
        ? `While λ > 0, each iteration multiplies the error by 1 − rG = ${format(slope)}. The iteration converges for 0 < r < 2/G = ${format(2 / G)} kg, and in one iteration for r = 1/G = ${format(1 / G)} kg.`
        : G < 0
          ? `G < 0: while λ > 0, each iteration multiplies the error by 1 − rG = ${format(slope)}, which is above 1 for every r > 0. A solution λ > 0 is a repelling fixed point.`
          : "G = 0: while λ > 0, each iteration changes λ by −rb.";
    const line = element("p", { class: `verdict ${end === "converged" ? "good" : "bad"}`, id: "rod-fate", "data-end": end, "data-last": String(last), "data-iterations": String(values.length - 1) }, `From λ₀ = ${format(this.choice.start)} N the iteration ${fate}.`);
    this.verdict.replaceChildren(
      element("p", { class: "verdict", id: "rod-solutions", "data-values": all.values.join(" "), "data-r": String(r), "data-g": String(G) }, `G = ${format(G)} 1/kg, b = ${format(b)} m/s²: ${count}${list ? `, ${list}` : ""}.`),
      line,
    );
    this.reason.textContent = why;
  }

  private drawWeb(values: number[]): void {
    const { problem, choice, run } = this;
    const { r, start } = choice;
    const own = solutions(problem).values;
    const seen = run.values.slice(0, 4).map((value) => Math.min(value, 12 * Math.max(1, start)));
    this.web.draw({
      label: "λ, N",
      low: 0,
      high: roundUp(1.25 * Math.max(1, start, ...own, ...seen)),
      map: (value) => next(problem, r, value),
      // The map is straight but for one kink, where the force gets to zero.
      kinks: [(r * problem.b) / (1 - r * problem.G)],
      mapName: "λ − r (Gλ + b), or 0 if that is below zero",
      iterates: values,
      solutions: own.map((value) => ({ value, attracts: (value === 0 && problem.b > 0) || Math.abs(1 - r * problem.G) < 1 })),
      moveStart: (value) => this.set({ start: Math.max(0, Math.round(10 * value) / 10) }),
      steer: {
        share: 0.85,
        moved: (place, value) => {
          const wanted = (place - value) / (problem.G * place + problem.b);
          if (Number.isFinite(wanted)) this.set({ r: Math.max(0.01, Math.min(4, Math.round(100 * wanted) / 100)) });
        },
      },
    });
  }

  private drawContact(): void {
    const { rodDrawing: drawing, choice, problem } = this;
    const [cx, cy, scale] = [170, 220, 92];
    const angle = (choice.angle * Math.PI) / 180;
    const lines: SVGElement[] = [
      shape("line", { x1: 12, y1: cy, x2: 448, y2: cy, stroke: "var(--ink-soft)", "stroke-width": 2 }),
    ];
    for (let k = 0; k < 22; k++) lines.push(shape("line", { x1: 20 + 20 * k, y1: cy, x2: 10 + 20 * k, y2: cy + 12, stroke: "var(--line)", "stroke-width": 2 }));
    const weight = solutions(problem).values;
    const tall = 105;
    const half = Math.min(tall * choice.friction, 420);
    lines.push(shape("polygon", { points: `${cx},${cy} ${cx - half},${cy - tall} ${cx + half},${cy - tall}`, fill: "var(--map)", opacity: 0.14 }));
    const tip = [cx + 2 * scale * Math.cos(angle), cy - 2 * scale * Math.sin(angle)];
    lines.push(shape("line", { x1: cx, y1: cy, x2: tip[0], y2: tip[1], stroke: "#4477aa", "stroke-width": 9, "stroke-linecap": "round" }));
    lines.push(shape("text", { x: cx + 34, y: cy - 8 }, `θ = ${format(choice.angle, 3)}°`));
    lines.push(shape("path", { d: `M 96 ${cy + 30} H 46 m 9 -5 l -9 5 l 9 5`, fill: "none", stroke: "var(--ink-soft)", "stroke-width": 2 }), shape("text", { x: 104, y: cy + 34 }, "sliding"));
    this.forces(lines, cx, cy, weight);
    lines.push(drawing.handle("angle", tip[0], tip[1], (px, py) => this.set({ angle: Math.max(1, Math.min(89, Math.round((2 * Math.atan2(cy - py, px - cx) * 180) / Math.PI) / 2)) })));
    lines.push(drawing.handle("friction", Math.min(446, cx + half), cy - tall, (px) => this.set({ friction: Math.max(0, Math.min(4, Math.round((100 * (px - cx)) / tall) / 100)) })));
    lines.push(shape("text", { x: cx - 14, y: cy - tall - 8, "text-anchor": "end" }, `μ = ${format(choice.friction, 3)}`));
    drawing.fill(...lines);
  }

  /** An arrow for each solution: normal force and friction together. */
  private forces(lines: SVGElement[], cx: number, cy: number, values: number[]): void {
    for (const value of values) {
      if (value === 0) {
        lines.push(shape("circle", { cx, cy, r: 9, fill: "none", stroke: "var(--fixed)", "stroke-width": 2.5 }), shape("text", { x: cx - 14, y: cy - 12, "text-anchor": "end" }, "λ = 0"));
        continue;
      }
      const slope = this.choice.friction;
      const length = Math.min(120, 40 + 4 * value) / Math.hypot(1, slope);
      const [dx, dy] = [slope * length, length];
      const turn = (Math.atan2(dx, dy) * 180) / Math.PI;
      lines.push(shape("line", { x1: cx, y1: cy, x2: cx + dx * 0.94, y2: cy - dy * 0.94, stroke: "var(--fixed)", "stroke-width": 3.5 }));
      lines.push(shape("polygon", { points: "0,-2 -6,11 6,11", fill: "var(--fixed)", transform: `translate(${cx + dx} ${cy - dy}) rotate(${turn})` }));
      lines.push(shape("text", { x: cx - 14, y: cy - 62, "text-anchor": "end" }, `λ = ${format(value)} N`));
    }
  }

  private drawHistory(values: number[]): void {
    const all = this.run.values.map((value) => residual(this.problem, value));
    this.history.begin({ label: "iteration k", low: 0, high: Math.max(4, all.length - 1) }, errorAxis("residual (zero: lower edge)", all));
    this.history.curve(values.map((_, k): Point => [k, all[k]]), { colour: "var(--accent)" }, "|min(λ, Gλ + b)|, λ in N, Gλ + b in m/s²");
    this.history.end();
  }
}
