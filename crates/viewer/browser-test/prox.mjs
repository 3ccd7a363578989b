// The prox iteration, as a reader uses it, with the program's own iteration beside it.

import { writeFile } from "node:fs/promises";
import { join } from "node:path";

/** Drags a handle of a drawing by so many pixels. */
async function drag(page, problem, handle, dx, dy) {
  const own = page.locator(`#${problem}-page [data-handle="${handle}"]:visible`).first();
  await own.scrollIntoViewIfNeeded();
  const box = await own.boundingBox();
  const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
  await page.mouse.move(x, y);
  await page.mouse.down();
  for (const share of [0.25, 0.5, 0.75, 1]) await page.mouse.move(x + dx * share, y + dy * share);
  await page.mouse.up();
}

const data = (page, id, name) => page.$eval(`#${id}`, (node, key) => node.dataset[key], name);
const numbers = (text) => text.split(" ").filter(Boolean).map(Number);

/** Types numbers into the fields of a problem. */
async function type(page, problem, values) {
  for (const [name, value] of Object.entries(values)) {
    await page.fill(`#${problem}-${name}-value`, String(value));
    await page.press(`#${problem}-${name}-value`, "Enter");
  }
}

/** The table of iterations, with all digits. */
async function rows(page, problem) {
  await page.evaluate((id) => (document.querySelector(`#${id}`).parentElement.open = true), `${problem}-numbers`);
  await page.waitForSelector(`#${problem}-iterations td`);
  return page.$$eval(`#${problem}-iterations tbody tr`, (list) => list.map((row) => [...row.children].map((cell) => Number(cell.dataset.value))));
}

/** The prox iteration of the program with a fixed r, all rows at once; the problem is `W = I/m`. */
class Solver {
  constructor(program, folder) {
    [this.program, this.folder] = [program, folder];
  }

  async pose({ mass, free, law, start }) {
    const list = free.map((_, k) => k);
    const problem = { format: 1, kind: "contact", delassus: { shape: [list.length, list.length], rows: list, columns: list, values: list.map(() => 1 / mass) }, free_velocity: free, laws: [law] };
    [this.file, this.start] = ["problem", "start"].map((name) => join(this.folder, `prox-${name}.json`));
    await writeFile(this.file, JSON.stringify(problem));
    await writeFile(this.start, JSON.stringify(start));
  }

  solve(r, ...options) {
    const words = ["solve", this.file, "--method", "prox", "--prox-scaling", `fixed:${r}`, "--sweep", "jacobi", "--start", this.start, "--json", ...options];
    try {
      return JSON.parse(this.program.run(...words));
    } catch (error) {
      // Exit code 1: not solved, with the answer.
      return JSON.parse(error.stdout);
    }
  }
}

/** Impulses after k iterations, and the iterations to 10⁻⁶, are the program's. */
function compare(checks, name, solver, r, table, columns, count) {
  for (const k of [1, 2, 3, 6].filter((own) => own < table.length)) {
    const answer = solver.solve(r, "--max-iterations", String(k), "--tolerance", "1e-15");
    checks.near(`${name}: iteration ${k} is the program's`, columns.map((column) => table[k][column]), answer.impulses, 1e-12);
    checks.near(`${name}: its natural residual too`, table[k][columns.length + 1], answer.residual.natural_m_per_s, 1e-9);
  }
  const { effort, outcome } = solver.solve(r, "--tolerance", "1e-6");
  checks.is(`${name}: iterations to 10⁻⁶ are the program's`, outcome === "solved" && count === effort.iterations, `${count}, ${effort.iterations}`);
}

export async function checkRod(page, checks, program) {
  await page.click('[data-tab="prox-iteration"]');
  const answer = JSON.parse(program.run("solve", "--example", "painleve-ambiguous", "--enumerate", "--json"));
  const expected = answer.solutions.map((solution) => solution.z[0]).sort((a, b) => a - b);
  checks.near("Painlevé's two forces are those of the enumeration", numbers(await data(page, "rod-solutions", "values")), expected, 1e-12);
  checks.is("below the second, it converges to zero", (await data(page, "rod-fate", "end")) === "converged" && Number(await data(page, "rod-fate", "last")) === 0);
  await page.selectOption("#rod-preset", "0");
  const before = Number(await data(page, "rod-solutions", "r"));
  await drag(page, "rod", "r", 0, 60);
  const after = Number(await data(page, "rod-solutions", "r"));
  checks.is("drags r", after > before, `${before} to ${after}`);
  checks.near("the force stays", numbers(await data(page, "rod-solutions", "values")), 9.81 / (1 + 3 * 0.5 * (0.5 - 0.5 * Math.sqrt(0.75))), 1e-12);
  await page.locator("#rod-r").fill("1.9");
  checks.is("above 2/G it does not converge", (await data(page, "rod-fate", "end")) !== "converged", await page.textContent("#rod-fate"));
  await drag(page, "rod", "start", 40, 0);
  checks.is("drags the start", Number(await page.locator("#rod-start").inputValue()) > 2);
  await page.selectOption("#rod-preset", "2");
  checks.is("the paradox has no force", (await data(page, "rod-solutions", "values")) === "" && (await data(page, "rod-fate", "end")) === "diverged", await page.textContent("#rod-fate"));
  const friction = await page.locator("#rod-friction").inputValue();
  await drag(page, "rod", "friction", -120, 0);
  checks.is("drags μ", Number(await page.locator("#rod-friction").inputValue()) < Number(friction));
  const angle = await page.locator("#rod-angle").inputValue();
  await drag(page, "rod", "angle", 40, 60);
  checks.is("drags θ", Number(await page.locator("#rod-angle").inputValue()) < Number(angle));
}

export async function checkPointMass(page, checks, program, folder) {
  await page.click('[data-subject="point-mass"]');
  const solver = new Solver(program, folder);
  const cases = [
    ["sticks", { mass: 1, along: 4, away: -10, friction: 0.5, r: 0.5, startNormal: 2, startTangential: -6 }],
    ["slides", { mass: 2, along: 8, away: -10, friction: 0.4, r: 1.3, startNormal: 3, startTangential: 1 }],
    ["m < r < 2m", { mass: 1, along: -3, away: -10, friction: 0.5, r: 1.6, startNormal: 2, startTangential: 1 }],
    ["h_y > 0", { mass: 1.5, along: 3, away: 5, friction: 0.5, r: 0.4, startNormal: 12, startTangential: 4 }],
  ];
  for (const [name, own] of cases) {
    await type(page, "point-mass", own);
    await solver.pose({ mass: own.mass, free: [own.away / own.mass, own.along / own.mass], law: { law: "planar-coulomb", friction: own.friction }, start: [own.startNormal, own.startTangential] });
    const table = await rows(page, "point-mass");
    compare(checks, `point mass, ${name}`, solver, own.r, table, [1, 2], Number(await data(page, "point-mass-fate", "count")));
    const found = ["normal", "tangential"].map(async (part) => Number(await data(page, "point-mass-solution", part)));
    checks.near(`point mass, ${name}: the solution is the program's`, await Promise.all(found), solver.solve(own.mass).impulses, 1e-12);
    checks.is(`point mass, ${name}: friction is within the set of its iteration`, table.slice(1).every(([, normal, tangential]) => Math.abs(tangential) <= own.friction * normal * (1 + 1e-12)));
  }
  await page.selectOption("#point-mass-preset", "0");
  const errors = (await rows(page, "point-mass")).slice(0, 30).map(([k, normal]) => [Math.abs(normal - 10), 8 * 0.5 ** k]);
  checks.is("the error of the normal force is |1 − r/m|ᵏ", errors.every(([found, expected]) => Math.abs(found - expected) < 1e-12));
  for (const [r, converges] of [[0.2, true], [1.9, true], [2, false], [2.1, false], [12, false]]) {
    await type(page, "point-mass", { r });
    const end = await data(page, "point-mass-fate", "end");
    checks.is(`r = ${r} m ${converges ? "converges" : "does not converge"}`, (end === "converged") === converges, await page.textContent("#point-mass-fate"));
  }
  await type(page, "point-mass", { r: 0.7, mass: 0.7 });
  checks.is("r = m takes one iteration", (await data(page, "point-mass-fate", "count")) === "1" && (await data(page, "point-mass-fate", "iterations")) === "1");
  await page.selectOption("#point-mass-preset", "0");
  const handles = page.locator('#point-mass-page [data-handle="start"]');
  checks.is("both plots have a start", (await handles.count()) === 2);
  await drag(page, "point-mass", "start", 60, 0);
  checks.is("drags the normal start", Number(await page.inputValue("#point-mass-startNormal-value")) > 2.5);
  await drag(page, "point-mass", "r", 0, 60);
  checks.is("drags r of the point mass", Number(await page.inputValue("#point-mass-r-value")) > 0.5);
  await page.selectOption("#point-mass-preset", "0");
  // The forces in their cone have a point per iteration, the cobwebs two lines.
  const drawn = () => page.$$eval('#point-mass-page [data-curve="iterates"]', (list) => list.map((path) => path.getAttribute("d").split("L").length));
  const all = await drawn();
  await page.locator("#point-mass-shown").fill("2");
  const two = await drawn();
  checks.is("shows as many iterations as chosen", two.join(" ") === "3 5 5" && all.every((count) => count > 20), `${all} and ${two}`);
  await page.click("#point-mass-play");
  await page.waitForFunction(() => /^([3-9]|1\d) of/.test(document.querySelector("#point-mass-page .playback output").textContent));
  await page.click("#point-mass-play");
  checks.is("plays the iterations", true);
}

export async function checkParticle(page, checks, program, folder) {
  await page.click('[data-subject="particle"]');
  const solver = new Solver(program, folder);
  const cases = [
    ["g = −10", { r: 0.5, gravity: -10, mass: 1, relaxation: 0, startNormal: 0, startTangential: 0, startOther: 0 }],
    ["r = 1.7", { r: 1.7, gravity: -10, mass: 1, relaxation: 0, startNormal: 0, startTangential: 0, startOther: 0 }],
    ["oblique start", { r: 0.3, gravity: -20, mass: 1, relaxation: 0, startNormal: 1, startTangential: 0.3, startOther: 0.4 }],
    ["another mass", { r: 1.2, gravity: -7.5, mass: 2.5, relaxation: 0, startNormal: 0.2, startTangential: -0.3, startOther: 0.1 }],
    ["sticks", { r: 0.6, gravity: -50, mass: 1, relaxation: 0, startNormal: 0, startTangential: 0, startOther: 0.5 }],
  ];
  const pose = ({ mass, gravity, startNormal, startTangential, startOther }) =>
    solver.pose({ mass, free: [-1 + 0.1 * gravity + 1.5, 1, 0], law: { law: "coulomb", friction: 0.5 }, start: [startNormal, startTangential, startOther] });
  for (const [name, own] of cases) {
    await type(page, "particle", own);
    await pose(own);
    const table = await rows(page, "particle");
    compare(checks, `particle, ${name}`, solver, own.r, table, [1, 2, 3], Number(await data(page, "particle-fate", "count")));
    checks.near(`particle, ${name}: the solution is the program's`, numbers(await data(page, "particle-solution", "impulse")), solver.solve(own.mass).impulses, 1e-12);
  }
  const relaxed = { ...cases[0][1], relaxation: 0.001 };
  await type(page, "particle", relaxed);
  await pose(relaxed);
  const soft = solver.solve(relaxed.r, "--relaxation", "1e-3", "--tolerance", "1e-12");
  const last = (await rows(page, "particle")).at(-1);
  checks.near("with ζ it ends where the program does", last.slice(1, 4), soft.impulses, 1e-10);
  checks.near("and keeps the residual of the exact law that the program reports", [last[4], Number(await data(page, "particle-relaxed", "floor"))], [soft.residual.natural_m_per_s, soft.residual.natural_m_per_s], 1e-8);

  await page.selectOption("#particle-preset", "0");
  const errors = (await rows(page, "particle")).slice(0, 30).map(([k, normal]) => [Math.abs(normal - 0.5), 0.5 * 0.5 ** k]);
  checks.is("the error of the normal impulse is |1 − r/m|ᵏ/2", errors.every(([found, expected]) => Math.abs(found - expected) < 1e-13));
  // The counts of the study of this paper.
  const counts = [];
  for (const r of [0.25, 0.5, 0.75, 1, 1.25, 1.5, 1.75]) {
    await type(page, "particle", { r });
    counts.push(Number(await data(page, "particle-fate", "paper")));
  }
  checks.is("iterations to a total error of 10⁻⁶ are those of the study", counts.join(" ") === "20 8 4 1 4 8 20", counts.join(" "));
  await page.selectOption("#particle-version", "printed");
  await type(page, "particle", { r: 1.25 });
  checks.is("as printed, r = 1.25 does not converge", (await data(page, "particle-fate", "end")) !== "converged" && (await data(page, "particle-fate", "paper")) === "Infinity", await page.textContent("#particle-fate"));
  // By hand: ν_n = −2 and −2.375, ρ_n = −0.5 and −0.875.
  checks.near("and its impulses are those of eqs. 26 to 28 as printed", (await rows(page, "particle")).slice(1, 3).map((row) => row[1]), [0.625, 1.71875], 1e-12);
  await type(page, "particle", { r: 4.5 });
  checks.is("and says what r = 4.5 does", /diverges|does not converge/.test(await page.textContent("#particle-fate")), await page.textContent("#particle-fate"));
  await type(page, "particle", { r: 1 });
  checks.is("r = 1 takes one iteration", (await data(page, "particle-fate", "iterations")) === "1");
  await page.selectOption("#particle-preset", "4");
  await drag(page, "particle", "start", -40, 30);
  const start = await Promise.all(["startTangential", "startOther"].map((name) => page.inputValue(`#particle-${name}-value`)));
  checks.is("drags the start in the friction disc", Number(start[0]) < 0.3 && Number(start[1]) < 0.4, start.join(", "));
}

/** Whatever the controls hold, the page shows numbers or words, and no text lies over another. */
export async function checkExtremes(page, checks) {
  const shown = (problem) =>
    page.evaluate((id) => {
      const section = document.querySelector(`#${id}-page`);
      const wrong = /NaN|undefined|Infinity|null/;
      const places = [...section.querySelectorAll("svg *")].filter((own) => [...own.attributes].some(({ value }) => /NaN|Infinity/.test(value)));
      return { text: wrong.exec(section.innerText)?.[0] ?? "", places: places.length, fate: section.querySelector("[data-end]").textContent };
    }, problem);
  for (const problem of ["rod", "point-mass", "particle"]) {
    await page.click(`[data-subject="${problem}"]`);
    const ranges = await page.$$eval(`#${problem}-page .slider input[type=range]`, (list) => list.map(({ id, min, max }) => ({ id, min, max })));
    const faults = [];
    const look = async (what) => {
      const { text, places, fate } = await shown(problem);
      if (text || places || !/converge|diverge|residual below/.test(fate)) faults.push(`${what}: ${text} ${places} ${fate}`);
    };
    const versions = problem === "particle" ? ["corrected", "printed"] : [""];
    for (const version of versions) {
      if (version) await page.selectOption("#particle-version", version);
      for (const end of ["min", "max"]) {
        for (const { id } of ranges) await page.locator(`#${id}`).fill(String(ranges.find((own) => own.id === id)[end]));
        await look(`all ${end} ${version}`);
        for (const { id, min, max } of ranges) {
          await page.locator(`#${id}`).fill(end === "min" ? max : min);
          await look(`${id} beside all ${end} ${version}`);
          await page.locator(`#${id}`).fill(end === "min" ? min : max);
        }
      }
    }
    checks.is(`${problem}: every end of every slider shows numbers or words`, faults.length === 0, faults.slice(0, 2).join(" | "));
    await page.selectOption(`#${problem}-preset`, "1");
    await page.selectOption(`#${problem}-preset`, "0");
    const before = await page.inputValue(`#${problem}-r-value`);
    for (const text of ["abc", "", "1e999", "-3"]) {
      await type(page, problem, { r: text });
      const message = await page.textContent(`#${problem}-message`);
      checks.is(`${problem}: refuses r = '${text}'`, message.includes("expected a number") && (await page.inputValue(`#${problem}-r-value`)) === before, message);
    }
    const presets = await page.locator(`#${problem}-preset option`).count();
    const overlaps = [];
    for (const [width, height] of [[1280, 800], [800, 600]]) {
      await page.setViewportSize({ width, height });
      for (let preset = 0; preset < presets; preset++) {
        await page.selectOption(`#${problem}-preset`, String(preset));
        const found = await page.evaluate((id) => {
          const section = document.querySelector(`#${id}-page`);
          const cover = (a, b) => Math.min(a.right, b.right) - Math.max(a.left, b.left) > 1 && Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top) > 2;
          const pairs = (list) => list.flatMap((a, k) => list.slice(k + 1).filter((b) => cover(a.getBoundingClientRect(), b.getBoundingClientRect())).map((b) => `${a.textContent} / ${b.textContent}`));
          const plots = [...section.querySelectorAll(".plot > svg")].flatMap((svg) => pairs([...svg.querySelectorAll("text")]));
          const legends = [...section.querySelectorAll(".plot")].filter((plot) => plot.querySelectorAll("figcaption span").length === 0).map(() => "a plot without a legend");
          const wide = [...section.querySelectorAll(".card *:not(svg *)")].filter((own) => own.getBoundingClientRect().right > innerWidth).length > 0 ? ["wider than the window"] : [];
          return [...plots, ...legends, ...wide, ...pairs([...section.querySelectorAll(".slider > *, .legend > span, .verdict")])];
        }, problem);
        overlaps.push(...found.map((text) => `${width} px, example ${preset}: ${text}`));
      }
    }
    await page.setViewportSize({ width: 1280, height: 800 });
    checks.is(`${problem}: no text lies over another, every plot has a legend`, overlaps.length === 0, overlaps.slice(0, 4).join(" | "));
  }
}
