import { and, count, eq, inArray, isNotNull, isNull, max } from "drizzle-orm";
import { DEFAULT_PROVIDER, PROVIDER_NAMES } from "../../../../contract/rules/order-states.ts";
import type { Plans } from "../../../../contract/rules/plans.ts";
import { isPlanSold, isShownPrice } from "../../../platform/payments/plan-sale.ts";
import type { Payments, SubscriptionOffer, UndeliveredEvent } from "../../../platform/payments/port.ts";
import { PROVIDER_SETTINGS } from "../../../platform/payments/provider-settings.ts";
import { checkEndpoints } from "../../../platform/payments/stripe-endpoints.ts";
import { connectAccounts } from "../../connect/index.ts";
import { paymentEvents } from "../../payment-events/index.ts";
import { type Check, type Found, fault, type Installation, ok, shared, warning } from "../check.ts";
import { paymentMessages as messages } from "./payments-messages.ts";

/** Checks the key, the plan's price, the sellers' accounts, the webhook endpoints and undelivered events. */
export const paymentsCheck: Check = {
  id: "payments",
  name: messages.name,
  advice: messages.keyAdvice({
    setting: PROVIDER_SETTINGS[DEFAULT_PROVIDER].secretKey,
    provider: PROVIDER_NAMES[DEFAULT_PROVIDER],
  }),
  async run(installation) {
    const { settings, openPayments, openOtherProviders } = installation;
    const payments = await openPayments();
    const others = (await openOtherProviders()).filter(({ offers }) => offers.length > 0);
    const isSold = isPlanSold([payments, ...others]);
    if (payments.mode === "sandbox") return [assessSandbox({ isSold, others })];
    const { stripeProductId, publicUrl, site } = settings;
    const offer = await payments.findOffer(stripeProductId);
    const mode = payments.live ? "live" : "test";
    if (!offer) {
      const setting = PROVIDER_SETTINGS[payments.provider].productId ?? "";
      const seen = messages.noProduct({ product: stripeProductId, mode });
      return [fault({ seen, advice: messages.noProductAdvice({ setting }) })];
    }
    const price = isSold && assessPrice(offer.price, site.plans);
    const seen = isSold ? messages.planSold({ mode }) : messages.planNotSold({ mode });
    const main = payments.live ? ok({ seen }) : warning({ seen, advice: shared.liveKeys });
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
  return fault({
    id: "plan_price",
    name: messages.priceName,
    seen: messages.price({
      charged: { cents: amount, currency },
      interval,
      shown: { cents: creator.priceCents, currency: creator.currency },
    }),
    advice: messages.priceAdvice,
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
  const providers = others.map(({ provider }) => PROVIDER_NAMES[provider]).join(", ");
  if (!isSold) return ok({ seen: messages.sandboxUnused({ providers, setting: secretKey }) });
  const seen = providers === "" ? messages.sandbox : messages.sandboxAndTest({ providers });
  return warning({ seen, advice: messages.sandboxAdvice({ setting: secretKey }) });
}

/**
 * Converts the state of an endpoint to a finding. Without the first endpoint no events arrive, so its problem is a
 * fault. The second one is needed only if creators sell on connected accounts.
 */
function toFinding(
  { verdict, advice, ...about }: Awaited<ReturnType<typeof checkEndpoints>>[number],
  index: number,
): Found {
  if (advice === undefined) return ok(about);
  return (verdict === "problem" && index === 0 ? fault : warning)({ ...about, advice });
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
    const { secretKey, connectKey } = PROVIDER_SETTINGS[provider];
    const name = { provider: PROVIDER_NAMES[provider] };
    return fault({
      id: "sellers_accounts",
      name: messages.accountsName(name),
      seen: messages.accounts({ count: accounts }),
      advice:
        secretKey === connectKey
          ? messages.keyChangedAdvice({ ...name, setting: secretKey })
          : messages.keysChangedAdvice({ ...name, setting: secretKey, other: connectKey }),
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
  const about = { id: "payment_events", name: messages.eventsName } as const;
  const setting = PROVIDER_SETTINGS[payments.provider].webhookSecret ?? "";
  if (!payments.verifyEvent)
    return fault({ ...about, seen: messages.noSecret, advice: messages.noSecretAdvice({ setting }) });
  const lost = await findLostEvents({ db, payments, now: clock.now() });
  const [newest] = lost;
  if (newest) {
    const { id, type, createdAt } = newest;
    const seen = messages.lostEvents({ count: lost.length, id, type, time: createdAt.toISOString() });
    return fault({ ...about, seen, advice: messages.lostEventsAdvice({ setting }) });
  }
  const [row] = await db.select({ last: max(paymentEvents.receivedAt) }).from(paymentEvents);
  return row?.last
    ? ok({ ...about, seen: messages.lastEvent({ time: row.last.toISOString() }) })
    : warning({ ...about, seen: messages.noEvent, advice: messages.noEventAdvice });
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
