import type { Infrastructure } from "../../platform/infrastructure.ts";
import type { Module } from "../../platform/module.ts";
import { deleteFormerSecrets, deleteOldEvents, listEndpoints } from "../webhook-events/index.ts";
import { deliverJob, sweepJob } from "./deliver.ts";
import { presentEndpoint } from "./presenter.ts";
import { registerWebhookRoutes } from "./routes.ts";
import { createRuns } from "./runs.ts";

export type Webhooks = ReturnType<typeof createWebhooks>["api"];

/** Endpoints of creators' programs, and the deliveries of events to them. */
export function createWebhooks(infrastructure: Infrastructure) {
  const runs = createRuns(infrastructure);
  return {
    routes: ({ registerRoute }) => registerWebhookRoutes(registerRoute, infrastructure),
    jobs: [deliverJob(infrastructure, runs), sweepJob(infrastructure)],
    stop: runs.stop,
    maintenance: {
      "delete-old-webhook-events": () => deleteOldEvents(infrastructure.db),
      "delete-former-webhook-secrets": () => deleteFormerSecrets(infrastructure.db),
    },
    api: {
      /** Resolves when this process delivers nothing more. */
      idle: runs.idle,
      /** Lists a creator's endpoints for the archive of the account. */
      listEndpointsOf: async (creatorId: number) => {
        const rows = await listEndpoints(infrastructure.db, creatorId);
        return rows.map((row) => presentEndpoint(row, infrastructure.clock.now()));
      },
    },
  } satisfies Module;
}
