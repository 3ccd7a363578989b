// A point mass on a plane: T. Schindler, B. Nguyen, J. Trinkle (IROS 2011), section V.A.
//
// | letter | meaning |
// |---|---|
// | h_x, h_y | external force along the plane and away from it, N |
// | λ_U, λ_T | normal force and friction of the contact, N |

import { run, type Run } from "./run";

export interface PointMass {
  /** kg */
  mass: number;
  /** h_x, N. */
  along: number;
  /** h_y, N. */
  away: number;
  friction: number;
}

export interface Forces {
  /** λ_U, N. */
  normal: number;
  /** λ_T, N. */
  tangential: number;
}

/** The nearest point of C_T(λ_U) = [−μ λ_U, μ λ_U]. */
function projected(value: number, limit: number): number {
  return Math.max(-limit, Math.min(limit, value));
}

/** Eq. 25: λ_U ← prox(λ_U − r/m (λ_U + h_y)) on the half line. */
export function nextNormal({ mass, away }: PointMass, r: number, normal: number): number {
  return Math.max(0, (1 - r / mass) * normal - (r / mass) * away);
}

/** Eq. 26, on the set C_T of a normal force. */
export function nextTangential({ mass, along, friction }: PointMass, r: number, tangential: number, normal: number): number {
  return projected((1 - r / mass) * tangential - (r / mass) * along, friction * Math.max(0, normal));
}

/** Eqs. 25 and 26 one after the other: friction is limited by the new normal force. */
export function next(problem: PointMass, r: number, { normal, tangential }: Forces): Forces {
  const newNormal = nextNormal(problem, r, normal);
  return { normal: newNormal, tangential: nextTangential(problem, r, tangential, newNormal) };
}

/** λ_U* = max(0, −h_y); λ_T* is the nearest point of C_T(λ_U*) to −h_x. */
export function solution({ along, away, friction }: PointMass): Forces {
  const normal = Math.max(0, -away);
  return { normal, tangential: projected(-along, friction * normal) };
}

/** The natural map ‖λ − prox(λ − m u̇)‖ / m, m/s². With r = m the prox is the solution, so that this is the error over m. */
export function residual(problem: PointMass, { normal, tangential }: Forces): number {
  const end = solution(problem);
  return Math.hypot(normal - end.normal, tangential - end.tangential) / problem.mass;
}

/** What residuals are relative to: the larger acceleration without contact, m/s². */
export function accelerationScale({ along, away, mass }: PointMass): number {
  return Math.max(Math.abs(along), Math.abs(away)) / mass || 1;
}

export function iterate(problem: PointMass, r: number, start: Forces): Run<Forces> {
  return run({
    start,
    next: (forces) => next(problem, r, forces),
    numbers: ({ normal, tangential }) => [normal, tangential],
    residual: (forces) => residual(problem, forces),
    size: problem.mass * accelerationScale(problem),
    residualSize: accelerationScale(problem),
  });
}
