import type { Page } from "@playwright/test";
import { CreatorAccount, newUser } from "../support/creator.ts";
import { expectDownload, randomFile, renderImage } from "../support/files.ts";
import { expect, register, test } from "../support/fixtures.ts";

const NARROW = { viewport: { width: 360, height: 740 } };

test.use({ contextOptions: { reducedMotion: "no-preference" } });

test("a buyer downloads the creator's file unchanged, and the creator sees the sale", async ({
  page,
  openVisitor,
}) => {
  const user = newUser();
  const file = randomFile("Brushes & papers – März.zip", 1024 * 1024);
  await register(page, user);
  await expect(page.getByRole("heading", { name: `Welcome, ${user.displayName}` })).toBeVisible();
  await expect(page.getByText("Check your email to verify your account.")).toBeVisible();
  await makeProduct(page, file);
  await makeTile(page);

  const visitor = await openVisitor(NARROW);
  await visitor.goto(`/@${user.handle}`);
  await expect(visitor.getByRole("heading", { name: user.displayName })).toBeVisible();
  await visitor.getByRole("link", { name: "All my brushes" }).click();
  const detail = visitor.getByRole("dialog", { name: "All my brushes" });
  await expect(detail.getByRole("heading", { name: "All my brushes" })).toBeVisible();
  await expect(detail.getByText("€12.50")).toBeVisible();
  await expect(detail.getByText("Forty brushes for ink and gouache.")).toBeVisible();
  await expect(detail.getByText("Product", { exact: true })).toBeVisible();
  await detail.getByRole("button", { name: "Purchase & Download" }).click();

  await expect(visitor.getByText("This is a mock checkout.")).toBeVisible();
  await expect(visitor.getByText("No money moves")).toBeVisible();
  await expect(visitor.getByText("Brush set")).toBeVisible();
  const checkout = visitor.url();
  await visitor.getByLabel("Email").fill("buyer@example.org");
  await visitor.getByRole("button", { name: "Pay €12.50" }).dblclick();
  await expect(visitor.getByRole("heading", { name: "Order confirmed" })).toBeVisible();
  const returned = visitor.url();
  await expectDownload(visitor, file);

  await test.step("going back and paying again leads to the same order", async () => {
    await visitor.goBack();
    await expect(visitor).toHaveURL(checkout);
    // The browser may restore the page or request it again.
    const pay = visitor.getByRole("button", { name: /^Pay/ });
    await pay.or(visitor.getByRole("link", { name: "Go to your order" })).click();
    await expect(visitor).toHaveURL(returned);
    await expectDownload(visitor, file);
  });

  await CreatorAccount.of(page.context(), user).expectCounts({
    page_view: 1,
    tile_click: 1,
    checkout_start: 1,
    purchase: 1,
  });
});

async function makeProduct(page: Page, file: ReturnType<typeof randomFile>) {
  await page.getByRole("link", { name: "Manage products" }).click();
  await expect(page.getByText("No products yet.")).toBeVisible();
  await page.getByRole("link", { name: "Add product" }).click();
  await page.getByLabel("Name").fill("Brush set");
  await page.getByLabel("Price (EUR)").fill("12.50");
  await page.getByLabel("Upload file").setInputFiles(file);
  await expect(page.getByLabel("Name of file 1")).toHaveValue(file.name);
  await expect(page.getByLabel("Replace file")).toBeVisible();
  await page.getByRole("button", { name: "Create product" }).click();
  await expect(page.getByRole("row", { name: /Brush set.*€12\.50/ })).toBeVisible();
}

async function makeTile(page: Page) {
  await page.getByRole("link", { name: "Tessera, to the dashboard" }).click();
  await page.getByRole("button", { name: "Add tile" }).click();
  const dialog = page.getByRole("dialog", { name: "Add tile" });
  await dialog.getByLabel("Type").selectOption({ label: "Product" });
  await dialog.getByLabel("Title").fill("All my brushes");
  await dialog.getByLabel("Description").fill("Forty brushes for ink and gouache.");
  const image = { name: "brushes.png", mimeType: "image/png", buffer: await renderImage(3) };
  await dialog.getByLabel("Upload image").setInputFiles(image);
  await expect(dialog.getByRole("button", { name: "Remove image" })).toBeVisible();
  await dialog.getByRole("combobox", { name: "Product" }).selectOption({ label: "Brush set · €12.50" });
  await dialog.getByRole("button", { name: "Add tile" }).click();
  await expect(dialog).toBeHidden();
  await expect(page.getByRole("heading", { name: "All my brushes" })).toBeVisible();
}
