// A particle that hits a plane: Y. Lu, J. Trinkle, "On the convergence of fixed-point iteration in solving complementarity
// problems arising in robot locomotion and manipulation", sections II to IV. Vectors have the normal first: n, t, o.
//
// | letter | meaning |
// |---|---|
// | p | impulse, N·s |
// | ν | velocity, m/s |
// | ρ | velocity at the contact, with ψ/h for the gap, m/s |
// | ζ | relaxation, 1/kg |

import { run, type Run } from "./run";

export type Vector = readonly [number, number, number];

/** h, s; ψ, m; μ; ν^ℓ, m/s: section IV.A. */
export const STEP = 0.1;
export const GAP = 0.15;
export const FRICTION = 0.5;
export const VELOCITY: Vector = [-1, 1, 0];

export interface Particle {
  /** kg; 1 in the paper. */
  mass: number;
  /** Along the normal, m/s². */
  gravity: number;
  /** kg. */
  r: number;
  /** ζ, 1/kg. */
  relaxation: number;
  /** Whether eq. 26 adds the impulses to the velocity of the iteration (as printed) or to that before the step (as corrected). */
  printed: boolean;
}

export interface State {
  velocity: Vector;
  impulse: Vector;
}

/** The prox of eqs. 24, 25 and 28: the half line, then the disc of radius μ p_n, with the new p_n. */
function projected([n, t, o]: Vector): Vector {
  const normal = Math.max(0, n);
  const [length, limit] = [Math.hypot(t, o), FRICTION * normal];
  const shrink = length > limit ? limit / length : 1;
  return [normal, shrink * t, shrink * o];
}

/** ρ without contact impulse, eq. 14: the vector b. */
export function freeVelocity({ gravity }: Particle): Vector {
  const [n, t, o] = VELOCITY;
  return [n + STEP * gravity + GAP / STEP, t, o];
}

/** ρ with an impulse, eqs. 14 and 15: b + p/m. */
export function contactVelocity(particle: Particle, impulse: Vector): Vector {
  const free = freeVelocity(particle);
  const at = (k: number) => free[k] + impulse[k] / particle.mass;
  return [at(0), at(1), at(2)];
}

/** One iteration, eqs. 26 to 28. */
export function next(particle: Particle, { velocity, impulse: p }: State): State {
  const { mass, gravity, r, relaxation, printed } = particle;
  const base = printed ? velocity : VELOCITY;
  const reached: Vector = [base[0] + p[0] / mass + STEP * gravity, base[1] + p[1] / mass, base[2] + p[2] / mass];
  // Eq. 20 lacks the gap ψ/h, which eq. 14 has.
  const rho = [reached[0] + GAP / STEP + relaxation * p[0], reached[1] + relaxation * p[1], reached[2] + relaxation * p[2]];
  return { velocity: reached, impulse: projected([p[0] - r * rho[0], p[1] - r * rho[1], p[2] - r * rho[2]]) };
}

/** The solution of the law with W = (1/m + ζ) I, in closed form. */
export function solution(particle: Particle, relaxation: number): Vector {
  const W = 1 / particle.mass + relaxation;
  const [n, t, o] = freeVelocity(particle);
  return projected([-n / W, -t / W, -o / W]);
}

/** The natural map ‖p − prox(p − ρ/W)‖ W of that law, m/s. As W is a multiple of I, the prox is the solution. */
export function residual(particle: Particle, impulse: Vector, relaxation: number): number {
  const end = solution(particle, relaxation);
  return Math.hypot(impulse[0] - end[0], impulse[1] - end[1], impulse[2] - end[2]) * (1 / particle.mass + relaxation);
}

/** What residuals are relative to: the largest component of b, m/s. */
export function velocityScale(particle: Particle): number {
  return Math.max(...freeVelocity(particle).map(Math.abs));
}

/** Eq. 30 with ξ = 0.7. */
function chenChenKanzow(a: number, b: number): number {
  return 0.7 * (a + b - Math.hypot(a, b)) + 0.3 * Math.max(0, a) * Math.max(0, b);
}

/** Eq. 31 of the pairs (p_n, ρ_n) and (s, σ), eqs. 16, 19 and 21, without relaxation. */
export function totalError(particle: Particle, impulse: Vector): number {
  const [n, t, o] = contactVelocity(particle, impulse);
  const sigma = (FRICTION * impulse[0]) ** 2 - impulse[1] ** 2 - impulse[2] ** 2;
  return 0.5 * (chenChenKanzow(impulse[0], n) ** 2 + chenChenKanzow(Math.hypot(t, o), sigma) ** 2);
}

/** Algorithm 1, until the law with its relaxation holds to rounding error. */
export function iterate(particle: Particle, start: Vector): Run<State> {
  const scale = velocityScale(particle);
  return run({
    start: { velocity: VELOCITY, impulse: start },
    next: (state) => next(particle, state),
    // The momentum too: as printed, it goes on changing while the impulse is zero.
    numbers: ({ impulse, velocity }) => [...impulse, ...velocity.map((own) => particle.mass * own)],
    residual: ({ impulse }) => residual(particle, impulse, particle.relaxation),
    size: particle.mass * scale,
    residualSize: scale,
  });
}
