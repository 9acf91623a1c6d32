import { expect, type Locator, type Page } from "@playwright/test";

/** Stops the page's clock, an hour ahead of now. */
export async function stopClock(page: Page): Promise<void> {
  await page.clock.pauseAt(new Date(Date.now() + 60 * 60 * 1000));
}

/** Waits for an element on a page with a stopped clock, which is advanced in tiny steps for short delays. */
export async function expectAtOnce(page: Page, target: Locator): Promise<void> {
  await expect(async () => {
    await page.clock.runFor(5);
    await expect(target).toBeVisible({ timeout: 200 });
  }).toPass();
}
