// The numbers of each iteration as a table, which is filled while it is open.

import { element, format } from "../numbers";
import { words } from "./drawing";

export interface IterationTable {
  node: HTMLElement;
  /** Rows of numbers; the row of the iteration that is shown is marked. */
  fill: (rows: number[][], shown: number) => void;
}

export function iterationTable(prefix: string, columns: string[]): IterationTable {
  const body = element("tbody");
  const head = element("thead", {}, element("tr", {}, ...columns.map((name) => element("th", { scope: "col" }, ...words(name)))));
  const table = element("table", { class: "iterations", id: `${prefix}-iterations` }, head, body);
  const node = element("details", { class: "card" }, element("summary", { id: `${prefix}-numbers` }, "Numbers of each iteration"), element("div", { class: "scroll" }, table));
  let last: [number[][], number] = [[], 0];
  const draw = () => {
    if (!node.open) return;
    const [rows, shown] = last;
    body.replaceChildren(...rows.map((row, k) => element("tr", k === shown ? { class: "on" } : {}, ...row.map((value) => element("td", { "data-value": String(value), title: String(value) }, format(value, 7))))));
  };
  node.ontoggle = draw;
  return {
    node,
    fill: (rows, shown) => {
      last = [rows, shown];
      draw();
    },
  };
}
