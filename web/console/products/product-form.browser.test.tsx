import { afterEach, expect, test } from "vitest";
import { page, userEvent } from "vitest/browser";
import { productRoutes } from "../../../contract/api/products.ts";
import { storefrontRoutes } from "../../../contract/api/storefront.ts";
import { expectAccessible } from "../../testing/accessibility.ts";
import { aConfig, aCreator, aProduct } from "../../testing/console-entities.ts";
import { renderShop } from "../../testing/shop.ts";

const field = (label: string) => page.getByLabelText(label, { exact: true });
const button = (name: string) => page.getByRole("button", { name, exact: true });
const price = field("Price (EUR)");
const NO_FILE = page.getByText("Without a file, buyers get nothing to download.");

const type = (name: string) => page.getByRole("radio", { name, exact: true });
const fold = (title: string) => page.getByRole("group").getByText(title, { exact: true }).first();

const renderForm = (
  products = [aProduct({ name: "Cup", type: "physical" })],
  path = "new",
  options?: Parameters<typeof renderShop>[2],
) => renderShop(`/dashboard/products/${path}`, { products }, options);

afterEach(() => page.viewport(1280, 860));

test("shows the parts of buyer, platform and creator while a price is typed", async () => {
  await renderForm();
  const shares = (pays: string, fee: string, cardFee: string, gets: string) =>
    expect
      .element(price)
      .toHaveAccessibleDescription(
        `Buyer pays ${pays} incl. taxes Platform fee (5.00%) ${fee} Card fee about ${cardFee} (Stripe bills it to you) You get about ${gets}`,
      );
  await shares("€10.00", "−€0.50", "−€0.40", "€9.10");
  await price.fill("9.99");
  await shares("€9.99", "−€0.50", "−€0.40", "€9.09");
  await price.fill("12,50");
  await shares("€12.50", "−€0.63", "−€0.44", "€11.43");
  await price.fill("0.49");
  await shares("€0.49", "−€0.02", "−€0.26", "€0.21 Card payments start at €0.50.");
  await price.fill("0.10");
  await expect.element(price).toHaveAccessibleDescription("Card payments start at €0.50.");
  await price.fill("0.49");
  await field("Currency").selectOptions("GBP");
  const pounds = field("Price (GBP)");
  await expect.element(pounds).toHaveAccessibleDescription(/^Buyer pays £0\.49 .*You get about £0\.26$/);
  await field("Currency").selectOptions("EUR");
  for (const free of ["0", ""]) {
    await price.fill(free);
    await expect.element(price).toHaveAccessibleDescription("Free for buyers.");
  }
  await price.fill("12 50");
  await expect
    .element(price)
    .toHaveAccessibleDescription("“12 50” is not a price. Enter an amount such as 12.50.");
  await expectAccessible();
});

test("sells chosen files and goods as a bundle, without a delivery of its own", async () => {
  const { created } = await renderForm([
    aProduct({ id: 4, name: "Cup", type: "physical", price_cents: 1500 }),
    aProduct({ id: 5, name: "Notes", type: "digital", price_cents: 900 }),
    aProduct({ id: 6, name: "Coffee", type: "tip" }),
    aProduct({ id: 7, name: "Dollar notes", type: "digital", currency: "usd" }),
  ]);
  await type("Bundle").click({ force: true });
  await field("Name").fill("Cup and notes");
  const parts = page.getByRole("group", { name: "Products in it" });
  await expect.element(parts.getByRole("checkbox")).toHaveLength(2);
  await expect.element(page.getByRole("heading", { name: "Delivery" })).not.toBeInTheDocument();
  await button("Create product").click();
  await expect.element(parts.getByText(/^Choose 1 to 30 products for the bundle/)).toBeVisible();
  await parts.getByRole("checkbox", { name: /Cup/ }).click();
  await parts.getByRole("checkbox", { name: /Notes/ }).click();
  await expect.element(parts.getByText("By themselves they cost €24.00.")).toBeVisible();
  await expectAccessible();
  await button("Create product").click();
  await expect
    .poll(() => created.map(({ body }) => body))
    .toMatchObject([{ name: "Cup and notes", type: "bundle", bundleItems: [4, 5] }]);
});

test("says that the provider's fees would use up a price", async () => {
  await renderForm(undefined, "new", {
    creator: aCreator({ payment_provider: "mollie" }),
    server: (server) => server.respond(storefrontRoutes.config, aConfig({ providers: ["stripe", "mollie"] })),
  });
  await expect.element(price).toHaveAccessibleDescription(/\(Mollie bills it to you\)/);
  await field("Currency").selectOptions("SEK");
  // 5 % and 1.8 % + 2.90 of the smallest possible card payment.
  await field("Price (SEK)").fill("3.00");
  await expect
    .element(field("Price (SEK)"))
    .toHaveAccessibleDescription(
      "The platform fee and Mollie's fee would use up this price, so it could not be paid.",
    );
});

test("asks once before a price that is not a number makes a product free", async () => {
  const { server, created } = await renderForm();
  await type("Physical").click({ force: true });
  await field("Name").fill("Sampler");
  await price.fill("abc");
  await button("Create product").click();
  const dialog = page.getByRole("dialog", { name: "Is this product free?" });
  await expect
    .element(dialog)
    .toHaveTextContent("“abc” is not a price. Saved like this, buyers get Sampler for free.");
  await dialog.getByRole("button", { name: "Cancel" }).click();
  await expect.element(price).toHaveValue("abc");
  expect(created).toEqual([]);

  const failed = server.fail(productRoutes.create, { status: 500, error: "Please try again." });
  await button("Create product").click();
  await dialog.getByRole("button", { name: "Save as free" }).click();
  await expect.element(page.getByText("Please try again.")).toBeVisible();
  await button("Create product").click();
  await expect.poll(() => failed.length).toBe(2);
  expect(failed.map(({ body }) => body)).toMatchObject([{ priceCents: 0 }, { priceCents: 0 }]);
  await expect.element(dialog).not.toBeInTheDocument();
});

test("fills the minimum with the price, and asks before a minimum of 0", async () => {
  const { created, updated } = await renderForm();
  await type("Physical").click({ force: true });
  await field("Name").fill("Album");
  await price.fill("9");
  await fold("Pay more").click();
  await field("Let buyers pay more").click();
  const minimum = field("Minimum (EUR)");
  await expect.element(minimum).toHaveValue("9");
  await minimum.fill("0");
  await button("Create product").click();
  const dialog = page.getByRole("dialog", { name: "Is this product free?" });
  await expect.element(dialog).toHaveTextContent("With a minimum of 0, buyers can take Album for free.");
  expect(created).toEqual([]);
  await dialog.getByRole("button", { name: "Save as free" }).click();
  await expect.element(page.getByRole("row", { name: /^Album/ })).toBeVisible();
  expect(created).toMatchObject([{ body: { priceCents: 900, minPriceCents: 0 } }]);

  await page.getByRole("link", { name: "Edit Album" }).click();
  await field("Name").fill("Album, remastered");
  await button("Save product").click();
  await expect.poll(() => updated.length).toBe(1);
});

test.each(["", "0"])("accepts an empty price and 0 as free without a question: %j", async (text) => {
  const { created } = await renderForm();
  await type("Physical").click({ force: true });
  await field("Name").fill("Sampler");
  await price.fill(text);
  await button("Create product").click();
  await expect.element(page.getByRole("row", { name: /^Sampler.* Free/ })).toBeVisible();
  expect(created).toMatchObject([{ body: { priceCents: 0 } }]);
});

test("reports a negative price and a missing name at their fields", async () => {
  await renderForm();
  await button("Create product").click();
  await expect.element(page.getByText("Name is required.")).toBeVisible();
  await expect.element(field("Name")).toHaveFocus();
  await type("Physical").click({ force: true });
  await field("Name").fill("Bowl");
  await price.fill("-1");
  await button("Create product").click();
  await expect.element(page.getByText("Price must be a number of 0 or more.")).toBeVisible();
});

test("warns of a missing file in a used form, but not in an untouched one", async () => {
  await renderForm();
  await expect.element(button("Create product")).toBeVisible();
  await expect.element(NO_FILE).not.toBeInTheDocument();
  await field("Name").fill("Notes");
  await expect.element(NO_FILE).toBeVisible();
});

test("warns of a missing file when an untouched form is saved", async () => {
  await renderForm();
  await button("Create product").click();
  await expect.element(NO_FILE).toBeVisible();
});

const aFile = (id: number, name: string) => ({ id, path: `path-${id}`, name, size: 2048 });

test("moves, names and removes files, and keeps the ids of the others", async () => {
  const files = [aFile(1, "one.mp3"), aFile(2, "two.mp3"), aFile(3, "three.mp3")];
  const { updated } = await renderForm([aProduct({ name: "Album", files })], "1");
  await button("Move up file 3").click();
  await expect.element(field("Name of file 2")).toHaveValue("three.mp3");
  await button("Move down file 1").click();
  await button("Remove file 3").click();
  await field("Name of file 1").fill("Opening");
  await expectAccessible();
  await button("Save product").click();
  await expect.element(page.getByText("Album saved.")).toBeVisible();
  const listed = [
    { id: 3, path: "path-3", name: "Opening" },
    { id: 1, path: "path-1", name: "one.mp3" },
  ];
  expect(updated).toMatchObject([{ body: { files: listed } }]);
});

test("removes the file of a product that becomes physical", async () => {
  const { updated } = await renderForm([aProduct({ name: "Notes", files: [aFile(1, "notes.pdf")] })], "1");
  await expect.element(field("Name of file 1")).toHaveValue("notes.pdf");
  await type("Physical").click();
  await expect.element(field("Name of file 1")).not.toBeInTheDocument();
  await type("Digital").click();
  await expect.element(NO_FILE).toBeVisible();
  await button("Save product").click();
  await button("Save it, I'll send it myself").click();
  await expect.element(page.getByText("Notes saved.")).toBeVisible();
  expect(updated).toMatchObject([{ body: { type: "digital", files: [] } }]);
});

test("shows the image of a product and removes it", async () => {
  const media_url = "https://images.example/bowl.webp";
  const { updated } = await renderForm([aProduct({ name: "Bowl", type: "physical", media_url })], "1");
  await button("Remove image").click();
  await expect.element(page.getByLabelText("Upload image")).toHaveFocus();
  await button("Save product").click();
  await expect.element(page.getByText("Bowl saved.")).toBeVisible();
  expect(updated).toMatchObject([{ body: { mediaUrl: null } }]);
});

test("keeps the values when the server rejects them, fails or is unreachable, and when the list is reloaded", async () => {
  const { server, shop, queryClient } = await renderForm();
  await type("Physical").click({ force: true });
  await field("Name").fill("Bowl");
  await field("Description").fill("To hold in both hands.");
  const expectValues = async () => {
    await expect.element(field("Name")).toHaveValue("Bowl");
    await expect.element(field("Description")).toHaveValue("To hold in both hands.");
  };
  server.reject(productRoutes.create, { name: "Taken." });
  await button("Create product").click();
  await expect.element(page.getByText("Taken.")).toBeVisible();
  await expect.element(field("Name")).toHaveFocus();
  await expectValues();
  server.fail(productRoutes.create, { status: 400, error: "The kiln is closed." });
  await button("Create product").click();
  await expect.element(page.getByRole("alert").getByText("The kiln is closed.")).toBeVisible();
  await expectValues();
  server.disconnect(productRoutes.create);
  await button("Create product").click();
  await expect.element(page.getByText("Couldn't save product.")).toBeVisible();
  await expectValues();

  shop.products = [aProduct({ id: 9, name: "Made elsewhere" }), ...shop.products];
  await queryClient.invalidateQueries({ queryKey: ["products"] });
  await expectValues();
});

test("scrolls to a server error on a phone, wherever Enter was pressed", async () => {
  await page.viewport(360, 560);
  const { server } = await renderForm();
  server.fail(productRoutes.create, { status: 500, error: "" });
  await type("Physical").click({ force: true });
  await field("Name").fill("Bowl");
  await userEvent.keyboard("{Enter}");
  await expect.element(page.getByText("Couldn't save product.")).toBeInViewport({ ratio: 1 });
});

test("saves a product that was deleted elsewhere as a new one", async () => {
  const { server, created } = await renderForm([aProduct({ name: "Bowl", type: "physical" })], "1");
  server.fail(productRoutes.update, { status: 404, error: "Product not found.", code: "not_found" });
  await field("Name").fill("Blue bowl");
  await button("Save product").click();
  await expect.element(page.getByText("Product not found.")).toBeVisible();
  await button("Save as a new product").click();
  await expect.element(page.getByText("Blue bowl saved.")).toBeVisible();
  expect(created).toHaveLength(1);
});

test("sells a product in another currency, from a minimum up, with stock and shipping", async () => {
  const { created } = await renderForm();
  await field("Name").fill("Print");
  await field("Currency").selectOptions("SEK");
  await field("Price (SEK)").fill("80");
  await fold("Pay more").click();
  await field("Let buyers pay more").click();
  await field("Minimum (SEK)").fill("90");
  await type("Physical").click();
  await fold("Stock").click();
  await field("Stock").fill("12");
  await field("Shipping (SEK)").fill("45");
  await button("Create product").click();
  await expect
    .element(field("Minimum (SEK)"))
    .toHaveAccessibleDescription(/The minimum must be at most the price\.$/);
  await field("Minimum (SEK)").fill("50");
  await expectAccessible();
  await button("Create product").click();
  await expect.element(page.getByRole("row", { name: /^Print.*SEK.80\.00.*12 left/ })).toBeVisible();
  expect(created).toMatchObject([
    {
      body: {
        currency: "sek",
        priceCents: 8000,
        minPriceCents: 5000,
        stock: 12,
        shippingCents: 4500,
        shippingAbroadCents: null,
      },
    },
  ]);
});

test("saves stock only if it was changed, because units may be sold meanwhile", async () => {
  const { updated } = await renderForm([aProduct({ name: "Cup", type: "physical", stock: 3 })], "1");
  await field("Name").fill("Mug");
  await button("Save product").click();
  await expect.poll(() => updated.length).toBe(1);
  expect(updated[0]?.body).not.toHaveProperty("stock");
  await page.getByRole("link", { name: "Edit Mug" }).click();
  await fold("Stock").click();
  await field("Stock").fill("0");
  await button("Save product").click();
  await expect.element(page.getByRole("row", { name: /^Mug.*Sold out/ })).toBeVisible();
  expect(updated[1]?.body).toMatchObject({ stock: 0 });
});

test("offers neither minimum nor stock nor shipping for a tip", async () => {
  await renderForm();
  await type("Tip").click();
  for (const label of ["Let buyers pay more", "Stock", "Shipping (EUR)"]) {
    await expect.element(field(label), { message: label }).not.toBeInTheDocument();
  }
});

test("shows a formatted description as buyers see it where the page does not fit", async () => {
  await page.viewport(360, 740);
  await renderForm();
  await field("Description").fill("By hand.");
  await expect.element(page.getByText("Preview", { exact: true })).not.toBeInTheDocument();
  await field("Description").fill("By **hand**.");
  await expect.element(page.getByText("Preview", { exact: true })).toBeVisible();
  await expect.poll(() => document.querySelector("[inert] strong")?.textContent).toBe("hand");
});
