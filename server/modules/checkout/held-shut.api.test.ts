import { beforeEach, describe, expect, test } from "vitest";
import { UNPAID_HOLDS } from "../../../contract/rules/limits.ts";
import { concurrently } from "../../testing/concurrently.ts";
import { addProduct, addTile } from "../../testing/factories.ts";
import { completeAtSandbox, signUpSeller } from "../../testing/payers.ts";
import { prepareEach } from "../../testing/prepare.ts";
import { addRateLimitPoints, deleteRateLimits } from "../../testing/rate-limit-points.ts";
import { testSite } from "../../testing/test-site.ts";

const site = testSite({
  limits: "database",
  trustProxy: ["127.0.0.1"],
  settings: { rateLimits: true },
});
const seller = prepareEach(() => signUpSeller(site));
beforeEach(async () => {
  mallory = `203.0.113.${++clients}`;
  await deleteRateLimits(site);
});
/** Repeats the client's hold this many times. */
const addHolds = (of: "product" | "code", holds: number) =>
  addRateLimitPoints(site, `unpaid holds of a ${of}`, holds);
/** Another client in each test. */
let mallory: string;
let clients = 0;
const BUYER = "198.51.100.4";
let buyers = 0;

async function offer(stock: number | null) {
  const { id: productId } = await addProduct(seller, { type: "digital", priceCents: 1000, stock });
  const { id: tileId } = await addTile(seller, { type: "product", productId });
  const start = async (ip: string, more: object = {}) => {
    const headers = { "x-forwarded-for": ip };
    const { body } = await site.call("POST", "/api/public/checkout", { tileId }, headers);
    const token = body.mockCheckoutUrl.replace("/checkout/pay/", "");
    const input = { email: `${++buyers}@example.org`, totalCents: 1000, consent: true, ...more };
    const paid = await site.call("POST", `/api/public/checkout/${token}/pay`, input, headers);
    return { token, status: paid.status, body: paid.body };
  };
  const left = async () => (await site.sql`select stock from products where id = ${productId}`)[0].stock;
  return { start, left, tileId, productId };
}
const RESERVED = {
  status: 429,
  body: {
    code: "checkout.reserved",
    error:
      "Other payments for this are still open on your network. Nothing was charged. Finish or cancel one of them, or try again in half an hour.",
  },
};

const UNFINISHED = {
  status: 429,
  body: {
    code: "checkout.reserved",
    error:
      "Several payments for this were started on your network and not finished. Nothing was charged. Please try again in a few hours.",
  },
};

describe("unpaid payments of one client", () => {
  test("hold two units of a small stock, and another client can buy", async () => {
    const { start, left } = await offer(5);
    expect((await start(mallory)).status).toBe(200);
    expect((await start(mallory)).status).toBe(200);
    for (let more = 0; more < 3; more++) expect(await start(mallory)).toMatchObject(RESERVED);
    expect(await left()).toBe(3);
    expect((await start(BUYER)).status).toBe(200);
  });

  test("hold two units if they start concurrently", async () => {
    const { start, left } = await offer(9);
    const statuses = (await concurrently(8, () => start(mallory))).map(({ status }) => status);
    expect(statuses.filter((status) => status === 200)).toHaveLength(2);
    expect(await left()).toBe(7);
  });

  test("hold nothing once paid or cancelled, so that everyone behind one IP can buy", async () => {
    const { start, left } = await offer(8);
    for (let index = 0; index < 4; index++) {
      const { status, body } = await start(mallory);
      expect(status).toBe(200);
      await completeAtSandbox(site, body.returnUrl, "pay");
    }
    const [first] = [await start(mallory), await start(mallory)];
    expect(await start(mallory)).toMatchObject(RESERVED);
    await site.call("POST", `/api/public/checkout/${first.token}/cancel`);
    expect((await start(mallory)).status).toBe(200);
    expect(await left()).toBe(2);
    const held = await site.query(
      "select status from orders join order_lines on order_id = orders.id where reserved_by is not null and product_id = (select max(id) from products)",
    );
    expect(held).toEqual([{ status: "pending" }, { status: "pending" }]);
  });

  test("hold a fifth of a large stock", async () => {
    const { start } = await offer(25);
    for (let index = 0; index < 5; index++) expect((await start(mallory)).status).toBe(200);
    expect(await start(mallory)).toMatchObject(RESERVED);
  });

  test("hold the last unit a few times, then leave it to others", async () => {
    const { start, left } = await offer(1);
    for (let index = 0; index < 2; index++) {
      if (index === 1) await addHolds("product", UNPAID_HOLDS.points - 2);
      const { status, token } = await start(mallory);
      expect(status).toBe(200);
      await site.call("POST", `/api/public/checkout/${token}/cancel`);
    }
    expect(await start(mallory)).toMatchObject(UNFINISHED);
    expect(await left()).toBe(1);
    const buyer = await start(BUYER);
    expect(buyer.status).toBe(200);
    await site.call("POST", `/api/public/checkout/${buyer.token}/cancel`);
    // Each product has a separate count.
    expect((await (await offer(1)).start(mallory)).status).toBe(200);
  });

  test("hold the last uses of a code a few times", async () => {
    await seller.call("POST", "/api/discounts", { code: "LAST", percentOff: 20, maxUses: 2 });
    const more = { code: "last", totalCents: 800 };
    const { start } = await offer(null);
    for (let index = 0; index < 2; index++) {
      if (index === 1) await addHolds("code", UNPAID_HOLDS.points - 2);
      const { status, token } = await start(mallory, more);
      expect(status).toBe(200);
      await site.call("POST", `/api/public/checkout/${token}/cancel`);
    }
    expect(await start(mallory, more)).toMatchObject(UNFINISHED);
    expect((await start(BUYER, more)).status).toBe(200);
    expect((await start(mallory)).status).toBe(200);
  });

  test("are counted from zero again once one of them is paid", async () => {
    const { start, productId } = await offer(2);
    const leave = async () => {
      const { status, token } = await start(mallory);
      expect(status).toBe(200);
      await site.call("POST", `/api/public/checkout/${token}/cancel`);
    };
    await leave();
    await addHolds("product", UNPAID_HOLDS.points - 2);
    await completeAtSandbox(site, (await start(mallory)).body.returnUrl, "pay");
    expect(await site.sql`select stock from products where id = ${productId}`).toEqual([{ stock: 1 }]);
    await leave();
    await addHolds("product", UNPAID_HOLDS.points - 2);
    await leave();
    expect(await start(mallory)).toMatchObject(UNFINISHED);
  });

  test("are counted once for an order that is corrected", async () => {
    const { tileId } = await offer(1);
    const headers = { "x-forwarded-for": mallory };
    const { body } = await site.call("POST", "/api/public/checkout", { tileId }, headers);
    const path = `${body.mockCheckoutUrl.replace("/checkout/pay/", "/api/public/checkout/")}/pay`;
    for (let index = 0; index < 3; index++) {
      if (index === 1) await addHolds("product", UNPAID_HOLDS.points - 1);
      const input = { email: `corrected${index}@example.org`, totalCents: 1000, consent: true };
      expect((await site.call("POST", path, input, headers)).status).toBe(200);
    }
  });

  test("hold two uses of a code across all products", async () => {
    await seller.call("POST", "/api/discounts", { code: "THREE", percentOff: 20, maxUses: 3 });
    const more = { code: "three", totalCents: 800 };
    for (let index = 0; index < 2; index++)
      expect((await (await offer(null)).start(mallory, more)).status).toBe(200);
    const { start } = await offer(null);
    expect(await start(mallory, more)).toMatchObject(RESERVED);
    expect((await start(BUYER, more)).status).toBe(200);
    expect((await start(mallory)).status).toBe(200);
  });
});
