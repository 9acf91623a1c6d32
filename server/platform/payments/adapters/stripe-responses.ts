import Stripe from "stripe";
import { z } from "zod";
import {
  type Checkout,
  CreationFailed,
  type PayoutAccount,
  ProviderUnavailable,
  type SubscriptionStatus,
} from "../port.ts";

/** The product's own price, or else the first one that it is sold at by the month or year. */
export async function priceOf(stripe: Stripe, product: Stripe.Product): Promise<Stripe.Price | undefined> {
  const { default_price: price } = product;
  if (price && typeof price === "object") return price;
  if (price) return unwrap(stripe.prices.retrieve(price));
  const { data } = await unwrap(stripe.prices.list({ product: product.id, active: true, limit: 10 }));
  return data.find(({ type }) => type === "recurring") ?? data[0];
}

/** True when Stripe no longer knows whom we mean: deleted there, or known under another key. */
export function isUnknownCustomer(error: unknown): boolean {
  const { cause } = error instanceof ProviderUnavailable ? error : {};
  return cause instanceof Stripe.errors.StripeInvalidRequestError && cause.param === "customer";
}

export function toCheckout({ id, status, url, subscription }: Stripe.Checkout.Session): Checkout {
  return {
    sessionId: id,
    status: isEnd(status) ? status : "open",
    url: url ?? null,
    subscriptionId: idOf(subscription),
  };
}

function isEnd(status: string | null | undefined): status is "complete" | "expired" {
  return status === "complete" || status === "expired";
}

export function toAccount({ id, requirements }: Stripe.Account): PayoutAccount {
  const { currently_due: currentlyDue, past_due: pastDue } = requirements ?? {};
  return { id, requirements: { currentlyDue: currentlyDue ?? [], pastDue: pastDue ?? [] } };
}

export function idOf(reference: string | { id: string } | null | undefined): string | null {
  return typeof reference === "string" ? reference : (reference?.id ?? null);
}

/** The products of a subscription's lines; Stripe sends the first lines with it. */
export async function productsOf(stripe: Stripe, { id, items }: Stripe.Subscription): Promise<string[]> {
  if (!items?.data) return [];
  const lines = items.has_more
    ? (await unwrap(stripe.subscriptionItems.list({ subscription: id, limit: 100 }))).data
    : items.data;
  return lines.flatMap(({ price }) => idOf(price.product) ?? []);
}

const HOUR_SECONDS = 60 * 60;
const MAX_LISTED = 300;

/** The period in which a row's creation can have reached Stripe, in seconds; its clock may differ from ours. */
export function createdAround(time: Date) {
  const seconds = Math.floor(time.getTime() / 1000);
  return { gte: seconds - 5 * 60, lte: seconds + 48 * HOUR_SECONDS };
}

/** Searches a list of Stripe's, newest first, as far as is reasonable while somebody waits. */
export async function findListed<T>(
  list: AsyncIterable<T>,
  matches: (item: T) => boolean,
): Promise<T | undefined> {
  let listed = 0;
  try {
    for await (const item of list) {
      if (matches(item)) return item;
      if (++listed >= MAX_LISTED) return undefined;
    }
  } catch (cause) {
    throw new ProviderUnavailable(errorMessage(cause), { cause });
  }
  return undefined;
}

/** Late payment ends nothing yet: Stripe asks again for days, and says when it gives up. */
export function statusOf(status: Stripe.Subscription.Status): SubscriptionStatus {
  if (status === "active" || status === "trialing" || status === "past_due") return "active";
  if (status === "canceled" || status === "incomplete_expired") return "ended";
  return "inactive";
}

export function addressOf(apiBase: string | undefined) {
  if (!apiBase) return {};
  const { protocol, hostname, port } = new URL(apiBase);
  const isPlain = protocol === "http:";
  return {
    host: hostname,
    port: port || (isPlain ? 80 : 443),
    protocol: isPlain ? ("http" as const) : ("https" as const),
  };
}

/** What every answer that we use has one of. */
const Substance = z.union([
  z.object({ id: z.string().min(1) }),
  z.object({ url: z.string().min(1) }),
  z.object({ client_secret: z.string().min(1) }),
  z.object({ data: z.array(z.unknown()) }),
]);

/** The library takes any JSON without an `error` for an answer, whatever its status: an empty one must not pass for an account that lacks nothing. */
function sane<T>(answer: T): T {
  if (!Substance.safeParse(answer).success) throw new Error("the provider's answer says nothing");
  return answer;
}

export async function unwrap<T>(asked: Promise<T>): Promise<T> {
  try {
    return sane(await asked);
  } catch (cause) {
    throw new ProviderUnavailable(errorMessage(cause), { cause });
  }
}

/** For requests with an idempotency key. Stripe stores the outcome of a key, errors included, for a day. */
export async function orCreationFailed<T>(asked: Promise<T>): Promise<T> {
  try {
    return sane(await asked);
  } catch (cause) {
    if (isStoredError(cause)) throw new CreationFailed(errorMessage(cause), { cause });
    throw new ProviderUnavailable(errorMessage(cause), { cause });
  }
}

/** False when nobody answered, or when Stripe did not begin: then the same key is still the safe one. 409 means that another request with the key is in progress. */
function isStoredError(cause: unknown): boolean {
  if (!(cause instanceof Stripe.errors.StripeError)) return false;
  const { statusCode, requestId } = cause;
  if (statusCode === undefined || [401, 403, 409, 429].includes(statusCode)) return false;
  // A gateway between us and Stripe may give up while Stripe still works; its response has no id of Stripe's.
  return statusCode < 500 || requestId !== undefined;
}

/** Undefined for what does not exist, or is no longer ours to see. */
export async function nullIfNotFound<T>(asked: Promise<T>): Promise<T | undefined> {
  try {
    return sane(await asked);
  } catch (cause) {
    if (isNotFound(cause)) return undefined;
    throw new ProviderUnavailable(errorMessage(cause), { cause });
  }
}

/** Undefined when the request made no sense: what should be ended has ended, or was never there. */
export async function unlessRefused<T>(asked: Promise<T>): Promise<T | undefined> {
  try {
    return sane(await asked);
  } catch (cause) {
    const isSenseless = cause instanceof Stripe.errors.StripeError && cause.statusCode === 400;
    if (isSenseless || isNotFound(cause)) return undefined;
    throw new ProviderUnavailable(errorMessage(cause), { cause });
  }
}

/** Another 403 says only that our key may not ask: nobody loses a plan by that. */
function isNotFound(cause: unknown): boolean {
  if (!(cause instanceof Stripe.errors.StripeError)) return false;
  return cause.statusCode === 404 || (cause.statusCode === 403 && cause.code === "account_invalid");
}

function errorMessage(cause: unknown): string {
  return cause instanceof Error ? cause.message : "the provider failed";
}
