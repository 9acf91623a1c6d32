import { expect, test } from "vitest";
import { UNVERIFIED_LINKS } from "../../../contract/rules/limits.ts";
import { addProduct, addTile } from "../../testing/factories.ts";
import { openSite, testSite, testUser } from "../../testing/test-site.ts";

const site = testSite();
const other = testSite(() => ({ databaseUrl: site.databaseUrl }));
const admin = testUser(site, { admin: true });
const anna = testUser(site, { handle: "anna" });

const PATH = "/api/admin/blocks";
const block = async (kind: string, value: string) => {
  const response = await admin.call("POST", PATH, { kind, value, note: "Abuse" });
  expect(response.status, response.text).toBe(201);
  return response.body.block;
};
const register = (email: string, handle: string) =>
  site.call("POST", "/api/auth/register", {
    email,
    handle,
    displayName: "New",
    password: "correct horse battery",
  });
const rejected = (field: string, error: string) => ({
  status: 400,
  body: { error, details: { fieldErrors: { [field]: [error] } } },
});

test("lets only administrators read and change the blocks", async () => {
  for (const call of [site.call, anna.call]) {
    const status = call === site.call ? 401 : 403;
    expect((await call("GET", PATH)).status).toBe(status);
    expect((await call("POST", PATH, { kind: "link", value: "x.example" })).status).toBe(status);
    expect((await call("DELETE", `${PATH}/1`)).status).toBe(status);
  }
});

test("lists, adds once and removes a block, and logs each action", async () => {
  const added = await block("link", "https://Listed.example/");
  expect(added).toMatchObject({ kind: "link", value: "listed.example", note: "Abuse" });
  const twice = await Promise.all(
    [1, 2].map(() => admin.call("POST", PATH, { kind: "link", value: "twice.example" })),
  );
  expect(twice.map(({ status }) => status).sort()).toEqual([201, 409]);
  const { body } = await admin.call("GET", `${PATH}?kind=link`);
  expect(body.blocks.map(({ value }: { value: string }) => value)).toEqual([
    "twice.example",
    "listed.example",
  ]);
  expect((await admin.call("DELETE", `${PATH}/${added.id}`)).status).toBe(204);
  expect((await admin.call("DELETE", `${PATH}/${added.id}`)).status).toBe(404);
  const { entries } = (await admin.call("GET", "/api/admin/audit")).body;
  expect(entries[0]).toMatchObject({
    action: "block.removed",
    subject: { id: String(added.id), email: null },
    before: { kind: "link", value: "listed.example" },
  });
});

test.each([
  ["email_domain", "no domain", "Enter a domain such as mail.example."],
  ["handle", "*", "Enter a handle of at least 3 letters; * stands for any text."],
  ["link", "javascript:alert(1)", "Enter a domain or a URL."],
  ["link", "x".repeat(2049), "Value must be at most 2048 characters."],
])("rejects a block of %s with an invalid value (%#)", async (kind, value, error) => {
  expect(await admin.call("POST", PATH, { kind, value })).toMatchObject(rejected("value", error));
});

test("refuses registrations with an email of a blocked domain or its subdomain", async () => {
  await block("email_domain", "throwaway.example");
  expect(await register("x@Mx.Throwaway.example", "throw-1")).toMatchObject(
    rejected("email", "This site doesn't accept emails of mx.throwaway.example. Use another one."),
  );
  expect((await register("x@notthrowaway.example", "throw-2")).status).toBe(201);
});

test("treats a handle that is blocked or matches a pattern as taken", async () => {
  await block("handle", "*bank_of*");
  const error = "This handle can't be used here. Choose another one.";
  expect(await register("bank@example.org", "My-Bank_Of-x")).toMatchObject(rejected("handle", error));
  // An underscore in a pattern matches only itself.
  expect((await register("bank@example.org", "my-bankxof-y")).status).toBe(201);
  const check = await site.call("GET", "/api/handles?wanted=bank_of_anna");
  expect(check.body).toMatchObject({ available: false });
  const renamed = await anna.call("POST", "/api/creators/me", {
    handle: "bank_of_anna",
    displayName: "Anna",
  });
  expect(renamed).toMatchObject(rejected("handle", error));
});

test("refuses links to a blocked domain everywhere, on every node and in every spelling", async () => {
  await block("link", "evil.example");
  await block("link", "https://host.example/bad");
  const error = (host: string) => `Links to ${host} aren't allowed on this site.`;
  for (const url of ["https://evil.example/", "http://a.b.EVIL.example.:81/x", "https://u:p@evil.example"]) {
    const tile = await anna.call("POST", "/api/tiles", { type: "link", title: "Bad", url });
    expect(tile.status, url).toBe(400);
    expect(tile.body.details.fieldErrors.url).toEqual([error(new URL(url).hostname)]);
  }
  const sent = { type: "link", title: "Bad", url: "http://host.example/bad/#top" };
  const elsewhere = await other.app.inject({
    method: "POST",
    url: "/api/tiles",
    headers: { cookie: anna.cookie },
    payload: sent,
  });
  expect(elsewhere.statusCode).toBe(400);
  const tile = await addTile(anna, { url: "https://host.example/good" });
  const changed = await anna.call("PATCH", `/api/tiles/${tile.id}`, { url: "https://evil.example/" });
  expect(changed).toMatchObject(rejected("url", error("evil.example")));
  const announced = await anna.call("POST", "/api/announcement", {
    text: "New",
    url: "https://evil.example/",
  });
  expect(announced).toMatchObject(rejected("url", error("evil.example")));
  const profile = { handle: "anna", displayName: "Anna" };
  const socials = [{ platform: "website", url: "shop.evil.example" }];
  expect(await anna.call("POST", "/api/creators/me", { ...profile, socials })).toMatchObject(
    rejected("socials", error("shop.evil.example")),
  );
  expect((await site.call("GET", "/api/public/creator/anna")).text).not.toContain("evil.example");
});

test("refuses blocked links in descriptions and seller details, but keeps saved ones", async () => {
  const DESCRIPTION = "Read [this](https://late.example/a), or https://late.example/b.";
  const [tile, product] = [await addTile(anna), await addProduct(anna)];
  const former = await addProduct(anna, { name: "Former", description: DESCRIPTION });
  await block("link", "late.example");
  const error = "Links to late.example aren't allowed on this site.";
  const described = { description: DESCRIPTION };
  const seller = {
    legalName: "Anna",
    address: "Street 1",
    country: "DE",
    email: "anna@example.org",
    isTrader: false,
  };
  for (const [field, method, path, body] of [
    ["description", "PATCH", `/api/tiles/${tile.id}`, described],
    ["description", "POST", "/api/tiles", { type: "heading", title: "Bad", ...described }],
    ["description", "PATCH", `/api/products/${product.id}`, described],
    [
      "description",
      "POST",
      "/api/products",
      { name: "Bad", priceCents: 100, type: "physical", ...described },
    ],
    ["termsUrl", "POST", "/api/seller", { ...seller, termsUrl: "https://late.example/terms" }],
  ] as const)
    expect(await anna.call(method, path, body), path).toMatchObject(rejected(field, error));
  expect((await anna.call("PATCH", `/api/products/${former.id}`, { name: "Renamed" })).status).toBe(200);
});

test("refuses new images from a blocked target, but keeps saved ones", async () => {
  const url = "https://pixel.example/i.png";
  const [tile, product] = [await addTile(anna), await addProduct(anna)];
  const former = await addTile(anna, { imageUrl: url });
  await block("link", "pixel.example");
  await site.sql`update creators set plan = 'creator' where id = ${anna.creator.id}`;
  const goods = { name: "Bad", priceCents: 100, type: "physical" };
  const link = { type: "link", title: "Bad", url: "https://shop.example/" };
  const profile = { handle: "anna", displayName: "Anna" };
  for (const [field, method, path, body] of [
    ["imageUrl", "PATCH", `/api/tiles/${tile.id}`, { imageUrl: url }],
    ["imageUrl", "POST", "/api/tiles", { ...link, imageUrl: url }],
    ["mediaUrl", "PATCH", `/api/products/${product.id}`, { mediaUrl: url }],
    ["mediaUrl", "POST", "/api/products", { ...goods, mediaUrl: url }],
    ["moreImages", "PATCH", `/api/products/${product.id}`, { moreImages: [{ url }] }],
    ["avatarUrl", "POST", "/api/creators/me", { ...profile, avatarUrl: url }],
    ["coverUrl", "PATCH", "/api/appearance", { coverUrl: url }],
    ["backgroundUrl", "PATCH", "/api/appearance", { background: "image", backgroundUrl: url }],
  ] as const)
    expect(await anna.call(method, path, body), `${path} ${field}`).toMatchObject(
      rejected(field, "Links to pixel.example aren't allowed on this site."),
    );
  expect((await anna.call("PATCH", `/api/tiles/${former.id}`, { title: "Renamed" })).status).toBe(200);
});

test("limits the links that unverified accounts of one client can save", async () => {
  const limited = await openSite({ limits: "database" });
  const user = await limited.signUp();
  const tile = await addTile(user);
  const path = `/api/tiles/${tile.id}`;
  const save = (index: number) => user.call("PATCH", path, { url: `https://shop.example/${index}` });
  for (let index = 1; index < UNVERIFIED_LINKS.points; index++) expect((await save(index)).status).toBe(200);
  const second = await limited.signUp();
  expect(
    await second.call("POST", "/api/tiles", { type: "link", title: "x", url: "https://a.example" }),
  ).toMatchObject({ status: 429, body: { error: "Verify your email to save more links today." } });
  const described = { description: "See https://a.example." };
  expect(
    (await second.call("POST", "/api/tiles", { type: "heading", title: "x", ...described })).status,
  ).toBe(429);
  const product = { name: "x", priceCents: 100, type: "physical", ...described };
  expect((await second.call("POST", "/api/products", product)).status).toBe(429);
  // Other fields can still be changed.
  expect((await user.call("PATCH", path, { title: "Other", description: "Text." })).status).toBe(200);
  await limited.sql`update users set email_verified_at = now() where id = ${user.creator.user_id}`;
  expect((await save(999)).status).toBe(200);
});
