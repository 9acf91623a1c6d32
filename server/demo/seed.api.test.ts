import { afterAll, beforeAll, expect, test } from "vitest";
import { TileType } from "../../contract/api/tiles.ts";
import { TILE_TYPES } from "../../contract/rules/tile-types.ts";
import type { Files } from "../modules/files/index.ts";
import { createPageInvalidations } from "../platform/page-invalidation.ts";
import { buy, modelOf } from "../testing/factories.ts";
import { PUBLIC_URL } from "../testing/harness.ts";
import { testSite } from "../testing/test-site.ts";
import { seedDemo } from "./seed.ts";

const site = testSite();
let pageInvalidations: ReturnType<typeof createPageInvalidations>;
beforeAll(async () => {
  pageInvalidations = createPageInvalidations({ url: site.databaseUrl, log: site.app.log as never });
  // Five nodes start at once, and the first that seeds stops after a picture.
  const started = await Promise.allSettled(Array.from({ length: 5 }, () => seed(storeTrustedSvg)));
  expect(started.filter(({ status }) => status === "rejected")).toMatchObject([{ reason: INTERRUPTION }]);
});
afterAll(() => pageInvalidations.stop());

const INTERRUPTION = new Error("interrupted");
const stored: string[] = [];
const storeTrustedSvg: Files["storeTrustedSvg"] = async (given) => {
  const file = await site.files.storeTrustedSvg(given);
  stored.push(file.path);
  if (stored.length === 1) throw INTERRUPTION;
  return file;
};

function seed(storeSvg = site.files.storeTrustedSvg) {
  const { db, databaseUrl, jobs, files, app } = site;
  return seedDemo({
    db,
    jobs,
    url: databaseUrl,
    files: { ...files, storeTrustedSvg: storeSvg },
    pageInvalidations,
    publicUrl: PUBLIC_URL,
    log: app.log as never,
  });
}
const demo = async () => (await site.call("GET", "/api/public/creator/demo")).body;

test("nodes that start together make one demo page, with headings and a tile of every kind that opens", async () => {
  const { creator, tiles } = await demo();
  expect(creator).toMatchObject({
    handle: "demo",
    plan: "creator",
    tips_enabled: true,
    has_payment_account: true,
  });
  const types = tiles.map((tile: { type: string }) => tile.type);
  const opening = TileType.options.filter((type) => TILE_TYPES[type].opens !== null);
  expect(new Set(types)).toEqual(new Set([...opening, "heading"]));
  expect(tiles.some((tile: { active: boolean }) => !tile.active)).toBe(true);
  expect(await site.query("select count(*)::int as count from users")).toEqual([{ count: 1 }]);
  // The page has the size of each image besides.
  expect(modelOf((await site.call("GET", "/@demo")).text).tiles).toMatchObject(tiles);
});

test("its pictures are there", async () => {
  const { creator, tiles } = await demo();
  const pictures = [creator.avatar_url, ...tiles.map((tile: { image_url: string | null }) => tile.image_url)];
  for (const url of pictures.filter(Boolean)) {
    expect((await site.call("GET", url.replace(PUBLIC_URL, ""))).status, url).toBe(200);
  }
});

test("finishes an interrupted seed, and deletes the file that it had stored", async () => {
  expect(await site.query("select count(*)::int as count from creators")).toEqual([{ count: 1 }]);
  const pictures = await site.query("select id from files where purpose = 'image'");
  expect(pictures.map(({ id }) => id).sort()).toEqual(stored.slice(1).sort());
});

test("its notebook can be bought and opened", async () => {
  const notebook = (await demo()).tiles.find(
    (tile: { product: { name: string } | null }) => tile.product?.name === "The Glaze Notebook",
  );
  const { downloadToken } = await buy(site, notebook.id);
  const response = await site.call("GET", `/api/orders/download/${downloadToken}`);
  expect(response.status).toBe(200);
  expect(response.bytes.subarray(0, 5).toString()).toBe("%PDF-");
  expect(response.headers["content-disposition"]).toContain('filename="The Glaze Notebook.pdf"');
  // The demo creator's email receives nothing, so only the buyer is emailed.
  expect((await site.sentMails()).map(({ to }) => to)).toEqual(["buyer@example.org"]);
});

test("changes nothing at a later start", async () => {
  const before = await demo();
  await seed();
  expect(await demo()).toEqual(before);
});

test("signing in as the demo creator is impossible", async () => {
  for (const password of ["", "demo", "demo-demo-demo", "null"]) {
    const response = await site.call("POST", "/api/auth/login", { email: "demo@tessera.invalid", password });
    expect([400, 401]).toContain(response.status);
  }
});
