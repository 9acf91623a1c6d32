import { paths } from "../../../contract/rules/paths.ts";
import type { Infrastructure } from "../../platform/infrastructure.ts";
import type { Module } from "../../platform/module.ts";
import type { FunnelDeps } from "./deps.ts";
import { weeklyDigestJob } from "./digest-job.ts";
import { digestToken, endDigest, hasDigest, readDigestToken } from "./digest-settings.ts";
import { countJob } from "./jobs.ts";
import { registerFunnelRoutes } from "./routes.ts";

export type Digests = ReturnType<typeof createFunnel>["api"];

/** Full analytics: where visits come from, what they lead to, and the creator's net of the sales. */
export function createFunnel(infrastructure: Infrastructure) {
  const { db, derive, settings } = infrastructure;
  const deps: FunnelDeps = { ...infrastructure, retentionDays: settings.eventRetentionDays };
  return {
    routes: ({ registerRoute }) => registerFunnelRoutes(registerRoute, deps),
    jobs: [countJob(deps), weeklyDigestJob({ ...deps, mails: infrastructure.mails })],
    emailLinks: {
      "end-digest": {
        path: ({ seed }) => paths.unsubscribe(digestToken(derive, Number(seed))),
        // Drops a queued digest if the creator has ended the digest since.
        refresh: ({ seed }) => hasDigest(db, Number(seed)),
      },
    },
    api: {
      /** Returns the creator of a token that ends the digest, or undefined if it is invalid. */
      readDigestToken: (token: string) => readDigestToken(derive, token),
      endDigest: (creatorId: number) => endDigest(db, creatorId),
    },
  } satisfies Module;
}
