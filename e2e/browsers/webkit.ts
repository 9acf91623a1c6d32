import { spawn } from "node:child_process";
import { once } from "node:events";
import { Builder, By, Capabilities, type WebDriver } from "selenium-webdriver";
import { findFreePort } from "../../server/testing/free-port.ts";
import { ACTION_TIMEOUT_MS, type Driver, requireProgram } from "./driver.ts";

const SCREEN = "1280x900x24";

/** Starts WebKitGTK's own small browser on a virtual screen, driven over WebDriver. */
export async function startWebKit(): Promise<Driver> {
  const program = requireProgram(["WebKitWebDriver"], "webkit2gtk-driver");
  const screen = spawn(requireProgram(["Xvfb"], "xvfb"), ["-displayfd", "3", "-screen", "0", SCREEN], {
    stdio: ["ignore", "ignore", "ignore", "pipe"],
  });
  const [display] = await once(screen.stdio[3] as NodeJS.ReadableStream, "data");
  const port = await findFreePort();
  const service = spawn(program, [`--port=${port}`], {
    env: { ...process.env, DISPLAY: `:${String(display).trim()}` },
    stdio: "ignore",
  });
  const stop = () => {
    service.kill();
    screen.kill();
  };
  try {
    const driver = await new Builder()
      .usingServer(`http://127.0.0.1:${port}`)
      .withCapabilities(new Capabilities({ browserName: "MiniBrowser" }))
      .build();
    return drive(driver, async () => {
      await driver.quit();
      stop();
    });
  } catch (error) {
    stop();
    throw error;
  }
}

function drive(driver: WebDriver, close: () => Promise<void>): Driver {
  const find = async (element: string) => {
    const visible = await driver.wait(
      async () => {
        for (const found of await driver.findElements(By.xpath(element))) {
          if (await found.isDisplayed().catch(() => false)) return found;
        }
        return null;
      },
      ACTION_TIMEOUT_MS,
      `${element} is not visible`,
    );
    if (!visible) throw new Error(`${element} is not visible`);
    return visible;
  };
  return {
    open: (url) => driver.get(url),
    click: async (element) => (await find(element)).click(),
    fill: async (element, text) => (await find(element)).sendKeys(text),
    waitFor: async (element) => void (await find(element)),
    run: (script) =>
      driver.executeAsyncScript(
        `const done = arguments[arguments.length - 1]; (async () => { ${script} })().then(done, (error) => done(String(error)))`,
      ),
    // The driver reports no errors, but a failed script has no effect on the page, which fails the test.
    errors: () => [],
    screenshot: async () => Buffer.from(await driver.takeScreenshot(), "base64"),
    close,
  };
}
