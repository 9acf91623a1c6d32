import { expect, type Locator, type Page } from "@playwright/test";

/** Stops the page's clock once it stands still enough to be told the time. */
export async function stopClock(page: Page): Promise<void> {
  await page.clock.pauseAt(new Date(Date.now() + 60 * 60 * 1000));
}

/** Waits for something on a page whose clock stands: what hangs on a moment's delay is let through, in tiny steps. */
export async function expectAtOnce(page: Page, target: Locator): Promise<void> {
  await expect(async () => {
    await page.clock.runFor(5);
    await expect(target).toBeVisible({ timeout: 200 });
  }).toPass();
}
