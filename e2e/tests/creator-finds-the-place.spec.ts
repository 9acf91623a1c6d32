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

test("the search keeps what is typed while it is loading", async ({ page }) => {
  const typed = Promise.withResolvers<void>();
  await page.route(/\/palette-[^/]*\.js/, async (route) => {
    await typed.promise;
    await route.continue();
  });
  await page.goto("/dashboard");
  await expect(page.getByRole("heading", { name: /^Welcome/ })).toBeVisible();
  await page.keyboard.press("Control+k");
  await expect(page.getByRole("textbox", { name: "Search or go to" })).toBeFocused();
  await page.keyboard.type("ship");
  typed.resolve();
  const field = page.getByRole("combobox", { name: "Search or go to" });
  await expect(field).toHaveValue("ship");
  await expect(field).toBeFocused();
  await page.keyboard.type("p");
  await expect(field).toHaveValue("shipp");
});
