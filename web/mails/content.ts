import type { PageSite } from "../../contract/pages/pages.ts";
import { formatTimestamp } from "../lib/format.ts";
import type { Content, MailContent, MailOf, OwnMail } from "./content-types.ts";
import { withMoneyAndContact } from "./money-and-contact.ts";
import { withoutLinks } from "./order-parts.ts";
import { ordersExport } from "./orders-export.ts";
import { paymentNotice } from "./payment-notice.ts";
import { receipt } from "./receipt.ts";
import { dispute, refund, refundNotice, shipped } from "./refund-content.ts";
import { sale, sales } from "./sales.ts";
import { orderLink, withdrawal, withdrawalNotice } from "./withdrawal.ts";

export function contentOf(model: OwnMail, site: PageSite): MailContent {
  const content = buildContent(model, new URL(site.publicUrl).host);
  return { facts: [], other: null, notes: [], ...withMoneyAndContact(model, content) };
}

function buildContent(model: OwnMail, host: string): Content {
  switch (model.mail) {
    case "verify-email":
      return verifyEmail(model, host);
    case "reset-password":
      return resetPassword(model, host);
    case "password-changed":
      return passwordChanged(model, host);
    case "account-linked":
      return accountLinked(model, host);
    case "invitation":
      return invitation(model, host);
    case "confirm-signup":
      return confirmSignup(model, host);
    case "receipt":
      return receipt(model, host);
    case "payment-notice":
      return paymentNotice(model, host);
    case "refund":
      return refund(model, host);
    case "shipped":
      return shipped(model, host);
    case "refund-notice":
      return refundNotice(model, host);
    case "dispute":
      return dispute(model, host);
    case "withdrawal":
      return withdrawal(model, host);
    case "withdrawal-notice":
      return withdrawalNotice(model, host);
    case "order-link":
      return orderLink(model, host);
    case "orders-export":
      return ordersExport(model, host);
    case "sale-refused":
      return saleRefused(model, host);
    case "sales-stopped":
      return salesStopped(model, host);
    case "sale":
      return sale(model, host);
    case "sales":
      return sales(model, host);
  }
}

const verifyEmail = (mail: MailOf<"verify-email">, host: string): Content => ({
  subject: "Confirm your email address",
  preview: "Confirm it to unlock all features.",
  heading: "Confirm your email address",
  paragraphs: [
    `Welcome to Tessera. Confirm this email to unlock all features${mail.handle ? ` of your page @${mail.handle}` : ""}.`,
  ],
  action: { label: "Confirm email", href: mail.links.main },
  notes: [`The link works for ${duration(mail.validHours)}.`],
  why: `This email was used to register at ${host}. If that wasn't you, do not open the link; nothing else is needed.`,
});

const resetPassword = (mail: MailOf<"reset-password">, host: string): Content => ({
  subject: "Choose a new password",
  preview: `The link works once, for ${minutes(mail.validMinutes)}.`,
  heading: "Choose a new password",
  paragraphs: [
    mail.forAdmin
      ? `Choose a new password to become the administrator of ${host}. You'll be signed out on other devices.`
      : `We received a request to reset the password of your account at ${host}. Choose a new one here; you'll be signed out on other devices.`,
  ],
  action: { label: "Choose a password", href: mail.links.main },
  notes: [`The link works once, for ${minutes(mail.validMinutes)}.`],
  why: mail.forAdmin
    ? `The settings of ${host} name this email as the administrator, and it was verified in a browser that was not signed in to the account. The new password makes sure that the account is yours alone.`
    : "If you did not request this, ignore this email: your password stays as it is.",
});

const passwordChanged = (mail: MailOf<"password-changed">, host: string): Content => ({
  subject: "Your password was changed",
  preview: "If this wasn't you, choose a new password now.",
  heading: "Your password was changed",
  paragraphs: [
    `On ${formatTimestamp(mail.at)} the password of your account was changed, and every other device was signed out.`,
    "If this was you, nothing else is needed. If it wasn't, secure your account now by choosing a new password.",
  ],
  action: { label: "This wasn't me", href: mail.links.main },
  why: `You received this because you have an account at ${host}.`,
});

const accountLinked = (mail: MailOf<"account-linked">, host: string): Content => ({
  subject: `${mail.provider} is now linked to your account`,
  preview: `You can now sign in with ${mail.provider}.`,
  heading: `${mail.provider} is now linked to your account`,
  paragraphs: [
    `On ${formatTimestamp(mail.at)} your account was linked to the ${mail.provider} account with this email. You can now sign in with it.`,
    `If this wasn't you, change the password of your ${mail.provider} account first, then choose a new one here.`,
  ],
  action: { label: "Open Tessera", href: mail.links.main },
  why: `You received this because you have an account at ${host}.`,
});

const invitation = (mail: MailOf<"invitation">, host: string): Content => ({
  subject: "Your page on Tessera is ready",
  preview: "Choose a password to start using it.",
  heading: "Your page is ready",
  paragraphs: [
    `Hello ${mail.displayName}, an administrator of ${host} created an account with the page @${mail.handle} for you. Choose a password to start using it.`,
  ],
  action: { label: "Choose a password", href: mail.links.main },
  notes: [`The link works once, for ${duration(mail.validHours)}.`],
  why: `You received this invitation from an administrator of ${host}. If you did not expect it, ignore this email.`,
});

const confirmSignup = (mail: MailOf<"confirm-signup">, host: string): Content => ({
  subject: "Confirm your signup",
  preview: `Confirm that you want news by email from a creator at ${host}.`,
  heading: "Confirm your signup",
  paragraphs: [
    `This email was entered at ${host} to receive news from ${withoutLinks(mail.creator)}. Confirm it to be added; you can unsubscribe at any time.`,
  ],
  action: { label: "Confirm signup", href: mail.links.main },
  notes: [`The link works for ${mail.validDays} days.`],
  why: "If you did not sign up, ignore this email: you will not receive any news.",
});

const saleRefused = (mail: MailOf<"sale-refused">, host: string): Content => ({
  subject: "A buyer could not pay you",
  preview: "The payment provider did not accept a payment to your account.",
  heading: "A buyer could not pay you",
  paragraphs: [
    "Somebody wanted to buy from you, and the payment provider did not accept the payment. Nothing was charged. Until this is solved, buyers read that you can't take payments right now.",
    `The provider says: “${mail.reason}”`,
  ],
  action: { label: "See your account", href: mail.links.main },
  notes: ["You get this email at most once a day."],
  why: `You received this because you sell at ${host}.`,
});

const salesStopped = (mail: MailOf<"sales-stopped">, host: string): Content => ({
  subject: "Buyers can't pay you any more",
  preview: "The payment account of your page takes no payments at the moment.",
  heading: "Buyers can't pay you any more",
  paragraphs: [
    mail.mockCheckout
      ? `The payment account of your page is no longer used at ${host}. Until you connect Stripe again, your products are sold in the mock checkout: buyers get them, files included, and no money is charged.`
      : "The payment account of your page takes no payments at the moment. Until this is solved, buyers read that you can't take payments right now, and nothing is charged.",
    mail.mockCheckout
      ? "If nothing is to be given away, deactivate your products until then."
      : "The settings say what is missing. Orders that are already paid are not affected.",
  ],
  action: { label: mail.mockCheckout ? "Connect Stripe" : "See your account", href: mail.links.main },
  notes: ["You get this email once each time it happens."],
  why: `You received this because you sell at ${host}.`,
});

/** A duration in its largest whole unit: "1 hour", "2 days", "1 week". */
function duration(count: number): string {
  const [size, unit] = count % 168 === 0 ? [168, "week"] : count % 24 === 0 ? [24, "day"] : [1, "hour"];
  const amount = count / size;
  return `${amount} ${unit}${amount === 1 ? "" : "s"}`;
}
const minutes = (count: number) => (count === 60 ? "1 hour" : `${count} minutes`);
