// What is selected, in numbers.

import { jointNumbers } from "./coordinates";
import { MODES, type Contact } from "./format";
import { quaternion } from "./kinematics";
import { MODE_CSS } from "./contacts_view";
import { element, format, numbersTable, type Row } from "./numbers";
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
  const { header } = recording;
  const name = header.outcomes[store.outcomes[place]] ?? "unknown";
  const contacts = store.contacts(place);
  const deepest = Math.max(0, ...contacts.map((contact) => -contact.gap));
  const fastest = Math.max(0, ...contacts.map((contact) => (contact.mode === 2 ? split(contact).slip : 0)));
  return numbersTable([
    { name: "step", value: store.steps[place], digits: 12, tip: "Number of the time step; 0 is the initial state" },
    { name: "time", value: store.times[place], unit: "s", digits: 7, tip: "Simulated time at the end of the step" },
    {
      name: "outcome",
      value: recording.isSolved(store.outcomes[place]) ? name : `unsolved: ${name}`,
      tip: "How the contact problem of this step ended. solved: the exact laws hold within the tolerance. model-solved: the approximate laws of the method hold, such as a friction pyramid; the exact ones do not. best-in-budget: the time budget ended first. An unsolved step is accepted with its best impulses.",
    },
    { name: "method", value: store.method(place) || "–", tip: "Solver method that gave the impulses of this step" },
    { name: "iterations", value: store.iterations(place), digits: 12, tip: "Solver iterations in this step" },
    {
      name: "relative residual",
      value: store.residuals[place],
      tip: `Error of the solution: natural map of the contact problem over its velocity scale, dimensionless.${header.tolerance > 0 ? ` The tolerance is ${format(header.tolerance)}.` : ""}`,
    },
    { name: "contact points", value: contacts.length, digits: 12, tip: "Number of contact points: where the gap of two surfaces is below the contact margin" },
    { name: "penetration", value: deepest, unit: "m", tip: "Deepest penetration of all contact points of this step; 0 without penetration" },
    { name: "sliding speed", value: fastest, unit: "m/s", tip: "Largest tangential relative velocity of all sliding contacts at the end of the step; 0 if none slides" },
    { name: "energy", value: store.total[place], unit: "J", digits: 7, tip: "Mechanical energy at the end of the step: kinetic, gravitational and in joint springs" },
    {
      name: "change by contacts",
      value: store.contactEnergy(place),
      unit: "J",
      tip: "Change of energy by the impulses of contacts, joint limits and dry friction in this step, compared with the step without them. Negative: dissipated. Positive only where a contact law adds energy.",
    },
  ]);
}

function bodyTable(recording: Recording, frame: number, index: number): HTMLElement {
  const body = recording.header.bodies[index];
  const [store, place] = recording.frame(frame);
  const pose = recording.place(frame)[index];
  const rows: Row[] = [
    { name: "mass", value: body.mass, unit: "kg", tip: "Mass of the body; 0 for the world and where the recording does not have it" },
    { name: "position", value: [pose[0], pose[1], pose[2]], unit: "m", tip: "Position of the body's origin: x, y, z along the world's axes" },
    { name: "quaternion", value: quaternion(pose), tip: "Orientation of the body as unit quaternion: w, x, y, z" },
  ];
  for (const joint of body.joints) {
    const { positions, velocities } = jointNumbers(joint.kind);
    const named = (name: string) => (body.joints.length > 1 ? `${joint.name} ${name}` : name);
    const about = `of the ${joint.kind} joint ${joint.name}`;
    const axes = joint.kind === "free" || joint.kind === "spherical" ? ", along the body's axes" : "";
    // What the position and orientation above already say need not stand twice.
    if (joint.kind !== "free") positions.forEach(([name, unit], k) => rows.push({ name: named(name), value: store.coordinate(place, joint.configuration + k), unit, tip: `Configuration ${about}` }));
    velocities.forEach(([name, unit], k) => rows.push({ name: named(name), value: store.velocity(place, joint.velocity + k), unit, tip: `Velocity ${about}${axes}` }));
  }
  const colliders = new Set(recording.header.shapes.filter((shape) => shape.body === index).map((shape) => shape.collider));
  const own = store.contacts(place).filter((contact) => colliders.has(contact.first) || colliders.has(contact.second));
  const force = [0, 1, 2].map((k) => own.reduce((sum, contact) => sum + (colliders.has(contact.second) ? 1 : -1) * contact.impulse[k], 0) / recording.header.time_step);
  rows.push(
    { name: "contact points", value: own.length, digits: 12, tip: "Number of contact points of this body" },
    { name: "contact force", value: force, unit: "N", tip: "Sum of the contact forces on this body, x, y, z along the world's axes: impulse over time step" },
  );
  return numbersTable(rows);
}

function contactTable(recording: Recording, contact: Contact): HTMLElement {
  const { normal, tangent, slip } = split(contact);
  const h = recording.header.time_step;
  const used = contact.friction * normal > 0 ? (100 * tangent) / (contact.friction * normal) : 0;
  const [first, second] = [contact.first, contact.second].map((collider) => recording.colliderName(collider));
  const [mode, meaning] = MODES[contact.mode];
  return numbersTable([
    { name: "mode", value: mode, tip: meaning },
    { name: "position", value: contact.position, unit: "m", tip: "Position of the contact point: x, y, z along the world's axes" },
    { name: "normal", value: contact.normal, tip: `Unit contact normal, from ${first} to ${second}: x, y, z along the world's axes` },
    { name: "gap", value: contact.gap, unit: "m", tip: "Distance between the two surfaces along the normal; negative: penetration" },
    { name: "impulse", value: contact.impulse, unit: "N·s", tip: `Contact impulse on ${second} in this step: x, y, z along the world's axes` },
    { name: "normal impulse", value: normal, unit: "N·s", tip: "Component of the impulse along the normal" },
    { name: "friction impulse", value: tangent, unit: "N·s", tip: "Magnitude of the tangential impulse" },
    { name: "normal force", value: normal / h, unit: "N", tip: "Normal impulse over time step" },
    { name: "friction force", value: tangent / h, unit: "N", tip: "Friction impulse over time step" },
    { name: "friction μ", value: contact.friction, tip: "Coulomb friction coefficient of this contact" },
    { name: "friction used", value: used, unit: "%", tip: "Friction impulse over the largest possible one, μ times the normal impulse. At 100 % the impulse is on the friction cone." },
    { name: "sliding speed", value: slip, unit: "m/s", tip: `Magnitude of the tangential velocity of ${second} relative to ${first} at the end of the step` },
  ]);
}

/** The panel of what is selected. A contact is found again by what it is between. */
export function details(recording: Recording, frame: number, selection: Selection, onPlot: (body: string) => void): HTMLElement {
  const box = element("div", { class: "details" });
  if (selection?.kind === "body") {
    const name = recording.header.bodies[selection.body].name;
    const button = element("button", { class: "small", type: "button", title: "Plot the position of this body over time" }, "plot position");
    button.onclick = () => onPlot(name);
    box.append(element("h2", { "data-selected": name }, name, selection.body > 0 ? button : ""), bodyTable(recording, frame, selection.body));
  } else if (selection?.kind === "contact") {
    const [store, place] = recording.frame(frame);
    const contacts = store.contacts(place);
    const index = contacts.findIndex((own) => source(own) === selection.source);
    const [first, second] = selection.source.split(" ").map(Number);
    const title = index < 0 ? recording.pairName(first, second) : recording.contactLabels(contacts)[index];
    const dot = element("i", { class: "dot", style: `background:${MODE_CSS[contacts[index]?.mode ?? 0]}` });
    box.append(element("h2", { "data-selected": title }, element("span", {}, dot, title)));
    box.append(index < 0 ? element("p", { class: "quiet" }, "This contact point does not exist in this step.") : contactTable(recording, contacts[index]));
  } else {
    box.append(element("p", { class: "quiet" }, "Click a body or a contact point to see its values."));
  }
  return box;
}
