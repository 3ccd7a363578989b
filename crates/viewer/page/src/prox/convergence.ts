// Whether and how fast an iteration converges: in words, as an axis of errors, and against r.

import { element, format } from "../numbers";
import { shape, words } from "./drawing";
import type { Axis, Plot, Point } from "./plot";
import { MOST, type Run } from "./run";

/** The relative residual that iterations are counted to. */
export const TOLERANCE = 1e-6;
/** Values of r in a plot of counts. */
const SAMPLES = 120;
/** The least error that an axis shows. */
const LEAST = 1e-17;

export function plural(count: number): string {
  return `${count} iteration${count === 1 ? "" : "s"}`;
}

/** How a run ends, in words; `data` are numbers for whoever reads the page by script. */
export function fate(id: string, run: Run<unknown>, count: number, place: string, data: Record<string, number>): HTMLElement {
  const iterations = run.states.length - 1;
  const within = Number.isFinite(count);
  // Too slow for rounding error within the limit, but on its way there.
  const slowly = run.end === "unfinished" && within && run.residuals[iterations] <= run.residuals[count];
  const end = slowly ? "converged" : run.end;
  const sentence = {
    converged: within ? `The iteration converges: relative residual below 10⁻⁶ after ${plural(count)}, ${place}.` : `The iteration converges ${place}, where the relative residual of the exact law stays above 10⁻⁶.`,
    diverged: `The iteration diverges: its numbers exceed all bounds after ${plural(iterations)}.`,
    cycles: `The iteration does not converge: it repeats itself every ${plural(run.period)}.`,
    unfinished: `The iteration does not converge within ${plural(iterations)}; it ends ${place}.${within ? ` It passes a relative residual of 10⁻⁶ after ${plural(count)} and does not stay there.` : ""}`,
  }[end];
  const own = element("p", { class: `verdict ${end === "converged" ? "good" : "bad"}`, id }, ...words(sentence));
  own.dataset.end = end;
  own.dataset.iterations = String(iterations);
  own.dataset.count = String(count);
  for (const [name, value] of Object.entries(data)) own.dataset[name] = String(value);
  return own;
}

/** A logarithmic axis for errors, which has zero at its lower edge. */
export function errorAxis(label: string, errors: readonly number[]): Axis {
  const above = errors.filter((own) => own > LEAST && Number.isFinite(own));
  const least = above.length < errors.length ? LEAST : Math.min(...above);
  const power = (value: number, round: (power: number) => number) => 10 ** Math.max(-17, Math.min(300, round(Math.log10(value))));
  const [low, high] = [power(Math.min(least, 1e-3), Math.floor), power(Math.max(1, ...above), Math.ceil)];
  return { label, low, high: Math.max(high, 10 * low), log: true };
}

export interface Counts {
  /** The r of one iteration, kg: the range of convergence is twice as long. */
  best: number;
  /** The end of that range, in letters; empty if there is none. */
  bound: string;
  r: number;
  curves: { name: string; colour: string; dash?: string }[];
  /** The counts of an r, one for each curve. */
  counts: (r: number) => number[];
}

/** Iterations against r, at most as many as a run takes, with the range in which it converges. */
export function countPlot(plot: Plot, { best, bound, r, curves, counts }: Counts): void {
  const high = 2.5 * best;
  plot.begin({ label: "prox parameter r, kg", low: 0, high }, { label: `iterations; ${MOST}: not reached`, low: 1, high: 1.15 * MOST, log: true });
  if (bound) plot.band(0, 2 * best, "var(--fixed)", `0 < r < ${bound} = ${format(2 * best, 4)} kg`);
  const samples = Array.from({ length: SAMPLES }, (_, k) => (high * (k + 1)) / SAMPLES);
  const found = samples.map(counts);
  curves.forEach(({ name, colour, dash }, index) => {
    plot.curve(samples.map((own, k): Point => [own, Math.max(1, Math.min(MOST, found[k][index]))]), { colour, dash }, name);
  });
  if (r <= high) plot.curve([[r, 1], [r, 1.15 * MOST]], { colour: "var(--map)", width: 1.6, dash: "3 3" }, `r = ${format(r, 4)} kg`);
  else plot.add(shape("text", { x: plot.right - 4, y: 38, "text-anchor": "end" }, `r = ${format(r, 4)} kg →`));
  plot.end();
}
