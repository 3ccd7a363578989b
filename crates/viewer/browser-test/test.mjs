// The page in a real browser: `node test.mjs STICTION CHROMIUM [FOLDER FOR SCREENSHOTS]`.

import { mkdtemp, readFile, rm, stat, writeFile } from "node:fs/promises";
import { cpus, loadavg, tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { Browser } from "./browser.mjs";
import { Checks } from "./checks.mjs";
import { checkLab } from "./lab.mjs";
import { checkNumbers } from "./numbers.mjs";
import { checkPlacing } from "./placing.mjs";
import { Program } from "./program.mjs";
import { checkExtremes, checkParticle, checkPointMass, checkRod } from "./prox.mjs";
import { checkView, contactLabels, pickContact, seekStep, shown } from "./view.mjs";

const [path, chromium, pictures] = process.argv.slice(2);
const program = new Program(path);
const checks = new Checks();
const folder = await mkdtemp(join(tmpdir(), "stiction-browser-"));
const browser = await Browser.launch(chromium);
const at = (name) => join(folder, name);
const silent = (page) => checks.is("no complaint, nothing fetched from elsewhere", page.complaints.length === 0, page.complaints.slice(0, 3).join(" | "));
const picture = async (page, name) => pictures && page.screenshot({ path: join(pictures, `${name}.png`) });

try {
  await checks.group("numbers as people read them", () => checkNumbers(checks, folder));

  const [pendulum, html] = [at("pendulum.stiction"), at("pendulum.html")];
  let answer = null;
  await checks.group("the recording and its page", async () => {
    answer = JSON.parse(program.run("run", "twelve-link-pendulum", "--every", "1", "--record", pendulum, "--json"));
    const { size } = await stat(pendulum);
    checks.is("20 s at 1 ms are below 10 MB", size < 10e6, `${(size / 1e6).toFixed(2)} MB`);
    program.run("export", pendulum, "--html", html);
    checks.is("the page is written", true, `${((await stat(html)).size / 1e6).toFixed(2)} MB`);
  });

  await checks.group("the page from disk", async () => {
    const times = [];
    let page = null;
    // Other programs may have the machine: the best of some counts, and where it is busy, the work of the page's own thread.
    for (let k = 0; k < 5 && !times.some(({ wall }) => wall < 2); k++) {
      await page?.context().close();
      page = await browser.open(pathToFileURL(html).href);
      times.push(await browser.opening(page));
    }
    const [wall, work] = ["wall", "work"].map((kind) => Math.min(...times.map((time) => time[kind])));
    const busy = loadavg()[0] > cpus().length;
    checks.is("opens in less than 2 s", wall < 2 || (busy && work < 2), `${wall.toFixed(2)} s, of which its thread worked ${work.toFixed(2)} s${busy ? "; the machine is busy" : ""}`);
    const { residual, energy, outcomes, steps } = answer;
    checks.near("the largest residual is the program's", await shown(page, "run", "largest residual"), residual.natural_max);
    checks.near("the deepest penetration is the program's", await shown(page, "run", "deepest penetration"), residual.penetration_max_m);
    checks.near("the energy added is the program's", await shown(page, "run", "energy added"), energy.gained_by_impulses_j);
    const unsolved = steps - (outcomes.solved ?? 0) - (outcomes["model-solved"] ?? 0);
    const text = await page.textContent('#run [data-name="unsolved steps"]');
    checks.is("unsolved steps are the program's", text === `${unsolved} of ${steps}`, text);
    await checkView(page, checks, program, pendulum);
    await picture(page, "disk");
    silent(page);
    await page.context().close();
  });

  await checks.group("the page from the server, with the lab", () =>
    program.serve([pendulum], async (address) => {
      const page = await browser.open(address, { theme: "dark" });
      await checkView(page, checks, program, pendulum);
      await checkLab(page, checks);
      await picture(page, "lab");
      // What the server refused is told by the browser, too; that is no fault of the page.
      page.complaints = page.complaints.filter((text) => !text.includes("status of 400"));
      silent(page);
      await page.context().close();
    }),
  );

  await checks.group("the prox iteration on one contact", () =>
    program.serve([], async (address) => {
      const page = await browser.open(address);
      await checkRod(page, checks, program);
      await picture(page, "rod");
      await checkPointMass(page, checks, program, folder);
      await picture(page, "point-mass");
      await checkParticle(page, checks, program, folder);
      await picture(page, "particle");
      await checkExtremes(page, checks);
      silent(page);
      await page.context().close();
    }),
  );

  await checks.group("a scene, run while one watches", () =>
    program.serve(["bouncing-ball"], async (address) => {
      const page = await browser.open(address);
      await page.waitForSelector('[data-run="1"][data-state="done"]', { timeout: 60_000 });
      checks.is("the scene ran", (await page.title()).startsWith("bouncing-ball"));
      silent(page);
      await page.context().close();
    }),
  );

  await checks.group("two recordings over each other", async () => {
    const [first, second] = [at("auto.stiction"), at("pyramid.stiction")];
    const common = ["run", "twelve-link-pendulum", "--until", "2", "--every", "1", "--json"];
    program.run(...common, "--record", first);
    program.run(...common, "--method", "mlcp-lemke", "--set", "stepper.facets=4", "--record", second);
    await program.serve([first, second], async (address) => {
      const page = await browser.open(address);
      const found = await page.evaluate(() => window.stiction.viewer.plots.differences()[0].values.at(-1));
      const [a, b] = [first, second].map((file) => program.frame(file, 2000).bodies);
      const expected = Math.max(...Object.keys(a).map((name) => Math.hypot(...a[name].position.map((value, k) => value - b[name].position[k]))));
      checks.near("the difference is that of the recordings", found, expected, 1e-6);
      checks.is("and it is plotted", (await page.locator('[data-plot="Difference of recordings"] canvas').count()) === 1);
      await page.evaluate(() => window.stiction.viewer.player.seekTime(1.2));
      await picture(page, "compare");
      silent(page);
      await page.context().close();
    });
  });

  await checks.group("a long recording", async () => {
    const long = at("long.stiction");
    program.run("run", "twelve-link-pendulum", "--until", "70", "--every", "1", "--record", long, "--json");
    await program.serve([long], async (address) => {
      const page = await browser.open(address);
      checks.is("reports that it is thinned", (await page.textContent("#notice")).includes("one in 2"), await page.textContent("#notice"));
      await page.evaluate(() => window.stiction.viewer.player.seek(33333));
      await page.waitForFunction(() => document.querySelector("#clock").textContent.includes("step 33333"));
      await seekStep(page, 33333);
      const frame = program.frame(long, 33333);
      checks.near("details are loaded on request", await shown(page, "step", "energy"), frame.energy_j.reduce((x, y) => x + y));
      silent(page);
      await page.context().close();
    });
  });

  await checks.group("files dropped on the page", async () => {
    const [slope, damaged] = [at("slope.stiction"), at("damaged.stiction")];
    program.run("run", "box-on-slope", "--until", "0.2", "--every", "1", "--record", slope, "--json");
    const bytes = await readFile(slope);
    const half = Buffer.from(bytes);
    half[Math.floor(half.length * 0.6)] ^= 1;
    await writeFile(damaged, half);
    const page = await browser.open(pathToFileURL(html).href);
    const drop = (name, content) =>
      page.evaluate(([called, list]) => {
        const files = new DataTransfer();
        files.items.add(new File([new Uint8Array(list)], called));
        window.dispatchEvent(new DragEvent("drop", { dataTransfer: files, cancelable: true }));
      }, [name, [...content]]);
    const notice = (words) => page.waitForFunction((expected) => !document.querySelector("#notice").hidden && document.querySelector("#notice").textContent.includes(expected), words);
    await drop("words.txt", Buffer.from("no recording"));
    await notice("not a recording");
    checks.is("a file that is not a recording is refused", (await page.title()).startsWith("twelve-link-pendulum"));
    await drop("damaged.stiction", half);
    await notice("not a complete record");
    const count = await page.evaluate(() => window.stiction.viewer.player.first.count);
    const { frames } = JSON.parse(program.run("inspect", damaged, "--json"));
    checks.is("a damaged one is read as far as the program reads it", count === frames && count > 100, `${count} of 201 frames`);
    await drop("slope.stiction", bytes);
    await page.waitForFunction(() => window.stiction.viewer.player.first.count === 201 && document.querySelector("#notice").hidden);
    checks.is("a whole one is shown", (await page.title()).startsWith("box-on-slope"));
    await seekStep(page, 100);
    const expected = contactLabels(program.frame(slope, 100).contacts);
    const title = await pickContact(page, 1);
    checks.is("points of one pair are numbered", expected.length === 4 && expected.includes(title) && /^box on slope, point [1-4] of 4$/.test(title), title);
    await picture(page, "slope");
    silent(page);
    await page.context().close();
  });

  await checks.group("a small screen", async () => {
    const page = await browser.open(pathToFileURL(html).href, { width: 390, height: 844, theme: "dark" });
    const wide = await page.evaluate(() => document.documentElement.scrollWidth);
    checks.is("nothing is wider than the screen", wide <= 390, `${wide} px`);
    await picture(page, "small");
    silent(page);
    await page.context().close();
  });

  await checks.group("bodies are where the program has them", () => checkPlacing(checks, program, folder));
} finally {
  await browser.close();
  await rm(folder, { recursive: true, force: true });
}
process.exitCode = checks.end() ? 0 : 1;
