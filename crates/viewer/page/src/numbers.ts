// Numbers for people; the full ones are in the tooltip.

const RAISED = "⁰¹²³⁴⁵⁶⁷⁸⁹";

export function format(value: number, digits = 5): string {
  if (Number.isNaN(value)) return "–";
  if (!Number.isFinite(value)) return value > 0 ? "∞" : "−∞";
  if (value === 0) return "0";
  const size = Math.abs(value);
  if (size >= 1e-3 && size < 1e6) return String(Number(value.toPrecision(digits))).replace("-", "−");
  const [mantissa, exponent] = value.toExponential(Math.max(0, digits - 2)).split("e");
  const raised = [...exponent].map((letter) => (letter === "-" ? "⁻" : letter === "+" ? "" : RAISED[Number(letter)])).join("");
  const factor = String(Number(mantissa)).replace("-", "−");
  return `${factor === "1" ? "" : factor === "−1" ? "−" : `${factor}·`}10${raised}`;
}

const PREFIXES: readonly (readonly [string, number])[] = [["k", 1e3], ["", 1], ["m", 1e-3], ["µ", 1e-6], ["n", 1e-9]];
/** Prefixes of units that do not take all of them: seconds have none above one, angles are read in rad down to a thousandth. */
const TAKEN: Record<string, string> = { m: "kmµn", s: "mµn", N: "kmµn", J: "kmµn", "N·s": "kmµn", "m/s": "kmµn", rad: "µn", "rad/s": "µn", kg: "" };

/** The SI prefix that suits a size: its factor, and the unit with it. Sizes that no prefix suits keep the unit. */
export function prefixed(size: number, unit: string, digits = 4): [number, string] {
  // Rounded first, so that 999.96 µm becomes 1 mm and not 1000 µm.
  const rounded = Number(Math.abs(size).toPrecision(digits));
  if (unit === "kg" && rounded > 0 && rounded < 1) {
    const [factor, text] = prefixed(1000 * rounded, "g", digits);
    return [factor / 1000, text];
  }
  const taken = unit === "g" ? "mµn" : TAKEN[unit];
  if (taken === undefined || !(rounded >= 1e-9 && rounded < 1e7)) return [1, unit];
  const least = (prefix: string, factor: number) => (prefix === "" && !taken.includes("m") ? 1e-3 : factor);
  const found = PREFIXES.find(([prefix, factor]) => taken.includes(prefix) && rounded >= least(prefix, factor) * (1 - 1e-9));
  return found ? [found[1], found[0] + unit] : [1, unit];
}

/** A number of SI units as it is read: `142.6 ms`, `300 µm`, `1.2 kN`. */
export function quantity(value: number, unit: string, digits = 4): string {
  const [factor, text] = prefixed(value, unit, digits);
  // Rounded before it is divided, so that a tie of decimal digits stays one.
  return `${format(Number(value.toPrecision(digits)) / factor, digits)} ${text}`.trim();
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

/** A row of a table: its name, numbers or words, their SI unit, and what the name means. */
export interface Row {
  name: string;
  value: number | number[] | string;
  unit?: string;
  tip: string;
  digits?: number;
}

/** A table of names and numbers: words as they are, numbers shortened and with the prefix of the largest, with all digits in the tooltip. */
export function numbersTable(rows: Row[]): HTMLTableElement {
  const body = rows.map(({ name, value, unit = "", tip, digits = 4 }) => {
    const data = element("td", { "data-name": name });
    if (typeof value === "string") data.append(value);
    else {
      const list = [value].flat();
      const [factor, text] = prefixed(Math.max(...list.map(Math.abs)), unit, digits);
      const cell = (number: number) => element("span", { title: `${number} ${unit}`.trim(), "data-value": String(number) }, format(number / factor, digits));
      list.forEach((number) => data.append(cell(number), " "));
      if (text) data.append(element("span", { class: "unit" }, text));
    }
    return element("tr", {}, element("th", { scope: "row", title: tip }, name), data);
  });
  return element("table", { class: "numbers" }, element("tbody", {}, ...body));
}
