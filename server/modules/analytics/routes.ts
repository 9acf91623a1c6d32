import type { FastifyRequest } from "fastify";
import { analyticsRoutes } from "../../../contract/api/analytics.ts";
import {
  createJsonFastPath,
  type FastPathDeps,
  type FastPathHandler,
} from "../../platform/http/fast-path.ts";
import { ownHostOf } from "../../platform/http/host-gate.ts";
import type { RegisterRoute } from "../../platform/http/register-route.ts";
import { requestTimedOut } from "../../platform/http/request-timeout.ts";
import { withTimeout } from "../../platform/timeout.ts";
import type { Analytics, VisitEvent } from "./service.ts";

/**
 * The time that a visitor's event waits for the database, so that statistics do not delay a page's request.
 */
const TIMEOUT_MS = 2_000;
/**
 * The time that the look-up of the session may take. After that, the database would not store the event
 * either.
 */
const VIEWER_TIMEOUT_MS = 250;

export function registerAnalyticsRoutes(registerRoute: RegisterRoute, analytics: Analytics): void {
  registerRoute(analyticsRoutes.record, async ({ request, body }) => {
    await withTimeout(recordUnlessOwner(analytics, request, body), TIMEOUT_MS, () => {
      throw requestTimedOut();
    });
  });

  registerRoute(analyticsRoutes.summary, ({ viewer, query }) =>
    analytics.summarize({ creatorId: viewer.creatorId, days: query.days }),
  );
}

/** Records a visit unless the visitor owns the page. Looks up no user without a session cookie. */
export async function recordUnlessOwner(
  analytics: Pick<Analytics, "recordVisit">,
  request: FastifyRequest,
  visit: VisitEvent,
): Promise<void> {
  const found = request.findViewer().catch(() => null);
  const viewer = await withTimeout(found, VIEWER_TIMEOUT_MS, () => null);
  if (viewer?.creatorId === visit.creatorId) return;
  await analytics.recordVisit(request, visit);
}

/**
 * Creates the fast path of the event endpoint, which gets most requests on a popular page. The framework
 * handles requests with a session, because the visitor may own the page.
 */
export function createEventFastPath(
  deps: FastPathDeps & { cookie: { name: string } },
  analytics: Pick<Analytics, "recordVisit">,
): FastPathHandler {
  const requestTimeoutMs = Math.min(deps.requestTimeoutMs ?? TIMEOUT_MS, TIMEOUT_MS);
  const fastPath = createJsonFastPath(
    analyticsRoutes.record,
    { ...deps, requestTimeoutMs },
    ({ caller, body }) => analytics.recordVisit(caller, body),
    // On an own domain, the framework rejects events of other creators.
    (raw, { creatorId }) => (ownHostOf(raw)?.creatorId ?? creatorId) !== creatorId,
  );
  return (request, response, leave) =>
    !request.headers.cookie?.includes(deps.cookie.name) && fastPath(request, response, leave);
}
