// Which iteration is shown: all of them, or as many as a slider says, one after the other.

import { element } from "../numbers";

/** How long a run takes to play, and how long one iteration stays at most, ms. */
const [WHOLE, LONGEST] = [5000, 450];

export class Playback {
  readonly node: HTMLElement;
  private readonly range = element("input", { type: "range", min: "0", max: "1", step: "1" });
  private readonly output = element("output");
  private readonly button = element("button", { type: "button", class: "small" });
  private count = 1;
  /** None: all iterations. */
  private chosen: number | null = null;
  private timer = 0;

  constructor(prefix: string, private readonly changed: () => void) {
    this.range.id = `${prefix}-shown`;
    this.button.id = `${prefix}-play`;
    this.button.onclick = () => (this.timer ? this.stop() : this.play());
    this.range.oninput = () => {
      // Read first: stopping writes the slider.
      const iteration = Number(this.range.value);
      this.stop();
      this.choose(iteration);
    };
    this.node = element("div", { class: "playback" }, this.button, element("label", { for: this.range.id }, "iteration k"), this.range, this.output);
    this.label();
  }

  get shown(): number {
    return Math.min(this.chosen ?? this.count, this.count);
  }

  /** A new run of so many iterations, of which all are shown. */
  show(count: number): void {
    this.stop();
    [this.count, this.chosen] = [count, null];
    this.label();
  }

  play(): void {
    this.choose(0);
    const every = Math.max(1, Math.ceil(this.count / 60));
    const pause = Math.min(LONGEST, (WHOLE * every) / this.count);
    this.timer = window.setInterval(() => {
      this.choose(Math.min(this.count, this.shown + every));
      if (this.shown >= this.count) this.stop();
    }, pause);
    this.label();
  }

  stop(): void {
    window.clearInterval(this.timer);
    this.timer = 0;
    this.label();
  }

  private choose(iteration: number): void {
    this.chosen = iteration;
    this.label();
    this.changed();
  }

  private label(): void {
    this.range.max = String(this.count);
    this.range.value = String(this.shown);
    this.output.textContent = `${this.shown} of ${this.count}`;
    this.button.textContent = this.timer ? "stop" : "play";
  }
}
