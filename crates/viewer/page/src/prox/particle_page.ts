// The particle in the page: impulses, friction disc and errors of Algorithm 1, with eq. 26 as printed or as corrected.

import { element, format } from "../numbers";
import { countPlot, errorAxis, fate, TOLERANCE } from "./convergence";
import { Controls, type Selection, type Slider } from "./controls";
import { words } from "./drawing";
import { iterationTable } from "./iteration_table";
import { FRICTION, iterate, residual, solution, totalError, velocityScale, type Particle, type State, type Vector } from "./particle";
import { Playback } from "./playback";
import { Plot, roundUp, type Point } from "./plot";
import { reaches, type Run } from "./run";

interface Choice {
  version: "corrected" | "printed";
  r: number;
  gravity: number;
  mass: number;
  relaxation: number;
  startNormal: number;
  startTangential: number;
  startOther: number;
}

const PAPER: Choice = { version: "corrected", r: 0.5, gravity: -10, mass: 1, relaxation: 0, startNormal: 0, startTangential: 0, startOther: 0 };
const PRESETS: [string, Partial<Choice>][] = [
  ["g = −10 m/s², r = 0.5 kg", PAPER],
  ["r = m: one iteration", { ...PAPER, r: 1 }],
  ["r = 1.7 kg: from both sides", { ...PAPER, r: 1.7 }],
  ["r > 2m: no convergence", { ...PAPER, r: 2.2 }],
  ["Oblique start in the friction disc", { ...PAPER, r: 0.3, startNormal: 1, startTangential: 0.3, startOther: 0.4 }],
  ["Just beyond touching, g = −5.1 m/s²", { ...PAPER, gravity: -5.1, r: 1.3 }],
  ["No impulse: g = −2 m/s²", { ...PAPER, gravity: -2, startNormal: 0.5, startTangential: -0.2 }],
  ["Eq. 26 as printed, r = 1.25 kg", { ...PAPER, version: "printed", r: 1.25 }],
  ["Eq. 26 as printed, r = 1 kg", { ...PAPER, version: "printed", r: 1 }],
  ["Eq. 26 as printed, g = −5.1 m/s²", { ...PAPER, version: "printed", gravity: -5.1, r: 1.3 }],
  ["Relaxation ζ = 10⁻⁶ 1/kg (Fig. 5)", { ...PAPER, relaxation: 1e-6 }],
];

const SELECTIONS: Selection<Choice>[] = [
  { name: "version", label: "eq. 26", options: [["corrected", "as corrected: ν before the step"], ["printed", "as printed: ν of the iteration"]] },
];

/** The least relaxation that is not zero, as a power of ten. */
const LEAST = -15;
const SLIDERS: Slider<Choice>[] = [
  { name: "r", label: "prox parameter r, kg", least: 0.01, most: 12, step: 0.01 },
  { name: "gravity", label: "gravity g along the normal, m/s²", least: -60, most: 10, step: 0.1 },
  { name: "mass", label: "mass m, kg", least: 0.1, most: 5, step: 0.01 },
  {
    name: "relaxation", label: "relaxation ζ, 1/kg (logarithmic)", least: 0, most: 10, step: 0.25,
    scale: { position: (value) => (value > 0 ? Math.max(LEAST, Math.log10(value)) : LEAST - 1), value: (position) => (position < LEAST ? 0 : Number((10 ** position).toPrecision(3))) },
  },
  { name: "startNormal", label: "initial p_n⁰, N·s", least: -1, most: 3, step: 0.01 },
  { name: "startTangential", label: "initial p_t⁰, N·s", least: -1, most: 1, step: 0.01 },
  { name: "startOther", label: "initial p_o⁰, N·s", least: -1, most: 1, step: 0.01 },
];

const SEEN = 20;

export class ParticlePage {
  readonly choice: Choice = { ...PAPER };
  readonly playback: Playback;
  private readonly controls: Controls<Choice>;
  private readonly impulses = new Plot(400, 407, "Impulses of each iteration");
  private readonly disc = new Plot(400, 407, "Friction disc and friction impulses");
  private readonly errors = new Plot(400, 320, "Error of each iteration");
  private readonly counts = new Plot(400, 320, "Iterations against r");
  private readonly verdict = element("div", { class: "verdicts" });
  private readonly reasons = element("div");
  private readonly table = iterationTable("particle", ["k", "p_n, N·s", "p_t, N·s", "p_o, N·s", "natural map, m/s", "total error, eq. 31"]);
  private run: Run<State> = iterate(this.particle, this.start);

  constructor(readonly node: HTMLElement) {
    this.playback = new Playback("particle", () => this.drawShown());
    this.controls = new Controls("particle", this.choice, PRESETS, SLIDERS, SELECTIONS, () => this.changed());
    const card = (title: string, ...content: Node[]) => element("section", { class: "card" }, element("h2", {}, ...words(title)), ...content);
    node.append(
      element("h1", {}, "A particle hits a plane: one time step"),
      element("p", { class: "intro" }, ...words("Lu and Trinkle, sections II to IV. A particle 0.15 m above a plane moves at (1, 0, −1) m/s; the time step is 0.1 s and friction is μ = 0.5. The unknowns are the impulses p = (p_n, p_t, p_o) of the step, with W = I/m + ζI. Each iteration (Algorithm 1) subtracts r times the contact velocity from p, and then projects p_n onto p_n ≥ 0 and (p_t, p_o) onto the disc of radius μp_n. The printed eq. 26 adds the impulses to the velocity of the last iteration, so that they act again and again; the corrected one adds them to the velocity before the step.")),
      element("section", { class: "card" }, this.controls.node, this.reasons),
      element("div", { class: "results" }, this.verdict, this.playback.node,
        element("div", { class: "pair" },
          card("Friction disc, |p_f| ≤ μp_n", this.disc.node),
          card("Impulses of each iteration", this.impulses.node),
          card("Error of each iteration", this.errors.node), card("Iterations against r (Fig. 2)", this.counts.node)),
        this.table.node),
    );
  }

  private get start(): Vector {
    return [this.choice.startNormal, this.choice.startTangential, this.choice.startOther];
  }

  private get particle(): Particle {
    const { version, ...rest } = this.choice;
    return { ...rest, printed: version === "printed" };
  }

  set(change: Partial<Choice>): void {
    this.controls.set(change);
  }

  private changed(): void {
    // Hidden pages wait; the first call is that of the controls, which are made before this page has them.
    if (this.node.hidden || !this.controls) return;
    this.run = iterate(this.particle, this.start);
    this.playback.show(this.run.states.length - 1);
    this.draw();
  }

  open(): void {
    this.changed();
  }

  private draw(): void {
    const { particle } = this;
    this.tell();
    countPlot(this.counts, {
      best: 1 / (1 / particle.mass + particle.relaxation),
      // The range is that of the corrected iteration.
      bound: particle.printed ? "" : particle.relaxation > 0 ? "2/(1/m + ζ)" : "2m",
      r: particle.r,
      curves: [
        { name: "iterations to a relative residual of 10⁻⁶", colour: "var(--accent)" },
        { name: "to a total error of 10⁻⁶ (eq. 31, Fig. 2)", colour: "var(--second)", dash: "7 3" },
      ],
      counts: (r) => {
        const own = { ...particle, r };
        const run = iterate(own, this.start);
        return [byResidual(own, run), byTotalError(own, run)];
      },
    });
    this.drawShown();
  }

  /** What depends on the iteration that is shown. */
  private drawShown(): void {
    const { run, particle } = this;
    this.drawImpulses();
    this.drawDisc();
    this.drawErrors();
    this.table.fill(run.states.map(({ impulse }, k) => [k, ...impulse, residual(particle, impulse, 0), totalError(particle, impulse)]), this.playback.shown);
  }

  private tell(): void {
    const { run, particle } = this;
    const [exact, relaxed] = [solution(particle, 0), solution(particle, particle.relaxation)];
    const slides = exact[0] === 0 ? "leaves without an impulse" : Math.hypot(exact[1], exact[2]) < FRICTION * exact[0] * (1 - 1e-12) ? "sticks" : "slides";
    const last = run.states[run.states.length - 1].impulse;
    const [count, paper] = [byResidual(particle, run), byTotalError(particle, run)];
    const slope = 1 - particle.r * (1 / particle.mass + particle.relaxation);
    const list = (own: Vector) => own.map((value) => format(Math.abs(value) < 1e-15 ? 0 : value, 4)).join("; ");
    this.verdict.replaceChildren(
      element("p", { class: "verdict", id: "particle-solution", "data-impulse": exact.join(" ") }, ...words(`Solution: (p_n; p_t; p_o) = (${list(exact)}) N·s. The particle ${slides}.`)),
      fate("particle-fate", run, count, `at (${list(last)}) N·s`, { paper, slope, normal: last[0], tangential: last[1], other: last[2] }),
    );
    const reasons = [
      element("p", { class: "quiet" }, ...words(`Iterations to 10⁻⁶: ${counted(count)} by the natural map over ${format(velocityScale(particle), 4)} m/s, ${counted(paper)} by the total error of eq. 31, where Algorithm 1 stops.`)),
    ];
    if (particle.relaxation > 0) reasons.push(element("p", { class: "quiet", id: "particle-relaxed", "data-floor": String(residual(particle, relaxed, 0)) }, ...words(`With ζ the iteration converges to (${list(relaxed)}) N·s, whose natural map by the exact law is ${format(residual(particle, relaxed, 0), 4)} m/s.`)));
    const factor = particle.relaxation > 0 ? "1 − r (1/m + ζ)" : "1 − r/m";
    // The matrix ((1, 1/m), (−r, 1 − r (1/m + ζ))) of (ν_n, p_n), by eqs. 26 and 27.
    const why = particle.printed
      ? `As printed, an iteration with p_n > 0 multiplies (ν_n, p_n) by a matrix of determinant ${particle.relaxation > 0 ? `1 − rζ = ${format(1 - particle.r * particle.relaxation, 7)}` : "1"}: errors do not shrink together.`
      : `While p_n > 0, each iteration multiplies the error of p_n by ${factor} = ${format(slope, 4)}. The range of convergence does not depend on g.`;
    reasons.push(element("p", { class: "quiet" }, ...words(why)));
    this.reasons.replaceChildren(...reasons);
  }

  private drawImpulses(): void {
    const { run, impulses, particle } = this;
    const width = run.states.length > 100 ? 1 : 1.8;
    const states = run.states.slice(0, this.playback.shown + 1);
    const friction = ({ impulse }: State) => Math.hypot(impulse[1], impulse[2]);
    const normals = run.states.map(({ impulse }) => impulse[0]);
    const high = roundUp(1.1 * Math.max(0.1, ...run.states.map(friction), ...normals));
    const low = Math.min(0, ...normals) < 0 ? -roundUp(-1.1 * Math.min(...normals)) : 0;
    const end = solution(particle, 0)[0];
    const count = Math.max(4, run.states.length - 1);
    impulses.begin({ label: "iteration k", low: 0, high: count }, { label: "impulse, N·s", low, high });
    impulses.curve([[0, end], [count, end]], { colour: "var(--fixed)", width: 1.2, dash: "2 4" }, `solution p_n* = ${format(end, 4)} N·s`);
    impulses.curve(states.map(({ impulse }, k): Point => [k, FRICTION * Math.max(0, impulse[0])]), { colour: "var(--ink-soft)", width: 1.2, dash: "4 3" }, "limit μp_n");
    impulses.curve(states.map((state, k): Point => [k, friction(state)]), { colour: "var(--map)", width, dash: "8 3" }, "|p_f| = √(p_t² + p_o²)");
    impulses.curve(states.map(({ impulse }, k): Point => [k, impulse[0]]), { colour: "var(--accent)", width }, "p_n");
    if (states.length <= 40) {
      impulses.points(states.map(({ impulse }, k): Point => [k, impulse[0]]), "var(--accent)", 2.5, false);
      impulses.points(states.map((state, k): Point => [k, friction(state)]), "var(--map)", 2.5, false);
    }
    impulses.end();
  }

  /** The plane of p_t and p_o, in which the disc grows and shrinks with p_n. */
  private drawDisc(): void {
    const { run, disc, particle, choice } = this;
    const states = run.states.slice(0, this.playback.shown + 1);
    const end = solution(particle, 0);
    const reach = roundUp(1.2 * Math.max(0.05, FRICTION * end[0], ...run.states.slice(0, SEEN).map(({ impulse }) => Math.max(Math.hypot(impulse[1], impulse[2]), FRICTION * Math.min(impulse[0], 4 * end[0] + 0.2)))));
    disc.begin({ label: "p_t, N·s", low: -reach, high: reach }, { label: "p_o, N·s", low: -reach, high: reach });
    const circle = (radius: number) => Array.from({ length: 91 }, (_, k): Point => [radius * Math.cos((k * Math.PI) / 45), radius * Math.sin((k * Math.PI) / 45)]);
    const radius = ({ impulse }: State) => FRICTION * Math.max(0, impulse[0]);
    states.slice(0, SEEN).forEach((state) => disc.curve(circle(radius(state)), { colour: "var(--map)", width: 0.8, opacity: 0.35 }, "discs of earlier iterations"));
    const now = states[states.length - 1];
    disc.curve(circle(radius(now)), { colour: "var(--map)", width: 2.5 }, `disc of iteration ${states.length - 1}, radius μp_n = ${format(radius(now), 3)} N·s`);
    const path = states.map(({ impulse }): Point => [impulse[1], impulse[2]]);
    disc.curve(path, { colour: "var(--accent)", width: 1.4 });
    disc.points(path, "var(--accent)", 3, false, "iterates (p_t, p_o)");
    disc.points([[end[1], end[2]]], "var(--fixed)", 6, true, "solution");
    const hundredth = (value: number) => Math.max(-1, Math.min(1, Math.round(100 * value) / 100));
    const [x, y] = [disc.x(choice.startTangential), disc.y(choice.startOther)];
    disc.add(disc.drawing.handle("start", x, y, (px, py) => {
      const [t, o] = disc.valueAt(px, py);
      this.set({ startTangential: hundredth(t), startOther: hundredth(o) });
    }));
    disc.end();
  }

  private drawErrors(): void {
    const { run, errors, particle } = this;
    const count = run.states.length - 1;
    const width = count > 100 ? 1 : 1.8;
    const exact = run.states.map(({ impulse }) => residual(particle, impulse, 0));
    const totals = run.states.map(({ impulse }) => totalError(particle, impulse));
    const shown = this.playback.shown + 1;
    const points = (list: number[]) => list.slice(0, shown).map((own, k): Point => [k, own]);
    errors.begin({ label: "iteration k", low: 0, high: Math.max(4, count) }, errorAxis("error (zero: lower edge)", [...exact, ...totals, ...run.residuals]));
    if (!particle.printed) {
      const W = 1 / particle.mass + particle.relaxation;
      const first = Math.abs(this.start[0] - solution(particle, particle.relaxation)[0]);
      const law = Array.from({ length: count + 1 }, (_, k): Point => [k, first * Math.abs(1 - particle.r * W) ** k]);
      errors.curve(law, { colour: "var(--fixed)", width: 6, opacity: 0.3 }, `${particle.relaxation > 0 ? "|1 − r (1/m + ζ)|ᵏ" : "|1 − r/m|ᵏ"} |p_n⁰ − p_n*|, N·s`);
    }
    errors.curve(points(totals), { colour: "var(--second)", width, dash: "7 3" }, "total error, eq. 31 (mixes N·s and m/s)");
    if (particle.relaxation > 0) errors.curve(points(run.residuals), { colour: "var(--map)", dash: "3 3" }, "natural map with ζ, m/s");
    errors.curve(points(exact), { colour: "var(--accent)", width }, "natural map (residual), m/s");
    errors.end();
  }
}

/** Iterations to the tolerance by the exact law. */
function byResidual(particle: Particle, own: Run<State>): number {
  return reaches(own.states.map(({ impulse }) => residual(particle, impulse, 0)), TOLERANCE * velocityScale(particle));
}

/** The same by eq. 31, which Algorithm 1 reads after each iteration, not before the first. */
function byTotalError(particle: Particle, own: Run<State>): number {
  return reaches(own.states.map(({ impulse }) => totalError(particle, impulse)), TOLERANCE, 1);
}

function counted(count: number): string {
  return Number.isFinite(count) ? String(count) : "never";
}
