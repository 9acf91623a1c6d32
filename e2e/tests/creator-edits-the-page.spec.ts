import type { Locator, Page } from "@playwright/test";
import type { CreatorAccount } from "../support/creator.ts";
import { renderImage } from "../support/files.ts";
import { expect, signedInTest as test } from "../support/fixtures.ts";

async function openNewTile(page: Page): Promise<Locator> {
  await page.goto("/dashboard");
  await page.getByRole("button", { name: "Add tile" }).click();
  return page.getByRole("dialog", { name: "Add tile" });
}

/** The dialog shows this error and no other. */
async function expectOnlyError(dialog: Locator, text: string) {
  await dialog.getByRole("button", { name: "Add tile" }).click();
  await expect(dialog.getByText(text, { exact: true })).toBeVisible();
  await expect(dialog.locator("[aria-invalid=true]")).toHaveCount(1);
}

/** The public page as the next visitor gets it. */
async function readPublicPage(page: Page, creator: CreatorAccount): Promise<string> {
  const response = await page.request.fetch(creator.page, { headers: { cookie: "" } });
  expect(response.status()).toBe(200);
  return response.text();
}

test("a tile is not saved while its image is being uploaded", async ({ page }) => {
  const arrived = Promise.withResolvers<void>();
  await page.route("**/api/files/upload*", async (route) => {
    await arrived.promise;
    await route.continue();
  });
  const dialog = await openNewTile(page);
  const image = { name: "shop.png", mimeType: "image/png", buffer: await renderImage() };
  await dialog.getByLabel("Upload image").setInputFiles(image);
  await expect(dialog.getByRole("progressbar", { name: "Uploading shop.png" })).toBeVisible();
  await expectOnlyError(dialog, "Please wait for the image upload to finish.");
  arrived.resolve();
  await expect(dialog.getByText("Your uploaded image is used.")).toBeVisible();
  await expectOnlyError(dialog, "Title is required.");
});

test("the upload of an image is cancelled, and what was typed stays", async ({ page }) => {
  await page.route("**/api/files/upload*", () => {
    // Never fulfilled: only the user cancels it.
  });
  const dialog = await openNewTile(page);
  await dialog.getByLabel("Title").fill("My shop");
  const image = { name: "shop.png", mimeType: "image/png", buffer: await renderImage() };
  await dialog.getByLabel("Upload image").setInputFiles(image);
  const bar = dialog.getByRole("progressbar", { name: "Uploading shop.png" });
  await expect(bar).toBeVisible();
  await dialog.getByRole("button", { name: "Cancel upload" }).click();
  await expect(bar).toHaveCount(0);
  await expect(dialog.getByLabel("Image URL")).toHaveValue("");
  await expect(dialog.getByLabel("Title")).toHaveValue("My shop");
  await expectOnlyError(dialog, "Please provide a destination URL.");
});

test("a file that is no image is rejected with the server's message", async ({ page, guard }) => {
  guard.allow(/status of 415 .*\/api\/files\/upload/);
  const dialog = await openNewTile(page);
  const response = page.waitForResponse(/\/api\/files\/upload/);
  const text = { name: "shop.png", mimeType: "image/png", buffer: Buffer.from("not an image") };
  await dialog.getByLabel("Upload image").setInputFiles(text);
  const { error } = await (await response).json();
  await expect(dialog.getByRole("alert")).toHaveText(error);
});

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

test("the free plan is full with five tiles, and a tile can be added after a deletion", async ({
  page,
  creator,
}) => {
  for (const title of ["One", "Two", "Three", "Four"]) await creator.addTile({ title });
  await page.goto("/dashboard");
  await expect(page.getByText("1 tile slots remaining on the Free plan.")).toBeVisible();
  await creator.addTile({ title: "Five" });
  await page.reload();
  await expect(page.getByRole("button", { name: "Upgrade to add more tiles" })).toBeDisabled();
  await expect(page.getByRole("button", { name: "Add tile" })).toHaveCount(0);
  await expect(page.getByRole("link", { name: "See plans" })).toHaveAttribute("href", "/dashboard/settings");
  await expect(
    page.getByText("Free plan tile limit reached. Upgrade for unlimited tiles and remove branding."),
  ).toBeVisible();
  await page.getByRole("button", { name: "Delete Three" }).click();
  await expect(page.getByRole("button", { name: "Add tile" })).toBeEnabled();
});
