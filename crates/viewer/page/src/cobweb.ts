// The prox iteration on one contact, to be played with: drag r, μ, θ and the start, and see where it goes.

import { byId, element, format } from "./numbers";
import { iterate, next, pointMass, residual, rod, solutions, type Scalar } from "./scalar";

const MOST = 200;
const SHOWN = 60;

interface Choice {
  problem: "rod" | "mass";
  friction: number;
  /** Degrees. */
  angle: number;
  gravity: number;
  mass: number;
  r: number;
  start: number;
}

const PRESETS: [string, Partial<Choice>][] = [
  ["Low friction, pressed down: one solution", { problem: "rod", friction: 0.5, angle: 60, gravity: 9.81, r: 0.6, start: 2 }],
  ["Low friction, pulled up: separation", { problem: "rod", friction: 0.5, angle: 60, gravity: -9.81, r: 0.6, start: 10 }],
  ["Painlevé paradox, pressed down: no solution", { problem: "rod", friction: 2, angle: 60, gravity: 9.81, r: 0.6, start: 2 }],
  ["Painlevé paradox, pulled up: two solutions", { problem: "rod", friction: 2, angle: 60, gravity: -9.81, r: 0.6, start: 10 }],
  ["Point mass on a plane, without friction", { problem: "mass", mass: 1, gravity: 9.81, r: 1.7, start: 2 }],
];

const SLIDERS: [keyof Choice & string, string, number, number, number][] = [
  ["r", "prox parameter r, kg", 0.01, 4, 0.01],
  ["friction", "friction coefficient μ", 0, 4, 0.01],
  ["angle", "angle θ of the rod, °", 1, 89, 0.5],
  ["gravity", "gravity g towards the plane, m/s²", -20, 20, 0.01],
  ["mass", "mass m, kg", 0.2, 5, 0.01],
  ["start", "initial force λ₀, N", 0, 40, 0.1],
];

const SPACE = "http://www.w3.org/2000/svg";

function shape(tag: string, attributes: Record<string, string | number>, text = ""): SVGElement {
  const made = document.createElementNS(SPACE, tag);
  for (const [name, value] of Object.entries(attributes)) made.setAttribute(name, String(value));
  if (text) made.textContent = text;
  return made;
}

/** A drawing whose handles can be dragged. */
class Drawing {
  readonly node: SVGSVGElement;
  private drag: ((x: number, y: number) => void) | null = null;

  constructor(readonly width: number, readonly height: number, label: string) {
    this.node = shape("svg", { viewBox: `0 0 ${width} ${height}`, role: "img", "aria-label": label }) as SVGSVGElement;
    this.node.addEventListener("pointermove", (event) => this.drag?.(...this.place(event)));
    for (const end of ["pointerup", "pointercancel"]) this.node.addEventListener(end, () => (this.drag = null));
  }

  private place(event: PointerEvent): [number, number] {
    const box = this.node.getBoundingClientRect();
    return [((event.clientX - box.left) / box.width) * this.width, ((event.clientY - box.top) / box.height) * this.height];
  }

  fill(...shapes: SVGElement[]): void {
    this.node.replaceChildren(...shapes);
  }

  /** A round handle: what happens where it is dragged to. */
  handle(name: string, x: number, y: number, moved: (x: number, y: number) => void): SVGElement {
    const made = shape("circle", { cx: x, cy: y, r: 8, class: "grab", fill: "var(--accent)", stroke: "var(--card)", "stroke-width": 2, "data-handle": name });
    made.addEventListener("pointerdown", (event) => {
      event.preventDefault();
      // The drawing is made anew at every move: it, and not the handle, follows the finger.
      this.node.setPointerCapture((event as PointerEvent).pointerId);
      this.drag = moved;
    });
    return made;
  }
}

export class Cobweb {
  readonly choice: Choice = { problem: "rod", friction: 2, angle: 60, gravity: -9.81, mass: 1, r: 0.6, start: 10 };
  private readonly web = new Drawing(460, 460, "Cobweb plot of the prox iteration");
  private readonly rodDrawing = new Drawing(460, 270, "The rod, its friction cone and the contact forces");
  private readonly history = new Drawing(460, 180, "Residual of each iteration");
  private readonly verdict = element("div", { id: "verdict" });
  private readonly sliders = new Map<string, { input: HTMLInputElement; output: HTMLOutputElement; row: HTMLElement }>();
  private readonly presets = element("select", { "aria-label": "Example", id: "preset" });

  constructor(node: HTMLElement) {
    const controls = element("section", { class: "card" });
    this.presets.append(...PRESETS.map(([name], index) => element("option", { value: String(index) }, name)));
    this.presets.value = "3";
    this.presets.style.width = "100%";
    this.presets.onchange = () => this.set(PRESETS[Number(this.presets.value)][1]);
    controls.append(this.presets);
    for (const [name, label, least, most, step] of SLIDERS) controls.append(this.slider(name, label, least, most, step));
    controls.append(this.verdict);
    node.append(
      element("h1", {}, "The prox iteration on one contact"),
      element("p", { class: "intro" }, "The normal force λ of one contact satisfies 0 ≤ λ ⊥ Gλ + b ≥ 0, where Gλ + b is the normal acceleration of the contact. The prox iteration λ ← max(0, λ − r (Gλ + b)) has the solutions as its fixed points. Painlevé's rod slides to the left on a rough plane. With high friction G is negative, and there is no solution, or two. Drag the blue handles: r and λ₀ in the cobweb plot, θ and μ at the rod."),
      controls,
      element("section", { class: "card" }, element("h2", {}, "Cobweb plot"), this.web.node),
      element("section", { class: "card" }, element("h2", {}, "The contact"), this.rodDrawing.node, element("h2", {}, "Residual |min(λ, Gλ + b)|"), this.history.node),
    );
  }

  private slider(name: keyof Choice & string, label: string, least: number, most: number, step: number): HTMLElement {
    const input = element("input", { type: "range", min: String(least), max: String(most), step: String(step), id: `slider-${name}` });
    const output = element("output", { id: `value-${name}` });
    const row = element("div", { class: "slider" }, element("label", { for: `slider-${name}` }, label), output, input);
    input.oninput = () => this.set({ [name]: Number(input.value) });
    this.sliders.set(name, { input, output, row });
    return row;
  }

  set(change: Partial<Choice>): void {
    Object.assign(this.choice, change);
    this.draw();
  }

  get problem(): Scalar {
    const { choice } = this;
    return choice.problem === "rod" ? rod(choice.friction, (choice.angle * Math.PI) / 180, choice.gravity) : pointMass(choice.mass, choice.gravity);
  }

  draw(): void {
    if (byId("cobweb").hidden) return;
    for (const [name, { input, output, row }] of this.sliders) {
      const value = this.choice[name as keyof Choice] as number;
      input.value = String(value);
      output.textContent = format(value, 4);
      row.hidden = this.choice.problem === "rod" ? name === "mass" : name === "friction" || name === "angle";
    }
    const run = iterate(this.problem, this.choice.r, this.choice.start, MOST);
    this.tell(run.end, run.values);
    this.drawWeb(run.values);
    this.drawContact();
    this.drawHistory(run.values);
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
      end === "converged" ? `converges to λ = ${format(last)} N in ${values.length - 1} iterations` : end === "diverged" ? `diverges within ${values.length - 1} iterations` : `does not converge within ${MOST} iterations; it ends at λ = ${format(last)} N`;
    const why =
      G > 0
        ? `While λ > 0, each iteration multiplies the error by 1 − rG = ${format(slope)}. The iteration converges for 0 < r < 2/G = ${format(2 / G)} kg, and in one iteration for r = 1/G = ${format(1 / G)} kg.`
        : G < 0
          ? `G < 0: while λ > 0, each iteration multiplies the error by 1 − rG = ${format(slope)}, which is above 1 for every r > 0. A solution λ > 0 is a repelling fixed point.`
          : "G = 0: while λ > 0, each iteration changes λ by −rb.";
    const line = element("p", { class: `verdict ${end === "converged" ? "good" : "bad"}`, id: "fate", "data-end": end, "data-last": String(last), "data-iterations": String(values.length - 1) }, `From λ₀ = ${format(this.choice.start)} N the iteration ${fate}.`);
    this.verdict.replaceChildren(
      element("p", { class: "verdict", id: "solutions", "data-values": all.values.join(" "), "data-r": String(r), "data-g": String(G) }, `G = ${format(G)} 1/kg, b = ${format(b)} m/s²: ${count}${list ? `, ${list}` : ""}.`),
      line,
      element("p", { class: "quiet" }, why),
    );
  }

  /** As far as the cobweb reaches: solutions, start, and some iterates. */
  private reach(values: number[]): number {
    const most = Math.max(1, this.choice.start, ...solutions(this.problem).values, ...values.slice(0, 4).map((value) => Math.min(value, 3 * Math.max(1, this.choice.start))));
    const power = 10 ** Math.floor(Math.log10(most * 1.25));
    return Math.ceil((most * 1.25) / power) * power;
  }

  private drawWeb(values: number[]): void {
    const { web, problem, choice } = this;
    const reach = this.reach(values);
    const [left, bottom, top, right] = [46, 422, 14, 446];
    const x = (value: number) => left + ((right - left) * value) / reach;
    const y = (value: number) => bottom - ((bottom - top) * value) / reach;
    const back = (px: number) => ((px - left) / (right - left)) * reach;
    const clip = (value: number) => Math.max(-reach, Math.min(2 * reach, value));
    const lines: SVGElement[] = [
      shape("defs", {}),
      shape("rect", { x: left, y: top, width: right - left, height: bottom - top, fill: "none", stroke: "var(--line)" }),
      shape("line", { x1: x(0), y1: y(0), x2: x(reach), y2: y(reach), stroke: "var(--ink-soft)", "stroke-dasharray": "4 4" }),
      shape("text", { x: right - 4, y: bottom + 32, "text-anchor": "end" }, "current λ, N"),
      shape("text", { x: left + 4, y: top + 14 }, "next λ, N"),
    ];
    const frame = shape("clipPath", { id: "frame" });
    frame.append(shape("rect", { x: left, y: top, width: right - left, height: bottom - top }));
    lines[0].append(frame);
    for (let k = 0; k <= 4; k++) {
      const value = (reach * k) / 4;
      lines.push(shape("text", { x: x(value), y: bottom + 16, "text-anchor": "middle" }, format(value, 3)));
      if (k > 0) lines.push(shape("text", { x: left - 5, y: y(value) + 4, "text-anchor": "end" }, format(value, 3)));
    }
    const inside = shape("g", { "clip-path": "url(#frame)" });
    // The map is straight but for one kink, where the force gets to zero.
    const kink = (choice.r * problem.b) / (1 - choice.r * problem.G);
    const corners = [0, kink, reach].filter((value) => value >= 0 && value <= reach).sort((a, b) => a - b);
    const curve = corners.map((value) => `${x(value)},${y(clip(next(problem, choice.r, value)))}`).join(" ");
    inside.append(shape("polyline", { points: curve, fill: "none", stroke: "#e8590c", "stroke-width": 2.5 }));
    let path = `M ${x(values[0])} ${y(0)}`;
    for (let k = 0; k + 1 < Math.min(values.length, SHOWN); k++) path += ` V ${y(clip(values[k + 1]))} H ${x(clip(values[k + 1]))}`;
    inside.append(shape("path", { d: path, fill: "none", stroke: "var(--accent)", "stroke-width": 1.4 }));
    lines.push(inside);
    for (const value of solutions(problem).values) {
      const attracts = value === 0 && problem.b > 0 ? true : Math.abs(1 - choice.r * problem.G) < 1;
      lines.push(shape("circle", { cx: x(value), cy: y(value), r: 6, fill: attracts ? "#1f9d55" : "var(--card)", stroke: "#1f9d55", "stroke-width": 2.5 }));
    }
    lines.push(web.handle("start", x(choice.start), y(0), (px) => this.set({ start: Math.max(0, Math.round(10 * back(px)) / 10) })));
    const at = 0.85 * reach;
    const handleY = Math.max(top, Math.min(bottom, y(clip(next(problem, choice.r, at)))));
    const steer = (_: number, py: number) => {
      const value = ((bottom - py) / (bottom - top)) * reach;
      const r = (at - value) / (problem.G * at + problem.b);
      if (Number.isFinite(r)) this.set({ r: Math.max(0.01, Math.min(4, Math.round(100 * r) / 100)) });
    };
    lines.push(web.handle("r", x(at), handleY, steer), shape("text", { x: x(at) + 12, y: handleY + 4 }, "r"), shape("text", { x: x(choice.start), y: bottom - 13, "text-anchor": "middle" }, "λ₀"));
    web.fill(...lines);
  }

  private drawContact(): void {
    const { rodDrawing: drawing, choice, problem } = this;
    const [cx, cy, scale] = [170, 220, 92];
    const angle = (choice.angle * Math.PI) / 180;
    const lines: SVGElement[] = [
      shape("line", { x1: 12, y1: cy, x2: 448, y2: cy, stroke: "var(--ink-soft)", "stroke-width": 2 }),
    ];
    for (let k = 0; k < 22; k++) lines.push(shape("line", { x1: 20 + 20 * k, y1: cy, x2: 10 + 20 * k, y2: cy + 12, stroke: "var(--line)", "stroke-width": 2 }));
    const weight = choice.problem === "rod" ? solutions(problem).values : solutions(problem).values.map((value) => value);
    const isRod = choice.problem === "rod";
    const tall = 105;
    if (isRod) {
      const half = Math.min(tall * choice.friction, 420);
      lines.push(shape("polygon", { points: `${cx},${cy} ${cx - half},${cy - tall} ${cx + half},${cy - tall}`, fill: "#e8590c", opacity: 0.14 }));
      const tip = [cx + 2 * scale * Math.cos(angle), cy - 2 * scale * Math.sin(angle)];
      lines.push(shape("line", { x1: cx, y1: cy, x2: tip[0], y2: tip[1], stroke: "#4477aa", "stroke-width": 9, "stroke-linecap": "round" }));
      lines.push(shape("text", { x: cx + 34, y: cy - 8 }, `θ = ${format(choice.angle, 3)}°`));
      lines.push(shape("path", { d: `M 96 ${cy + 30} H 46 m 9 -5 l -9 5 l 9 5`, fill: "none", stroke: "var(--ink-soft)", "stroke-width": 2 }), shape("text", { x: 104, y: cy + 34 }, "sliding"));
      this.forces(lines, cx, cy, weight);
      lines.push(drawing.handle("angle", tip[0], tip[1], (px, py) => this.set({ angle: Math.max(1, Math.min(89, Math.round((2 * Math.atan2(cy - py, px - cx) * 180) / Math.PI) / 2)) })));
      lines.push(drawing.handle("friction", Math.min(446, cx + half), cy - tall, (px) => this.set({ friction: Math.max(0, Math.min(4, Math.round((100 * (px - cx)) / tall) / 100)) })));
      lines.push(shape("text", { x: Math.min(420, cx + half), y: cy - tall - 14, "text-anchor": "middle" }, `μ = ${format(choice.friction, 3)}`));
    } else {
      lines.push(shape("circle", { cx, cy: cy - 26, r: 26, fill: "#4477aa" }));
      this.forces(lines, cx, cy, weight);
    }
    drawing.fill(...lines);
  }

  /** An arrow for each solution: normal force and friction together. */
  private forces(lines: SVGElement[], cx: number, cy: number, values: number[]): void {
    for (const value of values) {
      if (value === 0) {
        lines.push(shape("circle", { cx, cy, r: 9, fill: "none", stroke: "#1f9d55", "stroke-width": 2.5 }), shape("text", { x: cx - 14, y: cy - 12, "text-anchor": "end" }, "λ = 0"));
        continue;
      }
      const slope = this.choice.problem === "rod" ? this.choice.friction : 0;
      const length = Math.min(120, 40 + 4 * value) / Math.hypot(1, slope);
      const [dx, dy] = [slope * length, length];
      const turn = (Math.atan2(dx, dy) * 180) / Math.PI;
      lines.push(shape("line", { x1: cx, y1: cy, x2: cx + dx * 0.94, y2: cy - dy * 0.94, stroke: "#1f9d55", "stroke-width": 3.5 }));
      lines.push(shape("polygon", { points: "0,-2 -6,11 6,11", fill: "#1f9d55", transform: `translate(${cx + dx} ${cy - dy}) rotate(${turn})` }));
      lines.push(shape("text", { x: cx - 14, y: cy - 62, "text-anchor": "end" }, `λ = ${format(value)} N`));
    }
  }

  private drawHistory(values: number[]): void {
    const all = values.map((value) => Math.max(1e-16, residual(this.problem, value)));
    const [left, right, top, bottom] = [46, 448, 10, 150];
    const [low, high] = [Math.floor(Math.log10(Math.min(...all))), Math.max(1, Math.ceil(Math.log10(Math.max(...all))))];
    const x = (k: number) => left + ((right - left) * k) / Math.max(1, all.length - 1);
    const y = (value: number) => bottom - ((bottom - top) * (Math.log10(value) - low)) / Math.max(1, high - low);
    const lines: SVGElement[] = [];
    const step = Math.max(1, Math.ceil((high - low) / 5));
    for (let power = low; power <= high; power += step) {
      lines.push(shape("line", { x1: left, x2: right, y1: y(10 ** power), y2: y(10 ** power), stroke: "var(--line)" }), shape("text", { x: left - 5, y: y(10 ** power) + 4, "text-anchor": "end" }, format(10 ** power, 2)));
    }
    lines.push(shape("polyline", { points: all.map((value, k) => `${x(k)},${y(value)}`).join(" "), fill: "none", stroke: "var(--accent)", "stroke-width": 1.6 }));
    lines.push(shape("text", { x: right, y: bottom + 24, "text-anchor": "end" }, `${all.length - 1} iterations`));
    this.history.fill(...lines);
  }
}
