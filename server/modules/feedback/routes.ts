import { feedbackRoutes } from "../../../contract/api/feedback.ts";
import type { RegisterRoute } from "../../platform/http/register-route.ts";
import { type FeedbackDeps, submitFeedback } from "./service.ts";

export function registerFeedbackRoutes(registerRoute: RegisterRoute, deps: FeedbackDeps): void {
  registerRoute(feedbackRoutes.submit, async ({ viewer, body }) => ({
    feedback: await submitFeedback(deps, { viewer, input: body }),
  }));
}
