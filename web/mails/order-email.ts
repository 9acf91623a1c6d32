import { texts } from "../../contract/texts.ts";
import type { Content, MailOf } from "./content-types.ts";
import { ofOrder, orderFact } from "./order-parts.ts";

const t = texts("order_email_mails", {
  confirmHeading:
    "{number, select, none {Is this the right email for your order at {host}?} other {Is this the right email for order {number} at {host}?}}",
  confirmPreview: "Confirm it to receive the links of the order.",
  confirm:
    "Somebody entered your email on the page of this order. Once you confirm it, the order is yours: its earlier links end, and you receive new ones.",
  confirmAction: "Confirm this email",
  confirmWhy:
    "You received this because your email was entered for an order. If that wasn't you, ignore this email.",
  changedHeading:
    "{number, select, none {The email of your order at {host} was changed} other {The email of order {number} at {host} was changed}}",
  changedPreview: "If that is wrong, take the order back.",
  changed:
    "The order now belongs to another email, and its earlier links no longer work. If that is wrong, you can take the order back.",
  changedAction: "Take the order back",
  changedWhy: "You received this because the order had your email.",
  works: "You can do this for {hours, plural, one {# hour} other {# hours}}.",
});

export const confirmOrderEmail = (mail: MailOf<"confirm-order-email">, host: string): Content => ({
  preview: t.confirmPreview,
  heading: t.confirmHeading(ofOrder(mail.number, host)),
  paragraphs: [t.confirm],
  facts: orderFact(mail.number),
  action: t.confirmAction,
  notes: [t.works({ hours: mail.validHours })],
  why: t.confirmWhy,
});

export const orderEmailChanged = (mail: MailOf<"order-email-changed">, host: string): Content => ({
  preview: t.changedPreview,
  heading: t.changedHeading(ofOrder(mail.number, host)),
  paragraphs: [t.changed],
  facts: orderFact(mail.number),
  action: t.changedAction,
  notes: [t.works({ hours: mail.validHours })],
  why: t.changedWhy,
});
