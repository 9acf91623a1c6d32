import { expect, test } from "vitest";
import { addProduct, addTile, modelOf } from "../../testing/factories.ts";
import { testSite, testUser } from "../../testing/test-site.ts";

const site = testSite();
const anna = testUser(site, { handle: "anna" });

const BROWSER = "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0";
const URL = "https://a.example/1.png";
const change = (path: string, changes: object) => anna.call("PATCH", path, changes);

test("keeps an image's description and focal point until another image replaces it", async () => {
  const { id } = await addTile(anna, { imageUrl: URL, imageAlt: "A cup", imageFocus: { x: 10, y: 90 } });
  const path = `/api/tiles/${id}`;
  const renamed = await change(path, { title: "Cups" });
  expect(renamed.body.tile).toMatchObject({ image_alt: "A cup", image_focus: { x: 10, y: 90 } });
  const replaced = await change(path, { imageUrl: "https://a.example/2.png" });
  expect(replaced.body.tile).toMatchObject({ image_alt: null, image_focus: { x: 50, y: 50 } });
  const page = await site.call("GET", "/api/public/creator/anna");
  expect(page.body.tiles[0]).toMatchObject({ image_alt: null, image_focus: { x: 50, y: 50 } });
});

test("shows several images of a product in order on its page", async () => {
  const image = (name: string, alt = "") => ({
    url: `https://a.example/${name}.png`,
    alt,
    focus: { x: 1, y: 2 },
  });
  const product = await addProduct(anna, {
    name: "Vase",
    mediaUrl: URL,
    mediaAlt: "A vase",
    mediaFocus: { x: 5, y: 6 },
    moreImages: [image("top", "From above"), image("side")],
  });
  expect(product).toMatchObject({
    media_alt: "A vase",
    media_focus: { x: 5, y: 6 },
    more_images: [image("top", "From above"), image("side")],
  });
  const tile = await addTile(anna, { type: "product", productId: product.id });
  expect(tile.product).toMatchObject({ media_alt: "A vase", media_focus: { x: 5, y: 6 } });
  expect(modelOf((await site.call("GET", "/@anna/vase")).text).product.images).toEqual([
    { url: URL, alt: "A vase", focus: { x: 5, y: 6 } },
    image("top", "From above"),
    image("side"),
  ]);
  const without = await change(`/api/products/${product.id}`, { moreImages: [], mediaUrl: "" });
  expect(without.body.product).toMatchObject({ media_url: null, media_alt: null, more_images: [] });
});

test("keeps a heading without link, image and clicks", async () => {
  const berta = await site.signUp({ handle: "berta" });
  const heading = await addTile(berta, { type: "heading", title: "Shop", url: "https://x.example/" });
  expect(heading).toMatchObject({ type: "heading", url: null, image_url: null, active: true });
  const link = await addTile(berta);

  const click = { creatorId: berta.creator.id, tileId: heading.id, event: "tile_click" };
  const visit = { "user-agent": BROWSER };
  expect((await site.call("POST", "/api/public/analytics", click, visit)).status).toBe(400);
  expect((await site.call("POST", "/api/public/checkout", { tileId: heading.id })).status).toBe(409);
  const summary = await berta.call("GET", "/api/analytics/summary");
  expect(summary.body.perTile.map(({ id }: { id: number }) => id)).toEqual([link.id]);
});

test("drops image and link of a tile that becomes a heading", async () => {
  const { id } = await addTile(anna, { imageUrl: URL, active: false });
  const changed = await change(`/api/tiles/${id}`, { type: "heading" });
  expect(changed.body.tile).toMatchObject({ type: "heading", image_url: null, url: null, active: true });
});
