import { expect, onTestFinished, test } from "vitest";
import { createTestDatabase } from "../../testing/create-database.ts";
import { openPaymentDouble } from "../../testing/payment-doubles.ts";
import { expectEachOrderRight, expectSumsRight, untilSettled } from "../../testing/two-node-books.ts";
import { sellThroughKills } from "../../testing/two-node-sales.ts";
import { TwoNodeShop } from "../../testing/two-node-shop.ts";

/** All ways of notification with each offer, with and without scripts, and an expiring payment. */
const PURCHASES = 16;

// The drill `sales` kills both nodes many times and waits for payments without events.
test.for(["stripe", "mollie"] as const)(
  "delivers each order paid at %s once and with exact amounts, despite late, repeated and reordered events and a killed node",
  {},
  async (provider) => {
    const double = await openPaymentDouble[provider]();
    onTestFinished(double.close);
    const database = await createTestDatabase();
    onTestFinished(database.drop);
    const shop = await TwoNodeShop.open(database.url, double);
    onTestFinished(() => shop.remove());
    const sales = await sellThroughKills(shop, double, {
      kills: 1,
      round: PURCHASES,
      isSeenByReturn: true,
      restartsLast: false,
    });
    const parts = { shop, double, sales };
    await untilSettled(parts);
    await expectEachOrderRight(parts);
    expect((await expectSumsRight(parts)).paid).toBe(sales.paid.length);
  },
);
