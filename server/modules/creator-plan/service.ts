import { createHash } from "node:crypto";
import { paths } from "../../../contract/rules/paths.ts";
import { inTransaction } from "../../platform/database/index.ts";
import { orNotFound } from "../../platform/http/app-error.ts";
import type { CreatorViewer } from "../../platform/http/viewer.ts";
import { reserveProviderRead } from "../../platform/payments/limit.ts";
import { isShownPrice } from "../../platform/payments/plan-sale.ts";
import {
  type Checkout,
  CreationFailed,
  ProviderUnavailable,
  type SubscriptionOffer,
  type SubscriptionProvider,
} from "../../platform/payments/port.ts";
import { withProviderTimeout } from "../../platform/payments/provider-timeout.ts";
import { creatorErrors, findCreatorById, lockCreator } from "../creators/index.ts";
import type { CreatorPlanDeps } from "./deps.ts";
import { errors, messages } from "./errors.ts";
import {
  type CheckoutRow,
  findOwnCheckout,
  insertCheckout,
  listOpenCheckouts,
  listSubscriptions,
  setCheckoutFailed,
  setCheckoutStatus,
  setSessionOnce,
} from "./repository.ts";
import { ownReturnUrl } from "./rules.ts";
import { hasEnded, refreshCheckout, refreshSubscription } from "./subscriptions.ts";

type StartInput = { productId: string; successUrl: string; cancelUrl: string };
type RequestedCheckout = StartInput & { creatorId: number };

const MAX_ATTEMPTS = 3;

/** The time for which the offer is cached. It is the same for all creators. */
const OFFER_MS = 10_000;
const offers = new WeakMap<SubscriptionProvider, { offer: SubscriptionOffer; until: number }>();

/** Returns the subscription on offer. Throws 404 for any other product, and 409 if the provider charges another price than the site shows. */
export async function getOffer(deps: CreatorPlanDeps, productId: string) {
  if (productId !== deps.productId) throw errors.productUnknown();
  const known = offers.get(deps.payments);
  if (known && performance.now() < known.until) return withShownPrice(deps, known.offer);
  const offer = await withProviderTimeout(messages.product, () => deps.payments.findOffer(productId));
  if (!offer) throw errors.productUnknown();
  offers.set(deps.payments, { offer, until: performance.now() + OFFER_MS });
  return withShownPrice(deps, offer);
}

function withShownPrice({ log, plans }: CreatorPlanDeps, offer: SubscriptionOffer): SubscriptionOffer {
  if (isShownPrice(offer.price, plans)) return offer;
  log.error(
    { charged: offer.price, shown: plans.creator },
    "the provider's price of the Creator plan differs from CREATOR_PLAN_PRICE, so that nobody can buy it",
  );
  throw errors.priceDiffers();
}

/**
 * Starts the subscription's checkout, or returns the open one, so that a double click never pays twice.
 * Throws 400, 403, 404, 409, 503.
 */
export async function startSubscription(
  deps: CreatorPlanDeps,
  { viewer, input }: { viewer: CreatorViewer; input: StartInput },
): Promise<{ url?: string; sessionId: string }> {
  if (!viewer.emailVerifiedAt) throw creatorErrors.unverified();
  if (input.productId !== deps.productId) throw errors.productUnknown();
  if (!deps.isPlanSold) throw errors.notSold();
  const successUrl = ownReturnUrl(input.successUrl, deps.publicUrl);
  if (!successUrl) throw errors.foreignReturnUrl({ field: "successUrl" });
  const cancelUrl = ownReturnUrl(input.cancelUrl, deps.publicUrl);
  if (!cancelUrl) throw errors.foreignReturnUrl({ field: "cancelUrl" });
  const requested = { creatorId: viewer.creatorId, productId: input.productId, successUrl, cancelUrl };
  return withProviderTimeout(messages.start, async () => {
    // Read again, because the provider charges the price that its product has now.
    const offer = await deps.payments.findOffer(input.productId);
    if (offer) withShownPrice(deps, offer);
    // The event that ended a subscription may have been lost.
    for (const { id, status } of await listSubscriptions(deps.db, viewer.creatorId))
      if (status === "inactive") await refreshSubscription(deps, id, { trigger: "read" });
    for (let attempt = 1; attempt <= MAX_ATTEMPTS; attempt++) {
      const open = await findOpenCheckout(deps, requested);
      if (open) return toResponse(open);
      const claimed = await claimCheckout(deps, requested);
      if (claimed && !(await adoptSession(deps, claimed))) return openCheckout(deps, claimed, viewer);
    }
    throw new ProviderUnavailable("concurrent requests kept opening other checkouts");
  });
}

/** Returns the checkout with these URLs that is still open at the provider. Closes all others, so that only one can be paid. */
async function findOpenCheckout(deps: CreatorPlanDeps, requested: RequestedCheckout) {
  for (const row of await listOpenCheckouts(deps.db, requested.creatorId)) {
    if (!matchesRequest(row, requested)) await closeCheckout(deps, row);
    else if (row.sessionId) {
      const checkout = await refreshCheckout(deps, row, {
        sessionId: row.sessionId,
        trigger: "webhook",
      });
      if (checkout?.status === "open") return checkout;
    }
  }
  return undefined;
}

/**
 * Returns the open checkout without a session, or inserts one. Of concurrent requests only one inserts it.
 * Returns undefined if another request opened a checkout with other URLs.
 */
async function claimCheckout(deps: CreatorPlanDeps, requested: RequestedCheckout) {
  return inTransaction(deps.db, async (tx) => {
    const creator = await lockCreator(tx, requested.creatorId).then(orNotFound("Creator"));
    if (creator.subscriptionActive) throw errors.alreadyActive();
    const known = await listSubscriptions(tx, requested.creatorId);
    // The provider may still charge the unpaid invoice, so the creator could pay twice.
    if (known.some(({ status }) => status === "inactive")) throw errors.unpaid();
    const [open] = await listOpenCheckouts(tx, requested.creatorId);
    if (!open) return insertCheckout(tx, requested);
    return matchesRequest(open, requested) ? open : undefined;
  });
}

const matchesRequest = (row: CheckoutRow, { productId, successUrl, cancelUrl }: RequestedCheckout): boolean =>
  row.productId === productId && row.successUrl === successUrl && row.cancelUrl === cancelUrl;

/**
 * Returns whether an earlier attempt created a session despite an error response. Stores that session in the
 * row.
 */
async function adoptSession(deps: CreatorPlanDeps, row: CheckoutRow): Promise<boolean> {
  if (row.attempt === 0) return false;
  const created = await deps.payments.findCheckout(row.id, row.createdAt);
  if (created) await setSessionOnce(deps.db, row.id, created.sessionId);
  return created !== undefined;
}

async function openCheckout(deps: CreatorPlanDeps, row: CheckoutRow, viewer: CreatorViewer) {
  const known = await listSubscriptions(deps.db, row.creatorId);
  const checkout = {
    owner: String(row.creatorId),
    reference: row.id,
    customerId: known.findLast(({ customerId }) => customerId !== null)?.customerId ?? null,
    email: viewer.email,
    productId: row.productId,
    successUrl: row.successUrl,
    cancelUrl: row.cancelUrl,
  };
  // Include a hash of the parameters in the key, because the provider rejects a known key with other ones,
  // such as a changed email.
  const paramsHash = createHash("sha256").update(JSON.stringify(checkout)).digest("hex").slice(0, 16);
  const attemptSuffix = row.attempt === 0 ? "" : `-${row.attempt}`;
  const started = await deps.payments
    .startCheckout({ ...checkout, idempotencyKey: `checkout-${row.id}-${paramsHash}${attemptSuffix}` })
    .catch(async (error: unknown) => {
      if (error instanceof CreationFailed) await setCheckoutFailed(deps.db, row);
      throw error;
    });
  const stored = await setSessionOnce(deps.db, row.id, started.sessionId);
  if (stored?.status !== "open") {
    await deps.payments.expireCheckout(started.sessionId);
    throw new ProviderUnavailable("another checkout has replaced this one");
  }
  if (!stored.sessionId || stored.sessionId === started.sessionId) return toResponse(started);
  return toResponse((await deps.payments.readCheckout(stored.sessionId)) ?? started);
}

const toResponse = ({ sessionId, url }: Checkout) => ({ sessionId, ...(url ? { url } : {}) });

/**
 * Expires an open checkout at the provider, so that it can no longer be paid. If it was paid in the meantime,
 * applies the payment.
 */
async function closeCheckout(deps: CreatorPlanDeps, row: CheckoutRow): Promise<void> {
  if (!row.sessionId) return setCheckoutStatus(deps.db, row.id, "expired");
  await deps.payments.expireCheckout(row.sessionId);
  await refreshCheckout(deps, row, { sessionId: row.sessionId, trigger: "webhook" });
}

/** Reads the status of a checkout from the provider. Throws 404 for another creator's checkout, 503. */
export async function getCheckoutStatus(
  deps: CreatorPlanDeps,
  { creatorId, sessionId }: { creatorId: number; sessionId: string },
) {
  const row = await findOwnCheckout(deps.db, { creatorId, sessionId });
  if (!row) throw errors.checkoutUnknown();
  const checkout = (await reserveProviderRead(deps.limits, creatorId))
    ? await withProviderTimeout(messages.verify, () =>
        refreshCheckout(deps, row, { sessionId, trigger: "read" }),
      )
    : row;
  const creator = await findCreatorById(deps.db, creatorId);
  return {
    planUpdated: checkout?.status === "complete" && creator?.plan === "creator",
    stripeActive: creator?.subscriptionActive ?? false,
  };
}

/**
 * Cancels a creator's subscriptions and expires their open checkouts at the provider. Also cancels
 * subscriptions from checkouts paid in the meantime. Throws 503, also if a subscription is still active
 * afterwards.
 */
export async function endSubscriptions(deps: CreatorPlanDeps, creatorId: number): Promise<void> {
  await withProviderTimeout(messages.end, async () => {
    for (let attempt = 1; attempt <= MAX_ATTEMPTS; attempt++) {
      for (const row of await listOpenCheckouts(deps.db, creatorId)) await closeCheckout(deps, row);
      if (await hasEnded(deps, creatorId)) return;
      for (const { id, status } of await listSubscriptions(deps.db, creatorId)) {
        if (status === "ended") continue;
        await deps.payments.cancelSubscription(id);
        await refreshSubscription(deps, id, { trigger: "webhook", isIntended: true });
      }
    }
    if (!(await hasEnded(deps, creatorId))) throw new ProviderUnavailable("a subscription does not end");
  });
}

/**
 * Returns the URL of the provider's page with card and invoices, even for an ended subscription. The page
 * leads back to the settings. Throws 409, 503.
 */
export async function openPortal(deps: CreatorPlanDeps, creatorId: number): Promise<{ url: string }> {
  const known = (await listSubscriptions(deps.db, creatorId)).filter(({ customerId }) => customerId !== null);
  const { customerId } = known.findLast(({ status }) => status !== "ended") ?? known.at(-1) ?? {};
  if (!customerId) throw errors.noInvoices();
  const returnUrl = `${deps.publicUrl}${paths.settings()}`;
  const url = await withProviderTimeout(messages.portal, () =>
    deps.payments.createPortalSession({ customerId, returnUrl }),
  );
  if (url === undefined) throw errors.noInvoices();
  return { url };
}
