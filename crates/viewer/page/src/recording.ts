// A recording as the page uses it: all frames or, of a long one, an overview with details where the reader looks.

import { FrameStore, readHeader, records, type Header, type StepEvent } from "./format";
import { Kinematics, moves } from "./kinematics";

/** Gives the records of the frames of a range of the whole recording. */
export type FetchFrames = (from: number, to: number) => Promise<Uint8Array>;

/** Frames that are asked for at once around the cursor. */
const WINDOW = 1000;

export class Recording {
  readonly header: Header;
  readonly overview: FrameStore;
  readonly kinematics: Kinematics;
  readonly events: StepEvent[] = [];
  summary: Record<string, unknown> | null = null;
  /** Called when details have come. */
  onDetail: () => void = () => {};
  private detail: { first: number; store: FrameStore } | null = null;
  private asked: [number, number] | null = null;
  private rest = new Uint8Array(0);
  private readonly q: Float64Array;

  constructor(readonly name: string, bytes: Uint8Array, private readonly fetchFrames: FetchFrames | null = null) {
    const [header, after] = readHeader(bytes);
    this.header = header;
    this.overview = new FrameStore(header);
    this.kinematics = new Kinematics(header);
    this.q = new Float64Array(header.configuration_size);
    this.append(bytes.subarray(after));
    if (this.overview.count === 0) throw new Error("the recording contains no frame");
  }

  /** One in so many frames is in the overview; the others can be asked for. */
  get every(): number {
    return this.fetchFrames && this.header.thinned ? this.header.thinned[0] : 1;
  }

  /** Frames that can be shown. */
  get count(): number {
    return this.fetchFrames && this.header.thinned ? this.header.thinned[1] : this.overview.count;
  }

  get start(): number {
    return this.overview.times[0];
  }

  get end(): number {
    return this.overview.times[this.overview.count - 1];
  }

  /** Adds bytes that follow those so far; what is left of the last record waits for more. */
  append(bytes: Uint8Array): void {
    let all = bytes;
    if (this.rest.length > 0) {
      all = new Uint8Array(this.rest.length + bytes.length);
      all.set(this.rest);
      all.set(bytes, this.rest.length);
    }
    let end = 0;
    const view = new DataView(all.buffer, all.byteOffset, all.byteLength);
    const text = (at: number, length: number) => JSON.parse(new TextDecoder().decode(all.subarray(at, at + length)));
    for (const [kind, at, length] of records(all, 0)) {
      if (kind === "F") this.overview.add(view, at, length);
      else if (kind === "E") this.events.push(text(at, length) as StepEvent);
      else if (kind === "S") this.summary = text(at, length) as Record<string, unknown>;
      end = at + length + 4;
    }
    this.rest = all.slice(end);
  }

  /** Where a frame is: the store, and the place in it; the nearest before it if it is not here. */
  private locate(index: number): [FrameStore, number] {
    if (this.detail && index >= this.detail.first && index < this.detail.first + this.detail.store.count) {
      return [this.detail.store, index - this.detail.first];
    }
    if (index >= this.count - 1) return [this.overview, this.overview.count - 1];
    return [this.overview, Math.min(Math.floor(index / this.every), this.overview.count - 1)];
  }

  /** A frame: where its numbers are. */
  frame(index: number): [FrameStore, number] {
    return this.locate(Math.max(0, Math.min(this.count - 1, index)));
  }

  time(index: number): number {
    const [store, place] = this.frame(index);
    return store.times[place];
  }

  /** The frame at a time, or the last before it. */
  indexAt(time: number): number {
    const { times } = this.overview;
    let [low, high] = [0, times.length - 1];
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if (times[middle] <= time + 1e-12) low = middle;
      else high = middle - 1;
    }
    if (this.every === 1 || low === times.length - 1) return Math.min(low * this.every, this.count - 1);
    const first = low * this.every;
    const next = Math.min(first + this.every, this.count - 1);
    const share = (time + 1e-12 - times[low]) / (times[low + 1] - times[low]);
    return Math.min(next, first + Math.max(0, Math.floor(share * (next - first))));
  }

  /** The frame of a step, or the last before it. */
  indexOfStep(step: number): number {
    return this.indexAt(this.header.time_step * step + this.start - this.overview.steps[0] * this.header.time_step);
  }

  /** Asks for all frames around one, unless they are here. */
  async refine(index: number): Promise<void> {
    if (!this.fetchFrames || this.every === 1) return;
    const near = (first: number, last: number) =>
      index >= Math.min(first + 50, first === 0 ? 0 : first + 50) && index < (last >= this.count ? last : last - 50);
    if (this.detail && near(this.detail.first, this.detail.first + this.detail.store.count)) return;
    if (this.asked && near(this.asked[0], this.asked[1])) return;
    const from = Math.max(0, index - WINDOW / 2);
    const to = Math.min(this.count, from + WINDOW);
    this.asked = [from, to];
    const bytes = await this.fetchFrames(from, to);
    const store = new FrameStore(this.header);
    const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    for (const [kind, at, length] of records(bytes, 0)) if (kind === "F") store.add(view, at, length);
    this.detail = { first: from, store };
    this.asked = null;
    this.onDetail();
  }

  /** Places all bodies as they were at a frame. */
  place(index: number): Float64Array[] {
    const [store, place] = this.frame(index);
    return this.kinematics.update(store.configuration(place, this.q));
  }

  /** A shape's name; of one that its file leaves unnamed, which is numbered, the body's. */
  colliderName(collider: number): string {
    const shape = this.header.shapes.find((own) => own.collider === collider);
    if (!shape) return `collider ${collider}`;
    const body = this.header.bodies[shape.body]?.name ?? "";
    return shape.name.startsWith(`${body}.`) && /^\d+$/.test(shape.name.slice(body.length + 1)) ? body : shape.name;
  }

  /** What a contact between two colliders is called: `box on slope`, what moves first. */
  pairName(first: number, second: number): string {
    const moving = (collider: number) => {
      const shape = this.header.shapes.find((own) => own.collider === collider);
      return shape !== undefined && moves(this.header.bodies, shape.body);
    };
    const [upper, lower] = moving(first) && !moving(second) ? [first, second] : [second, first];
    return `${this.colliderName(upper)} on ${this.colliderName(lower)}`;
  }

  /** The label of each contact of a frame: points of one pair are numbered in the order of the frame. */
  contactLabels(contacts: readonly { first: number; second: number }[]): string[] {
    const names = contacts.map(({ first, second }) => this.pairName(first, second));
    const counts = new Map<string, number>();
    names.forEach((name) => counts.set(name, (counts.get(name) ?? 0) + 1));
    const numbers = new Map<string, number>();
    return names.map((name) => {
      const number = (numbers.get(name) ?? 0) + 1;
      numbers.set(name, number);
      return counts.get(name) === 1 ? name : `${name}, point ${number} of ${counts.get(name)}`;
    });
  }

  isSolved(outcome: number): boolean {
    return outcome < 2;
  }
}
