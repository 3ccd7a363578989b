// Builds the one page: bundles scripts and styles, and puts both into the HTML. With --check, compares with what is there.
import { build } from "esbuild";
import { readFile, writeFile, mkdir } from "node:fs/promises";

const here = new URL(".", import.meta.url);
const target = new URL("built/page.html", here);

const bundle = await build({
  entryPoints: [new URL("src/main.ts", here).pathname],
  bundle: true,
  minify: true,
  charset: "utf8",
  format: "iife",
  target: "es2022",
  legalComments: "inline",
  write: false,
  outdir: "built",
  logLevel: "warning",
});
const output = (ending) => bundle.outputFiles.find((file) => file.path.endsWith(ending)).text;
const licence = async (name) => (await readFile(new URL(`node_modules/${name}/LICENSE`, here), "utf8")).trim();
const notices = `three.js:\n${await licence("three")}\n\nuPlot:\n${await licence("uplot")}`;

// A script within a page must not hold the word that ends it.
const script = output(".js").replaceAll("</script", "<\\/script").replaceAll("<!--", "<\\!--");
const html = (await readFile(new URL("src/page.html", here), "utf8"))
  .replace("/*style*/", () => output(".css").trim())
  .replace("/*notices*/", () => notices.replaceAll("--", "- -"))
  .replace("/*script*/", () => script.trim());

if (process.argv.includes("--check")) {
  const committed = await readFile(target, "utf8").catch(() => "");
  if (committed !== html) {
    console.error("crates/viewer/page/built/page.html does not match its source: run `npm run build` in crates/viewer/page");
    process.exit(1);
  }
  console.log(`the built page matches its source, ${html.length} characters`);
} else {
  await mkdir(new URL("built/", here), { recursive: true });
  await writeFile(target, html);
  console.log(`built/page.html: ${(Buffer.byteLength(html) / 1e3).toFixed(0)} kB`);
}
