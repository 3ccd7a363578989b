// The steps that fell back or failed, and on request all events.

import { element, format } from "./numbers";
import type { StepEvent } from "./format";
import type { Recording } from "./recording";

/** What belongs to ordinary runs: impacts, drift of the size that steps make, steps in pieces. */
const COMMON = new Set(["projected", "halved", "blended-impact", "impact-step"]);
const FAILED = new Set(["accepted-unsolved", "left-open", "best-in-budget"]);
const WORDS: Record<string, string> = {
  "next-method": "another method",
  "accepted-unsolved": "taken unsolved",
  "best-in-budget": "best in budget",
  halved: "taken in pieces",
  "projection-cut": "drift left by budget",
  "blended-impact": "impact held back",
  "poisson-missed": "Poisson's law missed",
  "impact-step": "impact",
  "impulse-step": "impulses instead",
  projected: "drift brought back",
  "left-open": "left open",
  unsolved: "not solved",
  "left-out": "events left out",
};
const MOST = 300;

/** Steps with something to tell: from events, and frames whose problem was not solved and that no event speaks of. */
export function notable(recording: Recording, all: boolean): StepEvent[] {
  const list = recording.events.filter((event) => all || !COMMON.has(event.kind));
  const told = new Set(list.filter((event) => FAILED.has(event.kind)).map((event) => event.step));
  const { outcomes, steps, times, residuals } = recording.overview;
  outcomes.forEach((outcome, index) => {
    if (recording.isSolved(outcome) || told.has(steps[index])) return;
    const name = recording.header.outcomes[outcome] ?? "unknown";
    list.push({ step: steps[index], time_s: times[index], kind: "unsolved", detail: `${name}, residual ${format(residuals[index])}` });
  });
  return list.sort((a, b) => a.step - b.step);
}

export function stepsList(recording: Recording, all: boolean, onJump: (step: number) => void): HTMLElement {
  const list = notable(recording, all);
  const box = element("div", { class: "steps" });
  if (list.length === 0) {
    box.append(element("p", { class: "quiet" }, all ? "No step has anything to tell." : "No step fell back or failed."));
    return box;
  }
  box.append(element("p", { class: "quiet" }, `${list.length} ${list.length === 1 ? "entry" : "entries"}${list.length > MOST ? `, the first ${MOST} shown` : ""}`));
  for (const event of list.slice(0, MOST)) {
    const kind = element("b", { class: FAILED.has(event.kind) || event.kind === "unsolved" ? "bad" : "odd" }, WORDS[event.kind] ?? event.kind);
    const button = element("button", { type: "button", class: "event", "data-step": String(event.step) },
      element("span", { class: "when" }, `step ${event.step} · ${format(event.time_s)} s`), kind, element("span", { class: "what" }, event.detail));
    button.onclick = () => onJump(event.step);
    box.append(button);
  }
  return box;
}
