import { afterEach, expect, test } from "vitest";
import { page } from "vitest/browser";
import { tileMessages } from "../../../contract/api/tile-messages.ts";
import { tileRoutes } from "../../../contract/api/tiles.ts";
import { sentence } from "../../../contract/texts.ts";
import { expectAccessible } from "../../testing/accessibility.ts";
import { aProduct, aTile } from "../../testing/console-entities.ts";
import { expectLink, expectText } from "../../testing/expectations.ts";
import { renderShop } from "../../testing/shop.ts";

const renderProducts = (given: Parameters<typeof renderShop>[1]) => renderShop("/dashboard/products", given);
const bowl = aProduct({ id: 1, name: "Bowl", type: "physical", media_url: "https://images.example/b.webp" });
const put = (name: string) => page.getByRole("button", { name: `Put it on your page: ${name}` });
const row = (name: RegExp) => page.getByRole("row", { name });

afterEach(() => page.viewport(1280, 860));

test("puts a product on the page from its row, as a tile with its name", async () => {
  const { createdTiles } = await renderProducts({ products: [bowl] });
  await put("Bowl").click();
  await expectText("Bowl is on your page.");
  await expect.element(row(/^Bowl.* On your page/)).toBeVisible();
  await expect.element(put("Bowl")).not.toBeInTheDocument();
  await expect.poll(() => document.activeElement?.textContent).toBe("On your page");
  expect(createdTiles.map(({ body }) => body)).toMatchObject([
    // Without an image, the tile shows the product's.
    { type: "product", title: "Bowl", productId: 1, imageUrl: null, active: true },
  ]);
});

test("turns a tip into a tip tile, and keeps an inactive product hidden", async () => {
  const coffee = aProduct({ id: 2, name: "A coffee", type: "tip", active: false });
  const { createdTiles } = await renderProducts({ products: [coffee] });
  await put("A coffee").click();
  await expectText("A coffee is on your page, hidden until you make it active.");
  expect(createdTiles).toMatchObject([{ body: { type: "tip", productId: 2 } }]);
});

test("does not offer a product again that a tile sells", async () => {
  const tile = aTile({ type: "product", product_id: 1 });
  await renderProducts({ products: [bowl], tiles: [tile] });
  await expect.element(row(/^Bowl.* On your page/)).toBeVisible();
  await expect.element(put("Bowl")).not.toBeInTheDocument();
  expect(document.activeElement?.textContent).not.toBe("On your page");
});

test("names the limit of a full page and leads to the plans", async () => {
  await page.viewport(360, 740);
  const { server } = await renderProducts({ products: [bowl] });
  const error = sentence(tileMessages.limitReached);
  server.fail(tileRoutes.create, { status: 403, code: "tiles.limit_reached", error });
  await put("Bowl").click();
  await expect.element(page.getByRole("alert")).toHaveTextContent(error);
  await expectLink("See plans", "/dashboard/settings");
  await expect.element(put("Bowl")).toBeVisible();
  await expectAccessible();
});

test("lists a tile once that was reloaded meanwhile", async () => {
  const { queryClient, server } = await renderProducts({ products: [bowl] });
  const tile = aTile({ id: 9, type: "product", title: "Bowl", product_id: 1 });
  await expect.element(put("Bowl")).toBeVisible();
  server.respond(tileRoutes.list, () => new Promise<never>(() => undefined));
  server.respond(tileRoutes.create, () => {
    // A change of focus reloads the tiles before the response arrives.
    queryClient.setQueryData(["tiles"], [tile]);
    return { tile };
  });
  await put("Bowl").click();
  await expectText("Bowl is on your page.");
  expect(queryClient.getQueryData(["tiles"])).toEqual([tile]);
});
