import { feedbackRoutes } from "../../../contract/feedback.ts";
import type { Bind } from "../../platform/http/bind.ts";
import { type FeedbackDeps, submitFeedback } from "./service.ts";

export function registerFeedbackRoutes(bind: Bind, deps: FeedbackDeps): void {
  bind(feedbackRoutes.submit, async ({ viewer, body }) => ({
    feedback: await submitFeedback(deps, { viewer, input: body }),
  }));
}
