// Numbers for people; the full ones are in the tooltip.

const RAISED = "⁰¹²³⁴⁵⁶⁷⁸⁹";

export function format(value: number, digits = 5): string {
  if (Number.isNaN(value)) return "–";
  if (value === 0) return "0";
  const size = Math.abs(value);
  if (size >= 1e-3 && size < 1e6) return String(Number(value.toPrecision(digits))).replace("-", "−");
  const [mantissa, exponent] = value.toExponential(Math.max(0, digits - 2)).split("e");
  const raised = [...exponent].map((letter) => (letter === "-" ? "⁻" : letter === "+" ? "" : RAISED[Number(letter)])).join("");
  return `${String(Number(mantissa)).replace("-", "−")}·10${raised}`;
}

/** An element, with text or other elements within. */
export function element<K extends keyof HTMLElementTagNameMap>(
  tag: K,
  attributes: Record<string, string> = {},
  ...content: (Node | string)[]
): HTMLElementTagNameMap[K] {
  const made = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) made.setAttribute(name, value);
  made.append(...content);
  return made;
}

/** The element of a name, which the page has. */
export function byId<T extends HTMLElement = HTMLElement>(id: string): T {
  const found = document.getElementById(id);
  if (!found) throw new Error(`the page has no element '${id}'`);
  return found as T;
}

/** A table of names and numbers: strings as they are, numbers shortened, with all digits in the tooltip. */
export function numbersTable(rows: [string, number | number[] | string, string?][]): HTMLTableElement {
  const cell = (value: number) => element("span", { title: String(value), "data-value": String(value) }, format(value));
  const body = rows.map(([name, value, unit]) => {
    const data = element("td", { "data-name": name });
    if (typeof value === "string") data.append(value);
    else [value].flat().forEach((number) => data.append(cell(number), " "));
    if (unit) data.append(element("span", { class: "unit" }, unit));
    return element("tr", {}, element("th", { scope: "row" }, name), data);
  });
  return element("table", { class: "numbers" }, element("tbody", {}, ...body));
}
