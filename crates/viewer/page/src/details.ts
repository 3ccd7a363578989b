// What is selected, in numbers.

import { jointNumbers } from "./coordinates";
import { MODES, type Contact } from "./format";
import { quaternion } from "./kinematics";
import { MODE_CSS } from "./contacts_view";
import { element, numbersTable } from "./numbers";
import type { Recording } from "./recording";
import { source, type Selection } from "./stage";

const dot = (a: ArrayLike<number>, b: ArrayLike<number>) => a[0] * b[0] + a[1] * b[1] + a[2] * b[2];

/** The parts of a contact's impulse and velocity along its normal and across it. */
export function split(contact: Contact): { normal: number; tangent: number; slip: number } {
  const normal = dot(contact.impulse, contact.normal);
  const across = (vector: ArrayLike<number>) => {
    const along = dot(vector, contact.normal);
    return Math.hypot(...[0, 1, 2].map((k) => vector[k] - along * contact.normal[k]));
  };
  return { normal, tangent: across(contact.impulse), slip: across(contact.velocity) };
}

export function stepTable(recording: Recording, frame: number): HTMLElement {
  const [store, place] = recording.frame(frame);
  const outcome = recording.header.outcomes[store.outcomes[place]] ?? "unknown";
  return numbersTable([
    ["step", store.steps[place]],
    ["time", store.times[place], "s"],
    ["outcome", outcome],
    ["method", store.method(place) || "–"],
    ["iterations", store.iterations(place)],
    ["residual", store.residuals[place]],
    ["energy", store.total[place], "J"],
    ["by contacts", store.contactEnergy(place), "J"],
    ["contacts", store.contactCounts[place]],
  ]);
}

function bodyTable(recording: Recording, frame: number, index: number): HTMLElement {
  const body = recording.header.bodies[index];
  const [store, place] = recording.frame(frame);
  const pose = recording.place(frame)[index];
  const rows: Parameters<typeof numbersTable>[0] = [["mass", body.mass, "kg"], ["position", [pose[0], pose[1], pose[2]], "m"], ["quaternion", quaternion(pose)]];
  for (const joint of body.joints) {
    const { positions, velocities } = jointNumbers(joint.kind);
    const named = (name: string) => (body.joints.length > 1 ? `${joint.name} ${name}` : name);
    // What the position and orientation above already say need not stand twice.
    if (joint.kind !== "free") positions.forEach(([name, unit], k) => rows.push([named(name), store.coordinate(place, joint.configuration + k), unit]));
    velocities.forEach(([name, unit], k) => rows.push([named(name), store.velocity(place, joint.velocity + k), unit]));
  }
  const colliders = new Set(recording.header.shapes.filter((shape) => shape.body === index).map((shape) => shape.collider));
  const own = store.contacts(place).filter((contact) => colliders.has(contact.first) || colliders.has(contact.second));
  const force = [0, 1, 2].map((k) => own.reduce((sum, contact) => sum + (colliders.has(contact.second) ? 1 : -1) * contact.impulse[k], 0) / recording.header.time_step);
  rows.push(["contacts", own.length], ["contact force", force, "N"]);
  return numbersTable(rows);
}

function contactTable(recording: Recording, contact: Contact): HTMLElement {
  const { normal, tangent, slip } = split(contact);
  const h = recording.header.time_step;
  const used = contact.friction * normal > 0 ? (100 * tangent) / (contact.friction * normal) : 0;
  return numbersTable([
    ["mode", MODES[contact.mode]],
    ["position", contact.position, "m"],
    ["normal", contact.normal],
    ["gap", contact.gap, "m"],
    ["impulse", contact.impulse, "N·s"],
    ["normal impulse", normal, "N·s"],
    ["friction impulse", tangent, "N·s"],
    ["normal force", normal / h, "N"],
    ["friction force", tangent / h, "N"],
    ["friction", contact.friction],
    ["of the cone", used, "%"],
    ["slip", slip, "m/s"],
  ]);
}

/** The panel of what is selected. A contact is found again by what it is between. */
export function details(recording: Recording, frame: number, selection: Selection, onPlot: (body: string) => void): HTMLElement {
  const box = element("div", { class: "details" });
  if (selection?.kind === "body") {
    const name = recording.header.bodies[selection.body].name;
    const button = element("button", { class: "small", type: "button" }, "plot it");
    button.onclick = () => onPlot(name);
    box.append(element("h2", { "data-selected": name }, name, selection.body > 0 ? button : ""), bodyTable(recording, frame, selection.body));
  } else if (selection?.kind === "contact") {
    const [store, place] = recording.frame(frame);
    const contact = store.contacts(place).find((own) => source(own) === selection.source);
    const [first, second, feature] = selection.source.split(" ").map(Number);
    const title = `${recording.colliderName(second)} on ${recording.colliderName(first)} #${feature}`;
    const dot = element("i", { class: "dot", style: `background:${MODE_CSS[contact?.mode ?? 0]}` });
    box.append(element("h2", { "data-selected": title }, dot, title));
    box.append(contact ? contactTable(recording, contact) : element("p", { class: "quiet" }, "Not within reach in this step."));
  } else {
    box.append(element("p", { class: "quiet" }, "Click a body or a contact to see its numbers."));
  }
  return box;
}
