import type { Locator, Page } from "@playwright/test";
import { randomFile, renderImage } from "../support/files.ts";
import { expect, signedInTest as test } from "../support/fixtures.ts";

/** Uploads come no further until they are let go on. */
async function holdUploads(page: Page) {
  const held = Promise.withResolvers<void>();
  await page.route("**/api/files/upload*", async (route) => {
    await held.promise;
    // Cancelled ones are gone by now.
    await route.continue().catch(() => undefined);
  });
  return held.resolve;
}

const picker = (scope: Page | Locator, name: string) =>
  scope.locator(`input[type=file][aria-label="${name}"]`);
const cancel = (page: Page) => page.getByRole("button", { name: "Cancel upload" });

test("after an upload by keyboard the focus returns to the upload", async ({ page }) => {
  const releaseUploads = await holdUploads(page);
  const image = { name: "bowl.png", mimeType: "image/png", buffer: await renderImage(3) };
  await page.goto("/dashboard");
  await page.getByRole("button", { name: "Add tile" }).click();
  const upload = picker(page, "Upload image");
  await upload.focus();
  await upload.setInputFiles(image);
  await expect(cancel(page)).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(upload).toBeFocused();
  await upload.setInputFiles(image);
  await expect(cancel(page)).toBeFocused();
  releaseUploads();
  await expect(picker(page, "Replace image")).toBeFocused();
  await page.getByRole("button", { name: "Remove image" }).focus();
  await page.keyboard.press("Enter");
  await expect(upload).toBeFocused();
});

test("the form asks to wait for an upload only while one is in progress", async ({ page }) => {
  const wait = page.getByText(/^Please wait for the (file|image) upload to finish\.$/);
  await holdUploads(page);
  for (const { screen, label, button } of [
    { screen: "/dashboard/products/new", label: "Upload file", button: "Create product" },
    { screen: "/dashboard/settings", label: "Upload avatar", button: "Save changes" },
  ]) {
    await page.goto(screen);
    await picker(page, label).setInputFiles(randomFile("bowl.bin"));
    await page.getByRole("button", { name: button }).click();
    await expect(wait).toBeVisible();
    await cancel(page).click();
    await expect(wait).toHaveCount(0);
    await expect(picker(page, label)).toBeFocused();
  }
});
