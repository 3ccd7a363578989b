// The point mass in the page: normal force and friction iterated one after the other, with their cobwebs side by side.

import { element, format } from "../numbers";
import { CobwebPlot } from "./cobweb_plot";
import { Controls, type Slider } from "./controls";
import { words } from "./drawing";
import { iterationTable } from "./iteration_table";
import { Playback } from "./playback";
import { Plot, roundUp, type Point } from "./plot";
import { accelerationScale, iterate, nextNormal, nextTangential, solution, type Forces } from "./point_mass";
import { reaches, type Run } from "./run";
import { countPlot, errorAxis, fate, TOLERANCE } from "./convergence";

interface Choice {
  mass: number;
  along: number;
  away: number;
  friction: number;
  r: number;
  startNormal: number;
  startTangential: number;
}

const STICKS: Choice = { mass: 1, along: 4, away: -10, friction: 0.5, r: 0.5, startNormal: 2, startTangential: -6 };
const PRESETS: [string, Partial<Choice>][] = [
  ["Held by friction, 0 < r < m", STICKS],
  ["Held by friction, m < r < 2m (Fig. 7)", { ...STICKS, r: 1.6 }],
  ["r = m: one iteration", { ...STICKS, r: 1 }],
  ["r > 2m: no convergence", { ...STICKS, r: 2.2 }],
  ["Infeasible start, λ below zero (Fig. 6)", { ...STICKS, r: 0.7, startNormal: -5 }],
  ["Pushed harder than friction holds: slides", { ...STICKS, along: 8 }],
  ["Pulled off the plane: separates", { ...STICKS, away: 5, startNormal: 12 }],
];

const SLIDERS: Slider<Choice>[] = [
  { name: "r", label: "prox parameter r, kg", least: 0.01, most: 12, step: 0.01 },
  { name: "mass", label: "mass m, kg", least: 0.1, most: 5, step: 0.01 },
  { name: "along", label: "force along the plane h_x, N", least: -20, most: 20, step: 0.1 },
  { name: "away", label: "force away from the plane h_y, N", least: -20, most: 20, step: 0.1 },
  { name: "friction", label: "friction coefficient μ", least: 0, most: 2, step: 0.01 },
  { name: "startNormal", label: "initial normal force λ_U⁰, N", least: -20, most: 40, step: 0.1 },
  { name: "startTangential", label: "initial friction λ_T⁰, N", least: -30, most: 30, step: 0.1 },
];

/** Iterates that decide how far the axes of a cobweb reach, and maps of earlier iterations that are drawn. */
const [SEEN, EARLIER] = [12, 12];

export class PointMassPage {
  readonly choice: Choice = { ...STICKS };
  readonly playback: Playback;
  private readonly controls: Controls<Choice>;
  private readonly normal = new CobwebPlot("Cobweb plot of the normal force");
  private readonly tangential = new CobwebPlot("Cobweb plot of the friction");
  private readonly cone = new Plot(300, 230, "Both forces of each iteration, with the friction cone");
  private readonly errors = new Plot(400, 320, "Error of each iteration");
  private readonly counts = new Plot(400, 320, "Iterations against r");
  private readonly verdict = element("div", { class: "verdicts" });
  private readonly reason = element("p", { class: "quiet" });
  private readonly table = iterationTable("point-mass", ["k", "λ_U, N", "λ_T, N", "natural map, m/s²"]);
  private run: Run<Forces> = iterate(this.choice, this.choice.r, this.start);

  constructor(readonly node: HTMLElement) {
    this.playback = new Playback("point-mass", () => this.drawShown());
    this.controls = new Controls("point-mass", this.choice, PRESETS, SLIDERS, [], () => this.changed());
    const card = (title: string, ...content: Node[]) => element("section", { class: "card" }, element("h2", {}, ...words(title)), ...content);
    node.append(
      element("h1", {}, "A point mass on a plane: normal force and friction"),
      element("p", { class: "intro" }, ...words("Schindler, Nguyen and Trinkle (IROS 2011), section V.A. Forces h_x and h_y act on a mass at rest on a rough plane. Each iteration first updates the normal force, λ_U ← max(0, λ_U − r/m (λ_U + h_y)) (eq. 25), and then the friction, λ_T ← λ_T − r/m (λ_T + h_x), projected onto the interval [−μλ_U, μλ_U] of the new normal force (eq. 26). So the right plot changes from iteration to iteration, until the left one has converged. (The paper prints λ_T* = h_x; eq. 26 gives −h_x.)")),
      element("div", { class: "left" },
        element("section", { class: "card" }, this.controls.node, this.reason),
        element("section", { class: "card aside" }, element("h2", {}, "Both forces and the friction cone"), this.cone.node)),
      element("div", { class: "results" }, this.verdict, this.playback.node,
        element("div", { class: "pair" },
          card("Normal force λ_U, eq. 25", this.normal.plot.node), card("Friction λ_T, eq. 26", this.tangential.plot.node),
          card("Error of each iteration", this.errors.node), card("Iterations against r", this.counts.node)),
        this.table.node),
    );
  }

  private get start(): Forces {
    return { normal: this.choice.startNormal, tangential: this.choice.startTangential };
  }

  set(change: Partial<Choice>): void {
    this.controls.set(change);
  }

  private changed(): void {
    // Hidden pages wait; the first call is that of the controls, which are made before this page has them.
    if (this.node.hidden || !this.controls) return;
    this.run = iterate(this.choice, this.choice.r, this.start);
    this.playback.show(this.run.states.length - 1);
    this.draw();
  }

  open(): void {
    this.changed();
  }

  private draw(): void {
    const { choice } = this;
    this.tell();
    countPlot(this.counts, {
      best: choice.mass,
      bound: "2m",
      r: choice.r,
      curves: [{ name: "iterations to a relative residual of 10⁻⁶", colour: "var(--accent)" }],
      counts: (r) => [reaches(iterate(choice, r, this.start).residuals, TOLERANCE * accelerationScale(choice))],
    });
    this.drawShown();
  }

  /** What depends on the iteration that is shown. */
  private drawShown(): void {
    this.drawNormal();
    this.drawTangential();
    this.drawCone();
    this.drawErrors();
    this.table.fill(this.run.states.map(({ normal, tangential }, k) => [k, normal, tangential, this.run.residuals[k]]), this.playback.shown);
  }

  private tell(): void {
    const { choice, run } = this;
    const { normal, tangential } = solution(choice);
    const limit = choice.friction * normal;
    const mode = choice.away > 0 ? "separates" : normal === 0 ? "touches without a force" : Math.abs(choice.along) > limit ? "slides" : "sticks";
    const count = reaches(run.residuals, TOLERANCE * accelerationScale(choice));
    const last = run.states[run.states.length - 1];
    const slope = 1 - choice.r / choice.mass;
    this.verdict.replaceChildren(
      element("p", { class: "verdict", id: "point-mass-solution", "data-normal": String(normal), "data-tangential": String(tangential), "data-mode": mode }, ...words(`Solution: λ_U* = ${format(normal)} N, λ_T* = ${format(tangential)} N. The contact ${mode}.`)),
      fate("point-mass-fate", run, count, `at λ_U = ${format(last.normal)} N, λ_T = ${format(last.tangential)} N`, { normal: last.normal, tangential: last.tangential, slope }),
    );
    this.reason.replaceChildren(...words(`While λ_U > 0, each iteration multiplies the error of λ_U by 1 − r/m = ${format(slope, 4)}. The iteration converges for 0 < r < 2m = ${format(2 * choice.mass)} kg, and in one iteration for r = m = ${format(choice.mass)} kg.${choice.away > 0 ? " As h_y > 0, the solution 0 attracts for larger r too." : ""}`));
  }

  /** With h_y > 0, eq. 25 maps a neighbourhood of λ_U = 0 to 0, for every r. */
  private get attracts(): boolean {
    return this.choice.away > 0 || Math.abs(1 - this.choice.r / this.choice.mass) < 1;
  }

  private drawNormal(): void {
    const { choice, run } = this;
    const { mass, r } = choice;
    const states = run.states.slice(0, this.playback.shown + 1);
    const seen = [choice.startNormal, solution(choice).normal, ...run.states.slice(0, SEEN).map(({ normal }) => normal)];
    const high = roundUp(1.15 * Math.max(1, ...seen));
    const low = Math.min(0, ...seen) < 0 ? -roundUp(1.15 * -Math.min(...seen)) : 0;
    // Where the map leaves zero.
    const kink = ((r / mass) * choice.away) / (1 - r / mass);
    this.normal.draw({
      label: "λ_U, N", low, high,
      map: (value) => nextNormal(choice, r, value),
      kinks: [kink],
      mapName: "prox of eq. 25",
      iterates: states.map(({ normal }) => normal),
      solutions: [{ value: solution(choice).normal, attracts: this.attracts }],
      moveStart: (value) => this.set({ startNormal: tenth(value) }),
      steer: {
        share: 0.85,
        moved: (place, value) => {
          const wanted = (mass * (place - value)) / (place + choice.away);
          if (Number.isFinite(wanted)) this.set({ r: Math.max(0.01, Math.min(12, Math.round(100 * wanted) / 100)) });
        },
      },
    });
  }

  /** The prox of eq. 26 on the set of the iteration that is shown, and on the sets before it. */
  private drawTangential(): void {
    const { choice, run } = this;
    const { mass, r, along, friction } = choice;
    const { shown } = this.playback;
    const seen = [choice.startTangential, solution(choice).tangential, ...run.states.slice(0, SEEN).map(({ tangential }) => tangential)];
    const limit = friction * solution(choice).normal;
    const most = Math.max(1, ...seen.map(Math.abs));
    const high = roundUp(1.15 * Math.max(most, Math.min(limit, 2.5 * most)));
    const map = (k: number) => {
      const normal = run.states[Math.max(1, k)]?.normal ?? run.states[0].normal;
      const of = (value: number) => nextTangential(choice, r, value, normal);
      const bound = friction * Math.max(0, normal);
      const kinks = [-1, 1].map((sign) => (sign * bound + (r / mass) * along) / (1 - r / mass));
      return { map: of, kinks, bound };
    };
    const now = map(shown);
    const earlier = Array.from({ length: Math.min(EARLIER, Math.max(0, shown - 1)) }, (_, k) => map(k + 1));
    this.tangential.draw({
      label: "λ_T, N", low: -high, high,
      ...now, earlier,
      mapName: `prox of eq. 26, |λ_T| ≤ μλ_U = ${format(now.bound, 3)} N`,
      iterates: run.states.slice(0, shown + 1).map(({ tangential }) => tangential),
      solutions: [{ value: solution(choice).tangential, attracts: this.attracts }],
      moveStart: (value) => this.set({ startTangential: tenth(value) }),
    });
  }

  /** The forces in the plane of λ_T and λ_U, where the admissible ones are a cone. */
  private drawCone(): void {
    const { choice, run, cone } = this;
    const end = solution(choice);
    const near = [...run.states.slice(0, SEEN), end];
    const wide = roundUp(1.15 * Math.max(1, ...near.map(({ tangential }) => Math.abs(tangential))));
    const high = roundUp(1.15 * Math.max(1, ...near.map(({ normal }) => normal)));
    const lowest = Math.min(0, ...near.map(({ normal }) => normal));
    const low = lowest < 0 ? -roundUp(-1.15 * lowest) : 0;
    cone.begin({ label: "λ_T, N", low: -wide, high: wide }, { label: "λ_U, N", low, high });
    cone.curve([[-choice.friction * high, high], [0, 0], [choice.friction * high, high]], { colour: "var(--map)", width: 2 }, "|λ_T| = μλ_U");
    const path = run.states.slice(0, this.playback.shown + 1).map(({ normal, tangential }): Point => [tangential, normal]);
    cone.curve(path, { colour: "var(--accent)", width: 1.2 }, "iterates");
    cone.points(path, "var(--accent)", 3, false);
    cone.points([[end.tangential, end.normal]], "var(--fixed)", 5.5, true, "solution");
    cone.end();
  }

  private drawErrors(): void {
    const { choice, run, errors } = this;
    const { normal, tangential } = solution(choice);
    const states = run.states.slice(0, this.playback.shown + 1);
    const error = (list: Forces[], of: (forces: Forces) => number) => list.map((forces, k): Point => [k, of(forces)]);
    const first = Math.abs(choice.startNormal - normal);
    const rate = Math.abs(1 - choice.r / choice.mass);
    const count = run.states.length - 1;
    const all = run.states.flatMap((forces) => [Math.abs(forces.normal - normal), Math.abs(forces.tangential - tangential)]);
    errors.begin({ label: "iteration k", low: 0, high: Math.max(4, count) }, errorAxis("error, N (zero: lower edge)", all));
    errors.curve(Array.from({ length: count + 1 }, (_, k): Point => [k, first * rate ** k]), { colour: "var(--fixed)", width: 6, opacity: 0.3 }, "|1 − r/m|ᵏ |λ_U⁰ − λ_U*|");
    errors.curve(error(states, (forces) => Math.abs(forces.normal - normal)), { colour: "var(--accent)" }, "|λ_U − λ_U*|");
    errors.curve(error(states, (forces) => Math.abs(forces.tangential - tangential)), { colour: "var(--map)", dash: "7 3" }, "|λ_T − λ_T*|");
    errors.end();
  }
}

const tenth = (value: number) => Math.round(10 * value) / 10;
