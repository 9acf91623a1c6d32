import type { Infrastructure } from "../../platform/infrastructure.ts";
import type { Module } from "../../platform/module.ts";
import type { AdminDeps } from "./deps.ts";
import { registerAdminRoutes } from "./routes.ts";
import { secondFactorRemovalJob } from "./second-factor.ts";

export { withAdmin } from "./admin-transaction.ts";
export { recordAction, recordRoleChange } from "./audit.ts";

/** Admin routes and the audit log. */
export function createAdmin(
  infrastructure: Infrastructure,
  uses: Pick<
    AdminDeps,
    "connect" | "marketing" | "passkeys" | "privacy" | "secondFactor" | "endSubscription"
  >,
) {
  const deps: AdminDeps = { ...infrastructure, ...infrastructure.settings, ...uses };
  return {
    routes: ({ registerRoute }) => registerAdminRoutes(registerRoute, deps),
    jobs: [secondFactorRemovalJob(deps)],
  } satisfies Module;
}
