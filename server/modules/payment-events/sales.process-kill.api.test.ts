import { expect, onTestFinished, test } from "vitest";
import { createTestDatabase } from "../../testing/create-database.ts";
import { openPaymentDouble } from "../../testing/payment-doubles.ts";
import { expectEachOrderRight, expectSumsRight, untilSettled } from "../../testing/two-node-books.ts";
import { sellThroughKills } from "../../testing/two-node-sales.ts";
import { TwoNodeShop } from "../../testing/two-node-shop.ts";

/** The drill `sales` kills them more often, and waits for payments of which nobody tells. */
const KILLS = 2;

test.for(["stripe", "mollie"] as const)(
  "every order that is paid at %s is delivered once and right to the cent, though notifications are shuffled, doubled and late, and both nodes are killed",
  {
    timeout: 240_000,
  },
  async (provider) => {
    const double = await openPaymentDouble[provider]();
    onTestFinished(double.close);
    const database = await createTestDatabase();
    onTestFinished(database.drop);
    const shop = await TwoNodeShop.open(database.url, double);
    onTestFinished(() => shop.remove());
    const sales = await sellThroughKills(shop, double, { kills: KILLS, isSeenByReturn: true });
    const parts = { shop, double, sales };
    await untilSettled(parts, 60_000);
    await expectEachOrderRight(parts);
    expect((await expectSumsRight(parts)).paid).toBe(sales.paid.length);
  },
);
