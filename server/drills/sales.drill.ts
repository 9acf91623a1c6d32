import { expect, onTestFinished, test } from "vitest";
import { openPaymentDouble } from "../testing/payment-doubles.ts";
import { expectEachOrderRight, expectSumsRight, untilSettled } from "../testing/two-node-books.ts";
import { sellThroughKills } from "../testing/two-node-sales.ts";
import { TwoNodeShop } from "../testing/two-node-shop.ts";
import { KILLS, observed } from "./drill.ts";
import { startPostgres } from "./outside-product.ts";

test.for(["stripe", "mollie"] as const)(
  "sales-%s: every order paid at the provider is delivered once, with amounts right to the cent",
  async (provider) => {
    const double = await openPaymentDouble[provider]();
    onTestFinished(double.close);
    const postgres = await startPostgres();
    onTestFinished(postgres.stop);
    const shop = await TwoNodeShop.open(postgres.url, double);
    onTestFinished(() => shop.remove());
    const startedAt = performance.now();
    const sales = await sellThroughKills(shop, double, { kills: KILLS });
    const soldAt = performance.now();
    const parts = { shop, double, sales };
    // A payment without a notification is read two minutes after its start, or ten if it was still unpaid then.
    await untilSettled(parts);
    await expectEachOrderRight(parts);
    // Many kills take longer than a confirmation of the seller lasts.
    await shop.db.query("update sessions set confirmed_at = now()");
    const totals = await expectSumsRight(parts);
    expect(totals.paid).toBe(sales.paid.length);
    const minutes = (ms: number) => (ms / 60_000).toFixed(1);
    observed(
      `${sales.kills} kills in ${minutes(soldAt - startedAt)} minutes, everything settled ${minutes(performance.now() - soldAt)} minutes later: ${sales.paid.length} paid orders delivered once, ${sales.unpaid.length} unpaid ones not; ${(totals.amount_cents / 100).toFixed(2)} € paid, ${(totals.fee_cents / 100).toFixed(2)} € fee, ${(totals.provider_fee_cents / 100).toFixed(2)} € the provider's; ready again after ${Math.min(...sales.readySeconds).toFixed(1)} to ${Math.max(...sales.readySeconds).toFixed(1)} s`,
    );
  },
);
