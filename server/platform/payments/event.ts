import { createHash } from "node:crypto";
import { z } from "zod";
import type { PaymentEvent } from "./port.ts";

/** An id that can be stored and used in a URL. */
const Id = z.string().regex(/^[\x21-\x7e]{1,255}$/);

const Reference = z
  .union([Id, z.object({ id: Id }).transform(({ id }) => id)])
  .nullish()
  .catch(null);

/** The fields of an event that identify its object; an invoice names its subscription in one of two forms. */
const Envelope = z.object({
  id: Id.optional(),
  type: Id,
  livemode: z.boolean().default(false),
  account: Id.nullish(),
  data: z
    .object({
      object: z
        .object({
          id: Id.optional().catch(undefined),
          object: z.string().optional().catch(undefined),
          subscription: Reference,
          client_reference_id: Id.nullish().catch(null),
          metadata: z.record(z.string(), z.string()).nullish().catch(null),
          parent: z
            .object({ subscription_details: z.object({ subscription: Reference }).nullish().catch(null) })
            .nullish()
            .catch(null),
        })
        .optional(),
    })
    .optional(),
});
type Envelope = z.infer<typeof Envelope>;

/** The metadata key of the reference of a checkout and its subscription. */
export const REFERENCE = "tessera_reference";

export const DEAUTHORIZED = "account.application.deauthorized";

/** Parses a signed body; undefined when it is not an event. */
export function parseEvent(rawBody: Buffer): PaymentEvent | undefined {
  const parsed = Envelope.safeParse(fromJson(rawBody));
  if (!parsed.success) return undefined;
  const { type, livemode } = parsed.data;
  // A provider emulator may send events without ids; the hash of the bytes is then the id.
  const id = parsed.data.id ?? `sha256_${createHash("sha256").update(rawBody).digest("hex")}`;
  return { id, type, live: livemode, resource: resourceOf(parsed.data) };
}

function resourceOf({ type, account, data }: Envelope): PaymentEvent["resource"] {
  const about = data?.object;
  if (type === DEAUTHORIZED) return account ? { kind: "account", id: account, deauthorized: true } : null;
  if (type.startsWith("account.") || type.startsWith("capability.")) {
    const id = account ?? (about?.object === "account" || type === "account.updated" ? about?.id : undefined);
    return id ? { kind: "account", id, deauthorized: false } : null;
  }
  if (type.startsWith("checkout.session.") && about?.id) {
    const reference = about.client_reference_id ?? about.metadata?.[REFERENCE] ?? null;
    return { kind: "checkout", id: about.id, reference };
  }
  if (type.startsWith("customer.subscription.") && about?.id) return { kind: "subscription", id: about.id };
  if (type.startsWith("invoice.")) {
    const id = about?.subscription ?? about?.parent?.subscription_details?.subscription;
    return id ? { kind: "subscription", id } : null;
  }
  return null;
}

function fromJson(rawBody: Buffer): unknown {
  try {
    return JSON.parse(rawBody.toString("utf8"));
  } catch {
    return undefined;
  }
}
