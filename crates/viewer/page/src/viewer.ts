// The view: stage, transport, plots and panels around one player.

import { coordinates, type Coordinate } from "./coordinates";
import { MODE_CSS } from "./contacts_view";
import { overlayColour } from "./bodies_view";
import { details, stepTable } from "./details";
import { MODES } from "./format";
import { byId, element, format } from "./numbers";
import { Player, SPEEDS } from "./player";
import { Plots } from "./plots";
import type { Recording } from "./recording";
import { runTable } from "./run_table";
import { Stage, type Selection } from "./stage";
import { notable, stepsList } from "./steps_list";

/** How long our script took for each frame drawn, ms. */
export interface Timing {
  update: number[];
  draw: number[];
}

const MOST_TIMES = 2000;
const PLAY = "M4 2.5v11l9-5.5z";
const PAUSE = "M4 2.5h3v11H4zM9 2.5h3v11H9z";

export class Viewer {
  readonly player = new Player();
  readonly stage: Stage;
  readonly plots: Plots;
  readonly timing: Timing = { update: [], draw: [] };
  recordings: Recording[] = [];
  selection: Selection = null;
  private dirty = true;
  private tables = 0;
  private last = 0;
  private readonly picker = element("select", { "aria-label": "Plot a coordinate", title: "Add a coordinate to the plot, or remove it", id: "coordinate" });
  private available: Coordinate[] = [];

  constructor() {
    this.stage = new Stage(byId<HTMLCanvasElement>("canvas"));
    this.plots = new Plots(byId("plots"), this.picker);
    this.plots.onJump = (time) => {
      this.player.pause();
      this.player.seekTime(time);
    };
    this.player.onChange = () => (this.dirty = true);
    this.stage.controls.addEventListener("change", () => (this.dirty = true));
    new ResizeObserver(() => (this.dirty = true)).observe(this.stage.canvas);
    this.listen();
    this.modes();
    requestAnimationFrame((now) => this.animate(now));
  }

  show(recordings: Recording[], keep = false): void {
    const same = keep && this.recordings.length > 0 && this.recordings[0].header.bodies.length === recordings[0].header.bodies.length;
    this.recordings = recordings;
    recordings.forEach((recording) => (recording.onDetail = () => (this.dirty = true)));
    if (!same) {
      this.selection = null;
      this.offer();
    }
    this.player.show(recordings, same);
    this.stage.show(recordings, same);
    this.plots.show(recordings);
    this.describe();
    this.list();
    this.dirty = true;
    this.tables = 0;
  }

  /** The first recording has grown. */
  grown(finished: boolean): void {
    this.stage.rescale();
    this.plots.show(this.recordings);
    this.list();
    if (finished) this.describe();
    else byId("run").replaceChildren(runTable(this.recordings[0]));
    this.dirty = true;
  }

  private animate(now: number): void {
    requestAnimationFrame((next) => this.animate(next));
    if (this.recordings.length === 0 || byId("view").hidden) return;
    const began = performance.now();
    this.player.advance(Math.min(0.25, (now - this.last) / 1000));
    this.last = now;
    if (!this.dirty) return;
    this.dirty = false;
    this.stage.resize();
    this.stage.update(this.player.frames, this.selection);
    this.plots.mark(this.player.time);
    this.transport();
    // Tables are for reading: a few times a second while it plays.
    if (!this.player.playing || now - this.tables > 150) {
      this.tables = now;
      this.fillTables();
    }
    const updated = performance.now();
    this.stage.render();
    this.note(updated - began, performance.now() - updated);
  }

  private note(update: number, draw: number): void {
    const { timing } = this;
    if (timing.update.length >= MOST_TIMES) {
      timing.update.length = 0;
      timing.draw.length = 0;
    }
    timing.update.push(update);
    timing.draw.push(draw);
  }

  private transport(): void {
    const { player } = this;
    byId("play").querySelector("path")?.setAttribute("d", player.playing ? PAUSE : PLAY);
    const scrub = byId<HTMLInputElement>("scrub");
    scrub.max = String(player.first.count - 1);
    scrub.value = String(player.frame);
    const [store, place] = player.first.frame(player.frame);
    byId("clock").textContent = `${player.time.toFixed(3)} of ${player.end.toFixed(3)} s · step ${store.steps[place]}`;
    byId<HTMLSelectElement>("speed").value = String(player.speed);
  }

  private fillTables(): void {
    const { player } = this;
    byId("step").replaceChildren(stepTable(player.first, player.frame));
    byId("selection").replaceChildren(details(player.first, player.frame, this.selection, (body) => this.plotBody(body)));
  }

  /** What the run is of, and what it came to. */
  private describe(): void {
    const [first] = this.recordings;
    const { header } = first;
    byId("title").textContent = byId("title").title = [header.scene, header.description].filter(Boolean).join(": ");
    document.title = `${header.scene} · Stiction`;
    const notice = byId("notice");
    notice.hidden = !header.thinned;
    if (header.thinned) {
      const [every, all] = header.thinned;
      const rest = first.every > 1 ? "The others are loaded when playback pauses." : "The recording file has all of them.";
      notice.textContent = `The recording has ${all} frames; this page shows one in ${every}. ${rest}`;
    }
    byId("run").replaceChildren(runTable(first));
    const legend = byId("legend");
    legend.hidden = this.recordings.length < 2;
    legend.replaceChildren(
      ...this.recordings.map((recording, index) => element("span", {}, element("i", { class: "dot", style: `background:${overlayColour(index)}` }), recording.name)),
    );
  }

  private list(): void {
    const [first] = this.recordings;
    const all = byId<HTMLInputElement>("all-events").checked;
    byId("list").replaceChildren(stepsList(first, all, (step) => this.jump(step)));
    const count = notable(first, false).length;
    const tab = document.querySelector<HTMLElement>('[data-panel="events"]');
    if (tab) tab.textContent = count > 0 ? `Events (${count})` : "Events";
  }

  jump(step: number): void {
    this.player.pause();
    this.player.seek(this.player.first.indexOfStep(step));
  }

  /** Which coordinates can be plotted, and the first that is. */
  private offer(): void {
    this.available = coordinates(this.recordings[0]);
    this.plots.chosen = this.available.slice(0, 1);
    this.options();
  }

  private options(): void {
    const chosen = new Set(this.plots.chosen.map((coordinate) => coordinate.name));
    const options = this.available.slice(0, 2000).map(({ name }, index) => element("option", { value: String(index) }, `${chosen.has(name) ? "✓ " : ""}${name}`));
    this.picker.replaceChildren(element("option", { value: "" }, "add…"), element("option", { value: "none" }, "remove all"), ...options);
  }

  private choose(value: string): void {
    const { plots } = this;
    if (value === "none") plots.chosen = [];
    else {
      const coordinate = this.available[Number(value)];
      const there = plots.chosen.findIndex(({ name }) => name === coordinate.name);
      if (there >= 0) plots.chosen.splice(there, 1);
      else plots.chosen = [...plots.chosen, coordinate].slice(-6);
    }
    this.options();
    plots.draw();
  }

  private plotBody(body: string): void {
    this.plots.chosen = this.available.filter(({ name }) => name.startsWith(`${body} position `));
    this.options();
    this.plots.draw();
  }

  select(selection: Selection): void {
    this.selection = selection;
    if (selection) this.panel("inspect");
    this.dirty = true;
    this.tables = 0;
  }

  panel(name: string): void {
    for (const button of document.querySelectorAll<HTMLElement>("[data-panel]")) {
      button.classList.toggle("on", button.dataset.panel === name);
      byId(button.dataset.panel ?? "").hidden = button.dataset.panel !== name;
    }
  }

  choice(name: keyof Stage["choices"]): void {
    this.stage.choices[name] = !this.stage.choices[name];
    this.modes();
    this.dirty = true;
  }

  toggleFollow(): void {
    this.stage.follow = !this.stage.follow;
    this.modes();
    this.dirty = true;
  }

  resetCamera(): void {
    this.stage.resetCamera();
    this.dirty = true;
  }

  /** The legend of modes, and the boxes beside it. */
  private modes(): void {
    byId("modes").replaceChildren(...MODES.map(([mode, meaning], index) => element("span", { title: meaning }, element("i", { class: "dot", style: `background:${MODE_CSS[index]}` }), mode)));
    for (const box of document.querySelectorAll<HTMLInputElement>("[data-choice]")) {
      box.checked = this.stage.choices[box.dataset.choice as keyof Stage["choices"]];
    }
    byId<HTMLInputElement>("follow").checked = this.stage.follow;
  }

  themed(): void {
    const root = document.documentElement;
    this.stage.themed(getComputedStyle(root).getPropertyValue("--stage").trim(), root.dataset.theme === "dark");
    if (this.recordings.length > 0) this.plots.draw();
    this.dirty = true;
  }

  private listen(): void {
    const { player, stage } = this;
    byId("play").onclick = () => player.toggle();
    byId("back").onclick = () => player.step(-1);
    byId("forth").onclick = () => player.step(1);
    byId("scrub").oninput = (event) => {
      player.pause();
      player.seek(Number((event.target as HTMLInputElement).value));
    };
    const speed = byId<HTMLSelectElement>("speed");
    speed.append(...SPEEDS.map((value) => element("option", { value: String(value) }, `${format(value)}×`)));
    speed.onchange = () => (player.speed = Number(speed.value));
    for (const box of document.querySelectorAll<HTMLInputElement>("[data-choice]")) {
      box.onchange = () => this.choice(box.dataset.choice as keyof Stage["choices"]);
    }
    byId("follow").onchange = () => this.toggleFollow();
    byId("reset").onclick = () => this.resetCamera();
    byId("arrows").oninput = (event) => {
      stage.forceScale = 10 ** Number((event.target as HTMLInputElement).value);
      this.dirty = true;
    };
    byId("all-events").onchange = () => this.list();
    this.picker.onchange = () => this.choose(this.picker.value);
    for (const button of document.querySelectorAll<HTMLElement>("[data-panel]")) button.onclick = () => this.panel(button.dataset.panel ?? "");
    let [x, y] = [0, 0];
    stage.canvas.addEventListener("pointerdown", (event) => ([x, y] = [event.clientX, event.clientY]));
    stage.canvas.addEventListener("click", (event) => {
      if (Math.hypot(event.clientX - x, event.clientY - y) > 4 || this.recordings.length === 0) return;
      const box = stage.canvas.getBoundingClientRect();
      this.select(stage.pick(event.clientX - box.left, event.clientY - box.top, player.frame));
    });
  }
}
