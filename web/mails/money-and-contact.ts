import type { Content, MailOf, OwnMail } from "./content-types.ts";
import { parts } from "./order-parts.ts";

type BuyerMail = MailOf<"receipt" | "payment-notice" | "refund" | "shipped" | "withdrawal" | "order-link">;

/** Adds the common lines of emails about an order: whether it was an order without money, and a contact for buyers and readers. */
export function withMoneyAndContact(mail: OwnMail, content: Content): Content {
  const { paragraphs, notes = [] } = content;
  if (mail.mail === "confirm-signup") return { ...content, notes: withContact(mail, notes) };
  if (!isToBuyer(mail)) {
    return { ...content, paragraphs: [...paragraphs, ...(isAboutTest(mail) ? [parts.test] : [])] };
  }
  return {
    ...content,
    paragraphs: [...paragraphs, ...moneyLine(mail)],
    notes: withContact(mail, notes),
  };
}

const withContact = ({ contact }: { contact?: string | null | undefined }, notes: string[]) =>
  contact ? [parts.question({ email: contact }), ...notes] : notes;

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
  // A refund's email says in its own words that no money was charged.
  if (mail.mail === "refund") return [];
  if (mail.mock) return [parts.mock];
  return mail.isTest ? [parts.test] : [];
}

/** Returns whether a seller's email needs the line about a test order. Emails about sales have their own words for it. */
function isAboutTest(mail: OwnMail): boolean {
  switch (mail.mail) {
    case "payment-notice":
    case "refund-notice":
    case "dispute":
    case "withdrawal-notice":
      return mail.isTest === true;
    default:
      return false;
  }
}
