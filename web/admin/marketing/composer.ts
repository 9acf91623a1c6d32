import { z } from "zod";
import { Audience, type MarketingInput } from "../../../contract/marketing.ts";
import { MarketingTemplate, marketingTemplates } from "../../../contract/marketing-templates.ts";

/** The form as it is typed, and as it is kept when the session ends under it. */
export const ComposerDraft = z.object({
  /** Whom the mail goes to: the addresses in the field, or an audience. */
  sendTo: z.union([z.literal("addresses"), Audience]),
  to: z.string(),
  template: MarketingTemplate,
  subject: z.string(),
  body: z.string(),
  ctaLabel: z.string(),
  ctaUrl: z.string(),
});
export type ComposerDraft = z.infer<typeof ComposerDraft>;

type Filled = Pick<ComposerDraft, "template" | "subject" | "body" | "ctaLabel" | "ctaUrl">;

/** The form after a template was chosen: its words stand where nothing else was written, and the button is empty again. */
export function applyTemplate<Draft extends Filled>(draft: Draft, template: MarketingTemplate): Draft {
  const before = marketingTemplates[draft.template].placeholders;
  const { placeholders } = marketingTemplates[template];
  const fill = (field: "subject" | "body") =>
    draft[field].trim() === "" || draft[field] === before[field] ? placeholders[field] : draft[field];
  return { ...draft, template, subject: fill("subject"), body: fill("body"), ctaLabel: "", ctaUrl: "" };
}

export const FIRST_TEMPLATE: MarketingTemplate = "announcement";

export function emptyDraft(): ComposerDraft {
  const nothing = { subject: "", body: "", ctaLabel: "", ctaUrl: "" };
  return {
    sendTo: "addresses",
    to: "",
    ...applyTemplate({ ...nothing, template: FIRST_TEMPLATE }, FIRST_TEMPLATE),
  };
}

/** True when somebody's own words would be lost with the form. */
export function isDirty(draft: ComposerDraft): boolean {
  const untouched = applyTemplate(emptyDraft(), draft.template);
  return (["to", "subject", "body", "ctaLabel", "ctaUrl"] as const).some(
    (field) => draft[field].trim() !== "" && draft[field] !== untouched[field],
  );
}

/** The addresses in the field, however they are separated. */
export function splitAddresses(text: string): string[] {
  return text.split(/[\s,;]+/).filter(Boolean);
}

/** What is sent for a form. */
export function toInput({ sendTo, to, ...content }: ComposerDraft): z.input<typeof MarketingInput> {
  return sendTo === "addresses" ? { to: splitAddresses(to), ...content } : { audience: sendTo, ...content };
}
