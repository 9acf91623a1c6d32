import { afterEach, expect, test } from "vitest";
import { page, userEvent } from "vitest/browser";
import { productRoutes } from "../../../contract/api/products.ts";
import { tileRoutes } from "../../../contract/api/tiles.ts";
import { expectAccessible } from "../../testing/accessibility.ts";
import { aCreator, aProduct } from "../../testing/entities.ts";
import { expectAccessibleAtEveryWidth, expectFitsPhone } from "../../testing/phone.ts";
import { renderConsole } from "../../testing/render-console.tsx";
import { serveShop } from "../../testing/shop.ts";

const creator = aCreator();
const bowl = aProduct({ id: 1, name: "Bowl", price_cents: 2500, type: "physical" });
const cup = aProduct({ id: 2, name: "Cup", price_cents: 1200, active: false, type: "physical" });

const field = (label: string) => page.getByLabelText(label, { exact: true });
const button = (name: string) => page.getByRole("button", { name, exact: true });
const row = (name: RegExp) => page.getByRole("row", { name });

async function renderProducts(products = [cup, bowl]) {
  let served: ReturnType<typeof serveShop> | undefined;
  const rendered = await renderConsole("/dashboard/products", {
    creator,
    server: (server) => {
      served = serveShop(server, { products });
    },
  });
  if (!served) throw new Error("no fake server");
  return { ...rendered, ...served };
}

async function expectNewForm() {
  await expect.element(page.getByRole("heading", { name: "New product" })).toBeVisible();
  await expect.element(field("Name")).toHaveValue("");
  await expect.element(field("Price (EUR)")).toHaveValue("10.00");
  await expect.element(page.getByLabelText("Type")).toHaveValue("digital");
  await expect.element(page.getByRole("switch", { name: "Active", exact: true })).toBeChecked();
  await expect.element(button("Cancel")).not.toBeInTheDocument();
}

afterEach(() => page.viewport(1280, 860));

test("a creator without products sees the empty list and a new form with the usual values", async () => {
  await renderProducts([]);
  await expect.element(page.getByText("No products yet.")).toBeVisible();
  await expect
    .element(page.getByText("Create your first product, then add it to your page as a tile."))
    .toBeVisible();
  await expect.element(page.getByText("Buyers aren't charged: payments run in test mode.")).toBeVisible();
  await expectNewForm();
  expect(document.title).toBe("Products · Tessera");
  await expectAccessible();
});

test("a list that cannot be loaded offers to try again", async () => {
  const { server } = await renderConsole("/dashboard/products", {
    creator,
    server: (server) => {
      server.respond(tileRoutes.list, { tiles: [] });
      server.fail(productRoutes.list, { status: 500, error: "Something went wrong." });
    },
  });
  await expect.element(page.getByRole("alert")).toHaveTextContent("Something went wrong.");
  await expectAccessibleAtEveryWidth();
  server.respond(productRoutes.list, { products: [aProduct({ name: "Cup" })] });
  await button("Try again").click();
  await expect.element(row(/^Cup/)).toBeVisible();
});

test("cancelling an edit, saving it or deleting its product returns to a new form", async () => {
  await renderProducts();
  await button("Edit Bowl").click();
  await expect.element(page.getByRole("heading", { name: "Edit Bowl" })).toBeVisible();
  await expect.element(field("Price (EUR)")).toHaveValue("25.00");
  await expect.element(field("Name")).toHaveFocus();
  await field("Name").fill("A changed bowl");
  await button("Cancel").click();
  await expectNewForm();
  await expect.element(row(/^Bowl/)).toBeVisible();

  await button("Edit Bowl").click();
  await field("Price (EUR)").fill("31");
  await button("Save product").click();
  await expectNewForm();
  await expect.element(row(/^Bowl.*€31\.00/)).toBeVisible();

  await button("Edit Cup").click();
  await expect.element(page.getByRole("switch", { name: "Active", exact: true })).not.toBeChecked();
  await expect.element(page.getByRole("switch", { name: "Cup is active" })).toBeDisabled();
  await button("Delete Cup").click();
  const dialog = page.getByRole("dialog", { name: "Delete this product?" });
  await expect.element(dialog).toHaveTextContent("Cup");
  await dialog.getByRole("button", { name: "Delete product" }).click();
  await expectNewForm();
  await expect.element(row(/^Cup/)).not.toBeInTheDocument();
});

test("after a deletion the focus stays in the list", async () => {
  await renderProducts();
  await button("Delete Cup").click();
  await button("Delete product").click();
  await expect.element(row(/^Cup/)).not.toBeInTheDocument();
  await expect.element(page.getByRole("switch", { name: "Bowl is active" })).toHaveFocus();
});

test("another product is not opened over unsaved changes without a question", async () => {
  await renderProducts();
  await field("Name").fill("Half a thought");
  await button("Edit Bowl").click();
  const dialog = page.getByRole("dialog", { name: "Discard your changes?" });
  await expect.element(dialog).toHaveTextContent("You have unsaved changes in the new product.");
  await dialog.getByRole("button", { name: "Cancel" }).click();
  await expect.element(field("Name")).toHaveValue("Half a thought");
  await button("Edit Bowl").click();
  await dialog.getByRole("button", { name: "Discard changes" }).click();
  await expect.element(field("Name")).toHaveValue("Bowl");
});

test("a slow save leaves the form of the product that was opened after it alone", async () => {
  const { server } = await renderProducts();
  const response = Promise.withResolvers<{ product: typeof bowl }>();
  server.respond(productRoutes.update, () => response.promise);
  await button("Edit Bowl").click();
  await field("Name").fill("Blue bowl");
  await button("Save product").click();
  await button("Edit Cup").click();
  await button("Discard changes").click();
  await field("Description").fill("For coffee.");
  response.resolve({ product: { ...bowl, name: "Blue bowl" } });
  await expect.element(page.getByText("Blue bowl saved.")).toBeVisible();
  await expect.element(page.getByRole("heading", { name: "Edit Cup" })).toBeVisible();
  await expect.element(field("Description")).toHaveValue("For coffee.");
});

test("a save that fails after its form was closed says so", async () => {
  const { server } = await renderProducts();
  const response = Promise.withResolvers<never>();
  server.respond(productRoutes.update, () => response.promise);
  await button("Edit Bowl").click();
  await field("Name").fill("Blue bowl");
  await button("Save product").click();
  await button("Edit Cup").click();
  await button("Discard changes").click();
  response.reject(new TypeError("Failed to fetch"));
  await expect.element(page.getByText("Blue bowl: Could not save product.")).toBeVisible();
  await expect.element(field("Name")).toHaveValue("Cup");
  await expect.element(page.getByRole("alert")).not.toBeInTheDocument();
});

test("what is typed while a new product is saved stays, and changes that product", async () => {
  const { server, shop, updated } = await renderProducts([]);
  const response = Promise.withResolvers<void>();
  const vase = aProduct({ id: 7, name: "Vase" });
  const created = server.respond(productRoutes.create, async () => {
    await response.promise;
    shop.products = [vase];
    return { product: vase };
  });
  await field("Name").fill("Vase");
  await button("Create product").click();
  await field("Description").fill("Tall and blue.");
  response.resolve();
  await expect.element(page.getByRole("heading", { name: "Edit Vase" })).toBeVisible();
  await expect.element(field("Description")).toHaveValue("Tall and blue.");
  await expect.element(field("Description")).toHaveFocus();
  await button("Save product").click();
  await expectNewForm();
  expect(created).toHaveLength(1);
  expect(updated.map(({ params, body }) => ({ ...params, body }))).toMatchObject([
    { id: "7", body: { name: "Vase", description: "Tall and blue." } },
  ]);
});

test("a product is switched off in the list at once, and on again when the request fails", async () => {
  const { server } = await renderProducts([bowl]);
  const response = Promise.withResolvers<never>();
  const requests = server.respond(productRoutes.update, () => response.promise);
  const active = page.getByRole("switch", { name: "Bowl is active" });
  await active.click();
  await expect.element(active).not.toBeChecked();
  expect(requests).toMatchObject([{ body: { active: false } }]);
  response.reject(new TypeError("Failed to fetch"));
  await expect.element(page.getByText("Could not save product.")).toBeVisible();
  await expect.element(active).toBeChecked();
});

test("the form with an error and the questions before products are lost are accessible at every width", async () => {
  await renderProducts();
  await button("Edit Bowl").click();
  await field("Name").fill("");
  await button("Save product").click();
  await expect.element(page.getByText("Name is required.")).toBeVisible();
  await expectAccessibleAtEveryWidth();
  await button("Edit Cup").click();
  await expect.element(page.getByRole("dialog", { name: "Discard your changes?" })).toBeVisible();
  await expectAccessibleAtEveryWidth();
  await button("Discard changes").click();
  await button("Delete Cup").click();
  await expect.element(page.getByRole("dialog", { name: "Delete this product?" })).toBeVisible();
  await expectAccessibleAtEveryWidth();
});

test("a product without a price reads Free", async () => {
  await renderProducts([aProduct({ name: "Sampler", price_cents: 0 })]);
  await expect.element(row(/^Sampler.* Free/)).toBeVisible();
});

test("on a phone the list comes first, and the form opens with the focus in it", async () => {
  await page.viewport(360, 740);
  await renderProducts();
  await expect.element(row(/^Bowl.*€25\.00/)).toBeVisible();
  expect(page.getByRole("cell", { name: "€25.00" }).elements()).toHaveLength(1);
  await expect.element(field("Name")).not.toBeVisible();
  await button("New product").click();
  await expect.element(field("Name")).toHaveFocus();
  await expect.element(field("Name")).toBeInViewport();
  await expectAccessible();
  await expectFitsPhone();
  await button("Cancel").click();
  await expect.element(field("Name")).not.toBeVisible();
  await expect.element(button("New product")).toHaveFocus();

  await button("Edit Bowl").click();
  await expect.element(field("Name")).toHaveFocus();
  await expect.element(field("Name")).toHaveValue("Bowl");
  await userEvent.keyboard(" of clay{Enter}");
  await expect.element(row(/^Bowl of clay/)).toBeVisible();
  await expect.element(field("Name")).not.toBeVisible();
});

test("on a phone, closing the form leads back to its product", async () => {
  await page.viewport(360, 740);
  const many = Array.from({ length: 15 }, (_, index) =>
    aProduct({ id: index + 1, name: `Print ${index + 1}` }),
  );
  await renderProducts(many);
  await button("Edit Print 2").click();
  await button("Save product").click();
  await expect.element(page.getByText("Print 2 saved.")).toBeVisible();
  await expect.element(row(/^Print 2 /)).toBeInViewport();
  await button("Edit Print 14").click();
  await button("Cancel").click();
  await expect.element(row(/^Print 14 /)).toBeInViewport();
  await button("New product").click();
  await field("Name").fill("Vase");
  await button("Create product").click();
  await expect.element(page.getByText("Vase is saved, but not on your page yet.")).toBeInViewport();
});
