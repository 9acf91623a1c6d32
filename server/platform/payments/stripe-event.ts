import { createHash } from "node:crypto";
import { z } from "zod";
import { parseJson } from "../json.ts";
import type { PaymentEvent } from "./port.ts";

/** An id that can be stored and used in a URL. */
const Id = z.string().regex(/^[\x21-\x7e]{1,255}$/);
const OptionalId = Id.nullish().catch(null);

const Reference = z
  .union([Id, z.object({ id: Id }).transform(({ id }) => id)])
  .nullish()
  .catch(null);

/** The fields of an event's object that identify it. An invoice names its subscription in one of two forms. */
const EventObject = z.object({
  id: OptionalId,
  object: z.string().optional().catch(undefined),
  mode: z.string().nullish().catch(null),
  subscription: Reference,
  payment_intent: Reference,
  client_reference_id: OptionalId,
  metadata: z.record(z.string(), z.string()).nullish().catch(null),
  parent: z
    .object({ subscription_details: z.object({ subscription: Reference }).nullish().catch(null) })
    .nullish()
    .catch(null),
});

/** The fields of an event that are used. A thin event (`v2.core.event`) has a related object instead of data. */
const Envelope = z.object({
  id: Id.optional(),
  type: Id,
  livemode: z.boolean().default(false),
  account: Id.nullish(),
  data: z.object({ object: EventObject.optional() }).optional(),
  related_object: z.object({ id: OptionalId }).nullish().catch(null),
});
type Envelope = z.infer<typeof Envelope>;
type EventObject = z.infer<typeof EventObject>;

/** The metadata key of our reference: of a checkout and its subscription, or of a payment. */
export const REFERENCE = "tessera_reference";

const DEAUTHORIZED = "account.application.deauthorized";

/** Events about money. Each names the payment to read again. */
const MONEY_EVENTS: ReadonlySet<string> = new Set([
  "payment_intent.processing",
  "payment_intent.succeeded",
  "payment_intent.payment_failed",
  "charge.refunded",
  "refund.created",
  "refund.updated",
  "refund.failed",
  "charge.dispute.created",
  "charge.dispute.updated",
  "charge.dispute.closed",
  "charge.dispute.funds_withdrawn",
  "charge.dispute.funds_reinstated",
]);

/** The events to send to the endpoint of connected accounts. */
export const CONNECTED_EVENTS: readonly string[] = [
  "checkout.session.completed",
  "checkout.session.async_payment_succeeded",
  "checkout.session.async_payment_failed",
  "checkout.session.expired",
  ...MONEY_EVENTS,
  "account.updated",
  DEAUTHORIZED,
  "capability.updated",
];

/** The events about sales on the installation's own account, to send to its endpoint. */
export const OWN_SALES_EVENTS: readonly string[] = CONNECTED_EVENTS.filter(
  (type) => type !== DEAUTHORIZED && type !== "capability.updated",
);

/** The events to send to the endpoint of the installation's own account, for the plan's subscriptions. Sales on that account need `CONNECTED_EVENTS` as well. */
export const PLAN_EVENTS: readonly string[] = [
  "checkout.session.completed",
  "checkout.session.expired",
  "customer.subscription.created",
  "customer.subscription.updated",
  "customer.subscription.deleted",
  "invoice.paid",
  "invoice.payment_failed",
];

/** Parses a signed body, or undefined when it is not an event. */
export function parseEvent(rawBody: Buffer): PaymentEvent | undefined {
  const parsed = Envelope.safeParse(fromJson(rawBody));
  if (!parsed.success) return undefined;
  const { type, livemode } = parsed.data;
  // A provider emulator may send events without ids. The hash of the bytes is then the id.
  const id = parsed.data.id ?? `sha256_${createHash("sha256").update(rawBody).digest("hex")}`;
  return { provider: "stripe", id, type, live: livemode, resource: resourceOf(parsed.data) };
}

function resourceOf({ type, account, data, related_object: related }: Envelope): PaymentEvent["resource"] {
  const about = data?.object;
  if (type === DEAUTHORIZED) return account ? { kind: "account", id: account, deauthorized: true } : null;
  if (type.startsWith("account.") || type.startsWith("capability.")) {
    const id = account ?? (about?.object === "account" || type === "account.updated" ? about?.id : undefined);
    return id ? { kind: "account", id, deauthorized: false } : null;
  }
  if (/^v2\.core\.account[.[]/.test(type)) {
    // A closed account is read again like any other: the provider then reports that it is closed.
    return related?.id ? { kind: "account", id: related.id, deauthorized: false } : null;
  }
  if (!about) return null;
  if (type.startsWith("checkout.session.")) return checkoutOf(about, account ?? null);
  if (MONEY_EVENTS.has(type)) return paymentOf(about, account ?? null);
  if (type.startsWith("customer.subscription.") && about.id) return { kind: "subscription", id: about.id };
  if (type.startsWith("invoice.")) {
    const id = about.subscription ?? about.parent?.subscription_details?.subscription;
    return id ? { kind: "subscription", id } : null;
  }
  return null;
}

const referenceOf = ({ client_reference_id: reference, metadata }: EventObject) =>
  reference ?? OptionalId.parse(metadata?.[REFERENCE]) ?? null;

/**
 * Sales of a connected account are never the plan's subscription.
 * On the installation's own account the mode decides. If it is missing, the reference decides when the event is handled.
 */
function checkoutOf(about: EventObject, account: string | null): PaymentEvent["resource"] {
  if (!about.id) return null;
  const reference = referenceOf(about);
  if (account === null && about.mode !== "payment") return { kind: "checkout", id: about.id, reference };
  return { kind: "payment", account, id: about.id, intent: null, reference };
}

function paymentOf(about: EventObject, account: string | null): PaymentEvent["resource"] {
  const intent = (about.object === "payment_intent" ? about.id : about.payment_intent) ?? null;
  if (intent === null) return null;
  return { kind: "payment", account, id: null, intent, reference: referenceOf(about) };
}

function fromJson(rawBody: Buffer): unknown {
  try {
    return parseJson(rawBody.toString("utf8"));
  } catch {
    return undefined;
  }
}
