// The prox iteration, as a reader uses it.

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

/** Whatever the controls hold, the page shows numbers or words, and no text lies over another. */
export async function checkExtremes(page, checks) {
  const shown = (problem) =>
    page.evaluate((id) => {
      const section = document.querySelector(`#${id}-page`);
      const wrong = /NaN|undefined|Infinity|null/;
      const places = [...section.querySelectorAll("svg *")].filter((own) => [...own.attributes].some(({ value }) => /NaN|Infinity/.test(value)));
      return { text: wrong.exec(section.innerText)?.[0] ?? "", places: places.length, fate: section.querySelector("[data-end]").textContent };
    }, problem);
  for (const problem of ["rod"]) {
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
