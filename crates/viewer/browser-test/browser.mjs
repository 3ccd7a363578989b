// Chromium, and pages in it whose every complaint is a failure.

import { chromium } from "playwright-core";

const FLAGS = ["--no-sandbox", "--use-angle=swiftshader", "--enable-unsafe-swiftshader", "--disable-background-networking", "--disable-component-update", "--no-first-run"];

export class Browser {
  static async launch(path) {
    const own = new Browser();
    own.browser = await chromium.launch({ executablePath: path, headless: true, args: FLAGS });
    return own;
  }

  /** Opens an address; what it complains of, and what it fetches from elsewhere, is gathered. */
  async open(address, { width = 1280, height = 800, theme = "light" } = {}) {
    const context = await this.browser.newContext({ viewport: { width, height }, colorScheme: theme });
    const page = await context.newPage();
    page.complaints = [];
    page.on("console", (message) => ["error", "warning"].includes(message.type()) && !isDriver(message.text()) && page.complaints.push(message.text()));
    page.on("pageerror", (error) => page.complaints.push(error.message));
    page.on("request", (request) => {
      const url = request.url();
      const own = url.startsWith("data:") || url.startsWith("blob:") || url.startsWith(new URL(address).origin === "null" ? "file:" : new URL(address).origin);
      if (!own) page.complaints.push(`fetched ${url}`);
    });
    page.cdp = await context.newCDPSession(page);
    await page.cdp.send("Performance.enable", { timeDomain: "threadTicks" });
    await page.goto(address);
    await page.waitForFunction(() => window.stiction?.opened > 0, null, { timeout: 60_000 });
    return page;
  }

  /** How long a page took to open, and how long its own thread worked for that, s. */
  async opening(page) {
    const wall = (await page.evaluate(() => window.stiction.opened)) / 1000;
    const { metrics } = await page.cdp.send("Performance.getMetrics");
    return { wall, work: metrics.find(({ name }) => name === "TaskDuration").value };
  }

  async close() {
    await this.browser.close();
  }
}

/** Remarks of software rendering on how slow it is to read pixels, which only screenshots do. */
function isDriver(text) {
  return /GPU stall|GL Driver Message|swiftshader|Automatic fallback to software WebGL/i.test(text);
}
