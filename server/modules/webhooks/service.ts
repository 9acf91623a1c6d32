import { randomUUID } from "node:crypto";
import { sql } from "drizzle-orm";
import type { WebhookInput, WebhookPatch } from "../../../contract/api/webhooks.ts";
import { paths } from "../../../contract/rules/paths.ts";
import { MAX_ENDPOINTS, ROTATION_HOURS } from "../../../contract/rules/webhook-types.ts";
import { inTransaction, lockName, type Transaction } from "../../platform/database/index.ts";
import { notFound, orNotFound } from "../../platform/http/app-error.ts";
import { sentFields } from "../../platform/http/validation.ts";
import type { CreatorViewer } from "../../platform/http/viewer.ts";
import { findOwner } from "../accounts/index.ts";
import { creatorErrors } from "../creators/index.ts";
import {
  countEndpoints,
  DELIVER_JOB,
  deleteEndpoint,
  type EndpointRow,
  findDelivery,
  findEndpoint,
  insertEndpoint,
  listAttempts,
  listDeliveries,
  lockEndpoint,
  recordTest,
  restartDeliveries,
  restartDelivery,
  restartFailed,
  updateEndpoint,
} from "../webhook-events/index.ts";
import type { WebhookDeps } from "./deps.ts";
import { errors } from "./errors.ts";
import { presentDelivery } from "./presenter.ts";
import { newSecret } from "./signing.ts";

type Owned = { creatorId: number; id: string };

/** Adds an endpoint. Returns the only copy of its secret. Throws 400, 403 without a verified email, 409 at the limit. */
export async function addEndpoint(
  deps: WebhookDeps,
  { viewer, input }: { viewer: CreatorViewer; input: WebhookInput },
): Promise<{ endpoint: EndpointRow; secret: string }> {
  const { creatorId } = viewer;
  if (!viewer.emailVerifiedAt) throw creatorErrors.unverified();
  requireReachable(deps, input.url);
  const id = randomUUID();
  const { secret, sealed } = newSecret(deps.sealer, id);
  const endpoint = await inTransaction(deps.db, async (tx) => {
    // Two concurrent requests must not both pass the limit.
    await lockName(tx, `webhooks of ${creatorId}`);
    if ((await countEndpoints(tx, creatorId)) >= MAX_ENDPOINTS)
      throw errors.limitReached({ max: MAX_ENDPOINTS });
    const added = await insertEndpoint(tx, { id, creatorId, ...input, secret: sealed });
    await tellOwner(tx, deps, { endpoint: added, change: "added" });
    return added;
  });
  return { endpoint, secret };
}

/** Throws 400 for a URL that no delivery would reach. Names are checked when they are resolved. */
function requireReachable({ postPublic }: Pick<WebhookDeps, "postPublic">, url: string): void {
  if (postPublic.rejects(new URL(url)) !== undefined) throw errors.notReachable();
}

/** Changes an endpoint. One that is enabled after errors receives what it missed. Throws 400, 404. */
export async function changeEndpoint(
  deps: WebhookDeps,
  own: Owned,
  { enabled, url, types }: WebhookPatch,
): Promise<EndpointRow> {
  if (url !== undefined) requireReachable(deps, url);
  return inTransaction(deps.db, async (tx) => {
    const endpoint = await lockEndpoint(tx, own).then(orNotFound("Webhook"));
    const state =
      enabled === undefined || enabled === (endpoint.disabledAt === null)
        ? {}
        : enabled
          ? { disabledAt: null, disabledReason: null, failingSince: null, failures: 0, pausedUntil: null }
          : { disabledAt: sql`now()`, disabledReason: "off" as const };
    const values = { ...sentFields({ url, types }), ...state };
    const changed = Object.keys(values).length > 0 ? await updateEndpoint(tx, own.id, values) : endpoint;
    if (enabled && endpoint.disabledAt && endpoint.disabledReason !== "off") {
      await restartFailed(tx, own.id);
      await restartDeliveries(tx, own.id);
    }
    if (url !== undefined && new URL(url).host !== new URL(endpoint.url).host)
      await tellOwner(tx, deps, { endpoint: changed, change: "moved" });
    if (enabled) await deps.jobs.enqueue(tx, { name: DELIVER_JOB, data: { endpointId: own.id } });
    return changed;
  });
}

/** Emails the creator that another server receives events of the page. */
async function tellOwner(
  tx: Transaction,
  { mails, clock }: Pick<WebhookDeps, "clock" | "mails">,
  { endpoint, change }: { endpoint: EndpointRow; change: "added" | "moved" },
): Promise<void> {
  const { email } = await findOwner(tx, endpoint.creatorId);
  if (email === null) return;
  const at = clock.now().toISOString();
  const links = { main: { to: "page", path: paths.webhooks() } } as const;
  const mail = { mail: "webhook-changed", change, host: new URL(endpoint.url).host, at, links } as const;
  await mails.enqueueEmail(tx, { to: email, mail, cause: `webhook ${change} ${randomUUID()}` });
}

export async function removeEndpoint({ db }: Pick<WebhookDeps, "db">, own: Owned): Promise<void> {
  if (!(await deleteEndpoint(db, own))) throw notFound("Webhook");
}

/** Replaces the secret of an endpoint. The former one also signs for a day. Throws 404. */
export async function rotateSecret(
  { db, sealer }: Pick<WebhookDeps, "db" | "sealer">,
  own: Owned,
): Promise<{ endpoint: EndpointRow; secret: string }> {
  const { secret, sealed } = newSecret(sealer, own.id);
  const endpoint = await inTransaction(db, async (tx) => {
    const current = await lockEndpoint(tx, own).then(orNotFound("Webhook"));
    return updateEndpoint(tx, own.id, {
      secret: sealed,
      formerSecret: current.secret,
      rotationUntil: sql`now() + make_interval(hours => ${ROTATION_HOURS})`,
    });
  });
  return { endpoint, secret };
}

/** Queues a test event. Returns its id. Throws 404, 409. */
export const sendTest = ({ db, jobs }: Pick<WebhookDeps, "db" | "jobs">, own: Owned): Promise<string> =>
  inTransaction(db, async (tx) => {
    const { disabledAt } = await lockEndpoint(tx, own).then(orNotFound("Webhook"));
    if (disabledAt) throw errors.disabled();
    // The creator asks for it now, so a pause ends.
    await updateEndpoint(tx, own.id, { pausedUntil: null });
    return recordTest(tx, jobs, { creatorId: own.creatorId, endpointId: own.id });
  });

/** Queues a delivery again. Throws 404, 409. */
export const sendAgain = (
  { db, jobs }: Pick<WebhookDeps, "db" | "jobs">,
  { deliveryId, ...own }: Owned & { deliveryId: string },
) =>
  inTransaction(db, async (tx) => {
    const { disabledAt } = await lockEndpoint(tx, own).then(orNotFound("Webhook"));
    const key = { endpointId: own.id, id: deliveryId };
    await findDelivery(tx, key).then(orNotFound("Delivery"));
    if (disabledAt) throw errors.disabled();
    await restartDelivery(tx, deliveryId);
    await updateEndpoint(tx, own.id, { pausedUntil: null });
    await jobs.enqueue(tx, { name: DELIVER_JOB, data: { endpointId: own.id } });
    const delivery = await findDelivery(tx, key).then(orNotFound("Delivery"));
    return presentDelivery(delivery, await listAttempts(tx, [deliveryId]));
  });

/** Returns one page of the deliveries to an endpoint. Throws 404. */
export async function getDeliveries(
  { db }: Pick<WebhookDeps, "db">,
  { range, ...own }: Owned & { range: { limit: number; offset: number } },
) {
  await findEndpoint(db, own).then(orNotFound("Webhook"));
  const { rows, total } = await listDeliveries(db, { endpointId: own.id, ...range });
  const attempts = await listAttempts(
    db,
    rows.map(({ id }) => id),
  );
  return { deliveries: rows.map((row) => presentDelivery(row, attempts)), total };
}
