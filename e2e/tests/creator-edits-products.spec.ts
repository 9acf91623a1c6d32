import { randomFile, renderImage } from "../support/files.ts";
import { expect, signedInTest as test } from "../support/fixtures.ts";

test("a new product is on the public page in one step, with its name, price and image", async ({
  page,
  creator,
  openVisitor,
}) => {
  await page.goto("/dashboard/products/new");
  await page.getByRole("radio", { name: "Physical" }).check();
  await page.getByLabel("Name").fill("Bowl");
  await page.getByLabel("Price (EUR)").fill("12,50");
  const preview = page.frameLocator('iframe[title="Preview of your page"]');
  await expect(preview.getByRole("heading", { name: "Bowl" })).toBeVisible();
  await expect(preview.getByText("€12.50")).toBeVisible();
  const image = { name: "bowl.png", mimeType: "image/png", buffer: await renderImage(3) };
  await page.getByLabel("Upload image").setInputFiles(image);
  await expect(page.getByRole("button", { name: "Remove image" })).toBeVisible();
  await page.getByRole("button", { name: "Save and put on page" }).click();
  await expect(page.getByRole("row", { name: /^Bowl.*On your page/ })).toBeVisible();
  const visitor = await openVisitor();
  await visitor.goto(creator.page);
  const tile = visitor.getByRole("link", { name: "Bowl" });
  await expect(tile).toContainText("€12.50");
  await expect(tile.locator("img")).toHaveAttribute("src", /\/uploads\//);
});

test("a product that is switched off disappears from the public page at once, and returns when it is switched on", async ({
  page,
  creator,
  openVisitor,
}) => {
  const product = await creator.addProduct({ name: "Bowl" });
  await creator.addTile({ type: "product", title: "My bowl", productId: product.id });
  const visitor = await openVisitor();
  await page.goto("/dashboard/products");
  const setActive = async (active: boolean) => {
    await page.getByRole("link", { name: "Edit Bowl" }).click();
    await page.getByRole("switch", { name: "Active", exact: true }).setChecked(active);
    await page.getByRole("button", { name: "Save product" }).click();
    await expect(page.getByRole("switch", { name: "Bowl is active" })).toBeChecked({ checked: active });
    await visitor.goto(creator.page);
  };
  const hidden = page.getByText("Product inactive");
  const lookAtDashboard = async () => {
    await page.getByRole("link", { name: "Page", exact: true }).click();
    await expect(page.getByRole("heading", { name: "My bowl" })).toBeVisible();
  };
  await setActive(false);
  await expect(visitor.getByText("No tiles available yet.")).toBeVisible();
  await lookAtDashboard();
  await expect(hidden).toBeVisible();
  await page.getByRole("link", { name: "Manage products" }).click();
  await setActive(true);
  await expect(visitor.getByRole("link", { name: "My bowl" })).toBeVisible();
  await lookAtDashboard();
  await expect(hidden).toHaveCount(0);
});

test("the upload of a file shows its progress and can be cancelled", async ({ page }) => {
  await page.goto("/dashboard/products/new");
  // Slow enough to be seen, whatever the machine.
  const network = await page.context().newCDPSession(page);
  await network.send("Network.emulateNetworkConditions", {
    offline: false,
    latency: 0,
    downloadThroughput: -1,
    uploadThroughput: 400_000,
  });
  const file = randomFile("film.mp4", 8_000_000);
  await page.getByLabel("Upload file").setInputFiles(file);
  const bar = page.getByRole("progressbar", { name: "Uploading film.mp4" });
  await expect(bar).toBeVisible();
  await expect(
    page.getByText(/^\d+% · [\d.]+ [KM]B of 7\.6 MB · [\d.]+ [KM]B\/s · \d+ s left$/),
  ).toBeVisible();
  await page.getByLabel("Name").fill("A film");
  await page.getByRole("button", { name: "Create product" }).click();
  await expect(page.getByText("Please wait for the file upload to finish.")).toBeVisible();
  await page.getByRole("button", { name: "Cancel upload" }).click();
  await expect(bar).toHaveCount(0);
  await expect(page.getByText("Without a file, buyers get nothing to download.")).toBeVisible();
  await expect(page.getByLabel("Name")).toHaveValue("A film");
});
