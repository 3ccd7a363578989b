// The view: plays, scrubs, picks, and shows the numbers of the recording.

/** The numbers in a row of the panel of what is selected, or of the step. */
export async function shown(page, box, name) {
  const selector = `#${box} [data-name="${name}"] [data-value]`;
  return page.$$eval(selector, (cells) => cells.map((cell) => Number(cell.dataset.value)));
}

export async function seekStep(page, step) {
  await page.evaluate((to) => window.stiction.viewer.jump(to), step);
  await page.waitForFunction((to) => Number(document.querySelector('#step [data-name="step"] [data-value]')?.dataset.value) === to, step);
}

/** Clicks where a body is, as the camera sees it, and waits for its numbers. */
export async function pickBody(page, name) {
  const place = await page.evaluate((body) => {
    const { stage, player } = window.stiction.viewer;
    const index = player.first.header.bodies.findIndex((own) => own.name === body);
    return stage.project(player.first.place(player.frame)[index]);
  }, name);
  await page.locator("#canvas").click({ position: { x: place[0], y: place[1] } });
  await page.waitForSelector("#selection [data-selected]");
  return page.$eval("#selection [data-selected]", (title) => title.dataset.selected);
}

export async function pickContact(page, index) {
  const place = await page.evaluate((own) => {
    const { stage, player } = window.stiction.viewer;
    const [store, at] = player.first.frame(player.frame);
    return stage.project(store.contact(at, own).position);
  }, index);
  await page.locator("#canvas").click({ position: { x: place[0], y: place[1] } });
  await page.waitForSelector('#selection [data-name="normal impulse"]');
  return page.$eval("#selection [data-selected]", (title) => title.dataset.selected);
}

/** What the page calls the modes. */
const MODES = { open: "separating", stick: "sticking", slip: "sliding" };

/** Labels of contacts whose second body moves: points of one pair are numbered in the order of the frame. */
export function contactLabels(contacts) {
  const names = contacts.map((own) => `${own.second} on ${own.first}`);
  const count = (name, list) => list.filter((other) => other === name).length;
  return names.map((name, k) => (count(name, names) === 1 ? name : `${name}, point ${count(name, names.slice(0, k + 1))} of ${count(name, names)}`));
}

/** Everything a reader does with a recording of the pendulum. */
export async function checkView(page, checks, program, file) {
  checks.is("title", (await page.title()).startsWith("twelve-link-pendulum"));
  const scene = await page.evaluate(() => window.stiction.viewer.stage.renderer.info.render.triangles);
  checks.is("the scene is drawn", scene > 1000, `${scene} triangles`);

  await seekStep(page, 12200);
  const frame = program.frame(file, 12200);
  checks.near("energy of step 12200", await shown(page, "step", "energy"), frame.energy_j.reduce((a, b) => a + b));
  checks.near("residual of step 12200", await shown(page, "step", "relative residual"), frame.residual);
  const depth = Math.max(0, ...frame.contacts.map((contact) => -contact.gap_m));
  checks.near("penetration of step 12200", await shown(page, "step", "penetration"), depth, 1e-6);
  checks.is("picks a body", (await pickBody(page, "link-3")) === "link-3");
  checks.near("its position is the recording's", await shown(page, "selection", "position"), frame.bodies["link-3"].position);
  checks.near("its angle is the recording's", await shown(page, "selection", "angle"), frame.configuration[2]);
  const title = await pickContact(page, 0);
  const labels = contactLabels(frame.contacts);
  const contact = frame.contacts[labels.indexOf(title)];
  checks.is("picks a contact", contact !== undefined, title);
  if (contact) {
    checks.near("its impulse is the recording's", await shown(page, "selection", "impulse"), contact.impulse_ns);
    checks.is("its mode is the recording's", (await page.textContent('#selection [data-name="mode"]')) === MODES[contact.mode], contact.mode);
  }

  await page.locator("#scrub").evaluate((scrub) => {
    scrub.value = "5000";
    scrub.dispatchEvent(new Event("input", { bubbles: true }));
  });
  await page.waitForFunction(() => document.querySelector("#clock").textContent.includes("step 5000"));
  checks.is("scrubs", true);
  await page.locator("#canvas").focus();
  await page.keyboard.press("ArrowRight");
  await page.waitForFunction(() => document.querySelector("#clock").textContent.includes("step 5001"));
  await page.keyboard.press("Shift+ArrowLeft");
  await page.waitForFunction(() => document.querySelector("#clock").textContent.includes("step 4901"));
  checks.is("steps by keys", true);
  const over = page.locator('[data-plot="Energy"] .u-over');
  const box = await over.boundingBox();
  await over.click({ position: { x: box.width / 2, y: box.height / 2 } });
  await page.waitForFunction(() => Math.abs(window.stiction.viewer.player.time - 10) < 0.2);
  checks.is("a click in a plot jumps", true);

  await seekStep(page, 1000);
  await pickBody(page, "link-12");
  await page.keyboard.press("f");
  await seekStep(page, 1100);
  const target = await page.evaluate(() => window.stiction.viewer.stage.controls.target.toArray());
  checks.near("the camera follows a body", target, program.frame(file, 1100).bodies["link-12"].position, 1e-6);
  await page.keyboard.press("f");
  await page.keyboard.press("r");

  await page.evaluate(() => {
    const { timing } = window.stiction.viewer;
    timing.update.length = timing.draw.length = 0;
  });
  await page.keyboard.press("Home");
  await page.keyboard.press(" ");
  await page.waitForTimeout(2500);
  await page.keyboard.press(" ");
  const played = await page.evaluate(() => {
    const { player, timing } = window.stiction.viewer;
    const middle = (list) => [...list].sort((a, b) => a - b)[list.length >> 1];
    return { time: player.time, playing: player.playing, frames: timing.update.length, update: middle(timing.update), draw: middle(timing.draw) };
  });
  checks.is("plays and pauses", played.time > 0.5 && !played.playing, `${played.time.toFixed(2)} s in 2.5 s`);
  const script = played.update + played.draw;
  checks.is("our script leaves 60 frames a second", script < 16.7, `${script.toFixed(2)} ms a frame, of which ${played.update.toFixed(2)} ms are ours (median of ${played.frames})`);

  await page.keyboard.press("?");
  checks.is("shows the keys", await page.locator("#keys").evaluate((dialog) => dialog.open));
  await page.keyboard.press("Escape");
  const before = await page.evaluate(() => document.documentElement.dataset.theme);
  await page.keyboard.press("t");
  checks.is("dark and light", (await page.evaluate(() => document.documentElement.dataset.theme)) !== before);
  await page.selectOption("#coordinate", { index: 4 });
  checks.is("plots a chosen coordinate", (await page.locator('[data-plot="Coordinates"] .legend span').count()) === 2);
  await page.click('[data-panel="events"]');
  await page.check("#all-events");
  await page.click("#list .event");
  await page.waitForFunction(() => document.querySelector("#clock").textContent.includes("step 157"));
  checks.is("the list of steps jumps", true);
}
