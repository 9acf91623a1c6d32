import { expect, test } from "vitest";
import { page } from "vitest/browser";
import { tileRoutes } from "../../../contract/api/tiles.ts";
import { aProduct, aTile, aTileProduct } from "../../testing/console-entities.ts";
import { renderDashboard } from "../../testing/dashboard.ts";
import { expectAccessibleAtEveryWidth } from "../../testing/phone.ts";

const IMAGE = "data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg' width='9' height='9'/%3E";
const product = aTileProduct();
const tiles = [
  aTile({ id: 1, title: "My shop", image_url: IMAGE }),
  aTile({ id: 2, type: "link_ad", title: "Paper I like", position: 1 }),
  aTile({ id: 3, type: "content", title: "A film", active: false, position: 2 }),
  aTile({ id: 4, type: "product", title: "A bowl", url: null, product_id: 3, product, position: 3 }),
];

const products = [aProduct({ id: 3 })];

test("is accessible at every width without tiles", async () => {
  await renderDashboard({ products });
  await expect.element(page.getByText("No tiles available yet.")).toBeVisible();
  await expectAccessibleAtEveryWidth();
});

test("keeps tiles and their dialog accessible at every width", async () => {
  await renderDashboard({ products, tiles: () => tiles });
  await expect.element(page.getByRole("heading", { name: "My shop" })).toBeVisible();
  await expectAccessibleAtEveryWidth();
  await page.getByRole("button", { name: "Edit My shop" }).click();
  await expect.element(page.getByRole("button", { name: "Remove image" })).toBeVisible();
  await expectAccessibleAtEveryWidth();
});

test("reports tiles that cannot be loaded and loads them again", async () => {
  const { server } = await renderDashboard({
    products,
    server: (fake) => fake.fail(tileRoutes.list, { status: 500, error: "Something went wrong." }),
  });
  await expect.element(page.getByText("Couldn't load your tiles.")).toBeVisible();
  await expectAccessibleAtEveryWidth();
  server.respond(tileRoutes.list, { tiles });
  await page.getByRole("button", { name: "Try again" }).click();
  await expect.element(page.getByRole("heading", { name: "My shop" })).toBeVisible();
});
