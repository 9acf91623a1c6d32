import { texts } from "../../contract/texts.ts";
import type { Content, MailOf } from "./content-types.ts";

const t = texts("library_mails", {
  heading: "Your purchases at {host}",
  preview: "Open them with this link.",
  link: "Here is the link to everything that was bought with this email at {host}.",
  action: "Open your purchases",
  works: "This link works once, within {minutes, plural, one {# minute} other {# minutes}}.",
  why: "You received this because your email was entered to see its purchases. If that wasn't you, nothing else is needed.",
});

export const libraryLink = (mail: MailOf<"library-link">, host: string): Content => ({
  preview: t.preview,
  heading: t.heading({ host }),
  paragraphs: [t.link({ host })],
  action: t.action,
  notes: [t.works({ minutes: mail.validMinutes })],
  why: t.why,
});
