import { expect, signedInTest as test } from "../support/fixtures.ts";

test("asks before an unsaved product or tile is left, also by the browser's Back button", async ({
  page,
}) => {
  const question = page.getByRole("dialog", { name: "Leave without saving?" });
  await page.goto("/dashboard/products");
  await page.getByRole("link", { name: "Add product" }).click();
  await page.getByLabel("Name", { exact: true }).fill("Blue bowl");
  await page.goBack();
  await question.getByRole("button", { name: "Cancel" }).click();
  await expect(page.getByLabel("Name", { exact: true })).toHaveValue("Blue bowl");
  await page.getByRole("link", { name: "Settings" }).click();
  await question.getByRole("button", { name: "Leave" }).click();
  await expect(page).toHaveURL("/dashboard/settings");

  await page.getByRole("link", { name: "Page", exact: true }).click();
  await page.getByRole("button", { name: "Add tile" }).click();
  const dialog = page.getByRole("dialog", { name: "Add tile" });
  await page.getByLabel("Title", { exact: true }).fill("Film");
  await page.goBack();
  await question.getByRole("button", { name: "Cancel" }).click();
  await expect(question).toBeHidden();
  await expect(page).toHaveURL("/dashboard");
  await expect(page.getByLabel("Title", { exact: true })).toHaveValue("Film");
  await expect(dialog).toBeVisible();
});
