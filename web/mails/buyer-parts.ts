import type { Content, MailOf, OwnMail } from "./content-types.ts";
import { TEST_MODE } from "./order-parts.ts";

type BuyerMail = MailOf<"receipt" | "payment-notice" | "refund" | "shipped" | "withdrawal" | "order-link">;

const MOCK = "The order was placed in the mock checkout: no money was charged.";

/** Adds what every email to a buyer says: that no money moved, where that is so, and whom to ask. */
export function withBuyerParts(mail: OwnMail, content: Content): Content {
  if (!isToBuyer(mail)) return content;
  const { paragraphs, notes = [] } = content;
  return {
    ...content,
    paragraphs: [...paragraphs, ...moneyLine(mail)],
    notes: mail.contact ? [`Questions? Reply to this email, or write to ${mail.contact}.`, ...notes] : notes,
  };
}

function isToBuyer(mail: OwnMail): mail is BuyerMail {
  switch (mail.mail) {
    case "receipt":
    case "refund":
    case "shipped":
    case "withdrawal":
    case "order-link":
      return true;
    case "payment-notice":
      return mail.isBuyer;
    default:
      return false;
  }
}

function moneyLine(mail: BuyerMail): string[] {
  // It says so in its own words.
  if (mail.mail === "refund") return [];
  if (mail.mock) return [MOCK];
  return mail.isTest ? [TEST_MODE] : [];
}
