import { expect, type Locator, type Page } from "@playwright/test";

const ENOUGH = 60;

/** Presses Tab until something has the focus, as a person without a mouse would. */
export async function tabTo(page: Page, target: Locator): Promise<void> {
  for (let presses = 0; presses < ENOUGH; presses += 1) {
    await page.keyboard.press("Tab");
    if (await target.evaluate((element) => element === document.activeElement)) return;
  }
  await expect(target, "reached with the Tab key").toBeFocused();
}
