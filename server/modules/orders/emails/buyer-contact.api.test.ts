import { expect, test } from "vitest";
import {
  ADDRESS,
  mailsTo,
  offer,
  payFree,
  signUpVerified,
  startCheckout,
  type TestUser,
} from "../../../testing/factories.ts";
import { buyerOf, completeAtSandbox, signUpSeller, startPaid } from "../../../testing/payers.ts";
import { testSite } from "../../../testing/test-site.ts";

const site = testSite();

const { pay, rowOf } = buyerOf(() => site);
const SELLER_INPUT = { legalName: "Anna Weber", address: "Hauptstraße 1\n10115 Berlin", country: "DE" };
const publish = (user: TestUser, email: string) =>
  user.call("POST", "/api/seller", { ...SELLER_INPUT, email, isTrader: true });
const modelTo = async (to: string, mail: "receipt" | "payment-notice") => {
  const sent = (await mailsTo(site, to, mail)).at(-1);
  return { replyTo: sent?.replyTo, model: JSON.parse(sent?.html ?? "{}") };
};

test("replies to a mock receipt go to the seller's published email, never to the account's", async () => {
  const anna = await signUpVerified(site);
  const { tile } = await offer(anna, { type: "physical", name: "Bowl" });
  const buy = async (email: string) => {
    const token = await startCheckout(site, tile.id);
    await site.call("POST", `/api/public/checkout/${token}/pay`, { email });
    return modelTo(email, "receipt");
  };
  const before = await buy("before@example.org");
  expect(before.replyTo).toBeUndefined();
  expect(before.model).toMatchObject({ contact: null, mock: true });
  expect(JSON.stringify(before)).not.toContain(anna.email);

  expect((await publish(anna, "shop@anna.example")).status).toBe(200);
  const after = await buy("after@example.org");
  expect(after).toMatchObject({ replyTo: "shop@anna.example", model: { contact: "shop@anna.example" } });
  expect(JSON.stringify(after)).not.toContain(anna.email);
});

test("shows the price's parts and the right of withdrawal on the receipt of paid goods, and the address only with real money", async () => {
  const seller = await signUpSeller(site);
  await publish(seller, "shop@seller.example");
  const sell = async (given: { priceCents: number; shippingCents?: number }) =>
    (await offer(seller, given)).tile.id;
  const token = await startPaid(site, await sell({ priceCents: 2000, shippingCents: 500 }));
  const { returnUrl } = (await pay(token, { email: "goods@example.org", address: ADDRESS })).body;
  await completeAtSandbox(site, returnUrl, "pay");
  const paid = await modelTo("goods@example.org", "receipt");
  expect(paid.replyTo).toBe("shop@seller.example");
  expect(paid.model).toMatchObject({
    isTest: true,
    shippingCents: 500,
    amountCents: 2500,
    withdrawal: "goods",
    // Without money anyone can order with anybody's email.
    address: null,
  });
  const { id, seed } = await rowOf(token);
  await site.sql`update orders set mode = 'live' where id = ${id}`;
  await site.call("POST", `/api/public/orders/${site.tokens.order(seed)}/mail`);
  const real = await modelTo("goods@example.org", "receipt");
  expect(real.model).not.toHaveProperty("isTest");
  expect(real.model.address).toMatchObject({
    name: "Bea Buyer",
    postal_code: "10115",
    city: "Berlin",
    country: "DE",
  });

  await payFree(site, await sell({ priceCents: 0, shippingCents: 0 }), {
    email: "free@example.org",
    address: ADDRESS,
  });
  expect((await modelTo("free@example.org", "receipt")).model).toMatchObject({
    address: null,
    withdrawal: null,
  });
});
