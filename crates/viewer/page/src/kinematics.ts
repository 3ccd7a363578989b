// Where bodies are at a configuration. A pose is position, then the rotation row by row, as in a header.

import type { Body, Header, Joint } from "./format";

type Pose = Float64Array;

const IDENTITY = [0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1];

function compose(a: ArrayLike<number>, b: ArrayLike<number>, into: Pose): Pose {
  for (let row = 0; row < 3; row++) {
    const [x, y, z] = [a[3 + 3 * row], a[4 + 3 * row], a[5 + 3 * row]];
    into[row] = a[row] + x * b[0] + y * b[1] + z * b[2];
    for (let column = 0; column < 3; column++) {
      into[3 + 3 * row + column] = x * b[3 + column] + y * b[6 + column] + z * b[9 + column];
    }
  }
  return into;
}

function turnAbout(axis: ArrayLike<number>, angle: number, into: Pose): void {
  const [x, y, z] = [axis[0], axis[1], axis[2]];
  const [s, c] = [Math.sin(angle), Math.cos(angle)];
  const d = 1 - c;
  into.set([c + d * x * x, d * x * y - s * z, d * x * z + s * y], 3);
  into.set([d * x * y + s * z, c + d * y * y, d * y * z - s * x], 6);
  into.set([d * x * z - s * y, d * y * z + s * x, c + d * z * z], 9);
}

function turnBy(q: Float64Array, at: number, into: Pose): void {
  const [w, x, y, z] = [q[at], q[at + 1], q[at + 2], q[at + 3]];
  const s = 2 / (w * w + x * x + y * y + z * z);
  into.set([1 - s * (y * y + z * z), s * (x * y - w * z), s * (x * z + w * y)], 3);
  into.set([s * (x * y + w * z), 1 - s * (x * x + z * z), s * (y * z - w * x)], 6);
  into.set([s * (x * z - w * y), s * (y * z + w * x), 1 - s * (x * x + y * y)], 9);
}

function shiftAlong(axis: ArrayLike<number>, by: number, into: Pose): void {
  for (let k = 0; k < 3; k++) into[k] += axis[k] * by;
}

const turned = new Float64Array(12);
const held = new Float64Array(12);

/** What a joint does at a configuration. */
function motion(joint: Joint, q: Float64Array, into: Pose): void {
  into.set(IDENTITY);
  const at = joint.configuration;
  const [first, second, third] = joint.axes;
  switch (joint.kind) {
    case "revolute":
      return turnAbout(first, q[at], into);
    case "prismatic":
      return shiftAlong(first, q[at], into);
    case "screw":
      turnAbout(first, q[at], into);
      return shiftAlong(first, joint.pitch * q[at], into);
    case "cylindrical":
      turnAbout(first, q[at], into);
      return shiftAlong(first, q[at + 1], into);
    case "universal":
      turnAbout(first, q[at], held);
      turned.set(IDENTITY);
      turnAbout(second, q[at + 1], turned);
      held.set([0, 0, 0]);
      compose(held, turned, into);
      return;
    case "planar":
      turnAbout(first, q[at + 2], into);
      shiftAlong(second, q[at], into);
      return shiftAlong(third, q[at + 1], into);
    case "spherical":
      return turnBy(q, at, into);
    case "free":
      turnBy(q, at + 3, into);
      into.set([q[at], q[at + 1], q[at + 2]]);
      return;
  }
}

/** Whether a body can move. */
export function moves(bodies: Body[], body: number): boolean {
  return body > 0 && (bodies[body].joints.some((joint) => joint.kind !== "fixed") || moves(bodies, bodies[body].parent));
}

export class Kinematics {
  readonly poses: Pose[];
  /** Where each body's last joint is. */
  readonly joints: Pose[];
  private readonly first = new Float64Array(12);
  private readonly second = new Float64Array(12);
  private readonly move = new Float64Array(12);

  constructor(private readonly header: Header) {
    this.poses = header.bodies.map(() => Float64Array.from(IDENTITY));
    this.joints = header.bodies.map(() => Float64Array.from(IDENTITY));
  }

  update(q: Float64Array): Pose[] {
    for (let index = 1; index < this.poses.length; index++) this.place(index, q);
    return this.poses;
  }

  /** Places one body and those that carry it. */
  updateOne(index: number, q: Float64Array): Pose {
    if (index > 0) {
      this.updateOne(this.header.bodies[index].parent, q);
      this.place(index, q);
    }
    return this.poses[index];
  }

  private place(index: number, q: Float64Array): void {
    const body = this.header.bodies[index];
    const [from, to] = [this.first, this.second];
    from.set(this.poses[body.parent]);
    for (const joint of body.joints) {
      compose(from, joint.placement, to);
      this.joints[index].set(to);
      motion(joint, q, this.move);
      compose(to, this.move, from);
    }
    compose(from, body.placement, this.poses[index]);
  }
}

/** The rotation of a pose as a quaternion (w, x, y, z). */
export function quaternion(pose: ArrayLike<number>): [number, number, number, number] {
  const m = (row: number, column: number) => pose[3 + 3 * row + column];
  const trace = m(0, 0) + m(1, 1) + m(2, 2);
  if (trace > 0) {
    const w = Math.sqrt(1 + trace) / 2;
    return [w, (m(2, 1) - m(1, 2)) / (4 * w), (m(0, 2) - m(2, 0)) / (4 * w), (m(1, 0) - m(0, 1)) / (4 * w)];
  }
  const i = m(0, 0) > m(1, 1) ? (m(0, 0) > m(2, 2) ? 0 : 2) : m(1, 1) > m(2, 2) ? 1 : 2;
  const [j, k] = [(i + 1) % 3, (i + 2) % 3];
  const size = Math.sqrt(1 + m(i, i) - m(j, j) - m(k, k)) / 2;
  const result: [number, number, number, number] = [(m(k, j) - m(j, k)) / (4 * size), 0, 0, 0];
  result[1 + i] = size;
  result[1 + j] = (m(j, i) + m(i, j)) / (4 * size);
  result[1 + k] = (m(k, i) + m(i, k)) / (4 * size);
  return result;
}
