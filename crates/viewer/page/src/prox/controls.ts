// What a reader chooses: an example, sliders whose values can also be typed, and choices in words.

import { element, format } from "../numbers";
import { words } from "./drawing";

export interface Slider<Choice> {
  name: keyof Choice & string;
  /** With its unit. */
  label: string;
  least: number;
  most: number;
  step: number;
  /** Position of the slider for a value and the value of a position, where they differ. */
  scale?: { position: (value: number) => number; value: (position: number) => number };
}

export interface Selection<Choice> {
  name: keyof Choice & string;
  label: string;
  options: [string, string][];
}

interface Row {
  range: HTMLInputElement;
  typed: HTMLInputElement;
  slider: Pick<Slider<object>, "label" | "least" | "most" | "scale">;
}

export class Controls<Choice extends object> {
  readonly node = element("div", { class: "controls" });
  private readonly rows = new Map<keyof Choice & string, Row>();
  private readonly selects = new Map<keyof Choice & string, HTMLSelectElement>();
  private readonly message = element("p", { class: "bad", role: "alert" });

  /** `prefix` begins the ids of this page's controls. */
  constructor(
    prefix: string,
    private readonly choice: Choice,
    presets: [string, Partial<Choice>][],
    sliders: Slider<Choice>[],
    selections: Selection<Choice>[],
    private readonly changed: () => void,
    preset = 0,
  ) {
    const examples = element("select", { "aria-label": "Example", id: `${prefix}-preset`, class: "preset" }, ...presets.map(([name], index) => element("option", { value: String(index) }, name)));
    examples.value = String(preset);
    examples.onchange = () => this.set(presets[Number(examples.value)][1]);
    this.node.append(examples);
    for (const { name, label, options } of selections) {
      const select = element("select", { id: `${prefix}-${name}` }, ...options.map(([value, text]) => element("option", { value }, text)));
      select.onchange = () => this.set({ [name]: select.value } as Partial<Choice>);
      this.selects.set(name, select);
      this.node.append(element("div", { class: "slider" }, element("label", { for: select.id }, ...words(label)), select));
    }
    for (const slider of sliders) this.node.append(this.slider(prefix, slider));
    this.message.id = `${prefix}-message`;
    this.message.hidden = true;
    this.node.append(this.message);
    this.set(presets[preset][1]);
  }

  private slider(prefix: string, slider: Slider<Choice>): HTMLElement {
    const { name, label, least, most, step, scale } = slider;
    const [low, high] = scale ? [scale.position(least), scale.position(most)] : [least, most];
    const range = element("input", { type: "range", min: String(low), max: String(high), step: String(step), id: `${prefix}-${name}` });
    const typed = element("input", { type: "text", inputmode: "decimal", autocomplete: "off", id: `${prefix}-${name}-value` });
    typed.setAttribute("aria-label", `${label.replace("_", "")}, as a number`);
    range.oninput = () => this.set({ [name]: scale ? scale.value(Number(range.value)) : Number(range.value) } as Partial<Choice>);
    typed.onchange = () => {
      const text = typed.value.trim();
      this.set({ [name]: text === "" ? NaN : Number(text.replace(",", ".").replace("−", "-")) } as Partial<Choice>, text);
    };
    this.rows.set(name, { range, typed, slider });
    return element("div", { class: "slider" }, element("label", { for: range.id }, ...words(label)), typed, range);
  }

  /** Takes values; those that are no number, or outside of their range, are refused with a message. */
  set(change: Partial<Choice>, text?: string): void {
    let refused = "";
    for (const [name, value] of Object.entries(change) as [keyof Choice & string, Choice[keyof Choice & string]][]) {
      const row = this.rows.get(name);
      if (row && typeof value === "number") {
        const { label, least, most } = row.slider;
        if (!(value >= least && value <= most)) {
          refused = `${label}: expected a number from ${format(least)} to ${format(most)}, found '${text ?? String(value)}'`;
          continue;
        }
      }
      this.choice[name] = value;
    }
    this.message.replaceChildren(...words(refused));
    this.message.hidden = refused === "";
    this.show();
    this.changed();
  }

  /** Shows or hides the slider of a value. */
  hide(name: keyof Choice & string, hidden: boolean): void {
    const row = this.rows.get(name)?.range.parentElement;
    if (row) row.hidden = hidden;
  }

  private show(): void {
    for (const [name, { range, typed, slider }] of this.rows) {
      const value = this.choice[name] as number;
      range.value = String(slider.scale ? slider.scale.position(value) : value);
      typed.value = value !== 0 && Math.abs(value) < 1e-3 ? value.toExponential() : String(Number(value.toPrecision(12)));
    }
    for (const [name, select] of this.selects) select.value = String(this.choice[name]);
  }
}
