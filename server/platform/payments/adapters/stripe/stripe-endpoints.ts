import type Stripe from "stripe";
import { ProviderUnavailable, type WebhookEndpoint } from "../../port.ts";
import { unwrap } from "./stripe-responses.ts";

/**
 * Lists the endpoints to which Stripe sends events.
 * A key that may not read event destinations may still read the endpoints of v1, which do not name the accounts whose events they receive.
 */
export async function listWebhookEndpoints(stripe: Stripe): Promise<readonly WebhookEndpoint[]> {
  try {
    const { data } = await unwrap(
      stripe.v2.core.eventDestinations.list({ include: ["webhook_endpoint.url"], limit: 100 }),
    );
    return data.map(toEndpoint);
  } catch (error) {
    if (!(error instanceof ProviderUnavailable)) throw error;
    const { data } = await unwrap(stripe.webhookEndpoints.list({ limit: 100 }));
    return data.map(({ id, url, status, enabled_events }) => ({
      ...{ id, url, status, enabled_events },
      from: null,
      payload: "snapshot",
    }));
  }
}

function toEndpoint(destination: Stripe.V2.Core.EventDestination): WebhookEndpoint {
  const { id, status, enabled_events, events_from: from } = destination;
  return {
    ...{ id, status, enabled_events },
    url: destination.webhook_endpoint?.url ?? "",
    from: from ? { own: from.includes("@self"), connected: from.includes("@accounts") } : null,
    payload: destination.event_payload === "thin" ? "thin" : "snapshot",
  };
}
