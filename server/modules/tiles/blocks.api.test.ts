import { describe, expect, test } from "vitest";
import type { Tile } from "../../../contract/api/tiles.ts";
import type { PageTile } from "../../../contract/pages/pages.ts";
import { MAX_TILES } from "../../../contract/rules/limits.ts";
import { DEFAULT_PLANS } from "../../../contract/rules/plans.ts";
import { FREE_PLAN_BLOCKS } from "../../../contract/rules/tile-types.ts";
import { addPicture, addProduct, addTile, modelOf, upgrade } from "../../testing/factories.ts";
import { prepareEach } from "../../testing/prepare.ts";
import { testSite } from "../../testing/test-site.ts";

const site = testSite();
const anna = prepareEach(() => site.signUp());

const PATH = "/api/tiles";
const text = { type: "text", title: "", description: "Made **by hand** in a small studio." };
const add = (tile: object) => anna.call("POST", PATH, tile);
const errorsOf = async (tile: object) => {
  const { status, body } = await add(tile);
  return [status, body.details?.fieldErrors];
};
const pageOf = async (): Promise<Tile[]> =>
  modelOf((await site.call("GET", `/@${anna.creator.handle}`)).text).tiles;
const fill = async (type: string, count: number) => {
  for (let index = 0; index < count; index++) await addTile(anna, { type, title: `${type} ${index}` });
};

test("names a block without a title by the start of its text, and shows no title on the page", async () => {
  const { body } = await add(text);
  const unnamed = { title: "Made by hand in a small studio.", title_shown: false };
  expect(body.tile).toMatchObject({ ...unnamed, url: null, product_id: null, active: true });
  const path = `${PATH}/${body.tile.id}`;
  const changed = await anna.call("PATCH", path, { description: "# Studio\n\nOpen on Sundays." });
  expect(changed.body.tile).toMatchObject({ title: "Studio", title_shown: false });
  expect(await pageOf()).toMatchObject([{ title: "Studio", title_shown: false }]);
  const named = await anna.call("PATCH", path, { title: "About" });
  expect(named.body.tile).toMatchObject({ title: "About", title_shown: true });
  const again = await anna.call("PATCH", path, { title: "" });
  expect(again.body.tile).toMatchObject({ title: "Studio", title_shown: false });
  const link = await anna.call("PATCH", path, { type: "link", url: "https://shop.example/" });
  expect([link.status, link.body.details.fieldErrors]).toEqual([400, { title: ["Title is required."] }]);
});

test.each([
  [{ ...text, description: " " }, { description: ["Enter the text."] }],
  [
    { type: "questions", title: "", description: "Do you ship?" },
    "Begin each question with “# ” and write its answer below it.",
  ],
  [
    { type: "questions", title: "", description: `# ${"x".repeat(500)}\nYes` },
    "A question must be at most 200 characters.",
  ],
  [{ type: "picture", title: "" }, { imageUrl: ["Choose a picture."] }],
  [{ type: "countdown", title: "Out in" }, { endsAt: ["Enter the end that the countdown runs to."] }],
  [{ type: "countdown", title: "", endsAt: "2027-01-01T00:00" }, { title: ["Title is required."] }],
  [{ ...text, description: "x".repeat(5_001) }, "Description must be at most 5000 characters."],
])("rejects %j", async (tile, errors) => {
  const expected = typeof errors === "string" ? { description: [errors] } : errors;
  expect(await errorsOf(tile)).toEqual([400, expected]);
});

test("shows whole texts as text, whatever HTML they contain", async () => {
  const description = `<script>alert(1)</script> ${"word ".repeat(200)}end`;
  await add({ ...text, description });
  expect(await pageOf()).toMatchObject([{ description }]);
  const { text: html } = await site.call("GET", `/@${anna.creator.handle}`);
  expect(html).not.toContain("<script>alert(1)");
});

test("rejects a blocked link in a text, and hides a text until its start", async () => {
  await site.sql`insert into blocks (kind, value, note, created_by)
    select 'link', 'bad.example', 'Abuse', user_id from creators where id = ${anna.creator.id}`;
  const blocked = { ...text, description: "> See https://bad.example/offer" };
  expect((await errorsOf(blocked))[0]).toBe(400);
  const later = await add({ ...text, startsAt: "2099-01-01T00:00" });
  expect(later.body.tile.state).toBe("scheduled");
  expect(await pageOf()).toEqual([]);
});

test("sends the dimensions of a tile's and of its product's picture to the page", async () => {
  const square = { width: 40, height: 40 };
  const { url } = await addPicture(site, anna, "a.svg");
  await addTile(anna, { title: "Own", imageUrl: url });
  const { id } = await addProduct(anna, { mediaUrl: url });
  await addTile(anna, { type: "product", title: "Product's", productId: id });
  await addTile(anna, { title: "None" });
  const shown = (await pageOf()).map((tile) => (tile as PageTile).image_dimensions);
  expect(shown).toEqual([square, square, undefined]);
});

test("sends the dimensions of an uploaded picture to the page", async () => {
  const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="30" height="45"/>');
  const { url } = await site.files.storeTrustedSvg({ creatorId: anna.creator.id, name: "a.svg", svg });
  await add({ type: "picture", title: "", imageUrl: url, imageAlt: "A cup" });
  await add({ type: "picture", title: "", imageUrl: "https://elsewhere.example/a.png" });
  expect(await pageOf()).toMatchObject([
    { title: "Picture", image_alt: "A cup", image_dimensions: { width: 30, height: 45 } },
    { image_url: "https://elsewhere.example/a.png" },
  ]);
});

test("rejects a block on a page of a thousand", async () => {
  await upgrade(site, anna);
  await site.sql`insert into tiles (creator_id, type, title, description, position)
    select ${anna.creator.id}, 'text', 'Text', 'A text.', n from generate_series(1, ${MAX_TILES}) n`;
  expect(await add(text)).toMatchObject({ status: 403, body: { code: "tiles.abuse_limit" } });
  expect((await site.call("GET", `/@${anna.creator.handle}`)).status).toBe(200);
});

test("takes a countdown off the page at its end", async () => {
  const past = await add({ type: "countdown", title: "Yesterday", endsAt: "2020-01-01T00:00" });
  const future = await add({ type: "countdown", title: "Out in", endsAt: "2099-01-01T00:00" });
  expect([past.body.tile.state, future.body.tile.state]).toEqual(["ended", "live"]);
  expect(await pageOf()).toMatchObject([{ title: "Out in", ends_at: "2099-01-01T00:00:00.000Z" }]);
});

describe("the limit of the Free plan", () => {
  test("counts no block up to ten, and each further one as a tile", async () => {
    await fill("link", DEFAULT_PLANS.free.tiles);
    await fill("heading", FREE_PLAN_BLOCKS - 1);
    expect((await add(text)).status).toBe(201);
    expect((await add(text)).body.code).toBe("tiles.limit_reached");
    expect((await add({ type: "link", title: "Shop", url: "https://shop.example/" })).status).toBe(403);
  });

  test("counts a block that becomes a link", async () => {
    await fill("link", DEFAULT_PLANS.free.tiles - 1);
    const [first, second] = [await add(text), await add(text)];
    const link = { type: "link", title: "Shop", url: "https://shop.example/" };
    const change = (tile: Tile) => anna.call("PATCH", `${PATH}/${tile.id}`, link);
    expect((await change(first.body.tile)).status).toBe(200);
    expect((await change(second.body.tile)).body.code).toBe("tiles.limit_reached");
  });

  test("restores deleted blocks beside a full number of tiles", async () => {
    const { body } = await add(text);
    expect((await anna.call("DELETE", `${PATH}/${body.tile.id}`)).status).toBe(204);
    await fill("link", DEFAULT_PLANS.free.tiles);
    expect((await anna.call("POST", `${PATH}/${body.tile.id}/restore`)).status).toBe(200);
  });
});
