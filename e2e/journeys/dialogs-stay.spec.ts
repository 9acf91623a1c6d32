import { expect, test } from "../support/journey.ts";

test("a dialog that the browser closes by force stays while its work is under way", async ({
  page,
  creator,
  context,
}) => {
  await creator.signIn(context);
  let answer = () => {};
  const answered = new Promise<void>((resolve) => {
    answer = resolve;
  });
  await page.route("**/api/tiles", async (route) => {
    if (route.request().method() === "POST") await answered;
    await route.continue();
  });
  await page.goto("/dashboard");
  await page.getByRole("button", { name: "Add tile" }).click();
  const dialog = page.getByRole("dialog", { name: "Add tile" });
  await dialog.getByLabel("Title").fill("My shop");
  await dialog.getByLabel("Destination URL").fill("https://shop.example/");
  await dialog.getByRole("button", { name: "Add tile" }).click();
  await expect(dialog.getByRole("button", { name: "Saving…" })).toBeVisible();
  // What the back gesture of a phone does the second time, when no page can refuse it.
  await dialog.evaluate((element: HTMLDialogElement) => element.close());
  await expect(dialog).toBeVisible();
  expect(await dialog.evaluate((element) => element.matches(":modal"))).toBe(true);
  await expect(dialog.getByLabel("Title")).toHaveValue("My shop");
  answer();
  await expect(dialog).toBeHidden();
  await expect(page.getByRole("heading", { name: "My shop" })).toBeVisible();
  await page.getByRole("button", { name: "Add tile" }).click();
  await dialog.evaluate((element: HTMLDialogElement) => element.close());
  await expect(dialog).toBeHidden();
});
