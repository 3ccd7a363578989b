// Painlevé's rod on one contact: 0 ≤ λ ⊥ G λ + b ≥ 0, all its solutions, and the prox iteration λ ← max(0, λ − r (G λ + b)).

export interface Scalar {
  G: number;
  b: number;
}

/** The rod of the literature: m = 1, L = 2, J = 1/3. */
const [MASS, LENGTH, INERTIA] = [1, 2, 1 / 3];

/** Painlevé's rod: friction, angle to the plane in rad, gravity towards it. */
export function rod(friction: number, angle: number, gravity: number): Scalar {
  const [s, c] = [Math.sin(angle), Math.cos(angle)];
  return { G: 1 / MASS + (LENGTH ** 2 * c * (c - friction * s)) / (4 * INERTIA), b: -gravity };
}

/** All solutions, smallest first; `ray` if all from there on are. */
export function solutions({ G, b }: Scalar): { values: number[]; ray: boolean } {
  if (G === 0 && b === 0) return { values: [0], ray: true };
  const values = b >= 0 ? [0] : [];
  const closed = -b / G;
  if (Number.isFinite(closed) && closed > 0) values.push(closed);
  return { values, ray: false };
}

export function next({ G, b }: Scalar, r: number, value: number): number {
  return Math.max(0, value - r * (G * value + b));
}

/** How far a value is from solving it: the natural residual. */
export function residual({ G, b }: Scalar, value: number): number {
  return Math.abs(Math.min(value, G * value + b));
}

export interface Iteration {
  values: number[];
  end: "converged" | "diverged" | "goes on";
}

export function iterate(problem: Scalar, r: number, start: number, most: number): Iteration {
  const values = [start];
  const scale = Math.max(1, Math.abs(problem.b), Math.abs(start));
  for (let k = 0; k < most; k++) {
    const value = next(problem, r, values[k]);
    values.push(value);
    if (residual(problem, value) < 1e-12 * scale) return { values, end: "converged" };
    if (!(Math.abs(value) < 1e9 * scale)) return { values, end: "diverged" };
  }
  return { values, end: "goes on" };
}
