import { z } from "zod";
import { boundedText, IsoTime, objectBody, optionalText } from "../rules/fields.ts";
import { limits } from "../rules/limits.ts";
import { route } from "./route.ts";

export const FeedbackCategory = z.enum(["feature", "bug"], { error: "Choose a category." });
export type FeedbackCategory = z.infer<typeof FeedbackCategory>;
export const FeedbackStatus = z.enum(["open", "resolved"], { error: "Choose a status." });
export type FeedbackStatus = z.infer<typeof FeedbackStatus>;

export const Feedback = z.object({
  id: z.number(),
  title: z.string().nullable(),
  message: z.string(),
  category: FeedbackCategory,
  display_name: z.string().nullable(),
  email: z.string().nullable(),
  handle: z.string().nullable(),
  page: z.string(),
  status: FeedbackStatus,
  created_at: IsoTime,
});
export type Feedback = z.infer<typeof Feedback>;

const MESSAGE_TOO_LONG = `Message must be at most ${limits.feedbackMessage.max} characters.`;
const PAGE = "Page must be a path of this site.";

export const FeedbackInput = objectBody({
  category: FeedbackCategory,
  title: optionalText("Title", limits.feedbackTitle.max).optional(),
  message: boundedText("Message is required.", limits.feedbackMessage.max, MESSAGE_TOO_LONG)
    .trim()
    .min(1, { error: "Message is required." })
    .max(limits.feedbackMessage.max, { error: MESSAGE_TOO_LONG }),
  page: z
    .string({ error: PAGE })
    .max(limits.feedbackPage.max, {
      error: `Page must be at most ${limits.feedbackPage.max} characters.`,
      abort: true,
    })
    .regex(/^\/(?![/\\])/, { error: PAGE }),
});
export type FeedbackInput = z.infer<typeof FeedbackInput>;

export const feedbackRoutes = {
  submit: route({
    method: "POST",
    path: "/api/feedback",
    access: "signed-in",
    summary: "Send feedback to the operators",
    bodyLimit: 32 * 1024,
    body: FeedbackInput,
    responses: { 201: z.object({ feedback: Feedback }) },
    errors: { 429: ["too_often"] },
    example: { category: "feature", message: "A calendar of drops would help.", page: "/dashboard" },
  }),
};
