import { createHash, randomBytes } from "node:crypto";
import { describe, expect, test } from "vitest";
import { concurrently } from "../../testing/concurrently.ts";
import {
  addFile,
  addTile,
  buy,
  offer,
  offerFile,
  readOrder,
  rejection,
  signUpAs,
  startCheckout,
  upgrade,
} from "../../testing/factories.ts";
import { prepare } from "../../testing/prepare.ts";
import { testSite, testUser } from "../../testing/test-site.ts";

const content = randomBytes(100_000);
const site = testSite();
const anna = testUser(site, { plan: "creator", handle: "anna", displayName: "Anna" });
const offered = prepare(() => offerFile(site, anna, content));

const download = (token: string, method: "GET" | "HEAD" = "GET", headers?: Record<string, string>) =>
  site.call(method, `/api/orders/download/${token}`, undefined, headers);
const renew = (token: string) => site.call("POST", `/api/public/orders/${token}/renew`);
const sha256 = (bytes: Buffer) => createHash("sha256").update(bytes).digest("hex");
const setAge = (id: number, expiry: string) =>
  site.query(`update access set link_expires_at = now() ${expiry} where order_id = $1`, [id]);
const counted = async (id: number) =>
  (await site.sql`select use_count from access where order_id = ${id}`)[0].use_count;

describe("a paid download", () => {
  test("returns the uploaded file of a paid order as an attachment that must not be cached", async () => {
    const { downloadToken, id } = await buy(site, offered.tile.id);
    const response = await download(downloadToken);
    expect(response.status).toBe(200);
    expect(sha256(response.bytes)).toBe(sha256(content));
    expect(response.headers).toMatchObject({
      "content-disposition": `attachment; filename="notes.pdf"; filename*=UTF-8''notes.pdf`,
      "x-content-type-options": "nosniff",
      "cache-control": "private, no-store",
      "content-length": "100000",
    });
    expect(response.headers["set-cookie"]).toBeUndefined();
    expect(await counted(id)).toBe(1);
  });

  test("counts a download in several ranges once", async () => {
    const { downloadToken, id } = await buy(site, offered.tile.id);
    const first = await download(downloadToken, "GET", { range: "bytes=0-59999" });
    const second = await download(downloadToken, "GET", { range: "bytes=60000-" });
    expect([first.status, second.status]).toEqual([206, 206]);
    expect(Buffer.concat([first.bytes, second.bytes]).equals(content)).toBe(true);
    expect((await download(downloadToken, "GET", { range: "bytes=100000-" })).status).toBe(416);
    expect(await counted(id)).toBe(1);
  });

  test("does not count a HEAD request as a download", async () => {
    const { downloadToken, id } = await buy(site, offered.tile.id);
    const response = await download(downloadToken, "HEAD");
    expect(response).toMatchObject({ status: 200, text: "", headers: { "content-length": "100000" } });
    expect(await counted(id)).toBe(0);
  });

  test("accepts a download link for three days by the database's clock", async () => {
    const { downloadToken, orderToken, id } = await buy(site, offered.tile.id);
    const [row] = await site.sql`select link_expires_at - paid_at = interval '3 days' as three_days
      from access join orders on orders.id = order_id where orders.id = ${id}`;
    expect(row.three_days).toBe(true);
    await setAge(id, "+ interval '1 minute'");
    expect((await download(downloadToken)).status).toBe(200);
    await setAge(id, "- interval '1 second'");
    for (const method of ["GET", "HEAD"] as const) {
      const response = await download(downloadToken, method);
      expect(response.status).toBe(410);
      expect(response.headers["content-disposition"]).toBeUndefined();
    }
    expect((await download(downloadToken)).body).toEqual({
      error: "This download link has expired. Your order page gives you a new one.",
      code: "checkout.download_expired",
    });
    // A browser that opens an expired link receives a page.
    const page = await site.call("GET", `/api/orders/download/${downloadToken}`, undefined, {
      accept: "text/html,*/*",
    });
    expect(page.status).toBe(410);
    expect(page.text).toContain("Your order page gives you a new one.");
    expect(page.text).toContain('<a href="/">To the front page</a>');
    expect(await counted(id)).toBe(1);
    expect((await readOrder(site, orderToken)).status).toBe("paid");
  });

  test("is unknown by any other token", async () => {
    const { downloadToken } = await buy(site, offered.tile.id);
    const flipped = (downloadToken[0] === "A" ? "B" : "A") + downloadToken.slice(1);
    for (const token of [
      flipped,
      downloadToken.slice(0, -1),
      "x",
      "a".repeat(513),
      "..%2f..%2fetc%2fpasswd",
      offered.path,
    ]) {
      expect(await download(token), token).toMatchObject(rejection(404, "not_found", "Download not found."));
    }
    expect((await download("a%00b")).status).toBe(400);
  });

  test.for(["pending", "cancelled", "failed"])("an order that is %s cannot be downloaded", async (status) => {
    const { downloadToken, orderToken, id } = await buy(site, offered.tile.id);
    await site.sql`update orders set status = ${status}, paid_at = null where id = ${id}`;
    await site.sql`update access set starts_at = null where order_id = ${id}`;
    expect((await download(downloadToken)).status).toBe(404);
    expect((await readOrder(site, orderToken)).download).toBeNull();
    expect((await renew(orderToken)).status).toBe(409);
  });

  test("does not reveal the download token of an unpaid order", async () => {
    const token = await startCheckout(site, offered.tile.id);
    const [row] =
      await site.sql`select orders.seed, access.seed as file_seed from orders join access on order_id = orders.id
      where checkout_token_hash = ${site.tokens.hash(token)}`;
    for (const seed of [row.seed, row.file_seed])
      expect((await download(site.tokens.download(seed, 0))).status).toBe(404);
    expect((await renew(site.tokens.order(row.seed))).status).toBe(409);
  });
});

describe("an order page", () => {
  test("shows the product and its download link on the order page", async () => {
    const { orderToken, downloadToken } = await buy(site, offered.tile.id);
    const response = await site.call("GET", `/api/public/orders/${orderToken}`);
    expect(response.status).toBe(200);
    expect(response.body).toEqual({
      order: {
        status: "paid",
        paid_at: expect.stringMatching(/^\d{4}-.*Z$/),
        amount_cents: 2500,
        currency: "eur",
        discount_cents: 0,
        discount_code: null,
        shipping_cents: 0,
        product: { name: "Notes", type: "digital", media_url: null, accent_id: expect.any(Number) },
        creator: { handle: "anna", display_name: "Anna", language: "en", time_zone: "UTC" },
        download: {
          url: `/api/orders/download/${downloadToken}`,
          expires_at: expect.stringMatching(/^\d{4}-.*Z$/),
        },
        mail_to: "b…@example.org",
        number: expect.stringMatching(/^MOCK-\d+-\d+$/),
        company: null,
        seller: null,
        refunds: [],
        consent: null,
        withdrawal: { possible: false, until: null, reason: "mock" },
        shipping: null,
        lines: [
          {
            id: expect.any(Number),
            name: "Notes",
            type: "digital",
            amount_cents: 2500,
            refunded_cents: 0,
            shipped_at: null,
            tracking: null,
            bundle: null,
            withdrawal: { possible: false, until: null, reason: "mock" },
            access: {
              state: "given",
              files: [
                {
                  id: expect.any(Number),
                  name: "notes.pdf",
                  size: expect.any(Number),
                  sha256: expect.stringMatching(/^[0-9a-f]{64}$/),
                  url: `/api/orders/download/${downloadToken}`,
                  bought_url: null,
                  expires_at: expect.stringMatching(/^\d{4}-.*Z$/),
                },
              ],
            },
          },
        ],
      },
    });
  });

  test("shows no download for a product without a file", async () => {
    const { orderToken } = await buy(site, (await offer(anna)).tile.id);
    expect((await readOrder(site, orderToken)).download).toBeNull();
    expect(await renew(orderToken)).toMatchObject(
      rejection(409, "checkout.nothing_to_download", "There is nothing to download for this order."),
    );
  });

  test("is unknown by any other token", async () => {
    for (const response of [await site.call("GET", "/api/public/orders/x"), await renew("x")]) {
      expect(response).toMatchObject({ status: 404, body: { error: "Order not found.", code: "not_found" } });
    }
  });

  test("replaces an expired link with a new one that works for three days", async () => {
    const { downloadToken, orderToken, id } = await buy(site, offered.tile.id);
    await setAge(id, "- interval '1 day'");
    const response = await renew(orderToken);
    expect(response.status).toBe(200);
    const { url, expires_at } = response.body.order.download;
    const threeDays = 3 * 24 * 60 * 60 * 1000;
    expect(Math.abs(Date.parse(expires_at) - Date.now() - threeDays)).toBeLessThan(60_000);
    const fresh = await site.call("GET", url);
    expect(fresh.status).toBe(200);
    expect(fresh.bytes.equals(content)).toBe(true);
    expect(url).not.toContain(downloadToken);
    expect((await download(downloadToken)).status).toBe(404);
    expect(await readOrder(site, orderToken)).toEqual(response.body.order);
  });

  test("returns one working link for concurrent renewals", async () => {
    const { orderToken } = await buy(site, offered.tile.id);
    const responses = await concurrently(8, () => renew(orderToken));
    expect(new Set(responses.map((response) => response.status))).toEqual(new Set([200]));
    const urls = new Set(responses.map(({ body }) => String(body.order.download.url)));
    expect(urls.size).toBe(1);
    for (const url of urls) expect((await site.call("GET", url)).status).toBe(200);
  });
});

describe("an order stays as it was", () => {
  const rowsOf = ({ id }: { id: number }) =>
    site.sql`select l.*, o.* from order_lines l join orders o on o.id = order_id where o.id = ${id}`;

  test("when price, name, file, plan and page change", async () => {
    const berta = await site.signUp();
    const { tile, product } = await offerFile(site, berta, "the first edition");
    const order = await buy(site, tile.id);
    const [before] = await rowsOf(order);
    const shown = await readOrder(site, order.orderToken);

    const path = await addFile(site, berta, "the second edition");
    const patch = { name: "Second edition", priceCents: 1, digitalFilePath: path, active: false };
    expect((await berta.call("PATCH", `/api/products/${product.id}`, patch)).status).toBe(200);
    await upgrade(site, berta);

    expect((await rowsOf(order))[0]).toEqual(before);
    expect(before).toMatchObject({ fee_bps: 500, fee_cents: 125, amount_cents: 2500, name: "Notes" });
    const { lines, ...others } = await readOrder(site, order.orderToken);
    expect({ ...others, lines: shown.lines }).toEqual(shown);
    // The buyer also gets the newer file of the product.
    const bought = lines[0]?.access.files[0]?.bought_url ?? "";
    expect((await site.call("GET", bought)).text).toBe("the first edition");
    expect((await download(order.downloadToken)).text).toBe("the second edition");
    expect((await renew(order.orderToken)).body.order.product.name).toBe("Notes");
  });

  test("when price and name change between the start and the payment", async () => {
    const { product, tile } = await offer(anna, { name: "Bowl", priceCents: 1000 });
    const token = await startCheckout(site, tile.id);
    await anna.call("PATCH", `/api/products/${product.id}`, { name: "Vase", priceCents: 9000 });
    expect((await site.call("POST", `/api/public/checkout/${token}/pay`)).status).toBe(200);
    expect((await site.call("GET", `/api/public/checkout/${token}`)).body.order).toMatchObject({
      status: "paid",
      amount_cents: 1000,
      product: { name: "Bowl" },
    });
  });

  test("when the product is deleted with its tile", async () => {
    const { tile, product } = await offerFile(site, anna, content);
    const order = await buy(site, tile.id);
    const pending = await startCheckout(site, tile.id);
    expect((await anna.call("DELETE", `/api/products/${product.id}`)).status).toBe(204);
    expect((await site.call("POST", `/api/public/checkout/${pending}/pay`)).status).toBe(409);
    await site.sql`delete from products where id = ${product.id}`;
    const [row] = await rowsOf(order);
    expect(row).toMatchObject({ product_id: null, tile_id: null, status: "paid", name: "Notes" });
    expect(sha256((await download(order.downloadToken)).bytes)).toBe(sha256(content));
    // A product that is no longer for sale cannot be bought in a started checkout either.
    expect((await site.call("POST", `/api/public/checkout/${pending}/pay`)).status).toBe(409);
  });

  test("when its tile is deleted and the creator returns to the free plan", async () => {
    const berta = await signUpAs(site, { plan: "creator" });
    const { tile } = await offerFile(site, berta, content);
    for (let count = 0; count < 6; count++) await addTile(berta);
    const order = await buy(site, tile.id);
    const shown = await readOrder(site, order.orderToken);
    const { handle, displayName } = berta;
    await berta.call("POST", "/api/creators/me", { handle, displayName, plan: "free" });
    expect((await berta.call("DELETE", `/api/tiles/${tile.id}`)).status).toBe(204);
    await site.sql`delete from tiles where id = ${tile.id}`;
    expect(await readOrder(site, order.orderToken)).toEqual(shown);
    expect(sha256((await download(order.downloadToken)).bytes)).toBe(sha256(content));
    const { url } = (await renew(order.orderToken)).body.order.download;
    expect(sha256((await site.call("GET", url)).bytes)).toBe(sha256(content));
    const [row] = await site.sql`select fee_bps, fee_cents, tile_id from orders where id = ${order.id}`;
    expect(row).toEqual({ fee_bps: 0, fee_cents: 0, tile_id: null });
  });

  test("when its creator is deleted", async () => {
    const berta = await site.signUp({ displayName: "Berta" });
    const order = await buy(site, (await offerFile(site, berta, content)).tile.id);
    await site.sql`delete from users where id = ${berta.creator.user_id}`;
    expect((await readOrder(site, order.orderToken)).creator).toEqual({
      handle: "",
      display_name: "A former creator",
      language: "en",
      time_zone: "UTC",
    });
    expect((await download(order.downloadToken)).bytes.equals(content)).toBe(true);
    expect((await site.call("POST", `/api/public/checkout/${order.checkoutToken}/pay`)).body.returnUrl).toBe(
      `/checkout/return?status=success&downloadToken=${order.downloadToken}`,
    );
  });
});
