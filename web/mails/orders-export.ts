import { formatNumber } from "../../contract/rules/formats.ts";
import { texts } from "../../contract/texts.ts";
import type { Content, MailOf } from "./content-types.ts";

const t = texts("orders_export_mail", {
  subject: "Your orders at {host}",
  preview: "Your account was deleted. Keep the attached list for your books.",
  heading: "Your account was deleted",
  attached:
    "Attached are your paid orders at {host} as a CSV file. Tax laws may require you to keep them for years, and you can't open them here any more.",
  incomplete:
    "There are more orders than one email can hold: {count, plural, one {this is the newest} other {these are the newest #}}. Ask the people who run {host} for the others.",
  advice:
    "The file contains personal data of your buyers: store it safely, and delete it when you no longer need it.",
  orders: "Orders",
  open: "Open {host}",
  why: "You received this because your account at {host} was deleted.",
});

/** The last email to a creator who sold for money: their orders for their books, which the deletion removes. */
export function ordersExport(mail: MailOf<"orders-export">, host: string): Content {
  const { count } = mail;
  return {
    subject: t.subject({ host }),
    preview: t.preview,
    heading: t.heading,
    paragraphs: [t.attached({ host }), ...(mail.isComplete ? [] : [t.incomplete({ count, host })]), t.advice],
    facts: [{ term: t.orders, value: formatNumber(count) }],
    action: t.open({ host }),
    why: t.why({ host }),
  };
}
