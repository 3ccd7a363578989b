// The lab and the cobweb, as a reader uses them.

export async function checkLab(page, checks) {
  await page.click('[data-panel="lab"]');
  await page.selectOption("#lab-scene", "box-on-slope");
  // The scene's own words come when the server answers: whatever the lab says before that, they replace.
  const words = await page.evaluate(async () => (await (await fetch("/api/scenes/box-on-slope")).json()).description);
  await page.waitForFunction((text) => document.querySelector("#lab-message").textContent === text, words);
  await page.fill("#lab-friction", "-1");
  await page.click("#lab-run");
  await page.waitForFunction(() => document.querySelector("#lab-message").textContent.includes("friction: expected"));
  checks.is("refuses friction below zero", true, await page.textContent("#lab-message"));
  await page.fill("#lab-friction", "0.9");
  await page.selectOption("#lab-method", "prox");
  await page.fill("#lab-r", "0.5");
  await page.fill("#lab-duration", "0.5");
  await page.click("#lab-run");
  await page.waitForSelector('[data-run="1"][data-state="done"]', { timeout: 60_000 });
  await page.waitForFunction(() => window.stiction.viewer.player.first.summary !== null && !window.stiction.viewer.player.live);
  const run = await page.evaluate(() => {
    const [recording] = window.stiction.viewer.recordings;
    const last = recording.overview.count - 1;
    return { end: recording.end, settings: recording.header.settings.join(" "), friction: recording.overview.contact(last, 0).friction, method: recording.header.method };
  });
  checks.near("runs to its end", run.end, 0.5);
  checks.is("with what was chosen", run.method === "prox" && run.settings.includes("prox_scaling=0.5"), run.settings);
  checks.near("and its friction", run.friction, 0.9, 1e-6);

  await page.selectOption("#lab-scene", "twelve-link-pendulum");
  for (const name of ["friction", "r"]) await page.fill(`#lab-${name}`, "");
  await page.selectOption("#lab-method", "");
  await page.fill("#lab-duration", "400");
  await page.click("#lab-run");
  await page.waitForSelector('[data-run="2"] progress');
  await page.waitForFunction(() => document.querySelector('[data-run="2"] progress')?.value > 0);
  checks.is("shows progress", true);
  await page.click('[data-stop="2"]');
  await page.waitForSelector('[data-run="2"][data-state="stopped"]', { timeout: 20_000 });
  checks.is("stops", true, await page.textContent('[data-run="2"] .state'));
}

/** Drags a handle of a drawing by so many pixels. */
async function drag(page, handle, dx, dy) {
  const box = await page.locator(`[data-handle="${handle}"]`).boundingBox();
  const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
  await page.mouse.move(x, y);
  await page.mouse.down();
  for (const share of [0.25, 0.5, 0.75, 1]) await page.mouse.move(x + dx * share, y + dy * share);
  await page.mouse.up();
}

const data = (page, id, name) => page.$eval(`#${id}`, (node, key) => node.dataset[key], name);

export async function checkCobweb(page, checks, program) {
  await page.click('[data-tab="cobweb"]');
  const answer = JSON.parse(program.run("solve", "--example", "painleve-ambiguous", "--enumerate", "--json"));
  const expected = answer.solutions.map((solution) => solution.z[0]).sort((a, b) => a - b);
  const values = (await data(page, "solutions", "values")).split(" ").map(Number);
  checks.near("Painlevé's two forces are those of the enumeration", values, expected, 1e-12);
  checks.is("below the second, it converges to zero", (await data(page, "fate", "end")) === "converged" && Number(await data(page, "fate", "last")) === 0);
  await page.selectOption("#preset", "0");
  const before = Number(await data(page, "solutions", "r"));
  await drag(page, "r", 0, 60);
  const after = Number(await data(page, "solutions", "r"));
  checks.is("drags r", after > before, `${before} to ${after}`);
  checks.near("the force stays", (await data(page, "solutions", "values")).split(" "), 9.81 / (1 + 3 * 0.5 * (0.5 - 0.5 * Math.sqrt(0.75))), 1e-12);
  await page.locator("#slider-r").fill("1.9");
  checks.is("above 2/G it does not converge", (await data(page, "fate", "end")) !== "converged", await page.textContent("#fate"));
  await drag(page, "start", 40, 0);
  checks.is("drags the start", Number(await page.locator("#slider-start").inputValue()) > 2);
  await page.selectOption("#preset", "2");
  checks.is("the paradox has no force", (await data(page, "solutions", "values")) === "" && (await data(page, "fate", "end")) === "diverged");
  const friction = await page.locator("#slider-friction").inputValue();
  await drag(page, "friction", -120, 0);
  checks.is("drags μ", Number(await page.locator("#slider-friction").inputValue()) < Number(friction));
  const angle = await page.locator("#slider-angle").inputValue();
  await drag(page, "angle", 40, 60);
  checks.is("drags θ", Number(await page.locator("#slider-angle").inputValue()) < Number(angle));
  await page.click('[data-tab="view"]');
}
