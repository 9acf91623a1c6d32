import { z } from "zod";
import { defineMessages, t, text } from "../texts.ts";

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
    heading: text("Something new"),
    intro: text("Here is what has changed, and what it means for your page."),
    footer: text("Thank you for being with us."),
    placeholders: {
      subject: text("News about your page"),
      body: text("We have news for you.\n\nWhat changes: \nFrom when: \nWhat you need to do: nothing."),
    },
    cta: { label: text("Read more"), url: "https://" },
  },
  "product-launch": {
    name: text("Product launch"),
    heading: text("It is here"),
    intro: text("We have been working on this for a while, and today it is yours."),
    footer: text("Tell us what you make of it: every answer is read."),
    placeholders: {
      subject: text("New: a first look"),
      body: text("Today we open something new.\n\nWhat it does: \nWho it is for: \nHow to start: "),
    },
    cta: { label: text("Try it now"), url: "https://" },
  },
  newsletter: {
    name: text("Newsletter"),
    heading: text("This month"),
    intro: text("The short version of what happened, and what is next."),
    footer: text("Until next month."),
    placeholders: {
      subject: text("This month in short"),
      body: text("Three things worth your time this month.\n\n1. \n2. \n3. "),
    },
    cta: { label: text("Read it all"), url: "https://" },
  },
  "event-invite": {
    name: text("Event invitation"),
    heading: text("You are invited"),
    intro: text("Save the date: we would love to see you there."),
    footer: text("We look forward to meeting you."),
    placeholders: {
      subject: text("Join us: an invitation"),
      body: text("You are invited.\n\nWhen: \nWhere: \nWhat awaits you: "),
    },
    cta: { label: text("Save your seat"), url: "https://" },
  },
} as const satisfies Record<MarketingTemplate, MarketingTemplateText>;

type Placeholders = { subject: string; body: string };

/** Returns the initial texts of a template in the current language. */
export function placeholdersOf(template: MarketingTemplate): Placeholders {
  const { subject, body } = marketingTemplates[template].placeholders;
  return { subject: t(subject), body: t(body) };
}
