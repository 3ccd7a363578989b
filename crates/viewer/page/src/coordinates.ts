// What can be plotted over time: numbers of the configuration and the velocity, and positions of bodies.

import type { Recording } from "./recording";

export interface Coordinate {
  name: string;
  unit: string;
  values(recording: Recording): number[];
}

const AXES = ["x", "y", "z"];
/** Along the body's axes. */
const ANGULAR = ["angular velocity x, rad/s", "angular velocity y, rad/s", "angular velocity z, rad/s"];

function names(kind: string): [string[], string[]] {
  switch (kind) {
    case "prismatic":
      return [["displacement, m"], ["velocity, m/s"]];
    case "cylindrical":
      return [["angle, rad", "displacement, m"], ["angular velocity, rad/s", "velocity, m/s"]];
    case "universal":
      return [["first angle, rad", "second angle, rad"], ["first angular velocity, rad/s", "second angular velocity, rad/s"]];
    case "planar":
      return [["first displacement, m", "second displacement, m", "angle, rad"], ["first velocity, m/s", "second velocity, m/s", "angular velocity, rad/s"]];
    case "spherical":
      return [["quaternion w, ", "quaternion x, ", "quaternion y, ", "quaternion z, "], ANGULAR];
    case "free":
      return [
        ["x, m", "y, m", "z, m", "quaternion w, ", "quaternion x, ", "quaternion y, ", "quaternion z, "],
        [...ANGULAR, "velocity x, m/s", "velocity y, m/s", "velocity z, m/s"],
      ];
    case "fixed":
      return [[], []];
    default:
      return [["angle, rad"], ["angular velocity, rad/s"]];
  }
}

/** The numbers of a joint, each with its name, unit and place. */
export function jointNumbers(kind: string): { positions: [string, string][]; velocities: [string, string][] } {
  const split = (text: string): [string, string] => [text.slice(0, text.lastIndexOf(",")), text.slice(text.lastIndexOf(",") + 2)];
  const [positions, velocities] = names(kind);
  return { positions: positions.map(split), velocities: velocities.map(split) };
}

/** Along each axis, where a body is in every frame of an overview; kept, because three plots ask for it. */
const tracks = new WeakMap<Recording, Map<string, number[][]>>();

function track(recording: Recording, name: string, axis: number): number[] {
  const { overview, header, kinematics } = recording;
  const body = header.bodies.findIndex((other) => other.name === name);
  if (body < 0) return overview.times.map(() => NaN);
  const own = tracks.get(recording) ?? new Map<string, number[][]>();
  tracks.set(recording, own);
  const lists = own.get(name) ?? [[], [], []];
  own.set(name, lists);
  const q = new Float64Array(header.configuration_size);
  // A run that goes on adds to what is known.
  for (let index = lists[0].length; index < overview.count; index++) {
    const pose = kinematics.updateOne(body, overview.configuration(index, q));
    lists.forEach((list, k) => list.push(pose[k]));
  }
  return lists[axis];
}

/** All of a recording, in the order of its bodies. */
export function coordinates(recording: Recording): Coordinate[] {
  const list: Coordinate[] = [];
  const column = (of: (recording: Recording, index: number) => number) => (own: Recording) =>
    Array.from({ length: own.overview.count }, (_, index) => of(own, index));
  recording.header.bodies.forEach((body, index) => {
    if (index === 0 || body.joints.every((joint) => joint.kind === "fixed")) return;
    for (const joint of body.joints) {
      const { positions, velocities } = jointNumbers(joint.kind);
      positions.forEach(([name, unit], k) =>
        list.push({ name: `${joint.name} ${name}`, unit, values: column((own, at) => own.overview.coordinate(at, joint.configuration + k)) }),
      );
      velocities.forEach(([name, unit], k) =>
        list.push({ name: `${joint.name} ${name}`, unit, values: column((own, at) => own.overview.velocity(at, joint.velocity + k)) }),
      );
    }
    AXES.forEach((axis, k) =>
      list.push({
        name: `${body.name} position ${axis}`,
        unit: "m",
        values: (own) => track(own, body.name, k),
      }),
    );
  });
  return list;
}

/** How far apart the bodies of two recordings are: at each of some times, the largest distance between two of one name. */
export function difference(first: Recording, second: Recording, samples: number): [number[], number[]] {
  const pairs = first.header.bodies
    .map((body, index): [number, number] => [index, second.header.bodies.findIndex((other) => other.name === body.name)])
    .filter(([index, other]) => index > 0 && other > 0);
  const [start, end] = [Math.max(first.start, second.start), Math.min(first.end, second.end)];
  const count = Math.max(2, Math.min(samples, first.overview.count));
  const [times, distances]: [number[], number[]] = [[], []];
  for (let k = 0; k < count; k++) {
    const index = first.indexAt(start + ((end - start) * k) / (count - 1));
    const [store, place] = first.frame(index);
    const time = store.times[place];
    const one = first.place(index);
    const other = second.place(second.indexAt(time + 1e-9));
    let most = 0;
    for (const [a, b] of pairs) {
      most = Math.max(most, Math.hypot(one[a][0] - other[b][0], one[a][1] - other[b][1], one[a][2] - other[b][2]));
    }
    times.push(time);
    distances.push(most);
  }
  return [times, distances];
}
