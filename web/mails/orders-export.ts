import { formatNumber } from "../../contract/rules/formats.ts";
import type { Content, MailOf } from "./content-types.ts";

/** The last email to a creator who sold for money: the orders that their books need, which cannot be opened after the deletion. */
export const ordersExport = (mail: MailOf<"orders-export">, host: string): Content => ({
  subject: `Your orders at ${host}`,
  preview: "Your account was deleted. Keep the attached list for your books.",
  heading: "Your account was deleted",
  paragraphs: [
    `Attached are your paid orders at ${host} as a CSV file. Tax laws may require you to keep them for years, and you can't open them here any more.`,
    ...(mail.isComplete
      ? []
      : [
          `There are more orders than one email can hold: these are the newest ${formatNumber(mail.count)}. Ask the people who run ${host} for the others.`,
        ]),
    "The file contains personal data of your buyers: store it safely, and delete it when you no longer need it.",
  ],
  facts: [{ term: "Orders", value: formatNumber(mail.count) }],
  action: { label: `Open ${host}`, href: mail.links.main },
  why: `You received this because your account at ${host} was deleted.`,
});
