import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { addProduct, addTile, type TestUser } from "../../testing/factories.ts";
import { createTestApp, type TestApp } from "../../testing/harness.ts";
import { atSandbox, signUpSeller } from "../../testing/payers.ts";

let site: TestApp;
let seller: TestUser;
beforeAll(async () => {
  site = await createTestApp({
    limits: "database",
    trustProxy: ["127.0.0.1"],
    settings: { rateLimits: true },
  });
});
beforeEach(async () => {
  seller = await signUpSeller(site);
});
afterAll(() => site.close());

const MALLORY = "203.0.113.7";
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
  const left = async () =>
    (await site.query("select stock from products where id = $1", [productId]))[0].stock;
  return { start, left };
}
const RESERVED = {
  status: 429,
  body: {
    code: "checkout.reserved",
    error:
      "Other payments for this are still open on your network. Nothing was charged. Finish or cancel one of them, or try again in half an hour.",
  },
};

describe("unpaid payments of one client", () => {
  test("hold two pieces of a small stock, and another client can buy", async () => {
    const { start, left } = await offer(5);
    expect((await start(MALLORY)).status).toBe(200);
    expect((await start(MALLORY)).status).toBe(200);
    for (let more = 0; more < 3; more++) expect(await start(MALLORY)).toMatchObject(RESERVED);
    expect(await left()).toBe(3);
    expect((await start(BUYER)).status).toBe(200);
  });

  test("hold two pieces when they are started at once", async () => {
    const { start, left } = await offer(9);
    const statuses = (await Promise.all(Array.from({ length: 8 }, () => start(MALLORY)))).map(
      ({ status }) => status,
    );
    expect(statuses.filter((status) => status === 200)).toHaveLength(2);
    expect(await left()).toBe(7);
  });

  test("hold nothing once they are paid or cancelled, so that all behind one IP can buy", async () => {
    const { start, left } = await offer(8);
    for (let index = 0; index < 4; index++) {
      const { status, body } = await start(MALLORY);
      expect(status).toBe(200);
      await atSandbox(site, body.returnUrl, "pay");
      await site.settled();
    }
    const [first] = [await start(MALLORY), await start(MALLORY)];
    expect(await start(MALLORY)).toMatchObject(RESERVED);
    await site.call("POST", `/api/public/checkout/${first.token}/cancel`);
    expect((await start(MALLORY)).status).toBe(200);
    expect(await left()).toBe(2);
    const held = await site.query(
      "select status from orders where reserved_by is not null and product_id = (select max(id) from products)",
    );
    expect(held).toEqual([{ status: "pending" }, { status: "pending" }]);
  });

  test("hold a fifth of a large stock", async () => {
    const { start } = await offer(25);
    for (let index = 0; index < 5; index++) expect((await start(MALLORY)).status).toBe(200);
    expect(await start(MALLORY)).toMatchObject(RESERVED);
  });

  test("hold two uses of a code, whichever the products", async () => {
    await seller.call("POST", "/api/discounts", { code: "THREE", percentOff: 20, maxUses: 3 });
    const more = { code: "three", totalCents: 800 };
    for (let index = 0; index < 2; index++)
      expect((await (await offer(null)).start(MALLORY, more)).status).toBe(200);
    const { start } = await offer(null);
    expect(await start(MALLORY, more)).toMatchObject(RESERVED);
    expect((await start(BUYER, more)).status).toBe(200);
    expect((await start(MALLORY)).status).toBe(200);
  });
});
