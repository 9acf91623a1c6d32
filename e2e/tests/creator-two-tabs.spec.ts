import { expect, signedInTest as test } from "../support/fixtures.ts";

// Another tab is a request with the same session: what it saves is not in the cache of the page.
test.beforeEach(({ guard }) => guard.allow(/status of 409 .*\/api\//));

test("a tile that another tab has changed is not saved over: either is kept", async ({ page, creator }) => {
  const tile = await creator.addTile({ title: "My shop", description: "Bowls." });
  const others = (data: object) => page.request.patch(`/api/tiles/${tile.id}`, { data });
  await page.goto("/dashboard");
  const form = page.getByRole("dialog", { name: "Edit tile" });
  const title = form.getByLabel("Title", { exact: true });
  const notice = form.getByText("Changed in another tab or on another device:");
  const edit = async (typed: string) => {
    await page.getByRole("button", { name: /^Edit / }).click();
    await title.fill(typed);
  };

  await edit("My pottery");
  await others({ title: "Our shop", description: "Bowls and cups." });
  await form.getByRole("button", { name: "Save tile" }).click();
  await expect(notice).toContainText("Title (now “Our shop”).");
  await expect(form.getByRole("button", { name: "Keep mine" })).toBeFocused();
  await expect(title).toHaveValue("My pottery");
  await form.getByRole("button", { name: "Keep mine" }).click();
  await expect(notice).toBeHidden();
  await form.getByRole("button", { name: "Save tile" }).click();
  await expect(page.getByRole("heading", { name: "My pottery" })).toBeVisible();
  const { tiles } = await (await page.request.get("/api/tiles")).json();
  expect(tiles[0]).toMatchObject({ title: "My pottery", description: "Bowls and cups." });

  await edit("My studio");
  await others({ title: "Our studio" });
  await form.getByRole("button", { name: "Save tile" }).click();
  await form.getByRole("button", { name: "Take theirs" }).click();
  await expect(title).toHaveValue("Our studio");
  await form.getByRole("button", { name: "Save tile" }).click();
  await expect(page.getByRole("heading", { name: "Our studio" })).toBeVisible();
});

test("different fields of a product that two devices have changed are all saved", async ({
  page,
  creator,
}) => {
  const product = await creator.addProduct({ name: "Bowl", stock: 5 });
  await page.goto(`/dashboard/products/${product.id}`);
  await page.getByLabel("Name", { exact: true }).fill("Blue bowl");
  await page.request.patch(`/api/products/${product.id}`, { data: { priceCents: 3100, stock: 4 } });
  await page.getByRole("button", { name: "Save product" }).click();
  await expect(page.getByText("Blue bowl saved.")).toBeVisible();
  const { products } = await (await page.request.get("/api/products")).json();
  expect(products[0]).toMatchObject({ name: "Blue bowl", price_cents: 3100, stock: 4 });
});
