import { z } from "zod";
import { fieldMessages, IsoTime, objectBody, optionalText } from "../rules/fields.ts";
import { limits } from "../rules/limits.ts";
import { machineText, nameText } from "../rules/text-fields.ts";
import { defineMessages } from "../texts.ts";
import { route } from "./route.ts";

const messages = defineMessages("feedback", {
  category: "Choose a category.",
  status: "Choose a status.",
  page: "Page must be a path of this site.",
});

export const FeedbackCategory = z.enum(["feature", "bug"], { error: messages.category });
export type FeedbackCategory = z.infer<typeof FeedbackCategory>;
export const FeedbackStatus = z.enum(["open", "resolved"], { error: messages.status });
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

const { max } = limits.feedbackMessage;
const tooLong = fieldMessages.tooLong({ noun: "Message", max });

export const FeedbackInput = objectBody({
  category: FeedbackCategory,
  title: optionalText("Title", limits.feedbackTitle.max).optional(),
  message: nameText(fieldMessages.required({ noun: "Message" }), max, tooLong).min(1),
  page: machineText(
    limits.feedbackPage.max,
    messages.page,
    fieldMessages.tooLong({ noun: "Page", max: limits.feedbackPage.max }),
  ).regex(/^\/(?![/\\])/),
});
export type FeedbackInput = z.infer<typeof FeedbackInput>;

export const feedbackRoutes = {
  submit: route("POST", "/api/feedback", "signed-in", {
    summary: "Send feedback to the operators",
    bodyLimit: 32 * 1024,
    body: FeedbackInput,
    responses: { 201: z.object({ feedback: Feedback }) },
    errors: { 429: ["too_often"] },
    example: { category: "feature", message: "A calendar of drops would help.", page: "/dashboard" },
  }),
};
