import type { Infrastructure } from "../../platform/infrastructure.ts";
import type { Module } from "../../platform/module.ts";
import type { Audience } from "../audience/index.ts";
import type { Marketing } from "../marketing/index.ts";
import { deleteReleasedFiles } from "./delete-account.ts";
import type { AdminDeps } from "./deps.ts";
import { registerAdminRoutes } from "./routes.ts";

/** Creates the module of the admin routes and the audit log. */
export function createAdmin(
  infrastructure: Infrastructure,
  uses: { audience: Audience; marketing: Marketing } & Pick<AdminDeps, "endSubscription">,
) {
  const deps: AdminDeps = { ...infrastructure, ...uses, signup: infrastructure.settings.signup };
  return {
    routes: ({ registerRoute }) => registerAdminRoutes(registerRoute, deps),
    maintenance: { "delete-released-files": () => deleteReleasedFiles(deps) },
  } satisfies Module;
}
