import type { WebhookDelivery, WebhookEndpoint } from "../../../contract/api/webhooks.ts";
import { WEBHOOK_TYPES } from "../../../contract/rules/webhook-types.ts";
import type { DeliveryRow, EndpointRow, listAttempts } from "../webhook-events/index.ts";

export const presentEndpoint = (row: EndpointRow, now: Date): WebhookEndpoint => ({
  id: row.id,
  url: row.url,
  // An endpoint added on a newer node may have types that this release does not know.
  types: WEBHOOK_TYPES.filter((type) => row.types.includes(type)),
  disabled: row.disabledAt ? (row.disabledReason ?? "off") : null,
  failing_since: row.failingSince?.toISOString() ?? null,
  rotation_until: row.rotationUntil && row.rotationUntil > now ? row.rotationUntil.toISOString() : null,
  created_at: row.createdAt.toISOString(),
});

type Attempts = Awaited<ReturnType<typeof listAttempts>>;

export const presentDelivery = (row: DeliveryRow, attempts: Attempts): WebhookDelivery => ({
  id: row.id,
  event_id: row.eventId,
  type: row.type,
  state: row.state,
  payload: row.payload,
  created_at: row.createdAt.toISOString(),
  next_at: row.state === "pending" ? row.nextAt.toISOString() : null,
  attempts: attempts
    .filter(({ deliveryId }) => deliveryId === row.id)
    .map(({ at, status, ms, response, error }) => ({ at: at.toISOString(), status, ms, response, error })),
});
