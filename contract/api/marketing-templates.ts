import { z } from "zod";
import { defineMessages, text } from "../texts.ts";

const messages = defineMessages("marketing_templates", { template: "Choose a template." });

export const MarketingTemplate = z.enum(["announcement", "product-launch", "newsletter", "event-invite"], {
  error: messages.template,
});
export type MarketingTemplate = z.infer<typeof MarketingTemplate>;

/** The fixed texts of a marketing template, and the initial texts of a new email. */
type MarketingTemplateText = {
  name: string;
  heading: string;
  intro: string;
  footer: string;
  /** The placeholders of empty fields. */
  placeholders: { subject: string; body: string };
  /** A suggested button. */
  cta: { label: string; url: string };
};

/** The four templates, used by the email, its preview and the form. */
export const marketingTemplates = {
  announcement: {
    name: text("Announcement"),
    heading: "Something new",
    intro: "Here is what has changed, and what it means for your page.",
    footer: "Thank you for being with us.",
    placeholders: {
      subject: "News about your page",
      body: "We have news for you.\n\nWhat changes: \nFrom when: \nWhat you need to do: nothing.",
    },
    cta: { label: "Read more", url: "https://" },
  },
  "product-launch": {
    name: text("Product launch"),
    heading: "It is here",
    intro: "We have been working on this for a while, and today it is yours.",
    footer: "Tell us what you make of it: every answer is read.",
    placeholders: {
      subject: "New: a first look",
      body: "Today we open something new.\n\nWhat it does: \nWho it is for: \nHow to start: ",
    },
    cta: { label: "Try it now", url: "https://" },
  },
  newsletter: {
    name: text("Newsletter"),
    heading: "This month",
    intro: "The short version of what happened, and what is next.",
    footer: "Until next month.",
    placeholders: {
      subject: "This month in short",
      body: "Three things worth your time this month.\n\n1. \n2. \n3. ",
    },
    cta: { label: "Read it all", url: "https://" },
  },
  "event-invite": {
    name: text("Event invitation"),
    heading: "You are invited",
    intro: "Save the date: we would love to see you there.",
    footer: "We look forward to meeting you.",
    placeholders: {
      subject: "Join us: an invitation",
      body: "You are invited.\n\nWhen: \nWhere: \nWhat awaits you: ",
    },
    cta: { label: "Save your seat", url: "https://" },
  },
} as const satisfies Record<MarketingTemplate, MarketingTemplateText>;
