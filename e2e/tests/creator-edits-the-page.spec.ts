import type { Locator, Page } from "@playwright/test";
import type { CreatorAccount } from "../support/creator.ts";
import { expect, signedInTest as test } from "../support/fixtures.ts";

async function openNewTile(page: Page): Promise<Locator> {
  await page.goto("/dashboard");
  await page.getByRole("button", { name: "Add tile" }).click();
  return page.getByRole("dialog", { name: "Add tile" });
}

/** The public page as the next visitor gets it. */
async function readPublicPage(page: Page, creator: CreatorAccount): Promise<string> {
  const response = await page.request.fetch(creator.page, { headers: { cookie: "" } });
  expect(response.status()).toBe(200);
  return response.text();
}

test("every save of a tile is on the public page at once", async ({ page, creator }) => {
  const dialog = await openNewTile(page);
  await dialog.getByLabel("Title").fill("My shop");
  await dialog.getByLabel("Destination URL").fill("https://shop.example/");
  await dialog.getByRole("button", { name: "Add tile" }).click();
  await expect(dialog).toBeHidden();
  expect(await readPublicPage(page, creator)).toContain("My shop");

  await page.getByRole("button", { name: "Edit My shop" }).click();
  const editing = page.getByRole("dialog", { name: "Edit tile" });
  await expect(editing.getByLabel("Destination URL")).toHaveValue("https://shop.example/");
  await editing.getByLabel("Title").fill("The new shop");
  await editing.getByRole("button", { name: "Save tile" }).click();
  await expect(editing).toBeHidden();
  expect(await readPublicPage(page, creator)).toContain("The new shop");

  await page.getByRole("button", { name: "Delete The new shop" }).click();
  await expect(page.getByRole("heading", { name: "The new shop" })).toHaveCount(0);
  await page.getByRole("button", { name: "Undo" }).click();
  await expect(page.getByRole("heading", { name: "The new shop" })).toBeVisible();
  expect(await readPublicPage(page, creator)).toContain("The new shop");
  await page.getByRole("button", { name: "Delete The new shop" }).click();
  await expect(page.getByRole("heading", { name: "The new shop" })).toHaveCount(0);
  // The message of the first deletion is still there: only the page says that the second is done.
  await expect.poll(() => readPublicPage(page, creator)).toContain("No tiles available yet.");
});
