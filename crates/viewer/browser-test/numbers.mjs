// Numbers as people read them: SI prefixes, signs, exponents.

import { build } from "../page/node_modules/esbuild/lib/main.js";
import { join } from "node:path";
import { pathToFileURL } from "node:url";

const CASES = [
  [0.142582, "s", "142.6 ms"],
  [8.268e-6, "s", "8.268 µs"],
  [20, "s", "20 s"],
  [1234.5, "s", "1235 s"],
  [0, "m", "0 m"],
  [3e-4, "m", "300 µm"],
  [-1.56e-5, "m", "−15.6 µm"],
  [9.9996e-4, "m", "1 mm"],
  [0.99996, "m", "1 m"],
  [3e-9, "m", "3 nm"],
  [4.51e-17, "m", "4.51·10⁻¹⁷ m"],
  [1234.5, "N", "1.235 kN"],
  [-72614, "J", "−72.61 kJ"],
  [0.0052, "N·s", "5.2 mN·s"],
  [0.3557, "rad", "0.3557 rad"],
  [2.5e-4, "rad", "250 µrad"],
  [0.3286, "m/s", "328.6 mm/s"],
  [0.25, "kg", "250 g"],
  [1.5, "kg", "1.5 kg"],
  [1e-9, "", "10⁻⁹"],
  [NaN, "J", "– J"],
  [Infinity, "J", "∞ J"],
];

export async function checkNumbers(checks, folder) {
  const out = join(folder, "numbers.mjs");
  await build({ entryPoints: [new URL("../page/src/numbers.ts", import.meta.url).pathname], bundle: true, format: "esm", outfile: out, logLevel: "error" });
  const { quantity } = await import(pathToFileURL(out));
  for (const [value, unit, expected] of CASES) {
    const found = quantity(value, unit);
    checks.is(`${value} ${unit}`, found === expected, found);
  }
}
