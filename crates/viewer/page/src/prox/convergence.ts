// How an iteration converges: counts in words, and an axis of errors.

import type { Axis } from "./plot";

/** The least error that an axis shows. */
const LEAST = 1e-17;

export function plural(count: number): string {
  return `${count} iteration${count === 1 ? "" : "s"}`;
}

/** A logarithmic axis for errors, which has zero at its lower edge. */
export function errorAxis(label: string, errors: readonly number[]): Axis {
  const above = errors.filter((own) => own > LEAST && Number.isFinite(own));
  const least = above.length < errors.length ? LEAST : Math.min(...above);
  const power = (value: number, round: (power: number) => number) => 10 ** Math.max(-17, Math.min(300, round(Math.log10(value))));
  const [low, high] = [power(Math.min(least, 1e-3), Math.floor), power(Math.max(1, ...above), Math.ceil)];
  return { label, low, high: Math.max(high, 10 * low), log: true };
}
