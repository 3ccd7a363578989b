// The steps that fell back or failed, and on request all events.

import { element, format, quantity } from "./numbers";
import type { StepEvent } from "./format";
import type { Recording } from "./recording";

/** What belongs to ordinary runs: impacts, drift of the size that steps make, steps in pieces. */
const COMMON = new Set(["projected", "halved", "blended-impact", "impact-step"]);
const FAILED = new Set(["accepted-unsolved", "left-open", "best-in-budget"]);
const WORDS: Record<string, string> = {
  "next-method": "fallback to another method",
  "accepted-unsolved": "unsolved step",
  "best-in-budget": "unsolved within the time budget",
  halved: "substepping",
  "projection-cut": "position projection stopped by the time budget",
  "blended-impact": "restitution limited",
  "poisson-missed": "Poisson's impact law not satisfied",
  "impact-step": "impact",
  "impulse-step": "step of impulses instead of accelerations",
  projected: "position projection",
  "left-open": "constraint violation remains",
  unsolved: "unsolved step",
  "left-out": "more events",
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
    list.push({ step: steps[index], time_s: times[index], kind: "unsolved", detail: `${name}, relative residual ${format(residuals[index], 4)}` });
  });
  return list.sort((a, b) => a.step - b.step);
}

export function stepsList(recording: Recording, all: boolean, onJump: (step: number) => void): HTMLElement {
  const list = notable(recording, all);
  const box = element("div", { class: "steps" });
  if (list.length === 0) {
    box.append(element("p", { class: "quiet" }, all ? "No events: every step was solved by the selected method." : "No step used a fallback method, and no step is unsolved."));
    return box;
  }
  box.append(element("p", { class: "quiet" }, `${list.length} ${list.length === 1 ? "event" : "events"}${list.length > MOST ? `; the list shows the first ${MOST}` : ""}`));
  for (const event of list.slice(0, MOST)) {
    const kind = element("b", { class: FAILED.has(event.kind) || event.kind === "unsolved" ? "bad" : "odd" }, WORDS[event.kind] ?? event.kind);
    const button = element("button", { type: "button", class: "event", "data-step": String(event.step) },
      element("span", { class: "when" }, `step ${event.step} · ${quantity(event.time_s, "s", 7)}`), kind, element("span", { class: "what" }, event.detail));
    button.onclick = () => onJump(event.step);
    box.append(button);
  }
  return box;
}
