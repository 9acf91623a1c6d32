import { afterEach, expect, test } from "vitest";
import { page } from "vitest/browser";
import { productRoutes } from "../../../contract/api/products.ts";
import { type Tile, tileRoutes } from "../../../contract/api/tiles.ts";
import { expectAccessible } from "../../testing/accessibility.ts";
import { aProduct, aTile } from "../../testing/console-entities.ts";
import { expectText } from "../../testing/expectations.ts";
import { expectAccessibleAtEveryWidth, expectFitsPhone } from "../../testing/phone.ts";
import { renderConsole } from "../../testing/render-console.tsx";
import { renderShop } from "../../testing/shop.ts";

const bowl = aProduct({ id: 1, name: "Bowl", price_cents: 2500, type: "physical" });
const cup = aProduct({ id: 2, name: "Cup", price_cents: 1200, active: false, type: "physical" });

const button = (name: string) => page.getByRole("button", { name, exact: true });
const link = (name: string) => page.getByRole("link", { name, exact: true });
const row = (name: RegExp) => page.getByRole("row", { name });

const renderProducts = (products = [cup, bowl], tiles: Tile[] = []) =>
  renderShop("/dashboard/products", { products, tiles });

afterEach(() => page.viewport(1280, 860));

test("leads from an empty list to a new product", async () => {
  await renderProducts([]);
  await expectText("No products yet.");
  await expectText("Create your first product, then add it to your page as a tile.");
  await expectText("Buyers aren't charged: payments run in test mode.");
  await expect.element(link("Add product")).toHaveAttribute("href", "/dashboard/products/new");
  expect(document.title).toBe("Products · Tessera");
  await expectAccessible();
});

test("offers to load the list again", async () => {
  const { server } = await renderConsole("/dashboard/products", {
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

test("shows sales, revenue, stock and presence on the page of each product", async () => {
  const sum = { currency: "eur", mock: false, sold: 2, revenue_cents: 5000 };
  const vase = aProduct({ id: 3, name: "Vase", type: "physical", stock: 4 });
  await renderProducts(
    [
      { ...vase, sales: [sum, { ...sum, currency: "usd", sold: 1 }, { ...sum, mock: true, sold: 40 }] },
      aProduct({ id: 4, name: "Plate", stock: 0, sales: [{ ...sum, mock: true }] }),
      bowl,
    ],
    [aTile({ type: "product", product_id: 3 })],
  );
  // Real and test orders are not mixed, nor are currencies.
  await expect.element(row(/^Vase .* 3 €50\.00 \$50\.00 4 left On your page/)).toBeVisible();
  await expect.element(row(/^Plate .* 2 €50\.00 Test mode Sold out Put it on your page/)).toBeVisible();
  await expect.element(row(/^Bowl .* 0 €0\.00/)).toBeVisible();
  await expectAccessibleAtEveryWidth();
});

test("restores the place in the list after a save or a cancelled form", async () => {
  await page.viewport(360, 740);
  await renderProducts(
    Array.from({ length: 15 }, (_, index) => aProduct({ id: index + 1, name: `Print ${index + 1}` })),
  );
  await link("Edit Print 14").click();
  await button("Save product").click();
  await expectText("Print 14 saved.");
  await expect.element(row(/^Print 14 /)).toBeInViewport();
  await link("Edit Print 12").click();
  await button("Cancel").click();
  await expect.element(row(/^Print 12 /)).toBeInViewport();
  await expectFitsPhone();
});

test("searches and filters more than ten products", async () => {
  const cups = Array.from({ length: 9 }, (_, index) => aProduct({ id: index + 10, name: `Cup ${index}` }));
  const { router } = await renderProducts([cup, { ...bowl, stock: 0 }, ...cups]);
  const names = () => page.getByRole("rowheader").elements().length;
  await page.getByLabelText("Search").fill("bow");
  await expect.poll(names).toBe(1);
  await expect.element(row(/^Bowl/)).toBeVisible();
  await page.getByLabelText("Search").fill("");
  await expect.poll(names).toBe(11);
  await page.getByLabelText("Type").selectOptions("Physical");
  await expect.poll(names).toBe(2);
  await page.getByLabelText("Status").selectOptions("Sold out");
  await expect.poll(names).toBe(1);
  expect(router.state.location.search).toBe("?type=physical&state=sold-out");
  await expectAccessibleAtEveryWidth();
  await page.getByLabelText("Type").selectOptions("Tip");
  await expectText("No matching products. Try a different filter or search.");
});

test("shows no filter for ten products", async () => {
  await renderProducts(
    Array.from({ length: 10 }, (_, index) => aProduct({ id: index + 1, name: `Cup ${index}` })),
  );
  await expect.element(row(/^Cup 9/)).toBeVisible();
  expect(page.getByRole("search").elements()).toEqual([]);
});

test("deletes a product at once, keeps the focus in the list, and restores it by Undo", async () => {
  const { server } = await renderProducts();
  const restored = server.respond(productRoutes.restore, { product: aProduct() });
  await button("Delete Cup").click();
  await expect.element(row(/^Cup/)).not.toBeInTheDocument();
  await expectText("Cup deleted.");
  await expect.element(page.getByRole("heading", { name: "Your products" })).toHaveFocus();
  await expectAccessibleAtEveryWidth();
  await button("Undo").click();
  await expect.poll(() => restored.length).toBe(1);
});

test("switches a product off at once, and on again if the request fails", async () => {
  const { server } = await renderProducts([bowl]);
  const response = Promise.withResolvers<never>();
  const requests = server.respond(productRoutes.update, () => response.promise);
  const active = page.getByRole("switch", { name: "Bowl is active" });
  await active.click();
  await expect.element(active).not.toBeChecked();
  await expect.poll(() => requests).toMatchObject([{ body: { active: false } }]);
  response.reject(new TypeError("Failed to fetch"));
  await expectText("Couldn't save product.");
  await expect.element(active).toBeChecked();
});
