import type { z } from "zod";
import type { Audience, MarketingInput } from "../../../contract/marketing.ts";
import { type MarketingTemplate, marketingTemplates } from "../../../contract/marketing-templates.ts";

/** Whom a mail goes to: the addresses in the field, or an audience. */
export type SendTo = "addresses" | Audience;

/** The form as it is typed. */
export type ComposerDraft = {
  sendTo: SendTo;
  to: string;
  template: MarketingTemplate;
  subject: string;
  body: string;
  ctaLabel: string;
  ctaUrl: string;
};

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

/** The addresses in the field, however they are separated. */
export function splitAddresses(text: string): string[] {
  return text.split(/[\s,;]+/).filter(Boolean);
}

/** What is sent for a form. */
export function toInput({ sendTo, to, ...content }: ComposerDraft): z.input<typeof MarketingInput> {
  return sendTo === "addresses" ? { to: splitAddresses(to), ...content } : { audience: sendTo, ...content };
}
