// A fixed-point iteration from a start: its states, their residuals, and how it ends.

/** The most iterations, as Lu and Trinkle have it. */
export const MOST = 300;
/** A residual that counts as a solution, relative to the size of the problem. */
const CONVERGED = 1e-12;
/** The size of a state, relative to the problem or the start, from which on the iteration diverges. */
const DIVERGED = 1e9;
/** The longest cycle that is looked for. */
const LONGEST_CYCLE = 8;

export type End = "converged" | "diverged" | "cycles" | "unfinished";

export interface Run<State> {
  /** The start, and the state after each iteration. */
  states: State[];
  /** Of each state. */
  residuals: number[];
  end: End;
  /** Iterations after which a cycle is back where it was. */
  period: number;
}

export interface FixedPoint<State> {
  start: State;
  next: (state: State) => State;
  /** The numbers of a state, all in one unit. */
  numbers: (state: State) => readonly number[];
  residual: (state: State) => number;
  /** Sizes of the numbers and of the residuals that the problem has by itself. */
  size: number;
  residualSize: number;
}

export function run<State>({ start, next, numbers, residual, size, residualSize }: FixedPoint<State>, most = MOST): Run<State> {
  const largest = (state: State) => numbers(state).reduce((all, own) => Math.max(all, Math.abs(own)), 0);
  const states = [start];
  const residuals = [residual(start)];
  const bound = DIVERGED * Math.max(size, largest(start));
  const end = (kind: End, period = 0): Run<State> => ({ states, residuals, end: kind, period });
  for (let k = 0; k < most; k++) {
    const state = next(states[k]);
    const left = residual(state);
    // A state without finite numbers is not kept, so that nothing after it has to handle it.
    if (!(largest(state) <= bound) || !Number.isFinite(left)) return end("diverged");
    states.push(state);
    residuals.push(left);
    if (left <= CONVERGED * residualSize) return end("converged");
  }
  const last = numbers(states[most]);
  for (let period = 2; period <= LONGEST_CYCLE; period++) {
    const before = numbers(states[most - period]);
    if (last.every((own, index) => Math.abs(own - before[index]) <= 1e-9 * largest(states[most]))) return end("cycles", period);
  }
  return end("unfinished");
}

/** After how many iterations the residual is first within a tolerance; infinite if it never is. */
export function reaches(residuals: readonly number[], tolerance: number, from = 0): number {
  const found = residuals.findIndex((own, index) => index >= from && own <= tolerance);
  return found < 0 ? Infinity : found;
}
