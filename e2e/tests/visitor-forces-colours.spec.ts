import type { Locator } from "@playwright/test";
import { expect, test } from "../support/fixtures.ts";

test.beforeEach(({ page }) => page.emulateMedia({ forcedColors: "active" }));

const groundOf = (place: Locator) => place.evaluate((element) => getComputedStyle(element).backgroundColor);

test("with forced colours the selected tab, tiles without images and charts keep their colours", async ({
  page,
  creator,
}) => {
  await page.goto("/auth");
  const login = page.getByRole("tab", { name: "Login" });
  const register = page.getByRole("tab", { name: "Register" });
  await expect(login).toHaveAttribute("aria-selected", "true");
  expect(await groundOf(login)).not.toBe(await groundOf(register));
  await register.click();
  await expect(register).toHaveAttribute("aria-selected", "true");
  // The colour fades in.
  await expect.poll(async () => (await groundOf(login)) === (await groundOf(register))).toBe(false);

  await creator.addTile({ title: "Ink" });
  await page.goto(creator.page);
  const ground = await groundOf(page.locator("body"));
  const tile = page.getByRole("link", { name: "Ink" }).locator("> span").first();
  expect(await groundOf(tile)).not.toBe(ground);
  await page.goto("/demo/analytics");
  const bar = page
    .getByRole("row", { name: "Sunday letter" })
    .locator("td")
    .last()
    .locator("span span")
    .last();
  await expect(bar).toBeAttached();
  expect(await groundOf(bar)).not.toBe(await groundOf(page.locator("body")));
});
