import type { Locator, Page } from "@playwright/test";
import type { CreatorAccount } from "../support/creator.ts";
import { drawPicture } from "../support/files.ts";
import { expect, test } from "../support/journey.ts";

test.beforeEach(async ({ creator, context }) => {
  await creator.signIn(context);
});

async function openNewTile(page: Page): Promise<Locator> {
  await page.goto("/dashboard");
  await page.getByRole("button", { name: "Add tile" }).click();
  return page.getByRole("dialog", { name: "Add tile" });
}

/** Exactly one complaint stands in the dialog, and it is this one. */
async function expectOnlyComplaint(dialog: Locator, text: string) {
  await dialog.getByRole("button", { name: "Add tile" }).click();
  await expect(dialog.getByText(text, { exact: true })).toBeVisible();
  await expect(dialog.locator("[aria-invalid=true]")).toHaveCount(1);
}

/** The public page as the next visitor gets it. */
async function readPublicPage(page: Page, creator: CreatorAccount): Promise<string> {
  const answer = await page.request.fetch(creator.page, { headers: { cookie: "" } });
  expect(answer.status()).toBe(200);
  return answer.text();
}

test("a tile is checked rule by rule, in the order of the product's texts", async ({ page, creator }) => {
  await creator.addProduct({ name: "Bowl" });
  const dialog = await openNewTile(page);
  await dialog.getByLabel("Image URL").fill("ftp://pictures.example/a.png");
  await expectOnlyComplaint(dialog, "Title is required.");
  await dialog.getByLabel("Title").fill("   ");
  await expectOnlyComplaint(dialog, "Title is required.");
  await dialog.getByLabel("Title").fill("My shop");
  await expectOnlyComplaint(dialog, "Image must be a valid URL (include http:// or https://).");
  await dialog.getByLabel("Image URL").fill("");
  await expectOnlyComplaint(dialog, "Please provide a destination URL.");
  await dialog.getByLabel("Destination URL").fill("shop.example");
  await expectOnlyComplaint(dialog, "Destination URL must include http:// or https://");
  await dialog.getByLabel("Type").selectOption({ label: "Tip" });
  await expectOnlyComplaint(dialog, "Please select a product.");
  await dialog.getByRole("combobox", { name: "Product" }).selectOption({ label: "Bowl · €25.00" });
  await dialog.getByRole("button", { name: "Add tile" }).click();
  await expect(dialog).toBeHidden();
  await expect(page.getByRole("heading", { name: "My shop" })).toBeVisible();
});

test("changing the type of a tile clears what the new type has no use for", async ({ page, creator }) => {
  await creator.addProduct({ name: "Bowl" });
  const dialog = await openNewTile(page);
  const type = dialog.getByLabel("Type");
  const product = dialog.getByRole("combobox", { name: "Product" });
  const url = dialog.getByLabel("Destination URL");
  await url.fill("https://shop.example/");
  await type.selectOption({ label: "Content" });
  await expect(url).toHaveValue("https://shop.example/");
  await type.selectOption({ label: "Product" });
  await expect(url).toHaveCount(0);
  await product.selectOption({ label: "Bowl · €25.00" });
  await type.selectOption({ label: "Tip" });
  await expect(product.getByRole("option", { selected: true })).toHaveText("Bowl · €25.00");
  await type.selectOption("link");
  await expect(product).toHaveCount(0);
  await expect(url).toHaveValue("");
  await type.selectOption({ label: "Product" });
  await expect(product.getByRole("option", { selected: true })).toHaveText("Select a product");
});

test("a tile is not saved while its image is under way", async ({ page }) => {
  const arrived = Promise.withResolvers<void>();
  await page.route("**/api/files/upload*", async (route) => {
    await arrived.promise;
    await route.continue();
  });
  const dialog = await openNewTile(page);
  const picture = { name: "shop.png", mimeType: "image/png", buffer: await drawPicture() };
  await dialog.getByLabel("Upload image").setInputFiles(picture);
  await expect(dialog.getByRole("progressbar", { name: "Uploading shop.png" })).toBeVisible();
  await expectOnlyComplaint(dialog, "Please wait for the image upload to finish.");
  arrived.resolve();
  await expect(dialog.getByLabel("Image URL")).toHaveValue(/\/uploads\/.*\.webp$/);
  await expectOnlyComplaint(dialog, "Title is required.");
});

test("the upload of an image is cancelled, and what was typed stays", async ({ page }) => {
  await page.route("**/api/files/upload*", () => {
    // Never answered: only the person ends it.
  });
  const dialog = await openNewTile(page);
  await dialog.getByLabel("Title").fill("My shop");
  const picture = { name: "shop.png", mimeType: "image/png", buffer: await drawPicture() };
  await dialog.getByLabel("Upload image").setInputFiles(picture);
  const bar = dialog.getByRole("progressbar", { name: "Uploading shop.png" });
  await expect(bar).toBeVisible();
  await dialog.getByRole("button", { name: "Cancel upload" }).click();
  await expect(bar).toHaveCount(0);
  await expect(dialog.getByLabel("Image URL")).toHaveValue("");
  await expect(dialog.getByLabel("Title")).toHaveValue("My shop");
  await expectOnlyComplaint(dialog, "Please provide a destination URL.");
});

test("a tile that could not be saved offline is saved as typed once there is a connection", async ({
  page,
  context,
  guard,
}) => {
  guard.allow(/net::ERR_INTERNET_DISCONNECTED /);
  const dialog = await openNewTile(page);
  await dialog.getByLabel("Title").fill("My shop");
  await dialog.getByLabel("Destination URL").fill("https://shop.example/");
  await context.setOffline(true);
  await dialog.getByRole("button", { name: "Add tile" }).click();
  await expect(dialog.getByRole("alert")).toHaveText("Could not save tile.");
  await context.setOffline(false);
  await dialog.getByRole("button", { name: "Add tile" }).click();
  await expect(dialog).toBeHidden();
  await expect(page.getByRole("heading", { name: "My shop" })).toBeVisible();
});

test("what is no image is refused in the server's words", async ({ page, guard }) => {
  guard.allow(/status of 415 .*\/api\/files\/upload/);
  const dialog = await openNewTile(page);
  const answer = page.waitForResponse(/\/api\/files\/upload/);
  const text = { name: "shop.png", mimeType: "image/png", buffer: Buffer.from("not a picture") };
  await dialog.getByLabel("Upload image").setInputFiles(text);
  const { error } = await (await answer).json();
  await expect(dialog.getByRole("alert")).toHaveText(error);
});

test("a refusal of the server is told in the open dialog, by precedence", async ({ page, guard }) => {
  guard.allow(/status of (400|500) .*\/api\/tiles$/);
  const answers = [
    { error: "No.", details: { fieldErrors: { title: ["That title is taken."] }, formErrors: ["Not now."] } },
    { error: "No.", details: { fieldErrors: {}, formErrors: ["Not now."] } },
    { error: "The gallery is closed." },
    {},
  ];
  const texts = ["That title is taken.", "Not now.", "The gallery is closed.", "Could not save tile."];
  await page.route("**/api/tiles", (route) =>
    route.request().method() === "POST"
      ? route.fulfill({ status: answers.length > 1 ? 400 : 500, json: { code: "no", ...answers.shift() } })
      : route.continue(),
  );
  const dialog = await openNewTile(page);
  await dialog.getByLabel("Title").fill("My shop");
  await dialog.getByLabel("Destination URL").fill("https://shop.example/");
  for (const text of texts) {
    await dialog.getByRole("button", { name: "Add tile" }).click();
    await expect(dialog.getByText(text, { exact: true })).toBeVisible();
  }
  await expect(dialog.getByLabel("Title")).toHaveValue("My shop");
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
  const asking = page.getByRole("dialog", { name: "Delete this tile?" });
  await expect(asking).toContainText("The new shop");
  await asking.getByRole("button", { name: "Cancel" }).click();
  await expect(page.getByRole("heading", { name: "The new shop" })).toBeVisible();
  await page.getByRole("button", { name: "Delete The new shop" }).click();
  await asking.getByRole("button", { name: "Delete tile" }).click();
  await expect(page.getByRole("heading", { name: "The new shop" })).toHaveCount(0);
  expect(await readPublicPage(page, creator)).toContain("No tiles available yet.");
});

test("with five tiles the free plan is full, and a deleted one makes room", async ({ page, creator }) => {
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
  await page.getByRole("button", { name: "Delete tile" }).click();
  await expect(page.getByRole("button", { name: "Add tile" })).toBeEnabled();
});

test("Escape closes the tile dialog without saving", async ({ page }) => {
  const dialog = await openNewTile(page);
  await dialog.getByLabel("Title").fill("Never mind");
  await page.keyboard.press("Escape");
  await expect(dialog).toBeHidden();
  await expect(page.getByRole("button", { name: "Add tile" })).toBeFocused();
  await expect(page.getByRole("heading", { name: "Never mind" })).toHaveCount(0);
});
