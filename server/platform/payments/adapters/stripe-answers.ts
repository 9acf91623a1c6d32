import Stripe from "stripe";
import { z } from "zod";
import { type Checkout, type PayoutAccount, ProviderUnavailable, type SubscriptionStatus } from "../port.ts";

/** The product's own price, or else the first one that it is sold at by the month or year. */
export async function priceOf(stripe: Stripe, product: Stripe.Product): Promise<Stripe.Price | undefined> {
  const { default_price: price } = product;
  if (price && typeof price === "object") return price;
  if (price) return orUnavailable(stripe.prices.retrieve(price));
  const { data } = await orUnavailable(stripe.prices.list({ product: product.id, active: true, limit: 10 }));
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

export async function orUnavailable<T>(asked: Promise<T>): Promise<T> {
  try {
    return sane(await asked);
  } catch (cause) {
    throw new ProviderUnavailable(wordsOf(cause), { cause });
  }
}

/** Undefined for what does not exist, or is no longer ours to see. */
export async function orMissing<T>(asked: Promise<T>): Promise<T | undefined> {
  try {
    return sane(await asked);
  } catch (cause) {
    if (isGone(cause)) return undefined;
    throw new ProviderUnavailable(wordsOf(cause), { cause });
  }
}

/** Undefined when the request made no sense: what should be ended has ended, or was never there. */
export async function unlessRefused<T>(asked: Promise<T>): Promise<T | undefined> {
  try {
    return sane(await asked);
  } catch (cause) {
    const isSenseless = cause instanceof Stripe.errors.StripeError && cause.statusCode === 400;
    if (isSenseless || isGone(cause)) return undefined;
    throw new ProviderUnavailable(wordsOf(cause), { cause });
  }
}

/** Another 403 says only that our key may not ask: nobody loses a plan by that. */
function isGone(cause: unknown): boolean {
  if (!(cause instanceof Stripe.errors.StripeError)) return false;
  return cause.statusCode === 404 || (cause.statusCode === 403 && cause.code === "account_invalid");
}

function wordsOf(cause: unknown): string {
  return cause instanceof Error ? cause.message : "the provider failed";
}
