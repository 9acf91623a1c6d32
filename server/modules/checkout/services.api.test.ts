import { beforeAll, expect, test } from "vitest";
import { paths } from "../../../contract/rules/paths.ts";
import {
  FORM,
  mailsTo,
  modelOf,
  offer,
  offerFile,
  readOrder,
  signUpVerified,
  startCheckout,
  upgrade,
} from "../../testing/factories.ts";
import { buyerOf, completeAtSandbox, saveSeller, signUpSeller, startPaid } from "../../testing/payers.ts";
import { prepare } from "../../testing/prepare.ts";
import { testSite } from "../../testing/test-site.ts";

const site = testSite();
const anna = prepare(() => signUpSeller(site));
beforeAll(async () => {
  await saveSeller(anna);
  await upgrade(site, anna);
});

const { pay, show, back, rowOf } = buyerOf(() => site);
const CALL = { name: "One call", type: "service", priceCents: 9000, stock: 2 };
const MASKED = "b…@example.org";
const stockOf = async (id: number) => (await site.sql`select stock from products where id = ${id}`)[0].stock;
const open = async (path: string) => modelOf((await site.call("GET", path)).text);
const mail = async (kind: "receipt" | "withdrawal" | "withdrawal-notice", to = "buyer@example.org") => {
  await site.settled();
  return (await mailsTo(site, to, kind)).map(({ html }) => JSON.parse(html)).at(-1);
};

/** An order of a product, paid in the sandbox. */
async function sell(tileId: number, given: object) {
  const token = await startPaid(site, tileId);
  const { status, body, text } = await pay(token, { consent: true, ...given });
  if (status !== 200) throw new Error(text);
  await completeAtSandbox(site, body.returnUrl, "pay");
  const row = await rowOf(token);
  return { token, ...row, id: Number(row.order_id), orderToken: site.tokens.order(row.seed) };
}

test("clears file and shipping of a service, and keeps its stock", async () => {
  const path = (await offerFile(site, anna)).path;
  const fields = { digitalFilePath: path, shippingCents: 500, shippingAbroadCents: 900 };
  const { product } = await offer(anna, { ...CALL, ...fields });
  expect(product).toMatchObject({ type: "service", stock: 2, digital_file_path: null, files: [] });
  expect(product).toMatchObject({ shipping_cents: 0, shipping_abroad_cents: null });
});

test("sells a service of a business with its own consent and without an address", async () => {
  const { product, tile } = await offer(anna, CALL);
  const token = await startPaid(site, tile.id);
  const { order } = await show(token);
  expect(order).toMatchObject({
    product: { type: "service" },
    needs: { email: true, consent: true, address: false },
    consent_text: expect.stringContaining("once it has been provided in full"),
    withdrawals: ["service"],
  });
  expect((await pay(token, { totalCents: 9000 })).status).toBe(400);
  const { body } = await pay(token, { totalCents: 9000, consent: true });
  await completeAtSandbox(site, body.returnUrl, "pay");
  const { seed } = await rowOf(token);
  expect((await readOrder(site, site.tokens.order(seed))).consent?.text).toBe(order.consent_text);
  expect(await stockOf(product.id)).toBe(1);
});

test("tells on the confirmation, the order page and in the receipt that the seller gets in touch", async () => {
  const { tile } = await offer(anna, CALL);
  const sold = await sell(tile.id, { totalCents: 9000 });
  const returned = await back(sold.token);
  const confirmation = await open(returned.pathname + returned.search);
  expect(confirmation.bought).toMatchObject({ next: "contact", email: MASKED });
  expect(await open(paths.order(sold.orderToken))).toMatchObject({ next: "contact", messages: [] });
  expect(await mail("receipt")).toMatchObject({ contacts: true, withdrawal: "service", address: null });
});

test("shows the seller's message as the next step after the sale of a service", async () => {
  const { tile } = await offer(anna, { ...CALL, buyerMessage: "Choose a time." });
  const sold = await sell(tile.id, { totalCents: 9000 });
  expect(await open(paths.order(sold.orderToken))).toMatchObject({
    next: "message",
    messages: [{ text: "Choose a time." }],
  });
  expect(await mail("receipt")).not.toHaveProperty("contacts");
});

test("leaves the refund of a withdrawn service to the seller, who may keep the provided part", async () => {
  const { tile } = await offer(anna, CALL);
  const sold = await sell(tile.id, { totalCents: 9000 });
  const { withdrawal } = await readOrder(site, sold.orderToken);
  expect(withdrawal).toMatchObject({ possible: true, reason: "open", until: expect.any(String) });
  expect(await open(`${paths.order(sold.orderToken)}/withdraw`)).toMatchObject({ kinds: ["service"] });
  const declared = { name: "Vera Stone", confirm: true };
  const path = `/api/public/orders/${sold.orderToken}/withdraw`;
  expect((await site.call("POST", path, declared)).status).toBe(202);
  expect(await mail("withdrawal")).toMatchObject({ isRefunded: false, hasService: true, hasFile: false });
  expect(await mail("withdrawal-notice", anna.email)).toMatchObject({ hasService: true });
  expect(await rowOf(sold.token)).toMatchObject({ status: "paid", refunded_cents: 0 });
  expect(await open(paths.order(sold.orderToken))).toMatchObject({ next: null });
});

test("describes a digital product without a file as a service, with consent and refund of its type", async () => {
  const { tile } = await offer(anna, { name: "Course", type: "digital", priceCents: 9000 });
  const token = await startPaid(site, tile.id);
  expect((await show(token)).order).toMatchObject({
    consent_text: expect.stringMatching(/^Deliver it now\./),
    withdrawals: ["service"],
  });
  const sold = await sell(tile.id, { totalCents: 9000 });
  const path = `/api/public/orders/${sold.orderToken}/withdraw`;
  await site.call("POST", path, { name: "Vera Stone", confirm: true });
  expect(await mail("withdrawal")).toMatchObject({ isRefunded: true });
});

test("sells a service as a part of a bundle, with its stock and both consents", async () => {
  const call = (await offer(anna, CALL)).product;
  const notes = (await offerFile(site, anna)).product;
  const { tile } = await offer(anna, {
    ...{ name: "Both", type: "bundle", priceCents: 10_000, bundleItems: [notes.id, call.id] },
  });
  const { order } = await show(await startPaid(site, tile.id));
  expect(order).toMatchObject({ withdrawals: ["file", "service"], needs: { address: false } });
  expect(order.consent_text).toMatch(/Deliver the files now\..*The service may begin/);
  const sold = await sell(tile.id, { totalCents: 10_000 });
  expect(await stockOf(call.id)).toBe(1);
  const { lines } = await readOrder(site, sold.orderToken);
  expect(lines.map(({ name, type, bundle }) => ({ name, type, bundle }))).toEqual([
    { name: notes.name, type: "digital", bundle: "Both" },
    { name: "One call", type: "service", bundle: "Both" },
  ]);
  expect(await open(paths.order(sold.orderToken))).toMatchObject({ next: "contact" });
  const { product } = (await site.call("GET", `/api/public/checkout/${sold.token}`)).body.order;
  expect(product.type).toBe("bundle");
});

test("ends the sale with the last place", async () => {
  const { tile } = await offer(anna, { ...CALL, stock: 1 });
  await sell(tile.id, { totalCents: 9000 });
  expect((await site.call("POST", "/api/public/checkout", { tileId: tile.id })).status).toBe(409);
});

test("sells a service by the plain form of the mock checkout", async () => {
  const berta = await signUpVerified(site);
  const { tile } = await offer(berta, CALL);
  const token = await startCheckout(site, tile.id);
  const sent = await site.call("POST", `/checkout/mock/${token}`, "action=pay&email=", FORM);
  expect(sent.status).toBe(303);
  const confirmation = await open(String(sent.headers.location));
  expect(confirmation.bought).toMatchObject({ type: "service", mode: null, next: "contact", email: null });
  const { seed } = await rowOf(token);
  expect(await open(paths.order(site.tokens.order(seed)))).toMatchObject({ next: "contact" });
});
