import { beforeAll, describe, expect, test } from "vitest";
import {
  ADDRESS,
  addProduct,
  addTile,
  FORM,
  modelOf,
  offer,
  offerFile,
  startCheckout,
  submitForm,
} from "../../testing/factories.ts";
import { PUBLIC_URL } from "../../testing/harness.ts";
import { completeAtSandbox, signUpSeller, startPaid, subscribe } from "../../testing/payers.ts";
import { prepare } from "../../testing/prepare.ts";
import { testSite } from "../../testing/test-site.ts";

const site = testSite();
const seller = prepare(() => signUpSeller(site));
beforeAll(async () => {
  await subscribe(site, seller);
});

const open = (path: string, headers: Record<string, string> = {}) =>
  site.call("GET", path, undefined, headers);
const send = (token: string, fields: Record<string, string>) =>
  submitForm(site, `/checkout/pay/${token}`, fields);
/** Starts a checkout of a new product of the seller. */
async function sell(given: Record<string, unknown>): Promise<string> {
  const product = await addProduct(seller, { name: "Mug", type: "digital", priceCents: 1000, ...given });
  const type = given.type === "tip" ? "tip" : "product";
  return startPaid(site, (await addTile(seller, { type, productId: product.id })).id);
}

describe("the order page without scripts", () => {
  test("completes a purchase at a provider", async () => {
    const token = await startPaid(site, (await offerFile(site, seller)).tile.id);
    const page = await open(`/checkout/pay/${token}`);
    expect(page.headers).toMatchObject({
      "cache-control": "private, no-store",
      "referrer-policy": "same-origin",
    });
    expect(modelOf(page.text)).toMatchObject({
      page: "pay",
      mode: "sandbox",
      order: { status: "pending", price: { total_cents: 2500 } },
      problems: {},
      unavailable: null,
    });
    const paid = await send(token, { action: "pay", email: "buyer@example.org", totalCents: "2500" });
    expect(paid.status).toBe(303);
    await completeAtSandbox(site, String(paid.headers.location), "pay");
    const back = await open(`/checkout/pay/${token}/return`);
    expect(back.status).toBe(303);
    expect(modelOf((await open(String(back.headers.location))).text)).toMatchObject({ status: "success" });
    expect(modelOf((await open(`/checkout/pay/${token}`)).text)).toMatchObject({ order: { status: "paid" } });
  });

  test("updates the price, keeps the form values and stores nothing", async () => {
    const token = await sell({ type: "tip", priceCents: 300 });
    const fields = { action: "update", choice: "own", amount: "7,50", email: "b@", note: "Thank you" };
    expect(modelOf((await send(token, fields)).text)).toMatchObject({
      order: { status: "pending", price: { total_cents: 750, suggestions: [300, 600, 1500] } },
      entries: { amount: "7,50", email: "b@", note: "Thank you" },
      problems: {},
    });
    expect(modelOf((await open(`/checkout/pay/${token}`)).text).order.price.total_cents).toBe(300);
  });

  test.for([
    [{ choice: "own", amount: "lots" }, "amount", "Enter an amount, such as 12.50."],
    [{ choice: "own", amount: "" }, "amount", "Enter an amount, such as 12.50."],
    [{ choice: "own", amount: "0.10" }, "amount", "Choose at least €0.50."],
    [
      { choice: "own", amount: "US$ 7" },
      "amount",
      "This price is in EUR. Enter an amount without another currency.",
    ],
    [{ choice: "300", code: "NOTHING" }, "code", expect.any(String)],
    [{ choice: "300", email: "" }, "email", "Enter your email: the receipt and the download go there."],
  ] as const)("%o is rejected with an error of its field", async ([fields, field, message]) => {
    const response = await send(await sell({ type: "tip", priceCents: 300 }), {
      action: "pay",
      email: "b@example.org",
      totalCents: "300",
      ...fields,
    });
    expect(response.status).toBe(400);
    expect(modelOf(response.text).problems).toMatchObject({ [field]: message });
  });

  test("validates each field of a postal address", async () => {
    const token = await sell({ type: "physical", shippingCents: 400, shippingAbroadCents: 900 });
    const response = await send(token, {
      action: "pay",
      email: "b@example.org",
      totalCents: "1400",
      country: "DE",
    });
    expect(response.status).toBe(400);
    expect(modelOf(response.text).problems).toMatchObject({
      name: "Enter the name of the recipient.",
      line1: "Enter the street and house number.",
      city: "Enter the city.",
      postalCode: "Enter the postal code.",
    });
    const paid = await send(token, {
      action: "pay",
      email: "b@example.org",
      totalCents: "1400",
      ...(ADDRESS as Record<string, string>),
    });
    expect(paid.status).toBe(303);
  });

  test("shows a changed total beside the former one and starts no payment", async () => {
    const token = await sell({ priceCents: 1000 });
    const response = await send(token, { action: "pay", email: "b@example.org", totalCents: "900" });
    expect(response.status).toBe(409);
    expect(modelOf(response.text)).toMatchObject({
      formerTotal: 900,
      order: { status: "pending", price: { total_cents: 1000 } },
      problems: {},
    });
  });

  test("leads to the return page when it is cancelled, and shows that", async () => {
    const token = await sell({});
    const left = await send(token, { action: "cancel" });
    expect(String(left.headers.location)).toContain("status=cancelled");
    expect(modelOf((await open(`/checkout/pay/${token}`)).text)).toMatchObject({
      order: { status: "cancelled" },
    });
  });
});

test("reloads the return page for a minute, then announces an email", async () => {
  const token = await sell({});
  await send(token, { action: "pay", email: "b@example.org", totalCents: "1000" });
  const look = async (number: number) => {
    const back = await open(`/checkout/pay/${token}/return?look=${number}`);
    return modelOf((await open(String(back.headers.location))).text);
  };
  expect(await look(0)).toMatchObject({
    status: "pending",
    isProcessing: false,
    checkoutToken: token,
    nextPollUrl: `/checkout/pay/${token}/return?look=1`,
  });
  expect(await look(11)).toMatchObject({ nextPollUrl: `/checkout/pay/${token}/return?look=12` });
  expect(await look(12)).toMatchObject({ nextPollUrl: null });
  const left = await open(`/checkout/pay/${token}/return?cancelled=1`);
  expect(left.headers.location, "cancelled").toBe(`/checkout/pay/${token}`);
});

test.for([
  ["Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 Instagram 300.0", true],
  [
    "Mozilla/5.0 (Linux; Android 15) AppleWebKit/537.36 Chrome/140 Mobile Safari/537.36 [FBAN/FB4A;FBAV/500]",
    true,
  ],
  ["Mozilla/5.0 (Linux; Android 15) AppleWebKit/537.36 Chrome/140 Mobile musical_ly_2024", true],
  [
    "Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 Version/18.0 Safari/604.1",
    false,
  ],
] as const)("%s is recognised as the browser of an app: %s", async ([agent, expected]) => {
  const token = await sell({});
  const [{ seed }] =
    await site.sql`select seed from orders where checkout_token_hash = ${site.tokens.hash(token)}`;
  const orderPage = `/orders/${site.tokens.order(seed)}`;
  for (const path of [`/checkout/pay/${token}`, orderPage, "/checkout/return?status=success"]) {
    const page = await open(path, { "user-agent": agent });
    expect(modelOf(page.text).isInAppBrowser, path).toBe(expected);
  }
});

test("passes the code of a link to the creator's page on to the order page", async () => {
  await seller.call("POST", "/api/discounts", { code: "SPRING", percentOff: 25, active: true });
  const { tile } = await offer(seller, { name: "Notes", type: "digital", priceCents: 1000 });
  const start = (referer: string) =>
    site.call("POST", "/checkout/start", `tileId=${tile.id}`, { ...FORM, referer });
  const started = await start(`${PUBLIC_URL}/@${seller.handle}?tile=${tile.id}&code=spring`);
  const address = String(started.headers.location);
  expect(address).toMatch(/^\/checkout\/pay\/[\w-]{43}\?code=spring$/);
  expect(modelOf((await open(address)).text).order.price).toMatchObject({
    discount_cents: 250,
    total_cents: 750,
  });
  expect((await start("not a URL")).headers.location).not.toContain("code");
  expect((await start(`${PUBLIC_URL}/@x?code=${"x".repeat(33)}`)).headers.location).not.toContain("code");
});

test("leads a mock checkout to its own page, and returns 404 for an unknown one", async () => {
  const anna = await site.signUp();
  const token = await startCheckout(site, (await offerFile(site, anna)).tile.id);
  expect((await open(`/checkout/pay/${token}`)).headers.location).toBe(`/checkout/mock/${token}`);
  expect((await open("/checkout/pay/nobody-has-this")).status).toBe(404);
  expect((await send("nobody-has-this", { action: "pay" })).status).toBe(404);
});
