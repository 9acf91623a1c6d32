import { paymentEventRoutes } from "../../../contract/api/payment-events.ts";
import { isPublicHost } from "../net/public-host.ts";
import type { WebhookEndpoint } from "./port.ts";
import { CONNECTED_EVENTS, OWN_SALES_EVENTS, PLAN_EVENTS } from "./stripe-event.ts";

/** The result of a check of the endpoints. `skipped` means that it could not run. */
type EndpointFinding = { name: string; verdict: "ok" | "problem" | "skipped"; seen: string; advice?: string };

type Role = {
  name: string;
  events: readonly string[];
  setting: string;
  of: "own" | "connected";
  /** The name of this choice in Stripe's dashboard. */
  scope: string;
};

const ROLES: readonly [Role, Role] = [
  {
    name: "Webhook endpoint for your account",
    events: PLAN_EVENTS,
    setting: "STRIPE_WEBHOOK_SECRET",
    of: "own",
    scope: "Your account",
  },
  {
    name: "Webhook endpoint for connected accounts",
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
  /** The number of webhook secrets that are set, or undefined to skip this check. */
  secrets?: number;
  listEndpoints(): Promise<readonly WebhookEndpoint[]>;
}): Promise<EndpointFinding[]> {
  const { publicUrl, secrets, sellsOnInstallationAccount = false } = parts;
  const { stripeWebhook, webhook } = paymentEventRoutes;
  const url = publicUrl + stripeWebhook.path;
  const urls = [url, publicUrl + webhook.path.replace(":provider", "stripe")];
  if (!isPublicHost(new URL(publicUrl).hostname)) {
    const advice = `Stripe cannot reach this machine. Forward events with: stripe listen --forward-to ${url} --forward-connect-to ${url} --forward-thin-to ${url} --thin-events '*'`;
    return [
      { name: "Webhook endpoints", verdict: "skipped", seen: `Stripe cannot reach ${publicUrl}`, advice },
    ];
  }
  let endpoints: readonly WebhookEndpoint[];
  try {
    endpoints = (await parts.listEndpoints()).filter(
      (endpoint) => urls.includes(endpoint.url) && endpoint.status === "enabled",
    );
  } catch (error) {
    const seen = error instanceof Error ? error.message : String(error);
    const advice = "A restricted key needs the permission to read event destinations or webhook endpoints.";
    return [{ name: "Webhook endpoints", verdict: "problem", seen, advice }];
  }
  const [own, connected] = ROLES;
  const ownEvents = sellsOnInstallationAccount
    ? [...new Set([...PLAN_EVENTS, ...OWN_SALES_EVENTS])]
    : PLAN_EVENTS;
  const steps = [{ ...own, events: ownEvents }, connected].map((role) => checkRole(role, { endpoints, url }));
  if (secrets === undefined) return steps;
  steps.push(
    secrets >= ROLES.length
      ? { name: "Webhook secrets", verdict: "ok", seen: `${secrets} are set` }
      : {
          name: "Webhook secrets",
          verdict: "problem",
          seen: `${secrets} of ${ROLES.length} are set`,
          advice: `Copy the signing secret of each endpoint into ${ROLES.map(({ setting }) => setting).join(" and ")}.`,
        },
  );
  return steps;
}

function checkRole(
  { name, events, setting, of, scope }: Role,
  { endpoints, url }: { endpoints: readonly WebhookEndpoint[]; url: string },
): EndpointFinding {
  const create = `Create one at https://dashboard.stripe.com/webhooks for "${scope}" with the payload style "Snapshot" and the URL ${url}, and put its secret into ${setting}.`;
  const missingIn = ({ enabled_events: enabled }: WebhookEndpoint) =>
    enabled.includes("*") ? [] : events.filter((event) => !enabled.includes(event));
  const inScope = endpoints.filter(({ from }) => from === null || from[of]);
  const [best] = inScope
    .filter(({ payload }) => payload === "snapshot")
    .sort((one, other) => missingIn(one).length - missingIn(other).length);
  if (!best) {
    const [thin] = inScope;
    const seen = thin
      ? `${thin.id} sends thin events, which name no payment`
      : endpoints.length > 0
        ? `none of ${endpoints.map(({ id }) => id).join(", ")} receives events of "${scope}"`
        : `none has the URL ${url}`;
    return { name, verdict: "problem", seen, advice: create };
  }
  const missing = missingIn(best);
  if (missing.length > 0) {
    const advice = `Add the events to ${best.id}, or create another endpoint: ${create}`;
    return { name, verdict: "problem", seen: `${best.id} does not send ${missing.join(", ")}`, advice };
  }
  const unsure = best.from === null ? `; make sure in the dashboard that it is for "${scope}"` : "";
  return { name, verdict: "ok", seen: `${best.id}${unsure}` };
}
