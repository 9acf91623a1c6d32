import { z } from "zod";
import { objectBody } from "../rules/fields.ts";
import { PageNumber, pagination } from "./admin.ts";
import { Campaign, draftContent, emailContent, marketingMessages } from "./marketing.ts";
import { route } from "./route.ts";

const hasWholeCta = ({ ctaLabel, ctaUrl }: { ctaLabel?: string | null; ctaUrl?: string | null }) =>
  Boolean(ctaLabel) === Boolean(ctaUrl);

/** An email of a creator to the own audience: plain text and at most one button. */
export const CreatorEmailInput = objectBody(emailContent).refine(hasWholeCta, {
  error: marketingMessages.ctaPair,
  path: ["ctaLabel"],
});
export type CreatorEmailInput = z.infer<typeof CreatorEmailInput>;

/** An email that is still being written. */
export const CreatorEmailDraft = objectBody(draftContent);
export type CreatorEmailDraft = z.infer<typeof CreatorEmailDraft>;

/** What a creator may send now. */
export const Sending = z.object({
  /** How many members would receive an email now. */
  recipients: z.number(),
  /** Why nothing can be sent: the creator's email is not verified, an administrator has stopped it, or the installation has it off. */
  blocked: z.enum(["unverified", "stopped", "offline", "off"]).nullable(),
  /** Recipients within 24 hours, on the creator's plan. */
  daily_recipients: z.number(),
  recipients_left: z.number(),
  /** Emails within 24 hours. */
  emails_left: z.number(),
});
export type Sending = z.infer<typeof Sending>;

export const CreatorCampaign = Campaign.omit({ template: true, audience: true });
export type CreatorCampaign = z.infer<typeof CreatorCampaign>;

const BODY_LIMIT = 160 * 1024;
const example = { subject: "Two new glazes", body: "Both are food safe, and in the shop from Friday." };

export const audienceCampaignRoutes = {
  sending: route({
    method: "GET",
    path: "/api/audience/sending",
    access: "creator",
    summary: "What the creator may send to the audience now",
    responses: { 200: Sending },
  }),
  campaigns: route({
    method: "GET",
    path: "/api/audience/campaigns",
    access: "creator",
    summary: "Emails to the audience with their progress, newest first",
    query: z.object({ page: PageNumber }),
    responses: { 200: z.object({ campaigns: z.array(CreatorCampaign), ...pagination }) },
  }),
  preview: route({
    method: "POST",
    path: "/api/audience/campaigns/preview",
    access: "creator",
    summary: "Preview an email to the audience",
    bodyLimit: BODY_LIMIT,
    body: CreatorEmailDraft,
    example,
    limit: { points: 120, seconds: 60, localPoints: 120 },
    responses: { 200: z.object({ subject: z.string(), html: z.string(), text: z.string() }) },
  }),
  test: route({
    method: "POST",
    path: "/api/audience/campaigns/test",
    access: "creator",
    summary: "Send an email to oneself alone",
    bodyLimit: BODY_LIMIT,
    body: CreatorEmailInput,
    example,
    limit: { points: 30, seconds: 3600 },
    responses: { 202: null },
    errors: { 409: ["audience.unverified", "audience.stopped", "audience.offline", "audience.off"] },
  }),
  send: route({
    method: "POST",
    path: "/api/audience/campaigns",
    access: "creator",
    summary: "Send an email to the audience",
    bodyLimit: BODY_LIMIT,
    body: CreatorEmailInput,
    example,
    limit: { points: 30, seconds: 3600 },
    responses: { 202: z.object({ queued: z.number() }) },
    errors: {
      409: [
        "audience.unverified",
        "audience.stopped",
        "audience.offline",
        "audience.off",
        "audience.empty",
        "audience.daily_emails",
        "audience.daily_recipients",
      ],
    },
  }),
};
