// The lab: choose a scene and how it is stepped, run it on the server, watch it grow, lay runs over each other.

import { byId, element, format, quantity } from "./numbers";
import { Recording } from "./recording";
import { bytesFrom, json } from "./sources";
import type { Viewer } from "./viewer";

export interface RunStatus {
  id: number;
  name: string;
  scene: string;
  method: string;
  settings: string[];
  state: "running" | "done" | "stopped" | "limit" | "failed";
  message: string;
  time: number;
  duration: number;
  step: number;
  contacts: number;
  residual: number;
  unsolved: number;
  wall: number;
  bytes: number;
}

export interface ServerState {
  recordings: { id: number; name: string }[];
  scenes: string[];
  methods: string[];
  steppers: string[];
  runs: RunStatus[];
  limits: { seconds: number; steps: number; running: number };
}

interface Defaults {
  description: string;
  method: string;
  stepper: string;
  time_step: number;
  duration: number;
  friction: number;
  restitution: number;
}

const PAUSE = 200;
/** What fields mean. */
const TIPS: Record<string, string> = {
  scene: "Built-in scene to run",
  method: "Solver method of the contact problems",
  stepper: "Time-stepping scheme",
  time_step: "Length of a time step, s",
  duration: "Simulated time, s",
  friction: "Coulomb friction coefficient of all surfaces, dimensionless",
  restitution: "Coefficient of restitution of all surfaces, from 0 (plastic impact) to 1 (elastic impact)",
  r: "Parameter r of the prox iteration for every row, kg (N·s per m/s). Only methods that use a prox parameter read it.",
};
const NUMBERS: [string, string][] = [
  ["time_step", "time step, s"],
  ["duration", "duration, s"],
  ["friction", "friction μ"],
  ["restitution", "restitution"],
  ["r", "prox r, kg"],
];

const wait = (milliseconds: number) => new Promise((done) => setTimeout(done, milliseconds));

export class Lab {
  private readonly form = element("form", { class: "form", novalidate: "" });
  private readonly message = element("p", { class: "quiet", id: "lab-message" });
  /** How often something was said or asked for: an answer that comes later than that says nothing. */
  private said = 0;
  private readonly list = element("div", { id: "runs" });
  private readonly loaded = new Map<number, Recording>();
  private readonly chosen = new Set<number>();
  private readonly cards = new Map<number, RunCard>();
  private statuses: RunStatus[];
  private polling = false;

  constructor(node: HTMLElement, private readonly viewer: Viewer, private readonly state: ServerState, private readonly recordings: Recording[]) {
    const tab = document.querySelector<HTMLElement>('[data-panel="lab"]');
    if (tab) tab.hidden = false;
    this.statuses = state.runs;
    this.fillForm();
    const { seconds, steps } = state.limits;
    const limits = element("p", { class: "quiet" }, `Empty fields keep the scene's values. Friction and restitution apply to all surfaces. A run takes at most ${seconds} s of computing time (wall clock) and ${steps} steps.`);
    const back = element("button", { type: "button" }, "show the opened recordings");
    back.onclick = () => this.viewer.show(this.recordings);
    back.hidden = recordings.length === 0;
    node.append(this.form, this.message, limits, back, element("h2", {}, "Runs"), this.list);
    this.draw();
  }

  private fillForm(): void {
    const choice = (name: string, options: string[], empty: string) =>
      element("select", { name, id: `lab-${name}` }, ...(empty ? [element("option", { value: "" }, empty)] : []), ...options.map((option) => element("option", { value: option }, option)));
    const scene = choice("scene", this.state.scenes, "");
    const rows: [string, HTMLElement][] = [
      ["scene", scene],
      ["method", choice("method", this.state.methods, "scene default")],
      ["stepper", choice("stepper", this.state.steppers, "scene default")],
      ...NUMBERS.map(([name, label]): [string, HTMLElement] => [label, element("input", { name, id: `lab-${name}`, inputmode: "decimal", autocomplete: "off", type: "text" })]),
    ];
    const run = element("button", { type: "submit", class: "main", id: "lab-run" }, "Run");
    for (const [label, control] of rows) this.form.append(element("label", { for: control.id, title: TIPS[control.id.replace("lab-", "")] }, label), control);
    this.form.append(element("div", { class: "buttons" }, run));
    this.form.onsubmit = (event) => {
      event.preventDefault();
      void this.run();
    };
    scene.onchange = () => void this.describe(scene.value);
    if (this.state.scenes.includes("twelve-link-pendulum")) scene.value = "twelve-link-pendulum";
    void this.describe(scene.value);
  }

  /** What the scene says by itself, as what stands in empty fields. */
  private async describe(scene: string): Promise<void> {
    const asked = ++this.said;
    try {
      const own = await json<Defaults>(`/api/scenes/${encodeURIComponent(scene)}`);
      if ((this.form.elements.namedItem("scene") as HTMLSelectElement).value !== scene) return;
      if (asked === this.said) this.say(own.description, "quiet");
      const shown: Record<string, number> = { time_step: own.time_step, duration: own.duration, friction: own.friction, restitution: own.restitution };
      for (const [name] of NUMBERS) {
        const input = this.form.elements.namedItem(name) as HTMLInputElement;
        input.placeholder = name in shown ? String(shown[name]) : "scene default";
      }
      const first = (name: string, value: string) => ((this.form.elements.namedItem(name) as HTMLSelectElement).options[0].text = `scene default: ${value}`);
      first("method", own.method);
      first("stepper", own.stepper);
    } catch (error) {
      if (asked === this.said) this.complain(error);
    }
  }

  private complain(error: unknown): void {
    this.say(error instanceof Error ? error.message : String(error), "bad");
  }

  private say(words: string, kind: "quiet" | "bad"): void {
    this.said += 1;
    this.message.className = kind;
    this.message.textContent = words;
  }

  /** What the form says; only what is given. */
  private request(): Record<string, string | number> {
    const data = new FormData(this.form);
    const request: Record<string, string | number> = {};
    for (const [name, value] of data) {
      const text = String(value).trim();
      if (text === "") continue;
      if (!NUMBERS.some(([number]) => number === name)) request[name] = text;
      else {
        const number = Number(text.replace(",", "."));
        if (!Number.isFinite(number)) throw new Error(`${name}: expected a number, found '${text}'`);
        request[name] = number;
      }
    }
    return request;
  }

  private async run(): Promise<void> {
    const asked = ++this.said;
    try {
      const started = await json<RunStatus>("/api/runs", this.request());
      if (asked === this.said) this.say("", "quiet");
      this.statuses.push(started);
      await this.watch(started.id);
    } catch (error) {
      this.complain(error);
    }
  }

  /** The newest run, if there is one: that of a scene named on the command line. */
  async open(): Promise<void> {
    const newest = this.statuses.at(-1);
    if (!newest) {
      byId("notice").hidden = false;
      byId("notice").textContent = "Select a scene in the Lab panel and press Run.";
      return;
    }
    void this.watch(newest.id).catch((error) => this.complain(error));
    while (!this.loaded.has(newest.id)) await wait(30);
  }

  /** Shows a run while it grows. */
  private async watch(id: number): Promise<void> {
    this.chosen.clear();
    this.chosen.add(id);
    void this.poll();
    let offset = 0;
    let drawn = 0;
    for (;;) {
      const running = this.status(id)?.state === "running";
      const bytes = await bytesFrom(`/api/runs/${id}/bytes?from=${offset}`);
      offset += bytes.length;
      const known = this.loaded.get(id);
      if (bytes.length > 0 && !known) {
        const recording = new Recording(this.status(id)?.name ?? `run ${id}`, bytes);
        this.loaded.set(id, recording);
        if (this.chosen.has(id)) {
          this.viewer.show([recording]);
          this.viewer.player.live = true;
        }
      } else if (bytes.length > 0 && known) known.append(bytes);
      const ended = !running && bytes.length === 0;
      const shown = this.viewer.recordings[0] === this.loaded.get(id);
      if (shown && (ended || performance.now() - drawn > 500)) {
        drawn = performance.now();
        this.viewer.grown(ended);
      }
      if (ended) {
        // What was followed to its end starts over when played.
        if (shown) this.viewer.player.live = false;
        return;
      }
      await wait(PAUSE);
    }
  }

  private status(id: number): RunStatus | undefined {
    return this.statuses.find((status) => status.id === id);
  }

  /** Asks how far runs are, as long as one goes on. */
  private async poll(): Promise<void> {
    if (this.polling) return;
    this.polling = true;
    try {
      do {
        await wait(PAUSE);
        this.statuses = await json<RunStatus[]>("/api/runs");
        this.draw();
      } while (this.statuses.some((status) => status.state === "running"));
    } catch (error) {
      this.complain(error);
    }
    this.polling = false;
  }

  private async toggle(id: number, on: boolean): Promise<void> {
    if (on) this.chosen.add(id);
    else this.chosen.delete(id);
    for (const own of this.chosen) {
      if (this.loaded.has(own) || this.status(own)?.state === "running") continue;
      const parts: Uint8Array[] = [];
      let [bytes, length]: [Uint8Array, number] = [new Uint8Array(0), 0];
      do {
        bytes = await bytesFrom(`/api/runs/${own}/bytes?from=${length}`);
        parts.push(bytes);
        length += bytes.length;
      } while (bytes.length > 0);
      const recording = new Recording(this.status(own)?.name ?? `run ${own}`, parts[0]);
      parts.slice(1).forEach((part) => recording.append(part));
      this.loaded.set(own, recording);
    }
    const shown = [...this.chosen].flatMap((own) => this.loaded.get(own) ?? []);
    if (shown.length > 0) this.viewer.show(shown, true);
  }

  /** Every run has a card that stays, so that its buttons can be pressed while its numbers change. */
  private draw(): void {
    if (this.statuses.length === 0) {
      this.list.replaceChildren(element("p", { class: "quiet" }, "No runs yet."));
      return;
    }
    for (const status of this.statuses) {
      const card = this.cards.get(status.id) ?? new RunCard(status, (on) => this.toggle(status.id, on).catch((error) => this.complain(error)), () => this.stop(status.id));
      this.cards.set(status.id, card);
      card.show(status, this.chosen.has(status.id));
    }
    const nodes = [...this.statuses].reverse().flatMap((status) => this.cards.get(status.id)?.node ?? []);
    if (nodes.length !== this.list.children.length || nodes[0] !== this.list.firstChild) this.list.replaceChildren(...nodes);
  }

  private stop(id: number): void {
    void json(`/api/runs/${id}/stop`, {}).catch((error) => this.complain(error));
  }
}

class RunCard {
  readonly node: HTMLElement;
  private readonly words = element("span", { class: "quiet" });
  private readonly progress = element("progress");
  private readonly numbers = element("div", { class: "state" });
  private readonly box = element("input", { type: "checkbox" });
  private readonly end: HTMLButtonElement;

  constructor(status: RunStatus, toggle: (on: boolean) => void, stop: () => void) {
    this.box.setAttribute("aria-label", `show run ${status.id}`);
    this.box.onchange = () => toggle(this.box.checked);
    this.end = element("button", { type: "button", class: "small", "data-stop": String(status.id) }, "stop");
    this.end.onclick = stop;
    const settings = status.settings.length > 0 ? element("div", { class: "state" }, status.settings.join(", ")) : "";
    this.node = element("div", { class: "run", "data-run": String(status.id) },
      element("header", {}, element("strong", {}, status.name), this.words), this.progress, this.numbers, settings,
      element("div", { class: "row" }, element("label", {}, this.box, "show"), this.end));
  }

  show(status: RunStatus, chosen: boolean): void {
    const { state } = status;
    this.node.dataset.state = state;
    this.words.textContent = state === "limit" || state === "failed" ? status.message : state === "done" ? "completed" : state;
    this.words.className = state === "failed" ? "bad" : "quiet";
    this.progress.max = status.duration;
    this.progress.value = status.time;
    this.numbers.textContent = `${quantity(status.time, "s")} of ${quantity(status.duration, "s")} simulated · computing time ${quantity(status.wall, "s", 3)} · unsolved steps: ${status.unsolved} · largest residual ${format(status.residual, 3)} · contact points: ${status.contacts}`;
    this.box.checked = chosen;
    this.end.hidden = state !== "running";
  }
}
