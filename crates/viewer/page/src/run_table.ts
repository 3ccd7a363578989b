// What a run is of and what it came to: did it solve, how well, did anything penetrate, slide or gain energy.

import { split } from "./details";
import { numbersTable, type Row } from "./numbers";
import type { Recording } from "./recording";

const ENDS: Record<string, string> = { done: "completed", interrupted: "interrupted", stopped: "stopped", limit: "stopped by a limit", failed: "failed" };

/** Events of steps that were accepted unsolved. */
const UNSOLVED = new Set(["accepted-unsolved", "best-in-budget"]);

/** A number of the summary, which is over all steps of the run; none without it. */
function summed(recording: Recording, group: string, name: string): number | null {
  const own = recording.summary?.[group] as Record<string, unknown> | undefined;
  const value = own?.[name];
  return typeof value === "number" ? value : null;
}

/** How many steps were accepted unsolved, in words. */
function unsolved(recording: Recording): string {
  const { overview, events } = recording;
  const steps = new Set(events.filter((event) => UNSOLVED.has(event.kind)).map((event) => event.step));
  overview.outcomes.forEach((outcome, index) => !recording.isSolved(outcome) && steps.add(overview.steps[index]));
  const all = overview.steps[overview.count - 1] - overview.steps[0];
  const more = events.some((event) => event.kind === "left-out") ? "at least " : "";
  return `${more}${steps.size} of ${all}`;
}

interface Worst {
  /** Frames looked at: a run that goes on adds to what is known. */
  frames: number;
  /** m. */
  penetration: number;
  /** m/s. */
  sliding: number;
  /** J. */
  gained: number;
}

const known = new WeakMap<Recording, Worst>();

/** The deepest penetration and the fastest sliding of all contacts, and the energy that they added, over the frames that are here. */
function worstOf(recording: Recording): Worst {
  const { overview } = recording;
  const worst = known.get(recording) ?? { frames: 0, penetration: 0, sliding: 0, gained: 0 };
  known.set(recording, worst);
  for (; worst.frames < overview.count; worst.frames++) {
    worst.gained += Math.max(0, overview.contactEnergy(worst.frames));
    for (const contact of overview.contacts(worst.frames)) {
      worst.penetration = Math.max(worst.penetration, -contact.gap);
      if (contact.mode === 2) worst.sliding = Math.max(worst.sliding, split(contact).slip);
    }
  }
  return worst;
}

export function runTable(recording: Recording): HTMLElement {
  const { header, summary, overview } = recording;
  const most = (values: number[]) => values.reduce((largest, value) => Math.max(largest, value), 0);
  const worst = worstOf(recording);
  // Either of all steps, by the program, or of the frames that are here.
  const row = (name: string, [group, key]: [string, string], own: number, unit: string, tip: string): Row => {
    const value = summed(recording, group, key);
    return { name, value: value ?? own, unit, tip: `${tip} ${value === null ? "Over the frames shown here." : "Over all steps of the run."}` };
  };
  const rows: Row[] = [
    { name: "unsolved steps", value: unsolved(recording), tip: "Number of time steps whose contact problem was not solved within the tolerance. They are accepted with the best impulses found." },
    row("largest residual", ["residual", "natural_max"], most(overview.residuals), "", "Largest relative residual (natural map over velocity scale), dimensionless."),
    row("deepest penetration", ["residual", "penetration_max_m"], worst.penetration, "m", "Largest penetration of two bodies at a contact point."),
    { name: "fastest sliding", value: worst.sliding, unit: "m/s", tip: "Largest tangential relative velocity of a sliding contact. Over the frames shown here." },
    row("energy added", ["energy", "gained_by_impulses_j"], worst.gained, "J", "Energy added by contact impulses: the sum over the steps in which they add energy."),
    { name: "most contact points", value: most(overview.contactCounts), digits: 12, tip: "Largest number of contact points in one frame. Over the frames shown here." },
    { name: "ended", value: ended(recording), tip: "How the run ended" },
  ];
  if (summary?.["wall_s"]) rows.push({ name: "computing time", value: Number(summary["wall_s"]), unit: "s", tip: "Wall-clock time of the run" });
  rows.push(
    { name: "stepper", value: header.stepper, tip: "Time-stepping scheme" },
    { name: "method", value: header.method, tip: "Selected solver method of the contact problems" },
    { name: "time step", value: header.time_step, unit: "s", tip: "Length of a time step" },
    { name: "tolerance", value: header.tolerance, tip: "A contact problem is solved when its relative residual is at most the tolerance; dimensionless" },
    { name: "recorded", value: header.every === 1 ? "every step" : `every ${header.every} steps`, tip: "Which steps the recording has a frame of" },
    { name: "frames", value: recording.count, digits: 12, tip: "Number of frames in the recording, with the initial state" },
    { name: "bodies", value: header.bodies.length - 1, digits: 12, tip: "Number of bodies without the world" },
  );
  if (header.settings.length > 0) rows.push({ name: "settings", value: header.settings.join(", "), tip: "Settings that differ from the scene file" });
  return numbersTable(rows);
}

function ended(recording: Recording): string {
  const { summary } = recording;
  if (!summary) return "no summary: still running, or stopped early";
  const how = String(summary["ended"] ?? "done");
  const why = summary["error"] ?? summary["message"];
  return `${ENDS[how] ?? how}${why ? `: ${String(why)}` : ""}`;
}
