// The lab, as a reader uses it.

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
