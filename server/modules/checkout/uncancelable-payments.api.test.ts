import { beforeEach, expect, test } from "vitest";
import { testMollie } from "../../platform/payments/adapters/mollie/mollie-server.test-kit.ts";
import { concurrently } from "../../testing/concurrently.ts";
import { addProduct, addTile, mailsTo, modelOf, signUpAs, upgrade } from "../../testing/factories.ts";
import { mollieOptions, processEventOf, sellAtMollie } from "../../testing/mollie-site.ts";
import { buyerOf, startPaid } from "../../testing/payers.ts";
import { prepare } from "../../testing/prepare.ts";
import { testSite } from "../../testing/test-site.ts";
import { closeOpenPayments } from "../order-payments/index.ts";

const mollie = testMollie();
const site = testSite(() => mollieOptions(mollie));
const { pay, back, rowOf, paymentsOf } = buyerOf(() => site);

const anna = prepare(async () => {
  const user = await signUpAs(site, { verified: true, admin: true });
  await sellAtMollie(user);
  await upgrade(site, user);
  await user.call("POST", "/api/discounts", { code: "HALF", percentOff: 50, maxUses: 1 });
  return user;
});
let productId: number;
let token: string;
beforeEach(async () => {
  mollie.paymentsState.isCancelable = false;
  const product = await addProduct(anna, { name: "Guide", type: "digital", priceCents: 1000, stock: 1 });
  productId = product.id;
  token = await startPaid(site, (await addTile(anna, { type: "product", productId })).id);
});

const FULL = { totalCents: 1000, consent: true };
const HALF = { totalCents: 500, code: "half", consent: true };
const urlOf = async (input: object) => (await pay(token, input)).body.returnUrl;
const idOf = (url: string) => url.split("/").at(-1) ?? "";
const payAtMollie = async (url: string) => {
  await mollie.bank.pay({ id: idOf(url) });
  await processEventOf(site, idOf(url));
};
const stockOf = async () => (await site.sql`select stock from products where id = ${productId}`)[0].stock;
const usesOfCode = async () => (await anna.call("GET", "/api/discounts")).body.discounts[0].uses;

test("leads a buyer who changes the email to the open page, and sends the receipt to the new one", async () => {
  const first = await urlOf({ ...FULL, email: "wrong@example.org" });
  const changed = { ...FULL, email: `right-${productId}@example.org` };
  expect(await urlOf(changed)).toBe(first);
  expect(await urlOf(changed)).toBe(first);
  expect(await paymentsOf(token)).toHaveLength(1);
  await payAtMollie(first);
  expect(await rowOf(token)).toMatchObject({ status: "paid", buyer_email: changed.email });
  expect(await mailsTo(site, changed.email)).not.toEqual([]);
});

test("leads to the open page after more than an hour while the provider accepts the payment", async () => {
  const first = await urlOf(FULL);
  await site.sql`update order_payments set expires_at = now() - interval '1 minute'`;
  expect(await urlOf(FULL)).toBe(first);
});

test("starts a second payment for another total, and keeps the unit and the use of the code reserved once", async () => {
  const first = await urlOf(FULL);
  const second = await urlOf(HALF);
  expect(second).not.toBe(first);
  expect((await paymentsOf(token)).map(({ status }) => status)).toEqual(["expired", "open"]);
  expect([await stockOf(), await usesOfCode()]).toEqual([0, 1]);
  await payAtMollie(second);
  expect(await rowOf(token)).toMatchObject({ status: "paid", amount_cents: 500 });
  await payAtMollie(first);
  expect((await paymentsOf(token)).map(({ is_duplicate }) => is_duplicate)).toEqual([true, false]);
  expect(mollie.payments.get(idOf(first))?.refunds).toMatchObject([{ amount: { value: "10.00" } }]);
  expect([await stockOf(), await usesOfCode()]).toEqual([0, 1]);
});

test("books the first payment if it is the paid one, and returns the use of the code", async () => {
  await site.query("update discounts set taken = 0");
  const first = await urlOf(FULL);
  await urlOf(HALF);
  await payAtMollie(first);
  expect(await rowOf(token)).toMatchObject({ status: "paid", amount_cents: 1000, discount_id: null });
  expect([await stockOf(), await usesOfCode()]).toEqual([0, 0]);
});

test("finds the first payment by its return and by regular reads, although no notice arrives", async () => {
  await site.query("update discounts set taken = 0");
  const first = await urlOf(FULL);
  await urlOf(HALF);
  const [{ next_read_at: nextRead, created_at: createdAt }] = await paymentsOf(token);
  expect(nextRead - createdAt).toBe(2 * 60_000);
  await mollie.bank.pay({ id: idOf(first) });
  expect((await back(token)).searchParams.get("status")).toBe("success");
  expect(await rowOf(token)).toMatchObject({ status: "paid", amount_cents: 1000 });
});

test("creates one payment from concurrent changes in two tabs", async () => {
  await site.query("update discounts set taken = 0");
  await urlOf(FULL);
  const urls = await concurrently(4, (tab) => urlOf({ ...HALF, note: `tab ${tab}` }));
  expect(new Set(urls).size).toBe(1);
  expect((await paymentsOf(token)).map(({ status }) => status)).toEqual(["expired", "open"]);
  expect([await stockOf(), await usesOfCode()]).toEqual([0, 1]);
});

test("counts a replaced payment among the payments that must end before keys are replaced", async () => {
  await site.query("update discounts set taken = 0");
  const count = async () => (await closeOpenPayments(site.db, site.sales.mollie)).unclosable;
  const before = await count();
  await urlOf(FULL);
  await urlOf(HALF);
  expect(await count()).toBe(before + 2);
});

test("keeps the open payment and its reservations despite a rejected change", async () => {
  const first = await urlOf(FULL);
  expect((await pay(token, { ...FULL, code: "wrong" })).status).toBe(400);
  expect((await pay(token, { ...FULL, totalCents: 999 })).status).toBe(409);
  expect((await paymentsOf(token)).map(({ status }) => status)).toEqual(["open"]);
  expect(await stockOf()).toBe(0);
  expect(await urlOf(FULL)).toBe(first);
});

test("links the page of the open payment on the pending page", async () => {
  const first = await urlOf(FULL);
  const page = await back(token);
  const { text } = await site.call("GET", page.pathname + page.search);
  expect(modelOf(text)).toMatchObject({ status: "pending", paymentUrl: first });
});
