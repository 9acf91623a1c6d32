import { billingRoutes } from "../../../contract/billing.ts";
import { isLoopback } from "../loopback.ts";
import { CONNECTED_EVENTS, PLAN_EVENTS } from "./event.ts";
import type { WebhookEndpoint } from "./port.ts";

/** The result of a check of the endpoints; `skipped`: it could not run. */
type EndpointFinding = { name: string; verdict: "ok" | "problem" | "skipped"; seen: string; advice?: string };

const ROLES = [
  {
    name: "Webhook endpoint for your account",
    events: PLAN_EVENTS,
    setting: "STRIPE_WEBHOOK_SECRET",
    kind: "Events on your account",
  },
  {
    name: "Webhook endpoint for connected accounts",
    events: CONNECTED_EVENTS,
    setting: "STRIPE_CONNECT_WEBHOOK_SECRET",
    kind: "Events on Connected accounts",
  },
] as const;

/** Checks that Stripe sends the events of each role to this installation. Stripe does not report of which accounts an endpoint receives events. */
export async function checkEndpoints(parts: {
  publicUrl: string;
  /** How many webhook secrets are set; undefined: they are not checked. */
  secrets?: number;
  listEndpoints(): Promise<readonly WebhookEndpoint[]>;
}): Promise<EndpointFinding[]> {
  const { publicUrl, secrets } = parts;
  const url = `${publicUrl}${billingRoutes.webhook.path}`;
  if (isLoopback(new URL(publicUrl).hostname)) {
    const advice = `Stripe cannot reach this machine. Forward events with: stripe listen --forward-to ${url} --forward-connect-to ${url}`;
    return [
      { name: "Webhook endpoints", verdict: "skipped", seen: `${publicUrl} is on this machine`, advice },
    ];
  }
  let endpoints: readonly WebhookEndpoint[];
  try {
    endpoints = (await parts.listEndpoints()).filter(
      (endpoint) => endpoint.url === url && endpoint.status === "enabled",
    );
  } catch (error) {
    const seen = error instanceof Error ? error.message : String(error);
    const advice = "A restricted key needs the permission to read webhook endpoints.";
    return [{ name: "Webhook endpoints", verdict: "problem", seen, advice }];
  }
  const steps = ROLES.map((role) => checkRole(role, { endpoints, url }));
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
  { name, events, setting, kind }: (typeof ROLES)[number],
  { endpoints, url }: { endpoints: readonly WebhookEndpoint[]; url: string },
): EndpointFinding {
  const missingIn = ({ enabled_events: enabled }: WebhookEndpoint) =>
    enabled.includes("*") ? [] : events.filter((event) => !enabled.includes(event));
  const best = [...endpoints].sort((one, other) => missingIn(one).length - missingIn(other).length)[0];
  const create = `Create one at https://dashboard.stripe.com/webhooks for "${kind}" with the URL ${url}, and put its secret into ${setting}.`;
  if (!best) return { name, verdict: "problem", seen: `none has the URL ${url}`, advice: create };
  const missing = missingIn(best);
  if (missing.length > 0) {
    const advice = `Add the events, or create an endpoint: ${create}`;
    return { name, verdict: "problem", seen: `${best.id} does not send ${missing.join(", ")}`, advice };
  }
  return { name, verdict: "ok", seen: `${best.id}; make sure in the dashboard that it is for "${kind}"` };
}
