import type { Infrastructure } from "../../platform/infrastructure.ts";
import type { Module } from "../../platform/module.ts";
import { registerModerationRoutes } from "./routes.ts";

/** Creates the module of what administrators do about unlawful and unwanted content. */
export function createModeration(infrastructure: Infrastructure) {
  return {
    routes: ({ registerRoute }) => registerModerationRoutes(registerRoute, infrastructure),
  } satisfies Module;
}
