import { launch } from "puppeteer-core";
import { ACTION_TIMEOUT_MS, type Driver, requireProgram } from "./driver.ts";

/** Starts Firefox, driven over WebDriver BiDi. */
export async function startFirefox(): Promise<Driver> {
  const browser = await launch({
    browser: "firefox",
    executablePath: requireProgram(["firefox-esr", "firefox"], "firefox-esr"),
    headless: true,
    defaultViewport: { width: 1280, height: 860 },
  });
  const page = await browser.newPage();
  page.setDefaultTimeout(ACTION_TIMEOUT_MS);
  const errors: string[] = [];
  page.on("pageerror", (error) => errors.push(String(error)));
  page.on("console", (message) => {
    if (message.type() === "error") errors.push(`${message.text()} ${message.location().url ?? ""}`);
  });
  const find = (element: string) => page.locator(`xpath/${element}`);
  return {
    open: async (url) => void (await page.goto(url)),
    click: (element) => find(element).click(),
    fill: (element, text) => find(element).fill(text),
    waitFor: async (element) => void (await find(element).setVisibility("visible").wait()),
    run: (script) => page.evaluate(`(async () => { ${script} })()`),
    errors: () => errors,
    screenshot: async () => Buffer.from(await page.screenshot()),
    close: () => browser.close(),
  };
}
