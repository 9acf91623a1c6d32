import { billingRoutes } from "../../contract/billing.ts";
import { isLoopback } from "../../server/platform/loopback.ts";
import { CONNECTED_EVENTS, PLAN_EVENTS } from "../../server/platform/payments/event.ts";
import type { Step } from "./step.ts";

export type Endpoint = { id: string; url: string; status: string; enabled_events: readonly string[] };

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

/** Checks that Stripe sends the events of each role to this installation. Stripe does not say of whose accounts an endpoint receives events. */
export async function checkEndpoints(parts: {
  publicUrl: string;
  secrets: number;
  listEndpoints(): Promise<readonly Endpoint[]>;
}): Promise<Step[]> {
  const { publicUrl, secrets } = parts;
  const url = `${publicUrl}${billingRoutes.webhook.path}`;
  if (isLoopback(new URL(publicUrl).hostname)) {
    const advice = `Stripe cannot reach this machine. Forward events with: stripe listen --forward-to ${url} --forward-connect-to ${url}`;
    return [
      { name: "Webhook endpoints", verdict: "skipped", seen: `${publicUrl} is on this machine`, advice },
    ];
  }
  let endpoints: readonly Endpoint[];
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
  { endpoints, url }: { endpoints: readonly Endpoint[]; url: string },
): Step {
  const missingIn = ({ enabled_events: enabled }: Endpoint) =>
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
