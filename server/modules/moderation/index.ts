import type { Infrastructure } from "../../platform/infrastructure.ts";
import type { Module } from "../../platform/module.ts";
import type { ModerationDeps } from "./deps.ts";
import { closePaymentsJob, digestJob } from "./jobs.ts";
import { liftExpired } from "./objections.ts";
import { registerReportPages } from "./pages.ts";
import { forgetOldReports } from "./retention.ts";
import { registerBlockRoutes, registerDecisionRoutes, registerReportRoutes } from "./routes.ts";

export { eraseReports } from "./retention.ts";

/** Moderation: reports, decisions, objections and blocks. */
export function createModeration(
  infrastructure: Infrastructure,
  uses: Pick<ModerationDeps, "findLetterPage" | "orders" | "renderPublicPage">,
) {
  const deps: ModerationDeps = { ...infrastructure, ...uses };
  return {
    routes: ({ registerRoute }) => {
      registerReportRoutes(registerRoute, deps);
      registerDecisionRoutes(registerRoute, deps);
      registerBlockRoutes(registerRoute, deps);
    },
    pages: (registerPage) => registerReportPages(registerPage, deps),
    jobs: [closePaymentsJob(deps), digestJob(deps)],
    maintenance: {
      "lift-expired-decisions": () => liftExpired(deps),
      "forget-old-reports": () => forgetOldReports(deps.db),
    },
  } satisfies Module;
}
