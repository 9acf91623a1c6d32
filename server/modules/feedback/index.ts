import type { Infrastructure } from "../../platform/infrastructure.ts";
import type { Module } from "../../platform/module.ts";
import { registerFeedbackRoutes } from "./routes.ts";

export { lockFeedbackStatus } from "./repository.ts";
export { listFeedback, listFeedbackOf, setFeedbackStatus } from "./service.ts";

/** Feedback to the administrators. */
export function createFeedback(infrastructure: Infrastructure) {
  return {
    routes: ({ registerRoute }) => registerFeedbackRoutes(registerRoute, infrastructure),
  } satisfies Module;
}
