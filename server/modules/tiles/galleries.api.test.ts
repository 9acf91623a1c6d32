import { expect, test } from "vitest";
import type { Tile } from "../../../contract/api/tiles.ts";
import { MAX_TILES } from "../../../contract/rules/limits.ts";
import { addTile, modelOf, signUpVerified, type TestUser, upgrade } from "../../testing/factories.ts";
import { prepareEach } from "../../testing/prepare.ts";
import { testSite } from "../../testing/test-site.ts";

const site = testSite();
const anna = prepareEach(() => signUpVerified(site));

const ELSEWHERE = "https://elsewhere.example";
const MIDDLE = { x: 50, y: 50 };
const many = (count: number) => Array.from({ length: count }, (_, n) => ({ url: `${ELSEWHERE}/${n}.png` }));
const gallery = (images: unknown) => ({ type: "gallery", title: "", images });
const add = (images: unknown) => anna.call("POST", "/api/tiles", gallery(images));
const uploadBy = async ({ creator }: TestUser, name = "a.svg"): Promise<string> => {
  const svg = Buffer.from(
    `<svg xmlns="http://www.w3.org/2000/svg" width="30" height="45"><!--${name}--></svg>`,
  );
  return String((await site.files.storeTrustedSvg({ creatorId: creator.id, name, svg })).url);
};
const pageOf = async (): Promise<Tile[]> =>
  modelOf((await site.call("GET", `/@${anna.creator.handle}`)).text).tiles;

test("shows up to twelve pictures in order, with or without a description", async () => {
  const own = await uploadBy(anna);
  const images = [{ url: own, alt: " A kiln ", focus: { x: 10, y: 90 } }, ...many(11)];
  const { status, body } = await add(images);
  const expected = [
    { url: own, alt: "A kiln", focus: { x: 10, y: 90 } },
    ...many(11).map((image) => ({ ...image, alt: "", focus: MIDDLE })),
  ];
  expect([status, body.tile.images]).toEqual([201, expected]);
  expect(body.tile).toMatchObject({ type: "gallery", title: "Gallery", title_shown: false, active: true });
  expect(await pageOf()).toMatchObject([{ images: expected }]);
  // Stored by its path, so that it stays valid on another domain.
  const [row] = await site.sql`select images -> 0 ->> 'url' as url from tiles where id = ${body.tile.id}`;
  expect(row?.url).toBe(new URL(own).pathname);
});

test("shows a single picture with its dimensions", async () => {
  await add([{ url: await uploadBy(anna) }]);
  expect(await pageOf()).toMatchObject([{ image_dimensions: { width: 30, height: 45 } }]);
});

test.each([
  ["no pictures", [], "Add a picture."],
  ["thirteen pictures", many(13), "A gallery has at most 12 pictures."],
  ["a script", [{ url: "javascript:alert(1)" }], "Image must be a valid URL (include http:// or https://)."],
  [
    "a long description",
    [{ url: ELSEWHERE, alt: "x".repeat(301) }],
    "Image description must be at most 300 characters.",
  ],
  ["a text", "pictures", "Images must be a list."],
])("rejects %s", async (_what, images, message) => {
  expect(await add(images)).toMatchObject({
    status: 400,
    body: { details: { fieldErrors: { images: [message] } } },
  });
});

test("rejects uploads of others and unknown uploads, but keeps those that it has", async () => {
  const bella = await signUpVerified(site);
  const [own, foreign] = [await uploadBy(anna), await uploadBy(bella)];
  const unknown = own.replace(/uploads\/\w+/, `uploads/${"a".repeat(32)}`);
  for (const url of [foreign, unknown])
    expect(await add([{ url: own }, { url }])).toMatchObject({
      status: 400,
      body: {
        code: "tiles.picture_not_own",
        details: { fieldErrors: { images: ["Upload the picture again."] } },
      },
    });
  const { body } = await add([{ url: own }, ...many(1)]);
  await site.sql`delete from files where creator_id = ${anna.creator.id}`;
  const images = [...many(1), { url: own }];
  const path = `/api/tiles/${body.tile.id}`;
  expect((await anna.call("PATCH", path, { images })).body.tile.images).toMatchObject(images);
  expect((await anna.call("PATCH", path, { title: "Studio" })).body.tile.images).toMatchObject(images);
});

test("rejects pictures from a blocked site, but keeps saved ones", async () => {
  const saved = { url: "https://bad.example/1.png" };
  const { body } = await add([saved]);
  await site.sql`insert into blocks (kind, value, note, created_by)
    select 'link', 'bad.example', 'Abuse', user_id from creators where id = ${anna.creator.id}`;
  const path = `/api/tiles/${body.tile.id}`;
  const images = [saved, { url: "https://bad.example/2.png" }];
  expect((await anna.call("PATCH", path, { images })).body.code).toBe("blocks.link_blocked");
  expect((await anna.call("PATCH", path, { title: "Studio" })).status).toBe(200);
});

test("drops the pictures when the tile becomes something else, and other types never have any", async () => {
  const { body } = await add(many(2));
  const path = `/api/tiles/${body.tile.id}`;
  const text = { type: "text", description: "Made by hand." };
  expect((await anna.call("PATCH", path, text)).body.tile.images).toEqual([]);
  expect((await addTile(anna, { title: "Shop", images: many(2) })).images).toEqual([]);
});

test("shows the first picture in the list of deleted tiles, and restores all of them", async () => {
  const own = await uploadBy(anna);
  const { body } = await add([{ url: own }, ...many(3)]);
  await anna.call("DELETE", `/api/tiles/${body.tile.id}`);
  const deleted = await anna.call("GET", "/api/tiles/deleted");
  expect(deleted.body.items).toMatchObject([{ name: "Gallery", image_url: own }]);
  const restored = await anna.call("POST", `/api/tiles/${body.tile.id}/restore`);
  expect(restored.body.tile.images).toEqual(body.tile.images);
});

test("serves a page of a thousand galleries in parts", async () => {
  await upgrade(site, anna);
  const images = JSON.stringify(many(12).map((image) => ({ ...image, alt: "A cup", focus: MIDDLE })));
  await site.sql`insert into tiles (creator_id, type, title, images, position)
    select ${anna.creator.id}, 'gallery', 'Gallery', ${images}::jsonb, n from generate_series(1, ${MAX_TILES}) n`;
  expect((await pageOf()).length).toBeLessThan(MAX_TILES);
  expect((await anna.call("GET", "/api/tiles")).body.tiles).toHaveLength(MAX_TILES);
  expect((await add(many(1))).body.code).toBe("tiles.abuse_limit");
});
