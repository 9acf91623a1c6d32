import { expect, type Locator, type Page } from "@playwright/test";

const MAX_PRESSES = 60;

/** Presses Tab until an element has the focus. */
export async function tabTo(page: Page, target: Locator): Promise<void> {
  for (let presses = 0; presses < MAX_PRESSES; presses += 1) {
    await page.keyboard.press("Tab");
    if (await target.evaluate((element) => element === document.activeElement)) return;
  }
  await expect(target, "reached with the Tab key").toBeFocused();
}
