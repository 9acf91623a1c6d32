import type { BuyerCompany } from "../../contract/api/buyer-orders.ts";
import type { Seller } from "../../contract/api/sellers.ts";
import type { PostalAddress } from "../../contract/rules/addresses.ts";
import { DOWNLOAD_DAYS } from "../../contract/rules/limits.ts";
import { formatMoney, formatTimestamp } from "../lib/format.ts";
import { countryName } from "../lib/seller.ts";
import { withdrawalTerms } from "../lib/withdrawal-terms.ts";
import type { Content, MailOf } from "./content-types.ts";
import { orderFact, orderName, withoutLinks } from "./order-parts.ts";

const sellerFacts = (seller: Seller) => [
  {
    term: "Seller",
    value: withoutLinks(
      [seller.legal_name, ...seller.address.split("\n"), countryName(seller.country)].join(", "),
    ),
  },
  ...(seller.vat_id ? [{ term: "Seller's VAT ID", value: seller.vat_id }] : []),
  ...(seller.register ? [{ term: "Register", value: withoutLinks(seller.register) }] : []),
  ...(seller.tax_note ? [{ term: "Taxes", value: withoutLinks(seller.tax_note) }] : []),
];

const companyFacts = ({ name, vat_id }: BuyerCompany) => [
  ...(name ? [{ term: "Company", value: withoutLinks(name) }] : []),
  ...(vat_id ? [{ term: "Your VAT ID", value: vat_id }] : []),
];

/** What was paid and, where it has several parts, the parts. */
function priceFacts({ amountCents, currency, number, seller, mock, ...parts }: MailOf<"receipt">) {
  const { itemCents, discountCents = 0, shippingCents = 0 } = parts;
  const fact = (term: string, cents: number) => ({ term, value: formatMoney(cents, currency) });
  const hasParts = discountCents + shippingCents > 0;
  return [
    ...(itemCents !== undefined && hasParts ? [fact("Price", itemCents)] : []),
    ...(discountCents > 0 ? [fact("Discount", -discountCents)] : []),
    ...(shippingCents > 0 ? [fact("Shipping", shippingCents)] : []),
    ...(amountCents === 0 && number
      ? [{ term: hasParts ? "Total" : "Price", value: "Free" }]
      : [fact(mock ? "Price" : number && !seller?.tax_note ? "Paid, incl. taxes" : "Paid", amountCents)]),
  ];
}

const linesOf = ({ name, line1, line2, postal_code, city, state, country }: PostalAddress) =>
  [name, line1, line2, `${postal_code} ${city}`.trim(), state, countryName(country)].filter(Boolean);

/** The information about the right of withdrawal, on a durable medium (article 8(7) of directive 2011/83/EU). */
function withdrawalNotes(of: "goods" | "file", { legal_name, email }: Seller): string[] {
  const [first = "", ...others] = withdrawalTerms({ of, seller: withoutLinks(legal_name), email });
  return [`Right of withdrawal: ${first}`, ...others];
}

/** Returns the email that confirms a paid order, on a durable medium: what was bought from whom, and what was agreed to. */
export function receipt(mail: MailOf<"receipt">, host: string): Content {
  const hasDownload = mail.links.order !== null;
  const from = withoutLinks(mail.creator || "the seller");
  return {
    ...(mail.again
      ? {
          subject: `Your order${mail.number ? ` ${mail.number}` : ""} at ${host}, again`,
          preview: hasDownload ? "Your current download link." : "The link to your order.",
          heading: "Your order",
        }
      : {
          subject: `Your receipt for ${orderName(mail.number, host)}`,
          preview: hasDownload ? "Your download is ready." : "Thank you for your order.",
          heading: "Thank you",
        }),
    paragraphs: [
      hasDownload
        ? `Your download is ready. The link works ${mail.again?.until ? `until ${formatTimestamp(mail.again.until)}` : `for ${DOWNLOAD_DAYS} days`}; after that, get a new one on your order page at any time.`
        : mail.again
          ? "See your order for details."
          : `Your order is ${mail.mock ? "complete" : "paid"}, and ${from} has been notified.`,
    ],
    facts: [
      ...orderFact(mail.number),
      { term: "Product", value: withoutLinks(mail.product) },
      ...(mail.creator ? [{ term: "From", value: withoutLinks(mail.creator) }] : []),
      ...(mail.company ? companyFacts(mail.company) : []),
      ...priceFacts(mail),
      { term: "Date", value: formatTimestamp(mail.paidAt) },
      ...(mail.address
        ? [{ term: "Delivery to", value: withoutLinks(linesOf(mail.address).join(", ")) }]
        : []),
      ...(mail.seller ? sellerFacts(mail.seller) : []),
    ],
    notes: [
      ...(mail.consent
        ? [`You agreed on ${formatTimestamp(mail.consent.at)}: “${withoutLinks(mail.consent.text)}”`]
        : []),
      ...(mail.seller && mail.amountCents > 0 ? [`Need an invoice? Ask ${mail.seller.email}.`] : []),
      ...(mail.seller && mail.withdrawal ? withdrawalNotes(mail.withdrawal, mail.seller) : []),
    ],
    action: { label: hasDownload ? "Download" : "Open your order", href: mail.links.main },
    other: mail.links.order === null ? null : { label: "Open your order page", href: mail.links.order },
    why: mail.again
      ? "You received this because it was requested on your order page or by the seller."
      : "You received this because this email was given at checkout. Keep it: its link leads back to your order.",
  };
}
