// The page's kinematics against the program's, on joints of all kinds that the built-in scenes have.

import { build } from "../page/node_modules/esbuild/lib/main.js";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { pathToFileURL } from "node:url";

const SCENES = ["four-bar-loop", "parallel-robot", "planar-walker", "humanoid-standing", "gripper-holding-object", "spinning-top", "rattleback", "twelve-link-pendulum-redundant"];


export async function checkPlacing(checks, program, folder) {
  const out = join(folder, "recording.mjs");
  await build({ entryPoints: [new URL("../page/src/recording.ts", import.meta.url).pathname], bundle: true, format: "esm", outfile: out, logLevel: "error" });
  const { Recording } = await import(pathToFileURL(out));
  const kinds = new Set();
  for (const scene of SCENES) {
    const file = join(folder, `${scene}.stiction`);
    program.run("run", scene, "--until", "0.03", "--every", "1", "--record", file, "--json");
    const recording = new Recording(scene, new Uint8Array(await readFile(file)));
    const frame = program.frame(file, 1e9);
    const poses = recording.place(recording.count - 1);
    let most = 0;
    recording.header.bodies.forEach((body, index) => {
      body.joints.forEach((joint) => kinds.add(joint.kind));
      if (index === 0) return;
      const { position } = frame.bodies[body.name];
      most = Math.max(most, ...position.map((value, k) => Math.abs(value - poses[index][k])));
    });
    checks.is(`bodies of ${scene}`, most < 1e-9, `off by ${most.toExponential(1)} m`);
  }
  checks.is("kinds of joints", kinds.size >= 4, [...kinds].join(", "));
}
