// A plot: two axes with units, curves and points, and a legend that names each of them.

import { element, format } from "../numbers";
import { Drawing, shape, words } from "./drawing";

export interface Axis {
  /** With its unit. */
  label: string;
  low: number;
  high: number;
  log?: boolean;
}

export interface Stroke {
  colour: string;
  width?: number;
  dash?: string;
  opacity?: number;
}

export type Point = readonly [number, number];

const [LEFT, TOP, RIGHT_MARGIN, BOTTOM_MARGIN] = [52, 27, 14, 46];
let plots = 0;

export class Plot {
  readonly node = element("figure", { class: "plot" });
  readonly drawing: Drawing;
  readonly right: number;
  readonly bottom: number;
  private readonly legend = element("figcaption", { class: "legend" });
  private readonly frame = `frame-${++plots}`;
  private across: Axis = { label: "", low: 0, high: 1 };
  private up: Axis = this.across;
  private outer: SVGElement[] = [];
  private inner = shape("g", {});
  private marks: SVGElement[] = [];
  private over: SVGElement[] = [];
  private readonly named = new Map<string, SVGElement>();

  constructor(width: number, height: number, label: string) {
    this.drawing = new Drawing(width, height, label);
    [this.right, this.bottom] = [width - RIGHT_MARGIN, height - BOTTOM_MARGIN];
    this.node.append(this.drawing.node, this.legend);
  }

  /** Empties it and draws the axes. */
  begin(across: Axis, up: Axis): void {
    [this.across, this.up] = [usable(across), usable(up)];
    const { right, bottom } = this;
    this.named.clear();
    [this.marks, this.over] = [[], []];
    const clip = shape("clipPath", { id: this.frame });
    clip.append(shape("rect", { x: LEFT, y: TOP, width: right - LEFT, height: bottom - TOP }));
    this.outer = [clip, shape("rect", { x: LEFT, y: TOP, width: right - LEFT, height: bottom - TOP, fill: "none", stroke: "var(--line)" })];
    for (const value of ticks(this.across)) {
      const x = this.x(value);
      this.outer.push(shape("line", { x1: x, x2: x, y1: TOP, y2: bottom, stroke: "var(--line)", opacity: 0.6 }));
      this.outer.push(shape("text", { x, y: bottom + 21, "text-anchor": "middle" }, format(value, 3)));
    }
    for (const value of ticks(this.up)) {
      const y = this.y(value);
      this.outer.push(shape("line", { x1: LEFT, x2: right, y1: y, y2: y, stroke: "var(--line)", opacity: 0.6 }));
      this.outer.push(shape("text", { x: LEFT - 8, y: y + 4, "text-anchor": "end" }, format(value, 3)));
    }
    this.outer.push(shape("text", { x: (LEFT + right) / 2, y: bottom + 39, "text-anchor": "middle", class: "axis" }, this.across.label));
    this.outer.push(shape("text", { x: 4, y: 12, class: "axis" }, this.up.label));
    this.inner = shape("g", { "clip-path": `url(#${this.frame})` });
  }

  x(value: number): number {
    return LEFT + (this.right - LEFT) * share(this.across, value);
  }

  y(value: number): number {
    return this.bottom - (this.bottom - TOP) * share(this.up, value);
  }

  /** The values at a place of the drawing. */
  valueAt(px: number, py: number): Point {
    const value = ({ low, high }: Axis, part: number) => low + (high - low) * Math.max(0, Math.min(1, part));
    return [value(this.across, (px - LEFT) / (this.right - LEFT)), value(this.up, (this.bottom - py) / (this.bottom - TOP))];
  }

  /** A line through points; where a point is not a finite number, the line has a break. */
  curve(points: readonly Point[], { colour, width = 1.8, dash = "", opacity = 1 }: Stroke, name = ""): void {
    const style = { fill: "none", stroke: colour, "stroke-width": width, "stroke-dasharray": dash, opacity };
    let path = "";
    let pen = "M";
    for (const [a, b] of points) {
      if (!Number.isFinite(a) || !Number.isFinite(b)) pen = "M";
      else {
        path += `${pen}${this.x(a).toFixed(2)} ${this.y(b).toFixed(2)}`;
        pen = "L";
      }
    }
    this.inner.append(shape("path", { d: path, ...style, ...(name ? { "data-curve": name } : {}) }));
    if (name) this.named.set(name, shape("line", { x1: 1, x2: 25, y1: 6, y2: 6, ...style }));
  }

  /** Discs, or rings, at points. */
  points(points: readonly Point[], colour: string, radius: number, ring: boolean, name = ""): void {
    const style = { r: radius, fill: ring ? "var(--card)" : colour, stroke: colour, "stroke-width": ring ? 2.5 : 1 };
    // Whole on the edge of the frame, absent beyond it.
    const inside = ([a, b]: Point) => within(this.across, a) && within(this.up, b);
    for (const [a, b] of points.filter(inside)) this.marks.push(shape("circle", { cx: this.x(a), cy: this.y(b), ...style }));
    if (name && points.length > 0) this.named.set(name, shape("circle", { cx: 13, cy: 6, ...style, r: Math.min(4.5, radius) }));
  }

  /** An area over a range of the horizontal axis. */
  band(from: number, to: number, colour: string, name: string): void {
    const [a, b] = [Math.max(LEFT, this.x(from)), Math.min(this.right, this.x(to))];
    const style = { fill: colour, opacity: 0.16 };
    if (b > a) this.inner.append(shape("rect", { x: a, y: TOP, width: b - a, height: this.bottom - TOP, ...style }));
    this.named.set(name, shape("rect", { x: 3, y: 1, width: 20, height: 10, ...style }));
  }

  /** Shapes over the frame, such as handles and words. */
  add(...shapes: SVGElement[]): void {
    this.over.push(...shapes);
  }

  end(): void {
    this.drawing.fill(...this.outer, this.inner, ...this.marks, ...this.over);
    this.legend.replaceChildren(...[...this.named].map(([name, own]) => {
      const sample = shape("svg", { viewBox: "0 0 26 12", width: 26, height: 12, "aria-hidden": "true" });
      sample.append(own);
      return element("span", {}, sample, ...words(name));
    }));
  }
}

/** Whether an axis has a value, its ends included. */
function within({ low, high }: Axis, value: number): boolean {
  const slack = 1e-9 * (high - low);
  return value >= low - slack && value <= high + slack;
}

/** Where a value is between the ends of an axis; far outside it stops, so that drawings keep moderate numbers. */
function share({ low, high, log }: Axis, value: number): number {
  // On a logarithmic axis, zero and what is too small lie on its lower edge.
  const part = log ? Math.log10(Math.max(value, low) / low) / Math.log10(high / low) : (value - low) / (high - low);
  return Math.max(-20, Math.min(20, part));
}

function usable(axis: Axis): Axis {
  const right = Number.isFinite(axis.low) && Number.isFinite(axis.high) && axis.high > axis.low && (!axis.log || axis.low > 0);
  return right ? axis : { ...axis, low: axis.log ? 1e-16 : 0, high: 1 };
}

function ticks({ low, high, log }: Axis): number[] {
  if (log) {
    const [first, last] = [Math.ceil(Math.log10(low) - 1e-9), Math.floor(Math.log10(high) + 1e-9)];
    const every = Math.max(1, Math.ceil((last - first) / 6));
    return Array.from({ length: Math.floor((last - first) / every) + 1 }, (_, k) => 10 ** (first + k * every));
  }
  const rough = (high - low) / 5;
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = ([1, 2, 5].find((factor) => factor * power >= rough * (1 - 1e-9)) ?? 10) * power;
  const first = Math.ceil(low / step - 1e-9);
  return Array.from({ length: Math.floor(high / step + 1e-9) - first + 1 }, (_, k) => Number(((first + k) * step).toPrecision(12)));
}

/** The next larger of 1, 1.5, 2, 3, 4, 5, 6, 8 and powers of ten times them: an axis that stays while a slider moves a little. */
export function roundUp(value: number): number {
  if (!(value > 0) || !Number.isFinite(value)) return 1;
  const power = 10 ** Math.floor(Math.log10(value));
  return ([1, 1.5, 2, 3, 4, 5, 6, 8].find((factor) => factor * power >= value * (1 - 1e-9)) ?? 10) * power;
}
