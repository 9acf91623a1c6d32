import { paths } from "../../../contract/rules/paths.ts";
import type { Infrastructure } from "../../platform/infrastructure.ts";
import type { Module } from "../../platform/module.ts";
import type { FunnelDeps } from "./deps.ts";
import { weeklyDigestJob } from "./digest-job.ts";
import { digestToken, endDigest, hasDigest, readDigestToken } from "./digest-settings.ts";
import { countJob } from "./jobs.ts";
import { registerFunnelRoutes } from "./routes.ts";

export type Digests = ReturnType<typeof createFunnel>["api"];

/** Creates the module of full analytics: where visits come from, what they lead to, and what the creator keeps of the sales. */
export function createFunnel(infrastructure: Infrastructure) {
  const { db, derive, settings } = infrastructure;
  const deps: FunnelDeps = { ...infrastructure, retentionDays: settings.eventRetentionDays };
  return {
    routes: ({ registerRoute }) => registerFunnelRoutes(registerRoute, deps),
    jobs: [countJob(deps), weeklyDigestJob({ ...deps, mails: infrastructure.mails })],
    emailLinks: {
      "end-digest": {
        path: ({ seed }) => paths.unsubscribe(digestToken(derive, Number(seed))),
        // A digest that was ended meanwhile is not sent.
        refresh: ({ seed }) => hasDigest(db, Number(seed)),
      },
    },
    api: {
      /** Returns the creator whose digest a token ends, or undefined if it is invalid. */
      readDigestToken: (token: string) => readDigestToken(derive, token),
      endDigest: (creatorId: number) => endDigest(db, creatorId),
    },
  } satisfies Module;
}
