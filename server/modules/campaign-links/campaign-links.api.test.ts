import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import jsqr from "jsqr";
import sharp from "sharp";
import { expect, test } from "vitest";
import { campaignLinkVersion } from "../../../contract/api/campaign-links.ts";
import { MAX_CAMPAIGN_LINKS } from "../../../contract/rules/limits.ts";
import { concurrently } from "../../testing/concurrently.ts";
import { addProduct, rejection, type TestUser } from "../../testing/factories.ts";
import { makeTestFolder } from "../../testing/temporary-folder.ts";
import { testSite, testUser } from "../../testing/test-site.ts";

const site = testSite();
const anna = testUser(site, { handle: "anna", plan: "creator" });
const berta = testUser(site, { plan: "creator" });
const carla = testUser(site);

const PATH = "/api/campaign-links";
let names = 0;
const create = (given: Record<string, unknown> = {}, user: TestUser = anna) => {
  names += 1;
  return user.call("POST", PATH, { title: "Poster", name: `poster-${names}`, source: "poster", ...given });
};
const add = async (given: Record<string, unknown> = {}) => (await create(given)).body.link;
const open = async (path: string) => {
  const { status, headers } = await site.call("GET", path);
  return { status, location: headers.location };
};

test("redirects to the page with the link's source and name, which the page reports", async () => {
  const response = await create({ name: " Window ", source: "Shop window", title: "Poster in the window" });
  expect(response.status, response.text).toBe(201);
  expect(response.body.link).toEqual({
    id: expect.any(Number),
    title: "Poster in the window",
    name: "window",
    url: "http://localhost:3000/@anna/go/window",
    source: "shop-window",
    product_id: null,
    ends_at: null,
    ended: false,
    created_at: expect.any(String),
  });
  const expected = { status: 302, location: "/@anna?source=shop-window&campaign=window" };
  expect(await open("/@anna/go/window")).toEqual(expected);
  expect(await open("/@ANNA/go/WINDOW"), "in any letter case").toEqual(expected);
  expect((await site.call("GET", "/@anna/go/window")).headers["cache-control"]).toBe("no-store");
});

test("rejects a change of a link that was changed elsewhere", async () => {
  const link = await add({ title: "Poster" });
  const version = { "if-match": `"${campaignLinkVersion(link)}"` };
  const change = (title: string) => anna.call("PATCH", `${PATH}/${link.id}`, { title }, version);
  expect((await change("Window")).status).toBe(200);
  const stale = await change("Door");
  expect([stale.status, stale.body.code]).toEqual([409, "changed"]);
  expect(stale.body.details.current).toEqual({ ...link, title: "Window" });
});

test("leads to a product while it is for sale, and to the page afterwards", async () => {
  const product = await addProduct(anna, { name: "Blue bowl" });
  const { name } = await add({ productId: product.id });
  const query = `source=poster&campaign=${name}`;
  expect(await open(`/@anna/go/${name}`)).toEqual({ status: 302, location: `/@anna/blue-bowl?${query}` });
  await anna.call("PATCH", `/api/products/${product.id}`, { active: false });
  expect(await open(`/@anna/go/${name}`)).toEqual({ status: 302, location: `/@anna?${query}` });
  await anna.call("DELETE", `/api/products/${product.id}`);
  expect(await open(`/@anna/go/${name}`)).toEqual({ status: 302, location: `/@anna?${query}` });
});

test("leads to the page without a campaign if the link has ended, was deleted or is unknown", async () => {
  const ended = await add({ endsAt: "2020-01-01T00:00:00Z" });
  expect(ended.ended).toBe(true);
  const deleted = await add();
  expect((await anna.call("DELETE", `${PATH}/${deleted.id}`)).status).toBe(204);
  for (const name of [ended.name, deleted.name, "never-made", "x".repeat(300), "%00", "..%2f..%2f"]) {
    const found = await open(`/@anna/go/${name}`);
    if (found.status !== 302) expect([400, 404], name).toContain(found.status);
    else expect(found.location, name).toBe("/@anna");
  }
  expect((await open("/@nobody-here/go/window")).status).toBe(404);
});

test("redirects a link of a former handle to the current one", async () => {
  const dora = await site.signUp({ handle: "dora-before" });
  await site.sql`update creators set plan = 'creator' where handle = 'dora-before'`;
  await create({ name: "story", source: "ig" }, dora);
  await dora.call("POST", "/api/creators/me", { handle: "dora-after", displayName: "Dora" });
  expect((await open("/@dora-before/go/story")).location).toBe(
    "/@dora-after?source=instagram&campaign=story",
  );
});

test("keeps the name when a link changes, because it may be printed", async () => {
  const { id, name } = await add();
  const changed = await anna.call("PATCH", `${PATH}/${id}`, {
    title: "Autumn",
    name: "other",
    endsAt: "2099-01-01T10:00:00Z",
  });
  expect(changed.body.link).toMatchObject({ title: "Autumn", name, ends_at: "2099-01-01T10:00:00.000Z" });
  const cleared = await anna.call("PATCH", `${PATH}/${id}`, { endsAt: "" });
  expect(cleared.body.link).toMatchObject({ title: "Autumn", ends_at: null });
});

test.each([
  { name: "no title", given: { title: " " }, fields: { title: ["Title is required."] } },
  {
    name: "a name with other characters",
    given: { name: "a/b" },
    fields: { name: ["Name must be 1 to 40 letters, digits or hyphens."] },
  },
  {
    name: "a source without letters",
    given: { source: "★" },
    fields: { source: ["Source must have letters or digits."] },
  },
  {
    name: "a product of someone else",
    given: { productId: 999_999_999 },
    fields: { productId: ["Choose one of your own products."] },
  },
])("rejects $name at its field", async ({ given, fields }) => {
  const response = await create(given);
  expect([response.status, response.body.details?.fieldErrors]).toEqual([400, fields]);
});

test("accepts a name once per creator", async () => {
  await add({ name: "once" });
  expect(await create({ name: "ONCE" })).toMatchObject(rejection(409, "campaign_links.name_taken"));
  expect((await create({ name: "once" }, berta)).status).toBe(201);
});

test("allows no links on the Free plan, but keeps existing ones", async () => {
  expect(await create({}, carla)).toMatchObject(rejection(403, "campaign_links.plan_required"));
  expect(await carla.call("GET", PATH)).toMatchObject({ status: 200, body: { links: [] } });
});

test("returns 404 for another creator's links", async () => {
  const { id } = await add();
  for (const [method, path, body] of [
    ["PATCH", `${PATH}/${id}`, { title: "Mine" }],
    ["PATCH", `${PATH}/${id}`, {}],
    ["DELETE", `${PATH}/${id}`],
    ["GET", `${PATH}/${id}/qr`],
  ] as const)
    expect((await berta.call(method, path, body)).status, `${method} ${path}`).toBe(404);
  expect((await berta.call("GET", PATH)).body.links.map((link: { id: number }) => link.id)).not.toContain(id);
});

test("enforces the limit under concurrent requests", async () => {
  const erna = await site.signUp({ handle: "erna" });
  await site.sql`update creators set plan = 'creator' where handle = 'erna'`;
  await site.sql`insert into campaign_links (creator_id, name, title, source)
    select ${erna.creator.id}, 'n' || i, 't', 's' from generate_series(1, ${MAX_CAMPAIGN_LINKS - 1}) i`;
  const responses = await concurrently(6, () => create({}, erna));
  expect(responses.map(({ status }) => status).sort()).toEqual([201, 403, 403, 403, 403, 403]);
});

test.each(["25", "50", "100"])("prints a code of %s mm that decodes to the link", async (mm) => {
  const { id, url } = await add();
  const response = await anna.call("GET", `${PATH}/${id}/qr?format=png&mm=${mm}`);
  expect([response.status, response.headers["content-type"]], response.text.slice(0, 300)).toEqual([
    200,
    "image/png",
  ]);
  // The image decoder reads uploads only from files, so the code needs one.
  const file = join(await makeTestFolder(), "code.png");
  await writeFile(file, response.bytes);
  const { data, info } = await sharp(file).ensureAlpha().raw().toBuffer({ resolveWithObject: true });
  expect([info.width, info.height]).toEqual([1, 1].map(() => Math.round((Number(mm) * 300) / 25.4)));
  expect(jsqr.default(new Uint8ClampedArray(data), info.width, info.height)?.data).toBe(url);
  expect((await sharp(file).metadata()).density).toBe(300);
});

test("returns the code as SVG in the creator's colour, with its size in millimetres", async () => {
  await anna.call("PATCH", "/api/appearance", { accent: "#b3261e" });
  const { id, url } = await add();
  const { text, headers } = await anna.call("GET", `${PATH}/${id}/qr?mm=25`);
  expect(headers["content-type"]).toContain("image/svg+xml");
  expect(headers["content-disposition"]).toMatch(/^attachment; filename="[a-z0-9-]+-25mm\.svg"$/);
  expect(text).toContain('width="25mm" height="25mm"');
  expect(text).toContain("#b3261e");
  const { data, info } = await sharp(Buffer.from(text), { density: 300 })
    .ensureAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true });
  expect(jsqr.default(new Uint8ClampedArray(data), info.width, info.height)?.data).toBe(url);
});
