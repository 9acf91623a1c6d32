import { z } from "zod";
import { bodyOf, Email, httpUrl, optionalText, textUpTo } from "./fields.ts";
import { limits } from "./limits.ts";
import { route } from "./route.ts";

export const MarketingTemplate = z.enum(["announcement", "product-launch", "newsletter", "event-invite"], {
  error: "Choose a template.",
});
export type MarketingTemplate = z.infer<typeof MarketingTemplate>;

export const CTA_PAIR = "Add both fields for the CTA button or clear them to hide it";

const TO = `Enter 1 to ${limits.marketingRecipients.max} valid email addresses.`;
const CTA_URL = "The CTA link must include http:// or https://.";

export const MarketingInput = bodyOf({
  to: z.union(
    [
      Email.transform((address) => [address]),
      z.array(Email, { error: TO }).min(1, { error: TO }).max(limits.marketingRecipients.max, { error: TO }),
    ],
    { error: TO },
  ),
  subject: textUpTo("Subject", limits.marketingSubject.max)
    .min(limits.marketingSubject.min, {
      error: `Subject must be at least ${limits.marketingSubject.min} characters.`,
    })
    .regex(/^[^\r\n]*$/, { error: "Subject must be on one line." }),
  body: textUpTo("Body", limits.marketingBody.max).min(limits.marketingBody.min, {
    error: `Body must be at least ${limits.marketingBody.min} characters.`,
  }),
  template: MarketingTemplate,
  ctaLabel: optionalText("CTA label", 100).optional(),
  ctaUrl: z.union([z.literal("").transform(() => null), httpUrl(CTA_URL)], { error: CTA_URL }).nullish(),
}).refine((mail) => Boolean(mail.ctaLabel) === Boolean(mail.ctaUrl), { error: CTA_PAIR, path: ["ctaLabel"] });
export type MarketingInput = z.infer<typeof MarketingInput>;

export const marketingRoutes = {
  send: route({
    method: "POST",
    path: "/api/admin/marketing/email",
    access: "admin",
    summary: "Queue a marketing mail",
    body: MarketingInput,
    answers: { 202: z.object({ queued: z.number() }) },
  }),
};
