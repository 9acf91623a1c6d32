import { beforeAll, expect, test } from "vitest";
import {
  addTile,
  buy,
  mailsTo,
  modelOf,
  offerFile,
  signUpVerified,
  type TestUser,
} from "../../testing/factories.ts";
import { PUBLIC_URL } from "../../testing/harness.ts";
import { testSite, testUser } from "../../testing/test-site.ts";

const PATH = "/api/appearance";
const THEMES_OWN = {
  fonts: null,
  background: null,
  background_url: null,
  tile_shape: null,
  scheme: null,
  layout: null,
  alignment: null,
  cover_url: null,
};

const site = testSite();
const anna = testUser(site, { handle: "anna", displayName: "Anna" });
beforeAll(async () => {
  await setPlan(anna, "creator");
});

const setPlan = (user: TestUser, plan: string) =>
  site.sql`update creators set plan = ${plan} where handle = ${user.handle}`;
const pageOf = async (user: TestUser) => modelOf((await site.app.inject({ url: `/@${user.handle}` })).body);

test("shows the default look until the creator chooses another", async () => {
  const { status, body } = await anna.call("GET", PATH);
  expect(status).toBe(200);
  expect(body.appearance).toEqual({ theme: "plaster", accent: null, ...THEMES_OWN });
  expect(body.shown).toEqual(body.appearance);
  expect(await pageOf(anna)).not.toHaveProperty("appearance");
});

test("saves a choice, shows it on the page and reports an adjusted colour", async () => {
  const { status, body } = await anna.call("PATCH", PATH, { theme: "poster", accent: "#AA0011" });
  expect(status).toBe(200);
  expect(body.appearance).toMatchObject({ theme: "poster", accent: "#aa0011" });
  expect(body.corrections).toEqual([{ scheme: "dark", chosen: "#aa0011", shown: "#ffffff" }]);
  expect(await pageOf(anna)).toMatchObject({ appearance: { theme: "poster", accent: "#aa0011" } });
  const changed = await anna.call("PATCH", PATH, { accent: null, layout: "list" });
  expect(changed.body.appearance).toMatchObject({ theme: "poster", accent: null, layout: "list" });
});

test.each([
  ["theme", "vantablack", "Choose a theme."],
  ["accent", "red", "Accent must be a colour such as #2b48d9."],
  ["accent", `#${"f".repeat(5_000)}`, "Accent must be a colour such as #2b48d9."],
  ["accent", "#fff;}body{display:none}", "Accent must be a colour such as #2b48d9."],
  ["fonts", "comic", "Choose a font pairing."],
  ["background", "video", "Choose a background."],
  ["tileShape", "star", "Choose a tile shape."],
  ["layout", "masonry", "Choose a layout."],
  ["alignment", "end", "Choose an alignment."],
  ["scheme", "sepia", "Choose light or dark."],
  ["coverUrl", "javascript:alert(1)", "Cover image must be a valid URL (include http:// or https://)."],
  ["backgroundUrl", "/x", "Background image must be a valid URL (include http:// or https://)."],
])("rejects %s as %s", async (field, value, message) => {
  const { status, body } = await anna.call("PATCH", PATH, { [field]: value });
  expect(status).toBe(400);
  expect(body).toMatchObject({ code: "invalid_input", details: { fieldErrors: { [field]: [message] } } });
});

test("requires an image for a background image", async () => {
  const { status, body } = await anna.call("PATCH", PATH, { background: "image" });
  expect(status).toBe(400);
  expect(body).toMatchObject({
    code: "appearance.background_image_missing",
    details: { fieldErrors: { backgroundUrl: ["Upload an image for the background first."] } },
  });
});

test("keeps images of this site valid when its URL changes", async () => {
  const url = `${PUBLIC_URL}/uploads/${"a".repeat(32)}/960.webp`;
  expect((await anna.call("PATCH", PATH, { coverUrl: url })).body.appearance.cover_url).toBe(url);
  const [row] = await site.query(
    "select appearance->>'cover_url' as cover from creators where handle = 'anna'",
  );
  expect(row).toEqual({ cover: `/uploads/${"a".repeat(32)}/960.webp` });
});

test("allows themes, accents and layouts on the Free plan, and shows other stored choices again after an upgrade", async () => {
  const berta = await site.signUp();
  expect((await berta.call("PATCH", PATH, { theme: "crumb", accent: "#aa5500" })).status).toBe(200);
  expect((await berta.call("PATCH", PATH, { layout: "list" })).body.shown).toMatchObject({ layout: "list" });
  const rejected = await berta.call("PATCH", PATH, { tileShape: "arch" });
  expect(rejected.status).toBe(403);
  expect(rejected.body).toMatchObject({
    code: "appearance.plan_required",
    details: { fieldErrors: { tileShape: ["This choice is part of the Creator plan."] } },
  });
  await setPlan(berta, "creator");
  expect((await berta.call("PATCH", PATH, { tileShape: "arch" })).status).toBe(200);
  await setPlan(berta, "free");
  const { body } = await berta.call("PATCH", PATH, { theme: "arcade" });
  expect(body.appearance).toMatchObject({ theme: "arcade", tile_shape: "arch" });
  expect(body.shown).toMatchObject({ theme: "arcade", accent: "#aa5500", layout: "list", tile_shape: null });
  expect((await berta.call("PATCH", PATH, { tileShape: null })).status).toBe(200);
});

test("keeps the page dark on the Free plan, also in a preview of the light scheme", async () => {
  await setPlan(anna, "free");
  expect((await anna.call("PATCH", PATH, { scheme: "dark" })).body.shown).toMatchObject({ scheme: "dark" });
  expect(await pageOf(anna)).toMatchObject({ appearance: { scheme: "dark" } });
  const preview = await anna.call("POST", `${PATH}/preview`, { scheme: "light" });
  expect(preview.body).toMatchObject({ scheme: "dark" });
  expect((await anna.call("PATCH", PATH, { scheme: null })).body.shown).toMatchObject({ scheme: null });
});

test("replaces a removed theme with the default", async () => {
  const clara = await site.signUp();
  await site.sql`update creators set appearance = '{"theme":"gone","accent":7}' where handle = ${clara.handle}`;
  expect((await clara.call("GET", PATH)).body.appearance).toMatchObject({ theme: "plaster", accent: null });
});

test("previews unsaved choices on any plan", async () => {
  const dora = await site.signUp();
  const { status, body } = await dora.call("POST", `${PATH}/preview`, {
    appearance: { theme: "afterhours", layout: "grid" },
    scheme: "dark",
  });
  expect(status).toBe(200);
  expect(modelOf(body.html)).toMatchObject({ appearance: { theme: "afterhours", layout: "grid" } });
  expect(await pageOf(dora)).not.toHaveProperty("appearance");
});

test("shows signups and tips in full width on every plan, with their whole text", async () => {
  const user = await site.signUp();
  const description = "A sentence about the letter. ".repeat(20).trim();
  const form = { type: "signup", title: "My letter", description, url: null };
  const path = "/api/tiles";
  expect((await user.call("POST", path, { ...form, size: "wide" })).status).toBe(403);
  const { body } = await user.call("POST", path, { ...form, size: "full" });
  expect(body.tile).toMatchObject({ size: "full" });
  await user.call("POST", path, { type: "tip", title: "A coffee", tipCents: 500, size: "full" });
  expect(await pageOf(user)).toMatchObject({ tiles: [{ size: "full", description }, { size: "full" }] });
  // A link is wide only in the Creator plan.
  const changed = { type: "link", url: "https://shop.example/" };
  expect((await user.call("PATCH", `${path}/${body.tile.id}`, { ...changed, size: "full" })).status).toBe(
    200,
  );
  expect(await pageOf(user)).toMatchObject({ tiles: [{ size: "normal" }, { size: "full" }] });
});

test("makes tiles wide only on the Creator plan", async () => {
  const emil = await site.signUp();
  const tile = await addTile(emil);
  const widen = () => emil.call("PATCH", `/api/tiles/${tile.id}`, { size: "wide" });
  expect(await widen()).toMatchObject({ status: 403, body: { code: "appearance.plan_required" } });
  await setPlan(emil, "creator");
  expect(await widen()).toMatchObject({ status: 200, body: { tile: { size: "wide" } } });
  await emil.call("PATCH", PATH, {});
  expect(await pageOf(emil)).toMatchObject({ tiles: [{ size: "wide" }] });
  await setPlan(emil, "free");
  await emil.call("PATCH", PATH, {});
  expect(await pageOf(emil)).toMatchObject({ tiles: [{ size: "normal" }] });
  expect((await emil.call("PATCH", `/api/tiles/${tile.id}`, { title: "Shop", size: "wide" })).status).toBe(
    200,
  );
});

test("shows checkout, order and receipt in the creator's look", async () => {
  const frida = await signUpVerified(site);
  await frida.call("PATCH", PATH, { theme: "sticker", accent: "#5cc8ff" });
  const { tile } = await offerFile(site, frida);
  const { checkoutToken, orderToken, returned } = await buy(site, tile.id);
  const look = { appearance: { theme: "sticker", accent: "#5cc8ff" } };
  for (const url of [
    `/checkout/mock/${checkoutToken}`,
    `/orders/${orderToken}`,
    `/checkout/return?${returned}`,
  ])
    expect(modelOf((await site.app.inject({ url })).body), url).toMatchObject(look);
  const [receipt] = await mailsTo(site, "buyer@example.org", "receipt");
  expect(JSON.parse(receipt?.html ?? "{}")).toMatchObject(look);
});

test("names the creator instead of the product on pages and emails to buyers on the Creator plan", async () => {
  const gus = await signUpVerified(site, { displayName: "Gus" });
  const { tile } = await offerFile(site, gus);
  const brandOf = async (email: string) => {
    const { checkoutToken, orderToken, returned } = await buy(site, tile.id, email);
    const urls = [
      `/checkout/mock/${checkoutToken}`,
      `/orders/${orderToken}`,
      `/checkout/return?${returned}`,
      `/checkout/return?status=pending&handle=${gus.handle}`,
    ];
    const pages = await Promise.all(urls.map(async (url) => modelOf((await site.app.inject({ url })).body)));
    const [receipt] = await mailsTo(site, email, "receipt");
    return [...pages, JSON.parse(receipt?.html ?? "{}")].map(({ brand }) => brand?.display_name);
  };
  expect(await brandOf("free@example.org")).toEqual(Array(5).fill(undefined));
  await setPlan(gus, "creator");
  expect(await brandOf("creator@example.org")).toEqual(Array(5).fill("Gus"));
});
