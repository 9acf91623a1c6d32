import pLimit from "p-limit";
import type { Infrastructure } from "../../platform/infrastructure.ts";
import { defineJob } from "../../platform/jobs/define-job.ts";
import type { Module } from "../../platform/module.ts";
import { checkDomain } from "./check.ts";
import type { DomainDeps } from "./deps.ts";
import { keepHosts } from "./keep-hosts.ts";
import { listDue } from "./repository.ts";
import { registerDomainRoutes } from "./routes.ts";

export { presentDomainState } from "./presenter.ts";
export { countStates as countDomains, listAllDomains } from "./repository.ts";
export { removeAnyDomain } from "./service.ts";

/** Names that one run reads, and at once. The rest follows a minute later. */
const PER_RUN = 500;
const AT_ONCE = 8;

/** Creators' own domains. */
export function createDomains(infrastructure: Infrastructure) {
  const { publicUrl, ownDomains: own } = infrastructure.settings;
  const deps: DomainDeps = { ...infrastructure, publicUrl, own };
  const kept = own && keepHosts(infrastructure);
  return {
    routes: ({ registerRoute }) => registerDomainRoutes(registerRoute, deps),
    jobs: own
      ? [
          defineJob({
            name: "domains.check",
            schedule: "* * * * *",
            timeoutSeconds: 600,
            handler: ({ signal }) => checkDue(deps, signal),
          }),
        ]
      : [],
    ...(kept && { preparation: { "load-own-domains": kept.load } }),
    stop: async () => kept?.stop(),
  } satisfies Module;
}

/** Reads the records of all domains whose time has come. */
async function checkDue(deps: DomainDeps, signal: AbortSignal): Promise<void> {
  const inTurn = pLimit(AT_ONCE);
  const due = await listDue(deps.db, deps.clock.now(), PER_RUN);
  const checks = due.map((row) =>
    inTurn(async () => void (signal.aborted || (await checkDomain(deps, row)))),
  );
  const failed = (await Promise.allSettled(checks)).filter(({ status }) => status === "rejected");
  if (failed.length > 0) throw new Error(`${failed.length} domains were not read`);
}
