import type { Infrastructure } from "../../platform/infrastructure.ts";
import type { Module } from "../../platform/module.ts";
import type { Files } from "../files/index.ts";
import { pictureJob } from "./picture-job.ts";
import { registerFileRoute, registerPageImportRoutes } from "./routes.ts";
import { deleteOldImports } from "./service.ts";

/** Imports of pages that exist elsewhere: read, reviewed by the creator, added in one step, undone for a day. */
export function createPageImports(infrastructure: Infrastructure, { files }: { files: Files }) {
  const { settings, db } = infrastructure;
  const deps = {
    ...infrastructure,
    files,
    publicUrl: settings.publicUrl,
    plans: settings.site.plans,
    isEnabled: settings.linkPreviews,
  };
  return {
    routes: async ({ registerRoute, addScope }) => {
      registerPageImportRoutes(registerRoute, deps);
      await addScope((scope, register) => registerFileRoute(scope, register, deps));
    },
    jobs: [pictureJob(deps)],
    maintenance: { "delete-old-page-imports": () => deleteOldImports(db) },
  } satisfies Module;
}
