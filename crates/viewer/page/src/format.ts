// Recordings as bytes: docs/recordings.md says what stands where.

export type Vector = [number, number, number];

export interface Joint {
  name: string;
  kind: string;
  axes: Vector[];
  pitch: number;
  placement: number[];
  configuration: number;
  velocity: number;
}

export interface Body {
  name: string;
  parent: number;
  joints: Joint[];
  placement: number[];
  mass: number;
}

export interface Shape {
  name: string;
  collider: number;
  body: number;
  placement: number[];
  kind: string;
  sizes: number[];
  vertices: Vector[];
  triangles: Vector[];
}

export interface Header {
  program: string;
  scene: string;
  description: string;
  stepper: string;
  method: string;
  time_step: number;
  every: number;
  gravity: Vector;
  tolerance: number;
  duration: number;
  bodies: Body[];
  shapes: Shape[];
  configuration_size: number;
  velocity_size: number;
  outcomes: string[];
  methods: string[];
  camera: { position: Vector; target: Vector } | null;
  settings: string[];
  thinned: [number, number] | null;
}

export interface StepEvent {
  step: number;
  time_s: number;
  kind: string;
  detail: string;
}

/** Modes by their number in a recording: what people read, and what it means. The files call them open, stick and slip. */
export const MODES: readonly (readonly [string, string])[] = [
  ["separating", "Separating: the contact has no impulse in this step"],
  ["sticking", "Sticking: the contact has an impulse and does not slide"],
  ["sliding", "Sliding: the contact has an impulse and slides, or has no friction"],
];

export interface Contact {
  first: number;
  second: number;
  feature: number;
  mode: number;
  position: Vector;
  normal: Vector;
  gap: number;
  /** N·s, on the second body, world axes. */
  impulse: Vector;
  /** m/s, of the second body against the first. */
  velocity: Vector;
  friction: number;
}

const START = 12;
const FRAMING = 9;
const CONTACT = 81;

/** One record after the other: kind, and where its content lies. The last whole one ends it. */
export function* records(bytes: Uint8Array, from: number): Generator<[string, number, number]> {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  let at = from;
  while (at + FRAMING <= bytes.length) {
    const length = view.getUint32(at + 1, true);
    if (at + FRAMING + length > bytes.length) return;
    yield [String.fromCharCode(bytes[at]), at + 5, length];
    at += FRAMING + length;
  }
}

/** How many bytes make whole records: what a crash or a bad disk left ends them, as it does for the program. */
export function wholeLength(bytes: Uint8Array): number {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  let end = Math.min(START, bytes.length);
  for (const [, at, length] of records(bytes, START)) {
    let sum = 0x811c9dc5;
    for (let k = at - 5; k < at + length; k++) sum = Math.imul(sum ^ bytes[k], 0x01000193);
    if (sum >>> 0 !== view.getUint32(at + length, true)) break;
    end = at + length + 4;
  }
  return end;
}

/** The header, and where the records after it begin. */
export function readHeader(bytes: Uint8Array): [Header, number] {
  const start = new TextDecoder().decode(bytes.subarray(0, 8));
  const version = bytes.length >= START ? new DataView(bytes.buffer, bytes.byteOffset).getUint32(8, true) : 0;
  if (start !== "STICTREC" || version !== 2) throw new Error("not a recording of format version 2");
  for (const [kind, at, length] of records(bytes, START)) {
    if (kind !== "H") break;
    return [JSON.parse(new TextDecoder().decode(bytes.subarray(at, at + length))) as Header, at + length + 4];
  }
  throw new Error("the header of the recording is incomplete");
}

/** Frames in the bytes they came in, with the columns that plots need. */
export class FrameStore {
  readonly steps: number[] = [];
  readonly times: number[] = [];
  readonly kinetic: number[] = [];
  readonly gravitational: number[] = [];
  readonly springs: number[] = [];
  readonly total: number[] = [];
  readonly residuals: number[] = [];
  readonly contactCounts: number[] = [];
  readonly outcomes: number[] = [];
  private readonly places: [DataView, number][] = [];

  constructor(private readonly header: Header) {}

  get count(): number {
    return this.places.length;
  }

  /** Adds the frame whose content lies there. */
  add(view: DataView, at: number, length: number): void {
    const numbers = this.header.configuration_size + this.header.velocity_size;
    const after = at + 16 + 8 * numbers;
    this.places.push([view, at]);
    this.steps.push(Number(view.getBigUint64(at, true)));
    this.times.push(view.getFloat64(at + 8, true));
    const [kinetic, gravitational, springs] = [0, 8, 16].map((offset) => view.getFloat64(after + offset, true));
    this.kinetic.push(kinetic);
    this.gravitational.push(gravitational);
    this.springs.push(springs);
    this.total.push(kinetic + gravitational + springs);
    this.residuals.push(view.getFloat64(after + 32, true));
    this.outcomes.push(view.getUint8(after + 40));
    this.contactCounts.push((length - 16 - 8 * numbers - 46) / CONTACT);
  }

  configuration(index: number, into: Float64Array): Float64Array {
    const [view, at] = this.places[index];
    for (let k = 0; k < into.length; k++) into[k] = view.getFloat64(at + 16 + 8 * k, true);
    return into;
  }

  coordinate(index: number, place: number): number {
    const [view, at] = this.places[index];
    return view.getFloat64(at + 16 + 8 * place, true);
  }

  velocity(index: number, place: number): number {
    return this.coordinate(index, this.header.configuration_size + place);
  }

  private tail(index: number): [DataView, number] {
    const [view, at] = this.places[index];
    return [view, at + 16 + 8 * (this.header.configuration_size + this.header.velocity_size)];
  }

  contactEnergy(index: number): number {
    const [view, at] = this.tail(index);
    return view.getFloat64(at + 24, true);
  }

  method(index: number): string {
    const [view, at] = this.tail(index);
    return this.header.methods[view.getUint8(at + 41)] ?? "";
  }

  iterations(index: number): number {
    const [view, at] = this.tail(index);
    return view.getUint32(at + 42, true);
  }

  contact(index: number, place: number): Contact {
    const [view, tail] = this.tail(index);
    const at = tail + 46 + CONTACT * place;
    const singles = (offset: number): Vector => [0, 4, 8].map((k) => view.getFloat32(at + offset + k, true)) as Vector;
    return {
      first: view.getUint32(at, true),
      second: view.getUint32(at + 4, true),
      feature: view.getUint32(at + 8, true),
      mode: view.getUint8(at + 12),
      position: singles(13),
      normal: singles(25),
      gap: view.getFloat32(at + 37, true),
      impulse: [0, 8, 16].map((k) => view.getFloat64(at + 41 + k, true)) as Vector,
      velocity: singles(65),
      friction: view.getFloat32(at + 77, true),
    };
  }

  contacts(index: number): Contact[] {
    return Array.from({ length: this.contactCounts[index] }, (_, place) => this.contact(index, place));
  }
}
