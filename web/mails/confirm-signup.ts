import { texts } from "../../contract/texts.ts";
import type { Content, MailOf } from "./content-types.ts";
import { parts, withoutLinks } from "./order-parts.ts";

const t = texts("signup_mail", {
  heading: "Confirm your signup",
  preview: "Confirm that you want news by email from a creator at {host}.",
  entered:
    "This email was entered at {host} to receive news from {creator}. Confirm it to be added; you can unsubscribe at any time.",
  action: "Confirm signup",
  why: "If you did not sign up, ignore this email: you will not receive any news.",
});

/** Asks the owner of an email to confirm a signup. */
export const confirmSignup = (mail: MailOf<"confirm-signup">, host: string): Content => ({
  preview: t.preview({ host }),
  heading: t.heading,
  paragraphs: [t.entered({ host, creator: withoutLinks(mail.creator) })],
  action: t.action,
  notes: [parts.worksDays({ days: mail.validDays })],
  why: t.why,
});
