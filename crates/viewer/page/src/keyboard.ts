// Keys, and the list of them.

import { byId, element } from "./numbers";
import type { Viewer } from "./viewer";

const KEYS: [string, string][] = [
  ["space", "play or pause"],
  ["← →", "previous or next frame; with shift, 100 frames"],
  ["home end", "first or last frame"],
  ["+ −", "faster or slower playback"],
  [". ,", "next or previous step in the list of events"],
  ["P N A K", "show or hide contact points, normals, force arrows, friction cones"],
  ["F", "the camera follows the selected body"],
  ["R", "reset the camera"],
  ["T", "dark or light theme"],
  ["esc", "clear the selection"],
  ["?", "this help"],
];

const MOUSE: [string, string][] = [
  ["drag", "rotate the camera; with the right button or two fingers, move it"],
  ["wheel or pinch", "zoom"],
  ["click", "in the scene: show the values of a body or contact point; in a plot: jump to that time"],
  ["drag in a plot", "zoom into a time interval; a double click shows the whole run"],
  ["drop a file", "open a recording"],
];

export function help(): void {
  const row = ([key, what]: [string, string]) => element("tr", {}, element("td", {}, element("kbd", {}, key)), element("td", {}, what));
  const dialog = byId<HTMLDialogElement>("keys");
  const close = element("button", { type: "button" }, "close");
  close.onclick = () => dialog.close();
  dialog.replaceChildren(element("h2", {}, "Keyboard"), element("table", {}, ...KEYS.map(row)), element("h2", {}, "Mouse and touch"), element("table", {}, ...MOUSE.map(row)), close);
  dialog.showModal();
}

export function listen(viewer: Viewer, theme: () => void): void {
  const near = (direction: number) => {
    const steps = [...document.querySelectorAll<HTMLElement>("#list [data-step]")].map((entry) => Number(entry.dataset.step));
    const [store, place] = viewer.player.first.frame(viewer.player.frame);
    const now = store.steps[place];
    const next = direction > 0 ? steps.find((step) => step > now) : steps.reverse().find((step) => step < now);
    if (next !== undefined) viewer.jump(next);
  };
  const actions: Record<string, (shift: boolean) => void> = {
    " ": () => viewer.player.toggle(),
    ArrowLeft: (shift) => viewer.player.step(shift ? -100 : -1),
    ArrowRight: (shift) => viewer.player.step(shift ? 100 : 1),
    Home: () => viewer.player.step(-Infinity),
    End: () => viewer.player.step(Infinity),
    "+": () => viewer.player.faster(1),
    "=": () => viewer.player.faster(1),
    "-": () => viewer.player.faster(-1),
    ".": () => near(1),
    ",": () => near(-1),
    p: () => viewer.choice("points"),
    n: () => viewer.choice("normals"),
    a: () => viewer.choice("forces"),
    k: () => viewer.choice("cones"),
    f: () => viewer.toggleFollow(),
    r: () => viewer.resetCamera(),
    t: theme,
    "?": help,
    Escape: () => viewer.select(null),
  };
  window.addEventListener("keydown", (event) => {
    const target = event.target as HTMLElement;
    const typing = target.matches("select, input:not([type=range]):not([type=checkbox]), textarea");
    if (typing || event.ctrlKey || event.metaKey || event.altKey || byId<HTMLDialogElement>("keys").open) return;
    const action = actions[event.key.length === 1 ? event.key.toLowerCase() : event.key];
    if (!action || (viewer.recordings.length === 0 && !["t", "?"].includes(event.key))) return;
    if (byId("view").hidden && !["t", "T"].includes(event.key)) return;
    event.preventDefault();
    action(event.shiftKey);
  });
}
