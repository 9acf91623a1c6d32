import { paymentEventRoutes } from "../../../contract/api/payment-events.ts";
import type { FindingId } from "../../../contract/api/system.ts";
import { defineMessages, type Message } from "../../../contract/texts.ts";
import { failureOf } from "../failure.ts";
import { isPublicHost } from "../net/public-host.ts";
import type { WebhookEndpoint } from "./port.ts";
import { CONNECTED_EVENTS, OWN_SALES_EVENTS, PLAN_EVENTS } from "./stripe-event.ts";

const messages = defineMessages("stripe_endpoints", {
  name: "Webhook endpoints",
  accountName: "Webhook endpoint for your account",
  connectedName: "Webhook endpoint for connected accounts",
  local: "Stripe cannot reach {url}",
  localAdvice:
    "Stripe cannot reach this machine. Forward events with: stripe listen --forward-to {url} --forward-connect-to {url} --forward-thin-to {url} --thin-events '*'",
  unlistedAdvice: "A restricted key needs the permission to read event destinations or webhook endpoints.",
  found: "{endpoint}",
  foundUnsure: '{endpoint}; make sure in the dashboard that it is for "{scope}"',
  thin: "{endpoint} sends thin events, which name no payment",
  otherScope: 'none of {endpoints} receives events of "{scope}"',
  none: "none has the URL {url}",
  createAdvice:
    'Create one at https://dashboard.stripe.com/webhooks for "{scope}" with the payload style "Snapshot" and the URL {url}, and put its secret into {setting}.',
  missing: "{endpoint} does not send {events}",
  missingAdvice:
    'Add the events to {endpoint}, or create another endpoint at https://dashboard.stripe.com/webhooks for "{scope}" with the payload style "Snapshot" and the URL {url}, and put its secret into {setting}.',
});

/** The result of a check of the endpoints. `skipped` means that it could not run. */
type EndpointFinding = {
  id: FindingId;
  name: Message;
  verdict: "ok" | "problem" | "skipped";
  seen: Message;
  /** Absent without a problem. */
  advice?: Message;
};

type Role = {
  id: FindingId;
  name: Message;
  events: readonly string[];
  setting: string;
  of: "own" | "connected";
  /** The name of this choice in Stripe's dashboard. */
  scope: string;
};

const ROLES: readonly [Role, Role] = [
  {
    id: "account_webhook_endpoint",
    name: messages.accountName,
    events: PLAN_EVENTS,
    setting: "STRIPE_WEBHOOK_SECRET",
    of: "own",
    scope: "Your account",
  },
  {
    id: "connected_webhook_endpoint",
    name: messages.connectedName,
    events: CONNECTED_EVENTS,
    setting: "STRIPE_CONNECT_WEBHOOK_SECRET",
    of: "connected",
    scope: "Connected and v2 accounts",
  },
];

/** Checks that Stripe sends the events of each role to this installation. */
export async function checkEndpoints(parts: {
  publicUrl: string;
  /** True if a page sells on the account of the installation's keys. */
  sellsOnInstallationAccount?: boolean;
  listEndpoints(): Promise<readonly WebhookEndpoint[]>;
}): Promise<EndpointFinding[]> {
  const { publicUrl, sellsOnInstallationAccount = false } = parts;
  const { stripeWebhook, webhook } = paymentEventRoutes;
  const url = publicUrl + stripeWebhook.path;
  const urls = [url, publicUrl + webhook.path.replace(":provider", "stripe")];
  const about = { id: "webhook_endpoints", name: messages.name } as const;
  if (!isPublicHost(new URL(publicUrl).hostname)) {
    const seen = messages.local({ url: publicUrl });
    return [{ ...about, verdict: "skipped", seen, advice: messages.localAdvice({ url }) }];
  }
  let endpoints: readonly WebhookEndpoint[];
  try {
    endpoints = (await parts.listEndpoints()).filter(
      (endpoint) => urls.includes(endpoint.url) && endpoint.status === "enabled",
    );
  } catch (error) {
    return [{ ...about, verdict: "problem", seen: failureOf(error), advice: messages.unlistedAdvice }];
  }
  const [own, connected] = ROLES;
  const ownEvents = sellsOnInstallationAccount
    ? [...new Set([...PLAN_EVENTS, ...OWN_SALES_EVENTS])]
    : PLAN_EVENTS;
  return [{ ...own, events: ownEvents }, connected].map((role) => checkRole(role, { endpoints, url }));
}

function checkRole(
  { id, name, events, setting, of, scope }: Role,
  { endpoints, url }: { endpoints: readonly WebhookEndpoint[]; url: string },
): EndpointFinding {
  const about = { id, name };
  const missingIn = ({ enabled_events: enabled }: WebhookEndpoint) =>
    enabled.includes("*") ? [] : events.filter((event) => !enabled.includes(event));
  const inScope = endpoints.filter(({ from }) => from === null || from[of]);
  const [best] = inScope
    .filter(({ payload }) => payload === "snapshot")
    .sort((one, other) => missingIn(one).length - missingIn(other).length);
  if (!best) {
    const [thin] = inScope;
    const seen = thin
      ? messages.thin({ endpoint: thin.id })
      : endpoints.length > 0
        ? messages.otherScope({ endpoints: endpoints.map(({ id }) => id).join(", "), scope })
        : messages.none({ url });
    return { ...about, verdict: "problem", seen, advice: messages.createAdvice({ scope, url, setting }) };
  }
  const endpoint = best.id;
  const missing = missingIn(best);
  if (missing.length > 0) {
    const seen = messages.missing({ endpoint, events: missing.join(", ") });
    const advice = messages.missingAdvice({ endpoint, scope, url, setting });
    return { ...about, verdict: "problem", seen, advice };
  }
  const seen = best.from === null ? messages.foundUnsure({ endpoint, scope }) : messages.found({ endpoint });
  return { ...about, verdict: "ok", seen };
}
