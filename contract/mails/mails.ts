import { z } from "zod";
import { Branding } from "../api/appearance.ts";
import { MarketingTemplate } from "../api/marketing-templates.ts";
import { digestMail } from "./digest-mail.ts";
import { fromCreator } from "./from-creator.ts";
import { letterNotSent } from "./letter-mails.ts";
import { mailWith } from "./mail-with.ts";
import { moderationMails } from "./moderation-mails.ts";
import { orderLinkMails } from "./order-link-mails.ts";
import { orderMails } from "./order-mails.ts";
import { readerLanguage } from "./reader-language.ts";
import { salesStateMails } from "./sales-state-mails.ts";
import { withdrawalMails } from "./withdrawal-mails.ts";

/** The target of a link in an email. A secret link has a seed, from which the token is derived on sending. No token is stored. */
export const MailLink = z.discriminatedUnion("to", [
  z.object({
    to: z.enum([
      "verify-email",
      "reset-password",
      "set-password",
      "confirm-email",
      "undo-email",
      "undo-deletion",
      "keep-second-factor",
      "order",
      "library",
      "order-email",
      "undo-order-email",
      "gift",
      "stop-gift",
      "signup",
      "end-digest",
      "version",
      "end-product-news",
    ]),
    seed: z.string(),
  }),
  /** A page with a public URL. */
  z.object({ to: z.literal("page"), path: z.string() }),
]);
export type MailLink = z.infer<typeof MailLink>;

/** Returns the schema of all emails of the product. `links.main` is the button's link, with the schema `link`: a target in a queued email, a URL in an email to render. */
function mailsWith<Link extends z.ZodType>(link: Link) {
  const mail = mailWith(link);
  return z.discriminatedUnion("mail", [
    /** Sent to an unverified email, so it contains no free text. */
    mail("verify-email", {
      /** Empty for a user without a page. */
      handle: z.string(),
      validHours: z.number().int(),
    }),
    mail("reset-password", {
      validMinutes: z.number().int(),
      /** Sent without the user's request. The account becomes an administrator's once its owner sets a password. */
      forAdmin: z.boolean().optional(),
    }),
    /** `main`: the page to request a new password. */
    mail("password-changed", { at: z.iso.datetime() }),
    /** Sent to the account's requested new email, so it contains no free text. */
    mail("confirm-email", { validHours: z.number().int() }),
    /** Sent to the former email. `main`: undoes the change. */
    mail("email-changed", { at: z.iso.datetime(), validHours: z.number().int() }),
    /** `main`: the sign-in page. */
    mail("account-linked", { provider: z.string(), at: z.iso.datetime() }),
    /** `main`: the security settings. */
    mail("passkey-changed", { change: z.enum(["added", "removed"]), at: z.iso.datetime() }),
    /** The endpoint failed for days, or its server says that it is gone. `main`: the webhooks in the settings. */
    mail("webhook-disabled", { host: z.string(), reason: z.enum(["failing", "gone"]) }),
    /** `main`: the API keys in the settings. */
    mail("api-key-made", { name: z.string(), at: z.iso.datetime() }),
    /** An administrator revoked them. `main`: the API keys in the settings. */
    mail("api-keys-revoked", { names: z.array(z.string()), at: z.iso.datetime() }),
    /** Events go to another server than before. `main`: the webhooks in the settings. */
    mail("webhook-changed", {
      change: z.enum(["added", "moved"]),
      host: z.string(),
      at: z.iso.datetime(),
    }),
    /** The proof of a domain is gone, another page has proven it, or an administrator removed it. `main`: the settings of the page's address. */
    mail("domain-problem", {
      name: z.string(),
      state: z.enum(["failing", "paused", "taken", "removed"]),
      /** Only while it is failing. */
      pausesAt: z.iso.datetime().optional(),
    }),
    /** `code-used`: a recovery code was used. `removed`: an administrator's removal took effect. `main`: the security settings. */
    mail("second-factor-changed", {
      change: z.enum(["enabled", "disabled", "codes-renewed", "code-used", "removed"]),
      codesLeft: z.number().int().optional(),
      at: z.iso.datetime(),
    }),
    /** An administrator requested the removal. `main`: the page that stops it. */
    mail("second-factor-removal", { removedAt: z.iso.datetime() }),
    mail("invitation", {
      displayName: z.string(),
      handle: z.string(),
      validHours: z.number().int(),
      /** The provider to sign in with, if there are no passwords. `main` is the sign-in page in that case. */
      signInWith: z.string().optional(),
    }),
    /** An archive of the account is ready. `main`: the settings. */
    mail("export-ready", { until: z.iso.datetime() }),
    /** The user requested the account's deletion. `main`: undoes it. */
    mail("deletion-scheduled", { at: z.iso.datetime() }),
    /** Asks the owner of an email to confirm a signup. Contains no text from the form. */
    mail("confirm-signup", {
      ...Branding.shape,
      creator: z.string(),
      ...fromCreator,
      ...readerLanguage,
      validDays: z.number().int(),
    }),
    ...orderLinkMails(link),
    ...salesStateMails(link),
    digestMail(link),
    letterNotSent(link),
    ...orderMails(link),
    ...withdrawalMails(link),
    ...moderationMails(link),
  ]);
}

/** A queued email. */
export const QueuedMail = mailsWith(MailLink);
export type QueuedMail = z.infer<typeof QueuedMail>;

/**
 * To whom an email is. `account`: to a user, dropped once the account of its recipient is deleted. `user`: to a user or
 * administrator, or somebody who is to become one. `reader`: to a buyer, a reader of a creator's emails, or a reporter.
 */
const audiences: Readonly<Record<QueuedMail["mail"], "account" | "user" | "reader">> = {
  "verify-email": "user",
  "reset-password": "user",
  "password-changed": "account",
  "confirm-email": "user",
  "email-changed": "user",
  "account-linked": "account",
  "passkey-changed": "account",
  "api-key-made": "account",
  "api-keys-revoked": "account",
  "webhook-changed": "account",
  "webhook-disabled": "account",
  "domain-problem": "account",
  "second-factor-changed": "account",
  "second-factor-removal": "account",
  invitation: "user",
  "export-ready": "account",
  "deletion-scheduled": "account",
  "confirm-signup": "reader",
  receipt: "reader",
  gift: "reader",
  "gift-planned": "reader",
  "new-version": "reader",
  "payment-notice": "reader",
  refund: "reader",
  shipped: "reader",
  "refund-notice": "account",
  dispute: "account",
  sale: "account",
  sales: "account",
  "sale-refused": "account",
  "sales-stopped": "account",
  "payout-changed": "account",
  "sales-mode-changed": "account",
  "plan-ended": "account",
  "weekly-digest": "account",
  "letter-not-sent": "account",
  "orders-export": "user",
  withdrawal: "reader",
  "withdrawal-notice": "user",
  "order-link": "reader",
  "library-link": "reader",
  "confirm-order-email": "reader",
  "order-email-changed": "reader",
  "report-received": "reader",
  "report-decided": "reader",
  decision: "account",
  "reports-waiting": "account",
};

/** Returns whether an email is dropped once the account of its recipient is deleted. */
export const requiresAccount = ({ mail }: QueuedMail): boolean => audiences[mail] === "account";

/** Returns whether an email is to a user, in the language of their console. */
export const isToUser = (mail: QueuedMail): boolean =>
  mail.mail === "payment-notice" ? !mail.isBuyer : audiences[mail.mail] !== "reader";

const address = z.url({ protocol: /^https?$/ });

/** An administrator's marketing email, queued as a row of its campaign. The text around it is in the language of the recipient's console. */
const MarketingMail = z.object({
  mail: z.literal("marketing"),
  ...readerLanguage,
  template: MarketingTemplate,
  subject: z.string(),
  body: z.string(),
  /** The button, which leads to any URL, or null without a button. */
  cta: z.object({ label: z.string(), url: address }).nullable(),
  /** `main`: the unsubscribe page. */
  links: z.object({ main: address }),
});
export type MarketingMail = z.infer<typeof MarketingMail>;

/** A creator's email to their audience, also queued as a row of its campaign. */
const CreatorNews = z.object({
  mail: z.literal("creator-news"),
  ...Branding.shape,
  ...readerLanguage,
  /** The creator's display name. */
  creator: z.string(),
  /** The reply address, which is the email of the seller details, or null without them. */
  contact: z.string().nullable().optional(),
  image: z.object({ url: address, alt: z.string() }).nullable().optional(),
  /** The URL of the email's page. */
  archive: address.nullable().optional(),
  /** Counting URLs by link target. Clicks on other links are not counted. */
  counted: z.record(z.string(), address).optional(),
  ...MarketingMail.pick({ subject: true, body: true, cta: true, links: true }).shape,
});
export type CreatorNews = z.infer<typeof CreatorNews>;

/** An email to render. Every link is an absolute URL of this site, unless an administrator or creator entered it. */
export const MailModel = z.discriminatedUnion("mail", [mailsWith(address), MarketingMail, CreatorNews]);
export type MailModel = z.infer<typeof MailModel>;

/** The result of rendering an email. */
export type RenderedMail = { subject: string; html: string; text: string };
