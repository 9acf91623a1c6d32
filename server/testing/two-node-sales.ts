import { setTimeout as delay } from "node:timers/promises";
import type { PaymentDouble } from "./payment-doubles.ts";
import { OFFER_NAMES, type Purchase, type TwoNodeShop } from "./two-node-shop.ts";

/**
 * The purchases that start before each kill. Twelve cover each kind of notification with each offer, with and
 * without scripts.
 */
const ROUND = 12;

/**
 * How the product learns the result of a payment. With `unseen`, it gets no notification and must ask by
 * itself.
 */
const NEWS = ["told", "doubled", "late", "returned", "told", "unseen"] as const;
type News = (typeof NEWS)[number];

/** The purchases of a shop's buyers, by result. */
export type Sales = { paid: Purchase[]; unpaid: Purchase[]; kills: number; readySeconds: number[] };

/**
 * Sells while the two nodes are killed and restarted in turn. Without `restartsLast`, the last victim stays
 * down. Each seventh buyer leaves, each eleventh pays and cancels. Notifications arrive in any order, twice,
 * after the next kill, or never.
 */
export async function sellThroughKills(
  shop: TwoNodeShop,
  double: PaymentDouble,
  {
    kills,
    round = ROUND,
    isSeenByReturn = false,
    restartsLast = true,
  }: { kills: number; round?: number; isSeenByReturn?: boolean; restartsLast?: boolean },
): Promise<Sales> {
  const sales: Sales = { paid: [], unpaid: [], kills, readySeconds: [] };
  let late: Purchase[] = [];
  const newsOf = (number: number): News => {
    const news = NEWS[(number + Math.floor(number / NEWS.length)) % NEWS.length] ?? "told";
    return news === "unseen" && isSeenByReturn ? "returned" : news;
  };

  const inform = async (purchase: Purchase, number: number, news: News) => {
    await delay(Math.random() * 600);
    if (news === "told") await shop.notify(purchase, number);
    if (news === "doubled") await shop.notify(purchase, number, 3);
    if (news === "late") late.push(purchase);
    if (news === "returned")
      await Promise.all([shop.waitForPayment(purchase, number), shop.waitForPayment(purchase, number + 1)]);
  };

  const purchase = async (number: number) => {
    await delay(Math.random() * 800);
    const offer = OFFER_NAMES[number % OFFER_NAMES.length] ?? "notes";
    const scripts = Math.floor(number / OFFER_NAMES.length) % 2 === 0;
    const made = await shop.buy(offer, number, { scripts });
    if (number % 7 === 5) {
      sales.unpaid.push(made);
      // Alternate: one such buyer cancels on our page, the next lets the provider's page expire.
      if (number % 14 === 5) return shop.cancel(made, number);
      await double.expire(made.id);
      return inform(made, number, newsOf(number));
    }
    await double.pay(made.id);
    sales.paid.push(made);
    // The money was taken, whatever the buyer clicks afterwards.
    if (number % 11 === 4) await shop.cancel(made, number);
    await inform(made, number, newsOf(number));
  };

  for (let kill = 0; kill < kills; kill++) {
    const staysDown = !restartsLast && kill === kills - 1;
    // The second node is killed last, because the creator's client uses the first.
    const victim = shop.nodes[(kills - kill) % 2 === 1 ? 1 : 0];
    const held = late;
    late = [];
    const working = Promise.all([
      ...Array.from({ length: round }, (_, at) => purchase(kill * round + at)),
      ...held.map((each, at) => inform(each, at, "told")),
    ]);
    await delay(Math.random() * 1_600);
    await victim.kill();
    const startedAt = performance.now();
    const restart = async () => {
      await victim.start();
      sales.readySeconds.push((performance.now() - startedAt) / 1000);
    };
    await Promise.all([staysDown || restart(), working]);
  }
  await Promise.all(late.map((each, at) => inform(each, at, "told")));
  return sales;
}
