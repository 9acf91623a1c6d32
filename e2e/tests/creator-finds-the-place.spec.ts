import type { Page } from "@playwright/test";
import { expect, signedInTest as test } from "../support/fixtures.ts";

const positionOf = (page: Page) => page.evaluate(() => Math.round(scrollY));

async function openSettings(page: Page, open: () => Promise<unknown>) {
  await open();
  await expect(page.getByRole("button", { name: "Save changes" })).toBeVisible();
}

test("an opened page begins at its top, and a reloaded one at its former place", async ({ page }) => {
  await page.setViewportSize({ width: 1280, height: 500 });
  await openSettings(page, () => page.goto("/dashboard/settings"));
  await page.evaluate(() => scrollTo(0, 300));
  await openSettings(page, () => page.reload());
  await expect.poll(() => positionOf(page)).toBe(300);

  await page.goto("/@demo");
  await openSettings(page, () => page.goto("/dashboard/settings"));
  expect(await positionOf(page)).toBe(0);
  await page.goBack();
  await openSettings(page, () => page.goBack());
  await expect.poll(() => positionOf(page)).toBe(300);
});
