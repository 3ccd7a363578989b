// The page: recordings that it holds, or those of its server, with the lab beside them.

import "uplot/dist/uPlot.min.css";
import "./style.css";
import { help, listen } from "./keyboard";
import { Lab, type ServerState } from "./lab";
import { byId } from "./numbers";
import { ProxPages } from "./prox/pages";
import type { Recording } from "./recording";
import { embedded, json, onDrop, served } from "./sources";
import * as theme from "./theme";
import { Viewer } from "./viewer";

theme.begin();
const viewer = new Viewer();
const prox = new ProxPages(byId("prox-iteration"));
viewer.themed();

function toggleTheme(): void {
  theme.toggle();
  viewer.themed();
}

function complain(error: unknown): void {
  const notice = byId("notice");
  notice.hidden = false;
  notice.textContent = error instanceof Error ? error.message : String(error);
}

function tab(name: string): void {
  for (const button of document.querySelectorAll<HTMLElement>("[data-tab]")) {
    button.classList.toggle("on", button.dataset.tab === name);
    byId(button.dataset.tab ?? "").hidden = button.dataset.tab !== name;
  }
  if (name === "prox-iteration") prox.show();
}

for (const button of document.querySelectorAll<HTMLElement>("[data-tab]")) {
  button.onclick = () => {
    tab(button.dataset.tab ?? "view");
    history.replaceState(null, "", button.dataset.tab === "prox-iteration" ? prox.hash : "#");
  };
}
byId("theme").onclick = toggleTheme;
byId("help").onclick = help;
listen(viewer, toggleTheme);
onDrop((recordings) => viewer.show(recordings), complain);
const named = ProxPages.named(location.hash);
if (named) {
  prox.shown = named;
  tab("prox-iteration");
}

/** For scripts that drive the page. */
const status = { ready: false, opened: 0, viewer, prox };
(window as unknown as { stiction: typeof status }).stiction = status;

async function open(): Promise<void> {
  let recordings: Recording[] = await embedded();
  if (recordings.length === 0 && location.protocol.startsWith("http")) {
    const state = await json<ServerState>("/api/state");
    recordings = await Promise.all(state.recordings.map(({ id, name }) => served(id, name)));
    const lab = new Lab(byId("lab"), viewer, state, recordings);
    if (recordings.length === 0) {
      viewer.panel("lab");
      await lab.open();
    }
  } else if (recordings.length === 0) {
    complain(new Error("This page contains no recording. Drop a recording file on it to open the file."));
  }
  if (recordings.length > 0) viewer.show(recordings);
  status.ready = true;
  requestAnimationFrame(() => requestAnimationFrame(() => (status.opened = performance.now())));
}

open().catch(complain);
