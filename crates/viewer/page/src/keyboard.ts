// Keys, and the list of them.

import { byId, element } from "./numbers";
import type { Viewer } from "./viewer";

const KEYS: [string, string][] = [
  ["space", "play or pause"],
  ["← →", "one frame; with shift, a hundred"],
  ["home end", "first or last frame"],
  ["+ −", "faster or slower"],
  [". ,", "next or last step that fell back or failed"],
  ["P N A K", "contact points, normals, force arrows, friction cones"],
  ["F", "follow the selected body"],
  ["R", "camera back to its start"],
  ["T", "dark or light"],
  ["esc", "select nothing"],
  ["?", "this list"],
];

const MOUSE: [string, string][] = [
  ["drag", "turn the camera; right button or two fingers move it, the wheel zooms"],
  ["click", "a body or contact: its numbers; a plot: jump there"],
  ["drag in a plot", "zoom into a stretch of time; two clicks show all"],
];

export function help(): void {
  const row = ([key, what]: [string, string]) => element("tr", {}, element("td", {}, element("kbd", {}, key)), element("td", {}, what));
  const dialog = byId<HTMLDialogElement>("keys");
  const close = element("button", { type: "button" }, "close");
  close.onclick = () => dialog.close();
  dialog.replaceChildren(element("h2", {}, "Keys"), element("table", {}, ...KEYS.map(row)), element("h2", {}, "Mouse and fingers"), element("table", {}, ...MOUSE.map(row)), close);
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
