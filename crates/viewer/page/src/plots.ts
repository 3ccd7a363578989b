// Plots on one time line: energy, residual, contacts, coordinates, and the difference of recordings.

import uPlot from "uplot";
import { overlayColour } from "./bodies_view";
import { difference, type Coordinate } from "./coordinates";
import { element, format, prefixed, quantity } from "./numbers";
import type { Recording } from "./recording";

/** The most points of a line: more are thinned, keeping the extremes of every stretch. */
const MOST_POINTS = 4000;
const SAMPLES = 1500;
const COLOURS = ["#4477aa", "#ee6677", "#228833", "#b8860b", "#aa3377", "#0891b2", "#7c3aed", "#d9480f"];
const DASHES: number[][] = [[], [6, 4], [2, 3], [8, 3, 2, 3]];

interface Line {
  label: string;
  times: number[];
  values: number[];
  colour: string;
  dash: number[];
}

/** Keeps the least and the largest of every stretch, so that no peak is lost. */
function thin(line: Line): Line {
  const count = line.times.length;
  if (count <= MOST_POINTS) return line;
  const [times, values]: [number[], number[]] = [[], []];
  const stretches = MOST_POINTS / 2;
  for (let k = 0; k < stretches; k++) {
    const [from, to] = [Math.floor((k * count) / stretches), Math.floor(((k + 1) * count) / stretches)];
    let [low, high] = [from, from];
    for (let at = from; at < to; at++) {
      if (line.values[at] < line.values[low]) low = at;
      if (line.values[at] > line.values[high]) high = at;
    }
    for (const at of low === high ? [low] : [Math.min(low, high), Math.max(low, high)]) {
      times.push(line.times[at]);
      values.push(line.values[at]);
    }
  }
  return { ...line, times, values };
}

/** Powers of ten, at most six of them. */
function decades(_: uPlot, __: number, least: number, most: number): number[] {
  const [low, high] = [Math.ceil(Math.log10(least) - 1e-9), Math.floor(Math.log10(most) + 1e-9)];
  const step = Math.max(1, Math.ceil((high - low) / 5));
  return Array.from({ length: Math.floor((high - low) / step) + 1 }, (_unused, k) => 10 ** (low + k * step));
}

/** Ticks of the time axis, all with the prefix of the last. */
function timeTexts(ticks: number[]): string[] {
  const [factor, text] = prefixed(Math.max(...ticks.map(Math.abs)), "s");
  return ticks.map((tick) => `${format(tick / factor)} ${text}`);
}

/**
 * Makes something whose canvases stay in plain memory: plots are drawn seldom, and thousands of short strokes are quicker there
 * than on a graphics card, let alone one that is emulated.
 */
function inMemory<T>(make: () => T): T {
  const { prototype } = HTMLCanvasElement;
  const original = prototype.getContext;
  prototype.getContext = function (this: HTMLCanvasElement, kind: string, options?: object) {
    return original.call(this, kind, { ...options, willReadFrequently: true });
  } as typeof original;
  try {
    return make();
  } finally {
    prototype.getContext = original;
  }
}

class Pane {
  readonly node: HTMLElement;
  private plot: uPlot | null = null;
  private readonly line: HTMLElement;
  private readonly holder: HTMLElement;

  private readonly heading: HTMLElement;

  constructor(readonly title: string, tip: string, private readonly logarithmic: boolean, private readonly plots: Plots, extra: Node[] = []) {
    this.holder = element("div", { class: "plot-canvas" });
    this.line = element("div", { class: "now" });
    this.heading = element("span", { title: tip }, title);
    this.node = element("section", { class: "pane", "data-plot": title }, element("h3", {}, this.heading, ...extra), this.holder);
  }

  /** Draws lines of one SI unit, or of none: the axis of a linear plot has one prefix, that of a logarithmic one a prefix at each tick. */
  draw(lines: Line[], unit: string, floor = 0): void {
    this.plot?.destroy();
    this.plot = null;
    if (lines.length === 0) return;
    const thinned = lines.map(thin);
    const largest = thinned.reduce((most, line) => line.values.reduce((own, value) => Math.max(own, Math.abs(value) || 0), most), 0);
    const [factor, text] = prefixed(largest, unit);
    this.heading.textContent = unit && !this.logarithmic ? `${this.title}, ${text}` : this.title;
    const tickText = (tick: number) => (this.logarithmic ? quantity(tick, unit) : format(tick / factor, 4));
    const tables = thinned.map((line): uPlot.AlignedData => [line.times, line.values.map((value) => (this.logarithmic && !(value > floor) ? null : value))]);
    const data = tables.length === 1 ? tables[0] : uPlot.join(tables);
    const css = getComputedStyle(document.documentElement);
    const [ink, grid] = ["--ink-soft", "--line"].map((name) => css.getPropertyValue(name).trim());
    const axis: uPlot.Axis = { stroke: ink, grid: { stroke: grid, width: 1 }, ticks: { stroke: grid, width: 1 }, font: "11px system-ui", labelFont: "11px system-ui" };
    const points = { show: this.logarithmic && thinned[0].values.some((value) => !(value > floor)), size: 3 };
    // Where values come and go, lines between them would say what is not there.
    const paths = points.show ? () => null : undefined;
    const options: uPlot.Options = {
      width: Math.max(120, this.holder.clientWidth),
      height: this.plots.paneHeight,
      legend: { show: false },
      padding: [6, 22, 0, 0],
      cursor: { y: false, points: { size: 5 }, drag: { x: true, y: false, dist: 6 }, sync: { key: "time", setSeries: false } },
      scales: {
        x: { time: false, range: () => this.plots.range },
        y: this.logarithmic ? { distr: 3, log: 10 } : {},
      },
      axes: [
        { ...axis, size: 26, values: (_, ticks) => timeTexts(ticks) },
        { ...axis, size: 62, ...(this.logarithmic ? { splits: decades, filter: (_: uPlot, ticks: number[]) => ticks } : {}), values: (_, ticks) => ticks.map((tick) => (tick === null ? "" : tickText(tick))) },
      ],
      series: [
        {},
        ...thinned.map((line) => ({
          label: line.label,
          stroke: line.colour,
          width: 1.4,
          dash: line.dash,
          spanGaps: true,
          ...(line.values.length > 2 ? { points: { ...points, fill: line.colour }, paths } : { points: { show: false } }),
        })),
      ],
      hooks: {
        setSelect: [(own) => own.select.width > 5 && this.plots.zoom(own.posToVal(own.select.left, "x"), own.posToVal(own.select.left + own.select.width, "x"))],
        setSize: [() => this.mark()],
        draw: [() => this.mark()],
      },
    };
    const plot = inMemory(() => new uPlot(options, data, this.holder));
    this.plot = plot;
    this.plot.over.append(this.line);
    this.listen(this.plot.over);
  }

  /** A click jumps; a drag is a zoom, which the plot's own code takes; two clicks show all again. */
  private listen(over: HTMLElement): void {
    let [x, y] = [0, 0];
    over.addEventListener("pointerdown", (event) => ([x, y] = [event.clientX, event.clientY]));
    over.addEventListener("click", (event) => {
      if (Math.hypot(event.clientX - x, event.clientY - y) > 5 || !this.plot) return;
      this.plots.onJump(this.plot.posToVal(event.clientX - over.getBoundingClientRect().left, "x"));
    });
    over.addEventListener("dblclick", () => this.plots.zoom(null, null));
  }

  mark(): void {
    if (!this.plot) return;
    const left = this.plot.valToPos(this.plots.time, "x");
    const inside = left >= 0 && left <= this.plot.over.clientWidth;
    this.line.style.transform = `translateX(${left}px)`;
    this.line.style.display = inside ? "block" : "none";
  }

  rescale(): void {
    this.plot?.setScale("x", { min: this.plots.range[0], max: this.plots.range[1] });
    this.mark();
  }

  resize(): void {
    this.plot?.setSize({ width: Math.max(120, this.holder.clientWidth), height: this.plots.paneHeight });
  }

  legend(lines: Line[]): void {
    this.node.querySelector(".legend")?.remove();
    const entries = lines.map((line) => {
      const swatch = element("i", { style: `background:${line.colour}`, class: line.dash.length > 0 ? "dashed" : "" });
      return element("span", {}, swatch, line.label);
    });
    this.node.querySelector("h3")?.append(element("span", { class: "legend" }, ...entries));
  }
}

export class Plots {
  onJump: (time: number) => void = () => {};
  range: [number, number] = [0, 1];
  time = 0;
  chosen: Coordinate[] = [];
  private recordings: Recording[] = [];
  private readonly energy: Pane;
  private readonly residual: Pane;
  private readonly contacts: Pane;
  private readonly coordinate: Pane;
  private readonly distance: Pane;
  private zoomed = false;

  constructor(private readonly node: HTMLElement, picker: HTMLElement) {
    this.energy = new Pane("Energy", "Mechanical energy of all bodies at the end of each step: kinetic, gravitational, in joint springs, and their sum", false, this);
    this.residual = new Pane("Relative residual", "Error of the solution of each step: natural map of the contact problem over its velocity scale, dimensionless, logarithmic. Zero residuals have no point.", true, this);
    this.contacts = new Pane("Contact points", "Number of contact points in each step", false, this);
    this.coordinate = new Pane("Coordinates", "Joint coordinates, joint velocities and positions of bodies", false, this, [picker]);
    this.distance = new Pane("Difference of recordings", "Largest distance between equally named bodies of two recordings at equal times, logarithmic. Zero distances have no point.", true, this);
    new ResizeObserver(() => this.panes.forEach((pane) => pane.resize())).observe(node);
  }

  private get panes(): Pane[] {
    const own = [this.energy, this.residual, this.contacts, this.coordinate];
    return this.recordings.length > 1 ? [this.distance, ...own] : own;
  }

  get paneHeight(): number {
    return 112;
  }

  show(recordings: Recording[]): void {
    this.recordings = recordings;
    if (!this.zoomed) this.range = this.whole;
    this.node.classList.toggle("several", recordings.length > 1);
    this.node.replaceChildren(...this.panes.map((pane) => pane.node));
    this.draw();
  }

  private get whole(): [number, number] {
    const ends = this.recordings.map((recording) => recording.end);
    const start = this.recordings[0].start;
    return [start, Math.max(...ends, start + 1e-9)];
  }

  zoom(from: number | null, to: number | null): void {
    this.zoomed = from !== null && to !== null && to > from;
    this.range = this.zoomed ? [from as number, to as number] : this.whole;
    this.panes.forEach((pane) => pane.rescale());
  }

  private lines(columns: [string, (recording: Recording) => number[], string?][]): Line[] {
    const several = this.recordings.length > 1;
    // What all lines have in common is said once.
    const name = (label: string, recording: Recording, index: number) => {
      if (!several) return label;
      if (columns.length > 1) return `${label}, ${recording.name}`;
      return label && index === 0 ? `${label}: ${recording.name}` : recording.name;
    };
    return this.recordings.flatMap((recording, index) =>
      columns.map(([label, values, colour], column) => ({
        label: name(label, recording, index),
        times: recording.overview.times,
        values: values(recording),
        colour: several && columns.length === 1 ? overlayColour(index) : (colour ?? COLOURS[column % COLOURS.length]),
        // So that one is seen beneath another.
        dash: DASHES[index % DASHES.length],
      })),
    );
  }

  /** Draws everything anew: other recordings, another theme. */
  draw(): void {
    const several = this.recordings.length > 1;
    const springs = this.recordings.some((recording) => recording.overview.springs.some((value) => value !== 0));
    const parts: [string, (recording: Recording) => number[], string?][] = [["total", (own) => own.overview.total, COLOURS[0]]];
    if (!several) {
      parts.push(["kinetic", (own) => own.overview.kinetic, COLOURS[1]], ["gravitational", (own) => own.overview.gravitational, COLOURS[2]]);
      if (springs) parts.push(["joint springs", (own) => own.overview.springs, COLOURS[3]]);
    }
    this.fill(this.energy, this.lines(parts), "J");
    const tolerance: Line = {
      label: `tolerance ${format(this.recordings[0].header.tolerance)}`,
      times: this.whole,
      values: [this.recordings[0].header.tolerance, this.recordings[0].header.tolerance],
      colour: "#999999",
      dash: [3, 3],
    };
    const residuals = this.lines([[several ? "" : "natural map", (own) => own.overview.residuals, COLOURS[4]]]);
    this.fill(this.residual, tolerance.values[0] > 0 ? [...residuals, tolerance] : residuals, "");
    this.fill(this.contacts, this.lines([[several ? "" : "within the contact margin", (own) => own.overview.contactCounts, COLOURS[5]]]), "");
    // One unit stands in the title; several stand with their lines.
    const units = new Set(this.chosen.map((coordinate) => coordinate.unit));
    const common = units.size === 1 ? [...units][0] : "";
    const label = ({ name, unit }: Coordinate) => (common || !unit ? name : `${name}, ${unit}`);
    this.fill(this.coordinate, this.lines(this.chosen.map((coordinate) => [label(coordinate), (own) => coordinate.values(own)])), common);
    if (several) this.fill(this.distance, this.differences(), "m");
  }

  private differences(): Line[] {
    const [first, ...others] = this.recordings;
    return others.map((other, index) => {
      const [times, values] = difference(first, other, SAMPLES);
      return { label: `${index === 0 ? "largest distance of a body: " : ""}${other.name} – ${first.name}`, times, values, colour: overlayColour(index + 1), dash: [] };
    });
  }

  private fill(pane: Pane, lines: Line[], unit: string): void {
    pane.draw(lines, unit);
    pane.legend(lines);
  }

  mark(time: number): void {
    if (time === this.time) return;
    this.time = time;
    this.panes.forEach((pane) => pane.mark());
  }
}
