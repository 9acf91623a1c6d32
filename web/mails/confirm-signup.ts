import { texts } from "../../contract/texts.ts";
import type { Content, MailOf } from "./content-types.ts";
import { withoutLinks } from "./order-parts.ts";

const t = texts("account_mails", {
  signupHeading: "Confirm your signup",
  signupPreview: "Confirm that you want news by email from a creator at {host}.",
  signup:
    "This email was entered at {host} to receive news from {creator}. Confirm it to be added; you can unsubscribe at any time.",
  signupWorks: "The link works for {days, plural, one {# day} other {# days}}.",
  signupAction: "Confirm signup",
  signupWhy: "If you did not sign up, ignore this email: you will not receive any news.",
});

/** Returns the email that asks a visitor to confirm a signup for news. */
export const confirmSignup = (mail: MailOf<"confirm-signup">, host: string): Content => ({
  preview: t.signupPreview({ host }),
  heading: t.signupHeading,
  paragraphs: [t.signup({ host, creator: withoutLinks(mail.creator) })],
  action: t.signupAction,
  notes: [t.signupWorks({ days: mail.validDays })],
  why: t.signupWhy,
});
