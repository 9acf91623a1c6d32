import { describe, expect, test } from "vitest";
import { limits } from "../../../contract/rules/limits.ts";
import { paths } from "../../../contract/rules/paths.ts";
import { addTile, fieldRejection, offer, offerFile, rejection } from "../../testing/factories.ts";
import { PUBLIC_URL } from "../../testing/harness.ts";
import { testSite, testUser } from "../../testing/test-site.ts";

const site = testSite();
const anna = testUser(site, { plan: "creator", handle: "anna", displayName: "Anna" });

const page = async (handle = "anna") => site.call("GET", `/api/public/creator/${handle}`);
const qr = (query: Record<string, string>) =>
  site.call("GET", `/api/public/qr?${new URLSearchParams(query).toString()}`);

test("exposes the public configuration that browsers need", async () => {
  const response = await site.call("GET", "/api/public/config");
  expect(response.status).toBe(200);
  expect(response.body).toEqual({
    stripeProductId: "prod_test",
    stripePublishableKey: null,
    billingMode: "sandbox",
    planSold: true,
    googleEnabled: false,
    oidcName: null,
    passwordLogin: true,
    platformFeeBps: 500,
    mockCheckout: true,
    providers: ["stripe"],
    signup: "open",
    directUploadBytes: null,
  });
});

describe("a creator's page", () => {
  test("contains nothing private", async () => {
    await anna.call("POST", "/api/creators/me", {
      handle: "anna",
      displayName: "Anna",
      paymentProvider: "stripe",
      paymentAccountId: "acct_typed",
    });
    await site.sql`update creators set stripe_account_id = 'acct_real' where id = ${anna.creator.id}`;
    const { tile, path } = await offerFile(site, anna);
    const response = await page();
    expect(response.status).toBe(200);
    expect(Object.keys(response.body)).toEqual(["creator", "tiles"]);
    expect(response.body.creator).toEqual({
      id: anna.creator.id,
      handle: "anna",
      display_name: "Anna",
      bio: null,
      avatar_url: null,
      plan: "creator",
      stripe_subscription_active: false,
      tips_enabled: false,
      has_payment_account: true,
      socials: [],
      language: "en",
      sells: "mock",
      seller: null,
      announcement: null,
    });
    expect(response.body.tiles).toEqual([
      {
        id: tile.id,
        type: "product",
        title: "My notes",
        title_shown: true,
        description: null,
        image_url: null,
        image_alt: null,
        image_focus: { x: 50, y: 50 },
        images: [],
        url: null,
        product_id: tile.product_id,
        button_label: null,
        consent_text: null,
        goal: null,
        contact: null,
        event: null,
        active: true,
        hidden: false,
        starts_at: null,
        ends_at: null,
        state: "live",
        size: "normal",
        position: 0,
        product: {
          price_cents: 2500,
          min_price_cents: null,
          currency: "eur",
          media_url: null,
          media_alt: null,
          media_focus: { x: 50, y: 50 },
          slug: "notes",
          file: { kind: "PDF", size: 10 },
          name: "Notes",
          type: "digital",
          sold_out: false,
        },
      },
    ]);
    for (const secret of ["acct_", anna.email, anna.creator.user_id, path]) {
      expect(response.text).not.toContain(secret);
    }
    expect(response.headers["set-cookie"]).toBeUndefined();
  });

  test("is found by its handle in any case", async () => {
    const response = await page("anna");
    for (const handle of ["ANNA", "aNnA"]) expect((await page(handle)).text).toBe(response.text);
  });

  test("returns 404 for an unknown handle", async () => {
    for (const handle of ["nobody", "a", "x".repeat(300), "ünï", "%C4%A0", "..%2fanna", "anna%20"]) {
      expect(await page(handle), handle).toMatchObject(
        rejection(404, "storefront.creator_not_found", "Creator not found."),
      );
    }
    expect((await page("an%00na")).status).toBe(400);
  });

  test("omits a tile with an inactive product and marks an inactive tile", async () => {
    const berta = await site.signUp();
    const { product, tile: selling } = await offer(berta);
    const dimmed = await addTile(berta, { active: false });
    const ids = async () =>
      (await page(berta.handle)).body.tiles.map((tile: { id: number; active: boolean }) => [
        tile.id,
        tile.active,
      ]);
    expect(await ids()).toEqual([
      [selling.id, true],
      [dimmed.id, false],
    ]);
    await berta.call("PATCH", `/api/products/${product.id}`, { active: false });
    expect(await ids()).toEqual([[dimmed.id, false]]);
    expect((await berta.call("GET", "/api/tiles")).body.tiles).toHaveLength(2);
  });
});

describe("a QR code", () => {
  test("is rendered for a URL of this site in the requested size", async () => {
    const response = await qr({ data: `${PUBLIC_URL}/@anna`, size: "200x200" });
    expect(response.status).toBe(200);
    expect(response.headers).toMatchObject({
      "content-type": "image/svg+xml",
      "content-security-policy": "sandbox; default-src 'none'",
      "x-content-type-options": "nosniff",
    });
    expect(response.text).toMatch(/^<svg width="200" height="200" /);
    expect(response.text).not.toMatch(/<script|href|@anna/);
    expect((await qr({ data: PUBLIC_URL })).text).toContain('width="320" height="320"');
  });

  test.for([
    "https://evil.example",
    "http://localhost:3000.evil.example/",
    "http://localhost:3000@evil.example/",
    "https://localhost:3000/",
    "javascript:alert(1)",
    "blob:http://localhost:3000/x",
    "//evil.example",
    "anna",
  ])("is not rendered for %s", async (data) => {
    expect(await qr({ data })).toMatchObject(
      rejection(400, "storefront.foreign_address", "Only URLs of this site are encoded."),
    );
  });

  test("is rejected without data, with too much data or with an invalid size", async () => {
    const data = `${PUBLIC_URL}/@anna`;
    for (const query of [
      {},
      { data: "" },
      { data, size: "0" },
      { data, size: "320" },
      { data, size: '320x320"><script>' },
      { data, size: "99999x99999" },
      { data: `${PUBLIC_URL}/${"a".repeat(2048)}` },
      { data: `${PUBLIC_URL}/${"é".repeat(1500)}` },
      { data: `${PUBLIC_URL}/${"🦊".repeat(900)}` },
    ]) {
      expect((await qr(query as Record<string, string>)).status, JSON.stringify(query).slice(0, 60)).toBe(
        400,
      );
    }
  });

  test("encodes a product's longest URL in any script, escaped, and rejects longer ones", async () => {
    const path = paths.product("a".repeat(limits.handle.max), "花".repeat(limits.productSlug.max));
    expect((await site.call("GET", paths.qr(PUBLIC_URL + path))).status).toBe(200);
    const short = `${PUBLIC_URL}/@anna/${encodeURIComponent("花")}`;
    expect((await qr({ data: decodeURI(short) })).text).toBe((await qr({ data: short })).text);
    expect((await qr({ data: `${PUBLIC_URL}/${"花".repeat(200)}` })).status).toBe(400);
  });

  test("accepts 300 characters and rejects more", async () => {
    const data = `${PUBLIC_URL}/`.padEnd(300, "a");
    expect((await qr({ data })).status).toBe(200);
    expect(await qr({ data: `${data}a` })).toMatchObject(
      fieldRejection("data", "This address is too long for a QR code."),
    );
  });
});
