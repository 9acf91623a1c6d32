import { describe, expect, test } from "vitest";
import { concurrently } from "../../testing/concurrently.ts";
import {
  addProduct,
  addTile,
  buy,
  offer,
  offerFile,
  rejection,
  startCheckout,
} from "../../testing/factories.ts";
import { openSite, testSite, testUser } from "../../testing/test-site.ts";
import { deleteDuring } from "../../testing/transactions.ts";

const site = testSite();
const anna = testUser(site, { plan: "creator", handle: "anna", displayName: "Anna" });

const PATH = "/api/public/checkout";
const start = (tileId: unknown, more: object = {}) => site.call("POST", PATH, { tileId, ...more });
const pay = (token: string, body?: unknown) => site.call("POST", `${PATH}/${token}/pay`, body);
const cancel = (token: string) => site.call("POST", `${PATH}/${token}/cancel`);
const show = (token: string) => site.call("GET", `${PATH}/${token}`);
const rowOf = async (token: string) =>
  (
    await site.sql`select l.*, o.* from order_lines l join orders o on o.id = order_id
      where checkout_token_hash = ${site.tokens.hash(token)}`
  )[0];
const countOrders = async () => (await site.query("select count(*)::int as count from orders"))[0].count;
const sales = async (tileId: number) =>
  (await site.sql`select * from events where event = 'purchase' and tile_id = ${tileId}`).length;

const offerBowl = (user = anna, given: object = {}) => offer(user, { priceCents: 999, ...given });

describe("a checkout", () => {
  test("shows the product and price of the tile", async () => {
    const { tile, product } = await offerBowl();
    const response = await start(tile.id, { priceCents: 1, amountCents: 1, currency: "usd", feeBps: 0 });
    expect(response).toMatchObject({
      status: 201,
      body: { mockCheckoutUrl: expect.stringMatching(/^\/checkout\/mock\/[\w-]{43}$/), mock: true },
    });
    expect(response.headers["set-cookie"]).toBeUndefined();
    const token = response.body.mockCheckoutUrl.split("/").at(-1);
    expect((await show(token)).body).toEqual({
      order: {
        status: "pending",
        amount_cents: 999,
        currency: "eur",
        product: { name: "Bowl", type: "physical", media_url: null, accent_id: tile.id },
        creator: { handle: "anna", display_name: "Anna", language: "en", time_zone: "UTC" },
        mock: true,
        provider: "mock",
        price: {
          item_cents: 999,
          discount_cents: 0,
          discount_code: null,
          shipping_cents: 0,
          total_cents: 999,
          minimum_cents: null,
          suggestions: [],
        },
        seller: null,
        needs: { email: false, consent: false, address: true },
        consent_text: null,
        consent_language: null,
        withdrawal: null,
        offer: null,
        withdrawals: [],
        countries: expect.arrayContaining(["DE", "FR"]),
      },
    });
    expect(await rowOf(token)).toMatchObject({
      creator_id: anna.creator.id,
      product_id: product.id,
      tile_id: tile.id,
      provider: "mock",
      buyer_email: null,
      paid_at: null,
    });
  });

  test("gives two checkouts of a tile different tokens", async () => {
    const { tile } = await offerBowl();
    expect(await startCheckout(site, tile.id)).not.toBe(await startCheckout(site, tile.id));
  });

  test("charges a platform fee on the free plan and none on the Creator plan", async () => {
    const berta = await site.signUp();
    const free = await rowOf(await startCheckout(site, (await offerBowl(berta)).tile.id));
    expect(free).toMatchObject({ fee_bps: 500, fee_cents: 50, amount_cents: 999 });
    const paying = await rowOf(await startCheckout(site, (await offerBowl()).tile.id));
    expect(paying).toMatchObject({ fee_bps: 0, fee_cents: 0 });
  });

  test("starts the checkout of a tip tile", async () => {
    const product = await addProduct(anna, { name: "Clay", type: "tip", priceCents: 500 });
    const tile = await addTile(anna, { type: "tip", productId: product.id });
    expect((await start(tile.id)).status).toBe(201);
  });

  test("shows the tile's image when the product has none", async () => {
    const { product } = await offerBowl();
    const imageUrl = "https://pictures.example/bowl.png";
    const tile = await addTile(anna, { type: "product", productId: product.id, imageUrl });
    const { order } = (await show(await startCheckout(site, tile.id))).body;
    expect(order.product.media_url).toBe(imageUrl);
  });

  test("keeps the colour of a tile that is deleted for good", async () => {
    const { tile } = await offerBowl();
    const token = await startCheckout(site, tile.id);
    await site.sql`delete from tiles where id = ${tile.id}`;
    expect((await rowOf(token)).tile_id).toBeNull();
    expect((await show(token)).body.order.product.accent_id).toBe(tile.id);
  });
});

describe("a checkout cannot be started for", () => {
  const notForSale = {
    status: 409,
    body: { error: "This is not for sale right now.", code: "checkout.not_for_sale" },
  };

  test("a link", async () => {
    expect(await start((await addTile(anna)).id)).toMatchObject(notForSale);
  });

  test("an inactive tile", async () => {
    const { product } = await offerBowl();
    const tile = await addTile(anna, { type: "product", productId: product.id, active: false });
    expect(await start(tile.id)).toMatchObject(notForSale);
  });

  test("a tile whose product is inactive", async () => {
    const { product, tile } = await offerBowl();
    await anna.call("PATCH", `/api/products/${product.id}`, { active: false });
    expect(await start(tile.id)).toMatchObject(notForSale);
  });

  test("an unknown or deleted tile", async () => {
    const { tile } = await offerBowl();
    await anna.call("DELETE", `/api/tiles/${tile.id}`);
    for (const id of [tile.id, 999_999_999]) {
      expect(await start(id)).toMatchObject(rejection(404, "not_found", "Tile not found."));
    }
  });

  test("an invalid tile id", async () => {
    const before = await countOrders();
    for (const tileId of [undefined, null, 0, -1, 1.5, "1", [], {}, 2 ** 53]) {
      const response = await start(tileId);
      expect(response.status).toBe(400);
      expect(Object.keys(response.body.details.fieldErrors)).toEqual(["tileId"]);
    }
    expect(await countOrders()).toBe(before);
  });

  test("a product that is deleted at the same moment", async () => {
    const { product, tile } = await offerBowl();
    const [response] = await deleteDuring(site, product.id, () => [start(tile.id)]);
    expect(response).toMatchObject(notForSale);
  });
});

describe("a payment", () => {
  test("returns the URL of the download page for a paid file", async () => {
    const token = await startCheckout(site, (await offerFile(site, anna)).tile.id);
    const response = await pay(token, { email: " Buyer@Example.org " });
    expect(response.status).toBe(200);
    const [path, query] = response.body.returnUrl.split("?");
    expect(path).toBe("/checkout/return");
    expect(Object.fromEntries(new URLSearchParams(query))).toEqual({
      status: "success",
      downloadToken: expect.stringMatching(/^[\w-]{43}$/),
      handle: "anna",
    });
    expect(await rowOf(token)).toMatchObject({ status: "paid", buyer_email: "buyer@example.org" });
    expect((await show(token)).body.order.status).toBe("paid");
  });

  test("returns the URL with the order token for a paid product without a file", async () => {
    const order = await buy(site, (await offerBowl()).tile.id);
    expect(order.returned.get("status")).toBe("success");
    expect(order.returned.has("downloadToken")).toBe(false);
    expect(order.returned.get("order")).toBe(order.orderToken);
  });

  test("needs no email but rejects an invalid one", async () => {
    const { tile } = await offerBowl();
    for (const body of [undefined, {}, { email: null }, { email: "" }]) {
      const token = await startCheckout(site, tile.id);
      expect((await pay(token, body)).status).toBe(200);
      expect((await rowOf(token)).buyer_email).toBeNull();
    }
    const token = await startCheckout(site, tile.id);
    const response = await pay(token, { email: "not an address" });
    expect(response.status).toBe(400);
    expect(response.body).toMatchObject({
      code: "invalid_input",
      details: { fieldErrors: { email: expect.any(Array) } },
    });
    expect((await rowOf(token)).status).toBe("pending");
  });

  test("returns the same response to a repeated payment, and counts it once", async () => {
    const { tile } = await offerFile(site, anna);
    const token = await startCheckout(site, tile.id);
    const first = await pay(token, { email: "one@example.org" });
    const row = await rowOf(token);
    expect((await pay(token, { email: "two@example.org" })).text).toBe(first.text);
    expect(await rowOf(token)).toEqual(row);
    expect(await sales(tile.id)).toBe(1);
  });

  test("pays the order once if two nodes are asked concurrently", async () => {
    const other = await openSite({ databaseUrl: site.databaseUrl });
    const { tile } = await offerFile(site, anna);
    const token = await startCheckout(site, tile.id);
    const before = await countOrders();
    const responses = await concurrently(10, (index) =>
      (index % 2 ? site : other).call("POST", `${PATH}/${token}/pay`, { email: `b${index}@example.org` }),
    );
    expect(new Set(responses.map((response) => response.status))).toEqual(new Set([200]));
    expect(new Set(responses.map((response) => response.text)).size).toBe(1);
    expect(await countOrders()).toBe(before);
    expect((await rowOf(token)).status).toBe("paid");
    expect(await sales(tile.id)).toBe(1);
  });

  test("rejects the payment of a cancelled checkout", async () => {
    const { tile } = await offerBowl();
    const token = await startCheckout(site, tile.id);
    await cancel(token);
    expect(await pay(token)).toMatchObject(
      rejection(409, "checkout.cancelled", "This checkout was cancelled. Please start again from the page."),
    );
    expect(await rowOf(token)).toMatchObject({ status: "cancelled", paid_at: null });
    expect(await sales(tile.id)).toBe(0);
  });
});

describe("a cancellation", () => {
  test("returns the URL of the page for a cancellation, also when it is repeated", async () => {
    const token = await startCheckout(site, (await offerBowl()).tile.id);
    for (let count = 0; count < 2; count++) {
      expect(await cancel(token)).toMatchObject({
        status: 200,
        body: { returnUrl: `/checkout/return?status=cancelled&handle=anna&checkout=${token}` },
      });
    }
    expect((await show(token)).body.order.status).toBe("cancelled");
  });

  test("keeps a payment despite a later cancellation", async () => {
    const token = await startCheckout(site, (await offerFile(site, anna)).tile.id);
    const paid = await pay(token);
    expect((await cancel(token)).text).toBe(paid.text);
    expect((await rowOf(token)).status).toBe("paid");
  });

  test("either cancels or pays an order if both happen concurrently", async () => {
    const { tile } = await offerFile(site, anna);
    for (let round = 0; round < 5; round++) {
      const token = await startCheckout(site, tile.id);
      const [paid, cancelled] = await Promise.all([pay(token), cancel(token)]);
      const row = await rowOf(token);
      if (row.status === "paid") expect(cancelled.text).toBe(paid.text);
      else expect([paid.status, row.status]).toEqual([409, "cancelled"]);
    }
  });
});

test("returns 404 to every request for an unknown checkout", async () => {
  for (const token of ["x", "a".repeat(43), "a".repeat(513), "..%2f..%2fx", "%C3%BC"]) {
    for (const response of [await show(token), await pay(token), await cancel(token)]) {
      expect(response).toMatchObject(rejection(404, "not_found", "Checkout not found."));
    }
  }
});

test("accepts each token of an order only for its own purpose", async () => {
  const order = await buy(site, (await offerFile(site, anna)).tile.id);
  expect((await show(order.orderToken)).status).toBe(404);
  expect((await show(order.downloadToken)).status).toBe(404);
  for (const token of [order.checkoutToken, order.downloadToken]) {
    expect((await site.call("GET", `/api/public/orders/${token}`)).status).toBe(404);
  }
  for (const token of [order.checkoutToken, order.orderToken]) {
    expect((await site.call("GET", `/api/orders/download/${token}`)).status).toBe(404);
  }
});
