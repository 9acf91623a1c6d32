import Stripe from "stripe";
import { z } from "zod";
import { type Checkout, CreationFailed, ProviderUnavailable, type SubscriptionStatus } from "../../port.ts";

/** Returns a price that a subscription can have (active and recurring): the product's default one, or else another. */
export async function priceOf(stripe: Stripe, product: Stripe.Product): Promise<Stripe.Price | undefined> {
  const { default_price: price } = product;
  const usual = price && (typeof price === "object" ? price : await unwrap(stripe.prices.retrieve(price)));
  if (usual && isSubscribable(usual)) return usual;
  const { data } = await unwrap(stripe.prices.list({ product: product.id, active: true, limit: 10 }));
  return data.find(isSubscribable);
}

const isSubscribable = ({ active, type }: Stripe.Price) => active && type === "recurring";

/** Returns how often a price is paid, as in "month" or "3 months". */
export function intervalOf({ recurring }: Stripe.Price): string {
  const { interval = "month", interval_count: count = 1 } = recurring ?? {};
  return count === 1 ? interval : `${count} ${interval}s`;
}

/** Returns true when the customer does not exist at Stripe: it was deleted, or belongs to another key. */
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

/** Returns the option of a request for a connected account. The installation's own account needs none. */
export function onAccount(account: string | null): { stripeAccount?: string } {
  return account === null ? {} : { stripeAccount: account };
}

export function idOf(reference: string | { id: string } | null | undefined): string | null {
  return typeof reference === "string" ? reference : (reference?.id ?? null);
}

/** Returns the products of a subscription's lines. Stripe includes the first lines in the subscription. */
export async function productsOf(stripe: Stripe, { id, items }: Stripe.Subscription): Promise<string[]> {
  if (!items?.data) return [];
  const lines = items.has_more
    ? (await unwrap(stripe.subscriptionItems.list({ subscription: id, limit: 100 }))).data
    : items.data;
  return lines.flatMap(({ price }) => idOf(price.product) ?? []);
}

const HOUR_SECONDS = 60 * 60;
const MAX_LISTED = 300;

/** Returns the period, in seconds, in which Stripe can have created the object of a row from this time. Stripe's clock may differ from ours. */
export function createdAround(time: Date) {
  const seconds = Math.floor(time.getTime() / 1000);
  return { gte: seconds - 5 * 60, lte: seconds + 48 * HOUR_SECONDS };
}

/** Returns a test for objects that are too old to belong to a row from this time. In a list with the newest first, it ends the search. */
export function createdSince(time: Date): (created: Date) => boolean {
  const { gte } = createdAround(time);
  return (created) => created.getTime() < gte * 1000;
}

/** Searches a list of Stripe, newest first, up to a limit that suits a request. */
export async function findListed<T>(
  list: AsyncIterable<T>,
  matches: (item: T) => boolean,
  isTooOld: (item: T) => boolean = () => false,
): Promise<T | undefined> {
  let listed = 0;
  try {
    for await (const item of list) {
      if (matches(item)) return item;
      if (++listed >= MAX_LISTED || isTooOld(item)) return undefined;
    }
  } catch (cause) {
    unavailable(cause);
  }
  return undefined;
}

/** A late payment does not end a subscription yet: Stripe retries for days, and sends an event when it stops. */
export function statusOf(status: Stripe.Subscription.Status): SubscriptionStatus {
  if (status === "active" || status === "trialing" || status === "past_due") return "active";
  if (status === "canceled" || status === "incomplete_expired") return "ended";
  return "inactive";
}

export function hostOf(apiBase: string | undefined) {
  if (!apiBase) return {};
  const { protocol, hostname, port } = new URL(apiBase);
  const isPlain = protocol === "http:";
  return {
    host: hostname,
    port: port || (isPlain ? 80 : 443),
    protocol: isPlain ? ("http" as const) : ("https" as const),
  };
}

/** The fields of which every used response has at least one. */
const Substance = z.union([
  z.object({ id: z.string().min(1) }),
  z.object({ url: z.string().min(1) }),
  z.object({ client_secret: z.string().min(1) }),
  z.object({ data: z.array(z.unknown()) }),
  z.object({ available: z.array(z.unknown()), pending: z.array(z.unknown()) }),
]);

/**
 * Rejects responses without any known field.
 * The library accepts any JSON without an `error`, whatever the status, and an empty one would look like a complete account.
 */
function requireContent<T>(response: T): T {
  if (!Substance.safeParse(response).success) throw new Error("the provider's response has no content");
  return response;
}

/** Awaits a response with content. `whenFailed` returns or throws the result of any other outcome. */
async function settle<T, F>(request: Promise<T>, whenFailed: (cause: unknown) => F): Promise<T | F> {
  try {
    return requireContent(await request);
  } catch (cause) {
    return whenFailed(cause);
  }
}

function unavailable(cause: unknown): never {
  throw new ProviderUnavailable(errorMessage(cause), { cause });
}

export const unwrap = <T>(request: Promise<T>): Promise<T> => settle(request, unavailable);

/** For requests with an idempotency key. Stripe stores the outcome of a key, errors included, for a day. */
export const orCreationFailed = <T>(request: Promise<T>): Promise<T> =>
  settle(request, (cause) => {
    if (isStoredError(cause)) throw new CreationFailed(errorMessage(cause), { cause });
    return unavailable(cause);
  });

/** Returns whether Stripe has stored the error under the idempotency key. If not, there was no response or Stripe did not start the request, and a retry must use the same key. 409 means that another request with the key is in progress. */
function isStoredError(cause: unknown): boolean {
  if (!(cause instanceof Stripe.errors.StripeError)) return false;
  const { statusCode, requestId } = cause;
  if (statusCode === undefined || [401, 403, 409, 429].includes(statusCode)) return false;
  // A gateway may time out while Stripe still processes the request. Its response has no request id of Stripe's.
  return statusCode < 500 || requestId !== undefined;
}

/** Resolves to undefined for an object that does not exist or is no longer accessible. */
export const undefinedIfNotFound = <T>(request: Promise<T>): Promise<T | undefined> =>
  settle(request, (cause) => (isNotFound(cause) ? undefined : unavailable(cause)));

/** Resolves to undefined for an invalid request: the object that should be ended has ended or never existed. */
export const undefinedIfInvalid = <T>(request: Promise<T>): Promise<T | undefined> =>
  settle(request, (cause) => {
    const isInvalidRequest = cause instanceof Stripe.errors.StripeError && cause.statusCode === 400;
    return isInvalidRequest || isNotFound(cause) ? undefined : unavailable(cause);
  });

/** Returns whether an object does not exist or is no longer accessible. Any other 403 means that the key lacks a permission, so no plan is ended because of it. */
function isNotFound(cause: unknown): boolean {
  if (!(cause instanceof Stripe.errors.StripeError)) return false;
  return cause.statusCode === 404 || (cause.statusCode === 403 && cause.code === "account_invalid");
}

function errorMessage(cause: unknown): string {
  return cause instanceof Error ? cause.message : "the provider failed";
}
