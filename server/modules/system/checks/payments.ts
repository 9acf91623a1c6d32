import { and, count, eq, inArray, isNotNull, isNull, max } from "drizzle-orm";
import { formatMoney } from "../../../../contract/rules/formats.ts";
import { DEFAULT_PROVIDER, PROVIDER_NAMES } from "../../../../contract/rules/order-states.ts";
import type { Plans } from "../../../../contract/rules/plans.ts";
import { isPlanSold, isShownPrice } from "../../../platform/payments/plan-sale.ts";
import type { Payments, SubscriptionOffer, UndeliveredEvent } from "../../../platform/payments/port.ts";
import { PROVIDER_SETTINGS } from "../../../platform/payments/provider-settings.ts";
import { checkEndpoints } from "../../../platform/payments/stripe-endpoints.ts";
import { connectAccounts } from "../../connect/index.ts";
import { paymentEvents } from "../../payment-events/index.ts";
import { type Check, type Found, fault, type Installation, ok, warning } from "../check.ts";

const KEY_ADVICE = `Check ${PROVIDER_SETTINGS[DEFAULT_PROVIDER].secretKey}, and whether this machine may connect to ${PROVIDER_NAMES[DEFAULT_PROVIDER]}. A restricted key needs the permissions that docs/payments.md lists.`;

/** Checks the key, the plan's price, the sellers' accounts, the webhook endpoints and undelivered events. */
export const paymentsCheck: Check = {
  name: "Payments",
  advice: KEY_ADVICE,
  async run(installation) {
    const { settings, openPayments, openOtherProviders } = installation;
    const payments = await openPayments();
    const others = (await openOtherProviders()).filter(({ offers }) => offers.length > 0);
    const isSold = isPlanSold([payments, ...others]);
    const setting = PROVIDER_SETTINGS[payments.provider];
    if (payments.mode === "sandbox") return [assessSandbox({ isSold, others })];
    const { stripeProductId, publicUrl, site } = settings;
    const offer = await payments.findOffer(stripeProductId);
    const mode = payments.live ? "live" : "test";
    if (!offer) {
      const advice = `Create the product with a recurring price, or set ${setting.productId} to yours.`;
      return [fault({ seen: `the provider has no product ${stripeProductId} in ${mode} mode`, advice })];
    }
    const price = isSold && assessPrice(offer.price, site.plans);
    const plan = isSold ? "the Creator plan can be bought" : "nobody can buy the Creator plan with it";
    const seen = `the key works in ${mode} mode, and ${plan}`;
    const main = payments.live ? ok({ seen }) : warning({ seen, advice: "To take money, use live keys." });
    const listEndpoints = async () => (await payments.listWebhookEndpoints()) ?? [];
    const isOfInstallation = and(eq(connectAccounts.kind, "own"), isNull(connectAccounts.endedAt));
    const sellsOnInstallationAccount = (await installation.db.$count(connectAccounts, isOfInstallation)) > 0;
    const endpoints = await checkEndpoints({ publicUrl, sellsOnInstallationAccount, listEndpoints });
    const unknown = await checkUnknownAccounts(installation);
    return [
      main,
      ...(price ? [price] : []),
      ...unknown,
      ...endpoints.map(toFinding),
      await checkEvents(installation, payments),
    ];
  },
};

/** Returns a fault if the provider charges another price of the plan than the site shows. */
export function assessPrice(price: SubscriptionOffer["price"], plans: Plans): Found | undefined {
  if (isShownPrice(price, plans)) return undefined;
  const { amount, currency, interval } = price;
  const { creator } = plans;
  const charged = `${formatMoney(amount, currency)} per ${interval}`;
  const shown = `${formatMoney(creator.priceCents, creator.currency)} per month`;
  return fault({
    name: "Price of the plan",
    seen: `the provider charges ${charged} for the Creator plan, and the site shows ${shown}, so that nobody can buy it`,
    advice: `Set CREATOR_PLAN_PRICE and CREATOR_PLAN_CURRENCY to the provider's monthly price, or change the price there.`,
  });
}

/**
 * Assesses an installation without a key of the first provider. If another provider takes real payments,
 * nobody can buy the plan.
 */
export function assessSandbox({
  isSold,
  others,
}: {
  isSold: boolean;
  others: readonly Pick<Payments, "provider">[];
}) {
  const { secretKey } = PROVIDER_SETTINGS[DEFAULT_PROVIDER];
  const names = others.map(({ provider }) => PROVIDER_NAMES[provider]).join(" and ");
  if (!isSold)
    return ok({
      seen: `${names} takes money; without ${secretKey} nobody can buy the Creator plan, administrators give it`,
    });
  const seen = `the built-in sandbox${names && `, and ${names} in test mode`}: no money moves, and anyone can take the Creator plan for free`;
  return warning({ seen, advice: `To take money, set ${secretKey} (docs/payments.md).` });
}

/**
 * Converts the state of an endpoint to a finding. Without the first endpoint no events arrive, so its problem is a
 * fault. The second one is needed only if creators sell on connected accounts.
 */
function toFinding(
  { name, verdict, seen, advice = "" }: Awaited<ReturnType<typeof checkEndpoints>>[number],
  index: number,
): Found {
  if (verdict === "ok") return ok({ name, seen });
  return (verdict === "problem" && index === 0 ? fault : warning)({ name, seen, advice });
}

/** Returns a fault for each provider that does not know some of the sellers' accounts with the present keys. */
async function checkUnknownAccounts({ db }: Installation): Promise<Found[]> {
  const { provider, unknownSince, endedAt } = connectAccounts;
  const rows = await db
    .select({ provider, accounts: count() })
    .from(connectAccounts)
    .where(and(isNotNull(unknownSince), isNull(endedAt)))
    .groupBy(provider)
    .orderBy(provider);
  return rows.map(({ provider, accounts }) => {
    const name = PROVIDER_NAMES[provider];
    const { secretKey, connectKey } = PROVIDER_SETTINGS[provider];
    const keys = [...new Set([secretKey, connectKey])].join(" or ");
    return fault({
      name: `Sellers' accounts at ${name}`,
      seen: `unknown with the present keys, so that they sell nothing: ${accounts}`,
      advice: `${keys} belongs to another ${name} account or sandbox than before. Set the former key, or let these sellers connect again.`,
    });
  });
}

/** Younger events may still be in delivery. */
const DELIVERY_MS = 10 * 60 * 1000;
const WEEK_MS = 7 * 24 * 60 * 60 * 1000;

async function checkEvents(
  { db, clock }: Installation,
  payments: Pick<Payments, "provider" | "verifyEvent" | "listUndelivered">,
): Promise<Found> {
  const name = "Payment events";
  const { webhookSecret } = PROVIDER_SETTINGS[payments.provider];
  if (!payments.verifyEvent) {
    const advice = `Set ${webhookSecret} to the signing secret of the webhook endpoint (docs/payments.md).`;
    return fault({ name, seen: "no secret is set: events of the provider are refused", advice });
  }
  const lost = await findLostEvents({ db, payments, now: clock.now() });
  const [newest] = lost;
  if (newest) {
    const seen = `${lost.length} of the last week have not arrived, such as ${newest.id} (${newest.type}) of ${newest.createdAt.toISOString()}`;
    const advice = `Look at their deliveries in the provider's dashboard. Status 400 means that ${webhookSecret} is the secret of another endpoint: copy the secret of this one. Without a status, the provider cannot reach PUBLIC_URL.`;
    return fault({ name, seen, advice });
  }
  const [row] = await db.select({ last: max(paymentEvents.receivedAt) }).from(paymentEvents);
  if (row?.last) return ok({ name, seen: `the last one arrived at ${row.last.toISOString()}` });
  const advice =
    "Send a test event from the provider's dashboard. If it fails there, the response has the reason.";
  return warning({ name, seen: "none has arrived yet", advice });
}

/**
 * Returns events that are undelivered at the provider and not stored here. Returns none if a restricted key
 * may not list them.
 */
async function findLostEvents(parts: {
  db: Installation["db"];
  payments: Pick<Payments, "listUndelivered">;
  now: Date;
}): Promise<readonly UndeliveredEvent[]> {
  const { db, payments, now } = parts;
  const since = new Date(now.getTime() - WEEK_MS);
  const listed = await payments.listUndelivered(since).catch(() => []);
  const due = listed.filter(({ createdAt }) => createdAt.getTime() < now.getTime() - DELIVERY_MS);
  if (due.length === 0) return [];
  const ids = due.map(({ id }) => id);
  const stored = await db
    .select({ id: paymentEvents.id })
    .from(paymentEvents)
    .where(inArray(paymentEvents.id, ids));
  const known = new Set(stored.map(({ id }) => id));
  return due.filter(({ id }) => !known.has(id));
}
