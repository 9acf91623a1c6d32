import type { Page } from "@playwright/test";
import { expect, test } from "../support/journey.ts";

test.beforeEach(async ({ creator, context }) => {
  await creator.signIn(context);
});

async function expectNewForm(page: Page) {
  await expect(page.getByRole("heading", { name: "New product" })).toBeVisible();
  await expect(page.getByLabel("Name")).toHaveValue("");
  await expect(page.getByLabel("Price (EUR)")).toHaveValue("10.00");
  await expect(page.getByLabel("Type").getByRole("option", { selected: true })).toHaveText("Digital");
  await expect(page.getByRole("switch", { name: "Active" })).toBeChecked();
  await expect(page.getByRole("button", { name: "Cancel" })).toHaveCount(0);
}

test("a new product starts with the usual values and tells what is kept of its price", async ({ page }) => {
  await page.goto("/dashboard/products");
  await expect(page.getByText("No products yet.")).toBeVisible();
  await expectNewForm(page);
  await expect(
    page.getByText("Buyers pay €10.00. You keep €9.50 after the 5.00% platform fee."),
  ).toBeVisible();
  await page.getByLabel("Price (EUR)").fill("9.99");
  await expect(
    page.getByText("Buyers pay €9.99. You keep €9.49 after the 5.00% platform fee."),
  ).toBeVisible();
  await page.getByRole("button", { name: "Create product" }).click();
  await expect(page.getByText("Name is required.")).toBeVisible();
  await expect(page.getByLabel("Name")).toBeFocused();
});

test("cancelling an edit, saving it or deleting its product returns to a new form", async ({
  page,
  creator,
}) => {
  await creator.addProduct({ name: "Bowl", priceCents: 2500 });
  await creator.addProduct({ name: "Cup", priceCents: 1200, active: false });
  await page.goto("/dashboard/products");

  await page.getByRole("button", { name: "Edit Bowl" }).click();
  await expect(page.getByRole("heading", { name: "Edit Bowl" })).toBeVisible();
  await expect(page.getByLabel("Price (EUR)")).toHaveValue("25.00");
  await page.getByLabel("Name").fill("A changed bowl");
  await page.getByRole("button", { name: "Cancel" }).click();
  await expectNewForm(page);
  await expect(page.getByRole("row", { name: /^Bowl/ })).toBeVisible();

  await page.getByRole("button", { name: "Edit Bowl" }).click();
  await page.getByLabel("Price (EUR)").fill("31");
  await page.getByRole("button", { name: "Save product" }).click();
  await expectNewForm(page);
  await expect(page.getByRole("row", { name: /^Bowl.*€31\.00/ })).toBeVisible();

  await page.getByRole("button", { name: "Edit Cup" }).click();
  await expect(page.getByRole("switch", { name: "Active" })).not.toBeChecked();
  await page.getByRole("button", { name: "Delete Cup" }).click();
  const asking = page.getByRole("dialog", { name: "Delete this product?" });
  await expect(asking).toContainText("Cup");
  await asking.getByRole("button", { name: "Delete product" }).click();
  await expectNewForm(page);
  await expect(page.getByRole("row", { name: /^Cup/ })).toHaveCount(0);
});

test("a product that is switched off leaves the public page at once, and its tile comes back with it", async ({
  page,
  creator,
  openVisitor,
}) => {
  const product = await creator.addProduct({ name: "Bowl" });
  await creator.addTile({ type: "product", title: "My bowl", productId: product.id });
  const visitor = await openVisitor();
  await page.goto("/dashboard/products");
  const setActive = async (active: boolean) => {
    await page.getByRole("button", { name: "Edit Bowl" }).click();
    await page.getByRole("switch", { name: "Active" }).setChecked(active);
    await page.getByRole("button", { name: "Save product" }).click();
    await expect(page.getByRole("row", { name: active ? / Active/ : / Inactive/ })).toBeVisible();
    await visitor.goto(creator.page);
  };
  await setActive(false);
  await expect(visitor.getByText("No tiles available yet.")).toBeVisible();
  await setActive(true);
  await expect(visitor.getByRole("link", { name: "My bowl" })).toBeVisible();
});

test("a file of a product that becomes physical is let go", async ({ page }) => {
  await page.goto("/dashboard/products");
  const file = { name: "notes.pdf", mimeType: "application/pdf", buffer: Buffer.from("The notes.") };
  await page.getByLabel("Upload file").setInputFiles(file);
  await expect(page.getByText("notes.pdf")).toBeVisible();
  await page.getByLabel("Type").selectOption({ label: "Physical" });
  await expect(page.getByText("notes.pdf")).toHaveCount(0);
  await page.getByLabel("Type").selectOption({ label: "Digital" });
  await expect(page.getByText("Without a file, buyers get nothing to download.")).toBeVisible();
});
