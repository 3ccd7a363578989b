// A cobweb plot: a scalar map, the line of unit slope, and the iterates between both.

import { Plot, type Point } from "./plot";
import { shape } from "./drawing";

/** As many iterations as can be told from each other. */
const SHOWN = 60;

export interface Cobweb {
  /** The variable with its unit: "λ_U, N". */
  label: string;
  low: number;
  high: number;
  map: (value: number) => number;
  /** Where the slope of the map changes. */
  kinks: readonly number[];
  /** The map of earlier iterations, if the admissible set changes from one to the next. */
  earlier?: { map: (value: number) => number; kinks: readonly number[] }[];
  mapName: string;
  /** From the start to the iteration that is shown. */
  iterates: readonly number[];
  /** All solutions, and whether iterates near them approach them. */
  solutions: readonly { value: number; attracts: boolean }[];
  moveStart: (value: number) => void;
  /** Steers r by the value of the map at a share of the axis: what it is called with is that place and the new value there. */
  steer?: { share: number; moved: (at: number, value: number) => void };
}

export class CobwebPlot {
  readonly plot: Plot;

  constructor(label: string) {
    this.plot = new Plot(400, 380, label);
  }

  draw({ label, low, high, map, kinks, earlier = [], mapName, iterates, solutions, moveStart, steer }: Cobweb): void {
    const { plot } = this;
    plot.begin({ label: `current ${label}`, low, high }, { label: `next ${label}`, low, high });
    const corners = (own: readonly number[], of: (value: number) => number): Point[] =>
      [low, ...own.filter((value) => value > low && value < high).sort((a, b) => a - b), high].map((value) => [value, of(value)]);
    plot.curve([[low, low], [high, high]], { colour: "var(--ink-soft)", width: 1.2, dash: "5 4" }, "line of unit slope");
    earlier.forEach((own) => plot.curve(corners(own.kinks, own.map), { colour: "var(--map)", width: 1, opacity: 0.3 }, "the same in earlier iterations"));
    plot.curve(corners(kinks, map), { colour: "var(--map)", width: 2.5 }, mapName);
    const path: Point[] = [[iterates[0], low]];
    iterates.slice(1, SHOWN).forEach((value, k) => path.push([iterates[k], value], [value, value]));
    plot.curve(path, { colour: "var(--accent)", width: 1.4 }, "iterates");
    for (const attracts of [true, false]) {
      const own = solutions.filter((solution) => solution.attracts === attracts);
      plot.points(own.map(({ value }): Point => [value, value]), "var(--fixed)", 6, !attracts, attracts ? "solution" : "solution that repels");
    }
    const [x, y] = [plot.x(iterates[0]), plot.bottom];
    const beside: Record<string, string | number> = x > plot.right - 45 ? { x: x - 12, "text-anchor": "end" } : { x: x + 12 };
    plot.add(shape("text", { ...beside, y: y - 5 }, "start"), plot.drawing.handle("start", x, y, (px, py) => moveStart(plot.valueAt(px, py)[0])));
    if (steer) {
      const at = low + steer.share * (high - low);
      const place = [plot.x(at), plot.y(Math.max(low, Math.min(high, map(at))))];
      const lies = place[1] > plot.bottom - 30;
      plot.add(shape("text", { x: place[0] + 8, y: place[1] + (lies ? -10 : 19) }, "r"), plot.drawing.handle("r", place[0], place[1], (px, py) => steer.moved(at, plot.valueAt(px, py)[1])));
    }
    plot.end();
  }
}
