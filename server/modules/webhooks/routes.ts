import { webhookRoutes } from "../../../contract/api/webhooks.ts";
import { paginate } from "../../platform/http/paginate.ts";
import type { RegisterRoute } from "../../platform/http/register-route.ts";
import { type EndpointRow, listEndpoints } from "../webhook-events/index.ts";
import type { WebhookDeps } from "./deps.ts";
import { presentEndpoint } from "./presenter.ts";
import {
  addEndpoint,
  changeEndpoint,
  getDeliveries,
  removeEndpoint,
  rotateSecret,
  sendAgain,
  sendTest,
} from "./service.ts";

export function registerWebhookRoutes(registerRoute: RegisterRoute, deps: WebhookDeps): void {
  const present = (row: EndpointRow) => presentEndpoint(row, deps.clock.now());
  const own = ({ viewer, params }: { viewer: { creatorId: number }; params: { id: string } }) => ({
    creatorId: viewer.creatorId,
    id: params.id,
  });

  registerRoute(webhookRoutes.list, async ({ viewer }) => ({
    endpoints: (await listEndpoints(deps.db, viewer.creatorId)).map(present),
  }));

  registerRoute(webhookRoutes.create, async ({ viewer, body }) => {
    const { endpoint, secret } = await addEndpoint(deps, { viewer, input: body });
    return { endpoint: present(endpoint), secret };
  });

  registerRoute(webhookRoutes.update, async (call) => ({
    endpoint: present(await changeEndpoint(deps, own(call), call.body)),
  }));

  registerRoute(webhookRoutes.remove, (call) => removeEndpoint(deps, own(call)));

  registerRoute(webhookRoutes.rotate, async (call) => {
    const { endpoint, secret } = await rotateSecret(deps, own(call));
    return { endpoint: present(endpoint), secret };
  });

  registerRoute(webhookRoutes.test, async (call) => ({ eventId: await sendTest(deps, own(call)) }));

  registerRoute(webhookRoutes.deliveries, async (call) => {
    const { range, wrap } = paginate(call.query.page);
    return wrap(await getDeliveries(deps, { ...own(call), range }));
  });

  registerRoute(webhookRoutes.redeliver, async (call) => ({
    delivery: await sendAgain(deps, { ...own(call), deliveryId: call.params.delivery }),
  }));
}
