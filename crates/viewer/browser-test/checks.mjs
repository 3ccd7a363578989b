// Checks with names and figures, and the closing count.

export class Checks {
  passed = 0;
  failed = 0;

  is(name, condition, detail = "") {
    this[condition ? "passed" : "failed"] += 1;
    console.log(`${condition ? "ok  " : "FAIL"} ${name}${detail === "" ? "" : `: ${detail}`}`);
  }

  /** Numbers that agree to so many parts. */
  near(name, found, expected, relative = 1e-9) {
    const list = (value) => [value].flat().map(Number);
    const [a, b] = [list(found), list(expected)];
    const scale = Math.max(...b.map(Math.abs), 1e-300);
    const off = a.length === b.length ? Math.max(...a.map((value, k) => Math.abs(value - b[k]))) / scale : Infinity;
    this.is(name, off <= relative, `off by ${off.toExponential(1)}`);
  }

  async group(name, run) {
    console.log(`\n${name}`);
    try {
      await run();
    } catch (error) {
      this.is(name, false, String(error.stack ?? error).split("\n").slice(0, 4).join(" | "));
    }
  }

  end() {
    console.log(`\n${this.passed} passed, ${this.failed} failed`);
    return this.failed === 0;
  }
}
