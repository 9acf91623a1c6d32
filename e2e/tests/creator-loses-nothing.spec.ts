import { expect, signedInTest as test } from "../support/fixtures.ts";

test("leaving an unsaved product asks first, also by the browser's Back button", async ({ page }) => {
  await page.goto("/dashboard/products");
  await page.getByRole("link", { name: "Add product" }).click();
  await page.getByLabel("Name", { exact: true }).fill("Blue bowl");
  await page.goBack();
  const question = page.getByRole("dialog", { name: "Leave without saving?" });
  await question.getByRole("button", { name: "Cancel" }).click();
  await expect(page.getByLabel("Name", { exact: true })).toHaveValue("Blue bowl");
  await page.getByRole("link", { name: "Settings" }).click();
  await question.getByRole("button", { name: "Leave" }).click();
  await expect(page).toHaveURL("/dashboard/settings");
});

test("an unsaved tile survives the browser's Back button", async ({ page }) => {
  await page.goto("/dashboard/products");
  await page.getByRole("link", { name: "Page", exact: true }).click();
  await page.getByRole("button", { name: "Add tile" }).click();
  const dialog = page.getByRole("dialog", { name: "Add tile" });
  await page.getByLabel("Title", { exact: true }).fill("Film");
  await page.goBack();
  const question = page.getByRole("dialog", { name: "Leave without saving?" });
  await question.getByRole("button", { name: "Cancel" }).click();
  await expect(question).toBeHidden();
  await expect(page).toHaveURL("/dashboard");
  await expect(page.getByLabel("Title", { exact: true })).toHaveValue("Film");
  await expect(dialog).toBeVisible();
});

test("deleting what another tab has deleted reports no error", async ({ page, creator, guard }) => {
  guard.allow(/status of 404 .*\/api\/(tiles|products)\/\d+$/);
  const tile = await creator.addTile({ title: "My shop" });
  const product = await creator.addProduct({ name: "Bowl" });
  await page.goto("/dashboard");
  await expect(page.getByRole("heading", { name: "My shop" })).toBeVisible();
  await page.request.delete(`/api/tiles/${tile.id}`);
  await page.getByRole("button", { name: "Delete My shop" }).click();
  await expect(page.getByText("My shop deleted.")).toBeVisible();
  await expect(page.getByRole("heading", { name: "My shop" })).toHaveCount(0);

  await page.goto("/dashboard/products");
  await expect(page.getByRole("button", { name: "Delete Bowl" })).toBeVisible();
  await page.request.delete(`/api/products/${product.id}`);
  await page.getByRole("button", { name: "Delete Bowl" }).click();
  await expect(page.getByText("Bowl deleted.")).toBeVisible();
  await expect(page.getByText("No products yet.")).toBeVisible();
});

test("an error of the server is in view, wherever in the form Enter was pressed", async ({ page, guard }) => {
  guard.allow(/status of 500 .*\/api\/products$/);
  await page.setViewportSize({ width: 360, height: 560 });
  const reject = (path: string) =>
    page.route(path, (route) =>
      route.request().method() === "POST" ? route.fulfill({ status: 500, json: {} }) : route.continue(),
    );
  await reject("**/api/products");
  await page.goto("/dashboard/products/new");
  await page.getByLabel("Name", { exact: true }).fill("Bowl");
  await page.keyboard.press("Enter");
  await expect(page.getByText("Couldn't save product.")).toBeInViewport({ ratio: 1 });
});

test("a product that another tab deleted while it was edited here is saved as a new one", async ({
  page,
  creator,
  guard,
}) => {
  guard.allow(/status of 404 .*\/api\/(tiles|products)\/\d+$/);
  const product = await creator.addProduct({ name: "Bowl" });
  await page.goto("/dashboard/products");
  await page.getByRole("link", { name: "Edit Bowl" }).click();
  await page.getByLabel("Name", { exact: true }).fill("Blue bowl");
  await page.request.delete(`/api/products/${product.id}`);
  await page.keyboard.press("Enter");
  await expect(page.getByText("Product not found.")).toBeVisible();
  await page.getByRole("button", { name: "Save as a new product" }).click();
  await expect(page.getByRole("rowheader", { name: "Blue bowl" })).toBeVisible();
});
