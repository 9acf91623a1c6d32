import { describe, expect, onTestFinished, test } from "vitest";
import { setDictionaries } from "../../../contract/translation.ts";
import { dictionaryOf } from "../../platform/locales/dictionaries.ts";
import { concurrently } from "../../testing/concurrently.ts";
import {
  addProduct,
  addTile,
  buy,
  FORM,
  modelOf,
  offer,
  offerFile,
  startCheckout,
  submitForm,
} from "../../testing/factories.ts";
import { prepare } from "../../testing/prepare.ts";
import { testSite, testUser } from "../../testing/test-site.ts";

const site = testSite();
const anna = testUser(site, { handle: "anna", displayName: "Anna" });
const offered = prepare(() => offerFile(site, anna, "The notes."));

const get = (path: string) => site.call("GET", path);
const post = (path: string, fields: Record<string, string>, headers: Record<string, string> = FORM) =>
  submitForm(site, path, fields, headers);
const pathOf = (location: unknown) => String(location).split("?")[0];
const statusOf = async (token: string) =>
  (await site.call("GET", `/api/public/checkout/${token}`)).body.order.status;

test("sells without scripts", async () => {
  const started = await post("/checkout/start", { tileId: String(offered.tile.id) });
  expect(started.status).toBe(303);
  const checkout = String(started.headers.location);
  expect(checkout).toMatch(/^\/checkout\/mock\/[\w-]{43}$/);

  const page = await get(checkout);
  expect(page.status).toBe(200);
  expect(modelOf(page.text)).toMatchObject({
    page: "pay",
    mode: null,
    problems: {},
    order: { status: "pending", amount_cents: 2500, product: { name: "Notes" } },
  });

  const paid = await post(checkout, { action: "pay", email: "buyer@example.org" });
  expect(paid.status).toBe(303);
  const returned = await get(String(paid.headers.location));
  const model = modelOf(returned.text);
  expect(model).toMatchObject({ page: "checkout-return", status: "success", handle: "anna" });

  const download = await get(`/api/orders/download/${model.downloadToken}`);
  expect(download.text).toBe("The notes.");
  const order = await get(`/orders/${model.orderToken}`);
  expect(order.status).toBe(200);
  expect(modelOf(order.text)).toMatchObject({ page: "order", order: { status: "paid" } });

  const renewed = await post(`/orders/${model.orderToken}`, {});
  expect(renewed).toMatchObject({ status: 303, headers: { location: `/orders/${model.orderToken}` } });
  expect((await get(`/api/orders/download/${model.downloadToken}`)).status).toBe(404);
  const { order: fresh } = modelOf((await get(`/orders/${model.orderToken}`)).text);
  expect((await get(fresh.download.url)).text).toBe("The notes.");
});

test("counts a started checkout for the creator", async () => {
  const { tile } = await offerFile(site, await site.signUp());
  const browser = {
    ...FORM,
    "user-agent": "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0",
  };
  await post("/checkout/start", { tileId: String(tile.id) }, browser);
  const recorded = () => site.sql`select event from events where tile_id = ${tile.id}`;
  await expect.poll(recorded).toEqual([{ event: "checkout_start" }]);
});

test("starts no checkout for a missing tile", async () => {
  for (const tileId of ["999999999", "", "abc", "-1", "1e309", "9223372036854775808", "\u0000"]) {
    const response = await post("/checkout/start", { tileId });
    expect(response.status, tileId).toBe(404);
    expect(modelOf(response.text), tileId).toEqual({ page: "checkout-missing" });
  }
});

test("says why a checkout cannot start, in the browser's language", async () => {
  const link = await addTile(anna);
  const soldOut = await addProduct(anna, { name: "Print", stock: 0 });
  const headers = { ...FORM, accept: "text/html" };
  setDictionaries(dictionaryOf);
  onTestFinished(() => setDictionaries(() => undefined));
  for (const [fields, english, german] of [
    [{ tileId: String(link.id) }, "This is not for sale right now.", "Das ist gerade nicht erhältlich."],
    [{ productId: String(soldOut.id) }, "This is sold out. Nothing was charged.", "Das ist ausverkauft."],
  ] as const) {
    const page = await post("/checkout/start", fields, headers);
    expect(page.status).toBe(409);
    expect(page.text).toContain(english);
    const translated = await post("/checkout/start", fields, { ...headers, "accept-language": "de" });
    expect(translated.text).toContain(german);
  }
});

test("forms of other origins are rejected", async () => {
  const order = await buy(site, offered.tile.id);
  const token = await startCheckout(site, offered.tile.id);
  const [before] = await site.query("select count(*) from orders");
  const strangers: Record<string, string>[] = [
    { origin: "https://evil.tld" },
    { origin: "null" },
    { "sec-fetch-site": "cross-site" },
  ];
  for (const stranger of strangers) {
    const headers = { "content-type": FORM["content-type"], ...stranger };
    for (const [path, fields] of [
      ["/checkout/start", { tileId: String(offered.tile.id) }],
      [`/checkout/mock/${token}`, { action: "pay" }],
      [`/checkout/mock/${token}`, { action: "cancel" }],
      [`/orders/${order.orderToken}`, {}],
    ] as const) {
      const response = await post(path, fields as Record<string, string>, headers);
      expect(response, path).toMatchObject({ status: 403, body: { code: "foreign_origin" } });
    }
  }
  expect((await site.query("select count(*) from orders"))[0]).toEqual(before);
  expect(await statusOf(token)).toBe("pending");
  expect((await get(`/api/orders/download/${order.downloadToken}`)).status).toBe(200);
});

describe("a checkout page", () => {
  test("reports an invalid email and stays open", async () => {
    const token = await startCheckout(site, offered.tile.id);
    const response = await post(`/checkout/mock/${token}`, { action: "pay", email: "<script>" });
    expect(response.status).toBe(400);
    expect(modelOf(response.text)).toMatchObject({
      page: "pay",
      problems: { email: expect.stringMatching(/email/) },
    });
    expect(await statusOf(token)).toBe("pending");
  });

  test("can be cancelled", async () => {
    const token = await startCheckout(site, offered.tile.id);
    const response = await post(`/checkout/mock/${token}`, { action: "cancel" });
    expect(response.status).toBe(303);
    const left = `/checkout/return?status=cancelled&handle=anna&checkout=${token}`;
    expect(response.headers.location).toBe(left);
    expect(modelOf((await get(left)).text)).toMatchObject({
      status: "failure",
      bought: { isCancelled: true },
    });
    const late = await post(`/checkout/mock/${token}`, { action: "pay" });
    expect(late.status).toBe(409);
    expect(modelOf(late.text)).toMatchObject({
      problems: { form: "This checkout was cancelled. Please start again from the page." },
    });
  });

  test("pays once, however often the form is submitted", async () => {
    const token = await startCheckout(site, offered.tile.id);
    const responses = await concurrently(5, () => post(`/checkout/mock/${token}`, { action: "pay" }));
    expect(new Set(responses.map((response) => response.headers.location)).size).toBe(1);
    expect(pathOf(responses[0]?.headers.location)).toBe("/checkout/return");
  });

  test("returns 404 for an unknown token", async () => {
    for (const token of ["x", "..%2f..%2fx", "a%00b", "a".repeat(2000), "%3Cscript%3E"]) {
      for (const response of [
        await get(`/checkout/mock/${token}`),
        await post(`/checkout/mock/${token}`, {}),
      ]) {
        expect(response.status, token).toBe(404);
        expect(modelOf(response.text)).toEqual({ page: "checkout-missing" });
        expect(response.text).not.toContain("<script>");
      }
    }
  });

  test("is not cached", async () => {
    const order = await buy(site, offered.tile.id);
    for (const path of [
      `/checkout/mock/${order.checkoutToken}`,
      `/checkout/return?${order.returned}`,
      `/orders/${order.orderToken}`,
    ]) {
      const { headers } = await get(path);
      expect(headers["cache-control"], path).toBe("private, no-store");
      expect(headers.etag, path).toBeUndefined();
      expect(headers["set-cookie"], path).toBeUndefined();
    }
  });
});

describe("the return page", () => {
  const returned = async (query: string) => {
    const response = await get(`/checkout/return${query}`);
    expect(response.status).toBe(200);
    return { model: modelOf(response.text), html: response.text };
  };

  test.for([
    ["", "pending"],
    ["?status=pending", "pending"],
    ["?status=success", "success"],
    ["?status=cancelled", "failure"],
    ["?status=", "failure"],
    ["?status=success&status=pending", "failure"],
    ["?status=<img>", "failure"],
  ] as const)("with %j is one of %s", async ([query, status]) => {
    expect((await returned(query)).model).toMatchObject({ page: "checkout-return", status });
  });

  test("renders hostile text as text", async () => {
    const query = new URLSearchParams({
      status: "<img src=x onerror=alert(1)>",
      handle: '"><script>alert(1)</script>',
      downloadToken: "../../x",
      order: "</script><script>alert(1)</script>",
    });
    const { model, html } = await returned(`?${query}`);
    expect(model).toEqual({
      page: "checkout-return",
      status: "failure",
      isProcessing: false,
      handle: '"><script>alert(1)</script>',
      sendsReceipts: false,
      isInAppBrowser: false,
      downloadToken: "../../x",
      orderToken: null,
      checkoutToken: null,
      bought: null,
      messages: [],
      nextPollUrl: null,
      paymentUrl: null,
      isReceiptSent: null,
    });
    expect(html.match(/<script/g)).toHaveLength(2);
    expect(html).not.toContain("<img");
  });

  test("ignores overlong and repeated parameters", async () => {
    const { model } = await returned(`?status=success&handle=a&handle=b&downloadToken=${"x".repeat(600)}`);
    expect(model).toMatchObject({ handle: null, downloadToken: null, orderToken: null });
  });

  test("links the order", async () => {
    const withFile = await buy(site, offered.tile.id);
    expect((await returned(`?${withFile.returned}`)).model.orderToken).toBe(withFile.orderToken);
    const { product, tile } = await offer(anna);
    const without = await buy(site, tile.id);
    expect((await returned(`?${without.returned}`)).model).toMatchObject({
      orderToken: without.orderToken,
      bought: { type: product.type, mode: null, isFree: false, isHeld: false, contact: null },
    });
  });

  test("links the order page an hour after payment only in the browser that paid", async () => {
    const page = `/checkout/mock/${await startCheckout(site, offered.tile.id)}`;
    const paid = await post(page, { action: "pay", email: "buyer@example.org" });
    const location = String(paid.headers.location);
    const [cookie] = paid.cookies;
    expect(cookie).toMatchObject({
      path: "/checkout/return",
      httpOnly: true,
      sameSite: "Lax",
      maxAge: 86_400,
    });
    const byCall = await site.call("POST", `/api/public${page.replace("/mock", "")}/pay`);
    expect(byCall.cookies).toEqual(paid.cookies);

    const orderTokenFor = async (cookies: string) =>
      modelOf((await site.call("GET", location, undefined, { cookie: cookies })).text).orderToken;
    expect(await orderTokenFor("")).toMatch(/^[\w-]{43}$/);
    await site.query("update orders set paid_at = paid_at - interval '61 minutes'");
    expect(await orderTokenFor("")).toBeNull();
    expect(await orderTokenFor(`${cookie?.name}=wrong`)).toBeNull();
    expect(await orderTokenFor(`${cookie?.name}=${cookie?.value}`)).toMatch(/^[\w-]{43}$/);
    const other = await buy(site, offered.tile.id);
    await site.query("update orders set paid_at = paid_at - interval '61 minutes'");
    const otherPage = await site.call("GET", `/checkout/return?${other.returned}`, undefined, {
      cookie: `${cookie?.name}=${cookie?.value}`,
    });
    expect(modelOf(otherPage.text).orderToken).toBeNull();
  });
});

test("returns 404 for an order page with an unknown token", async () => {
  for (const token of ["x", "..%2fx", "a%00b"]) {
    const response = await get(`/orders/${token}`);
    expect(response.status, token).toBe(404);
    expect(modelOf(response.text)).toEqual({ page: "order-missing" });
  }
  for (const path of ["/orders/x", "/orders/x/mail"]) expect((await post(path, {})).status, path).toBe(404);
});
