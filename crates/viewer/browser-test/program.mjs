// The program under test, as a user runs it.

import { execFileSync, spawn } from "node:child_process";

export class Program {
  constructor(path) {
    this.path = path;
  }

  run(...words) {
    return execFileSync(this.path, words, { encoding: "utf8", maxBuffer: 1 << 28, stdio: ["ignore", "pipe", "pipe"] });
  }

  /** What a recording holds at a step. */
  frame(file, step) {
    return JSON.parse(this.run("inspect", file, "--step", String(step), "--json")).frame;
  }

  /** Serves while `use` goes on; Ctrl-C ends it. */
  async serve(words, use) {
    const child = spawn(this.path, ["view", "--no-open", ...words], { stdio: ["ignore", "pipe", "inherit"] });
    const ended = new Promise((done) => child.on("exit", (code) => done(code)));
    try {
      const address = await new Promise((found, failed) => {
        child.stdout.once("data", (text) => found(String(text).trim()));
        child.once("exit", (code) => failed(new Error(`stiction view ended with ${code}`)));
      });
      await use(address);
    } catch (error) {
      child.kill("SIGKILL");
      throw error;
    }
    child.kill("SIGINT");
    const code = await ended;
    if (code !== 0) throw new Error(`stiction view ended with ${code} after Ctrl-C`);
  }
}
