import { renderImage } from "../support/files.ts";
import { expect, signedInTest as test } from "../support/fixtures.ts";

test("a new product is on the public page in one step, and disappears when it is switched off", async ({
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

  await page.getByRole("link", { name: "Edit Bowl" }).click();
  await page.getByRole("switch", { name: "Active", exact: true }).uncheck();
  await page.getByRole("button", { name: "Save product" }).click();
  await expect(page.getByRole("switch", { name: "Bowl is active" })).not.toBeChecked();
  await visitor.goto(creator.page);
  await expect(visitor.getByText("No tiles available yet.")).toBeVisible();
  await page.getByRole("link", { name: "Page", exact: true }).click();
  await expect(page.getByRole("heading", { name: "Bowl" })).toBeVisible();
  await expect(page.getByText("Product inactive")).toBeVisible();
});
