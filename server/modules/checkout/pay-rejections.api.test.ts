import { beforeEach, describe, expect, test } from "vitest";
import { CODE_LIMIT } from "../../../contract/rules/limits.ts";
import { ProviderUnavailable } from "../../platform/payments/port.ts";
import {
  AmountTooSmall,
  BuyerInputRejected,
  type Sales,
  SellerUnavailable,
} from "../../platform/payments/sales.ts";
import { ADDRESS, offer, offerFile, rejection, signUpVerified } from "../../testing/factories.ts";
import { buyerOf, onboard, signUpSeller, startPaid } from "../../testing/payers.ts";
import { prepare } from "../../testing/prepare.ts";
import { openSite, testSite } from "../../testing/test-site.ts";

const site = testSite();

const { pay, rowOf, paymentsOf } = buyerOf(() => site);

describe("a payment that the provider rejects or does not respond to", () => {
  let error: Error | null = null;
  const failing = testSite(() => {
    const startPayment: Sales["startPayment"] = (payment) =>
      error ? Promise.reject(error) : site.sales.stripe.startPayment(payment);
    return { databaseUrl: site.databaseUrl, sales: { ...site.sales.stripe, startPayment } };
  });
  const shop = prepare(() => signUpSeller(site));
  const offered = prepare(() => offerFile(site, shop));
  beforeEach(() => {
    error = null;
  });

  test("returns 503 while the provider is unavailable, and continues the same payment later", async () => {
    const token = await startPaid(site, offered.tile.id);
    error = new ProviderUnavailable("down");
    const response = await pay(token, {}, failing);
    expect(response).toMatchObject({ status: 503, headers: { "retry-after": expect.any(String) } });
    expect(await rowOf(token)).toMatchObject({ status: "pending" });
    error = null;
    expect((await pay(token, {}, failing)).status).toBe(200);
    expect(await paymentsOf(token)).toHaveLength(1);
  });

  test("starts another payment if the provider's page has expired", async () => {
    const token = await startPaid(site, offered.tile.id);
    error = new ProviderUnavailable("down");
    expect((await pay(token, {}, failing)).status).toBe(503);
    await site.sql`update order_payments set expires_at = now() + interval '29 minutes'
      where order_id = ${(await rowOf(token)).id}`;
    error = null;
    expect((await pay(token, {}, failing)).status).toBe(200);
    expect((await paymentsOf(token)).map(({ status }) => status).sort()).toEqual(["expired", "open"]);
  });

  test("shows the buyer why a restricted account cannot be paid", async () => {
    const token = await startPaid(site, offered.tile.id);
    error = new SellerUnavailable("account_invalid");
    expect(await pay(token, {}, failing)).toMatchObject(
      rejection(
        409,
        "checkout.seller_unavailable",
        "This seller can't take payments right now. Nothing was charged.",
      ),
    );
    expect((await paymentsOf(token)).map(({ status }) => status)).toEqual(["failed"]);
    error = null;
    expect((await pay(token, {}, failing)).status).toBe(200);
  });

  test("emails the creator the provider's reason once a day, however many buyers are refused", async () => {
    const seller = await signUpSeller(site);
    const { id } = (await offerFile(site, seller)).tile;
    error = new SellerUnavailable("No valid payment method types for this Checkout Session.");
    for (let buyer = 0; buyer < 3; buyer++) {
      expect((await pay(await startPaid(site, id), {}, failing)).status).toBe(409);
    }
    const mails = (await failing.sentMails()).filter(({ to }) => to === seller.email);
    const refused = mails.filter(({ subject }) => subject.includes("sale-refused"));
    expect(refused).toHaveLength(1);
    expect(refused[0]?.html).toContain("No valid payment method types for this Checkout Session.");
  });

  test.each(["email", "address"] as const)("a rejected %s is an error at its field", async (field) => {
    const token = await startPaid(site, offered.tile.id);
    error = new BuyerInputRejected(field);
    expect(await pay(token, {}, failing)).toMatchObject({
      status: 400,
      body: {
        code: "invalid_input",
        details: {
          fieldErrors: { [field]: [expect.stringContaining(`does not accept this ${field}`)] },
        },
      },
    });
    error = null;
    expect((await pay(token, {}, failing)).status).toBe(200);
  });

  test("rejects an amount below the minimum of the account's currency, and names the minimum", async () => {
    const token = await startPaid(site, offered.tile.id);
    error = new AmountTooSmall("2500 eur");
    expect(await pay(token, {}, failing)).toMatchObject(
      rejection(
        409,
        "checkout.below_minimum",
        "This amount is below what cards can pay in the seller's currency.",
      ),
    );
  });

  test("offers no mock checkout for a creator whose account cannot sell", async () => {
    const token = await startPaid(site, offered.tile.id);
    await site.sql`update connect_accounts set mode = 'live', can_sell = false
      where creator_id = ${shop.creator.id}`;
    expect((await site.call("POST", "/api/public/checkout", { tileId: offered.tile.id })).body.code).toBe(
      "checkout.seller_unavailable",
    );
    expect((await pay(token)).body.code).toBe("checkout.seller_unavailable");
    expect((await site.call("GET", `/api/public/creator/${shop.handle}`)).body.creator.sells).toBe("off");
  });
});

test("sells nothing without a provider if MOCK_CHECKOUT is off", async () => {
  const off = await openSite({ databaseUrl: site.databaseUrl, settings: { mockCheckout: false } });
  const maker = await signUpVerified(site);
  const { tile } = await offerFile(site, maker);
  const opened = (await site.call("POST", "/api/public/checkout", { tileId: tile.id })).body.mockCheckoutUrl;
  expect((await off.call("POST", "/api/public/checkout", { tileId: tile.id })).body.code).toBe(
    "checkout.not_for_sale",
  );
  const token = opened.replace("/checkout/mock/", "");
  expect((await pay(token, {}, off)).body.code).toBe("checkout.not_for_sale");
  expect((await off.call("GET", `/api/public/creator/${maker.handle}`)).body.creator.sells).toBe("off");
  expect((await off.call("GET", "/api/public/config")).body.mockCheckout).toBe(false);
});

test("rejects a mock checkout that was opened before a provider was connected", async () => {
  const maker = await signUpVerified(site);
  const { tile } = await offerFile(site, maker);
  const opened = (await site.call("POST", "/api/public/checkout", { tileId: tile.id })).body.mockCheckoutUrl;
  await onboard(site, maker);
  await maker.call("POST", "/api/creators/me", {
    handle: maker.handle,
    displayName: "M",
    paymentProvider: "stripe",
  });
  expect(await pay(opened.replace("/checkout/mock/", ""))).toMatchObject(rejection(409, "checkout.changed"));
});

test("counts payments with codes against the limit of previews", async () => {
  const limited = await openSite({ databaseUrl: site.databaseUrl, limits: "database" });
  const token = await startPaid(site, (await offerFile(site, await signUpSeller(site))).tile.id);
  const guess = (code: string) => pay(token, { code }, limited);
  for (let tries = 0; tries < CODE_LIMIT.points; tries++) {
    expect((await guess(`GUESS-${tries}`)).body.code).toBe("discounts.invalid");
  }
  expect(await guess("GUESS")).toMatchObject(rejection(429, "too_often"));
  expect((await limited.call("GET", `/api/public/checkout/${token}?code=GUESS`)).status).toBe(429);
});

test("rejects a checkout whose product has become another type", async () => {
  const shop = await signUpSeller(site);
  const { product, tile: poster } = await offer(shop, { name: "Poster", type: "tip" });
  const token = await startPaid(site, poster.id);
  const body = { type: "physical" };
  expect((await shop.call("PATCH", `/api/products/${product.id}`, body)).status).toBe(200);
  const again = () => pay(token, { address: ADDRESS });
  expect(await again()).toMatchObject(rejection(409, "checkout.changed"));
  expect((await again()).status).toBe(200);
  expect(await rowOf(token)).toMatchObject({ type: "physical" });
});
