import type { BuyerCompany } from "../../contract/api/buyer-orders.ts";
import type { Seller } from "../../contract/api/sellers.ts";
import type { PostalAddress } from "../../contract/rules/addresses.ts";
import type { ContractKind } from "../../contract/rules/contract-kinds.ts";
import { joinByComma } from "../../contract/rules/formats.ts";
import { DOWNLOAD_DAYS } from "../../contract/rules/limits.ts";
import { priceLines } from "../../contract/rules/price-lines.ts";
import { texts } from "../../contract/texts.ts";
import { formatMoney, formatTimestamp } from "../lib/format.ts";
import { countryName } from "../lib/seller.ts";
import { excerpt } from "../lib/text.ts";
import { sellersTerms, withdrawalForm, withdrawalTerms } from "../lib/withdrawal-terms.ts";
import type { Content, MailOf } from "./content-types.ts";
import { ofOrder, orderFacts, parts, SUBJECT_LENGTH, sellerOr, withoutLinks } from "./order-parts.ts";

const t = texts("receipt_mail", {
  subject:
    "{number, select, none {Your receipt for your order at {host}} other {Your receipt for order {number} at {host}}}",
  productSubject: "Your receipt: {product}",
  again: "Your order at {host}, again",
  againNumber: "Your order {number} at {host}, again",
  orderLink: "The link to your order.",
  ready: "Your download is ready.",
  thanksForOrder: "Thank you for your order.",
  thanks: "Thank you",
  freeCopySubject:
    "{number, select, none {A free copy for you: your order at {host}} other {A free copy for you: order {number} at {host}}}",
  freeCopy: "A free copy for you",
  sends: "{seller} sends you {product}. You pay nothing.",
  worksUntil:
    "Your download is ready on your order page until {date}. After that, get a new link there at any time.",
  worksDays:
    "Your download is ready on your order page for {days, plural, one {# day} other {# days}}. After that, get a new link there at any time.",
  seeOrder: "See your order for details.",
  complete: "Your order is complete, and {seller} has been notified.",
  message: "A message from {seller}",
  hasMessages: "{seller} has a message for you on your order page.",
  paidOrder: "Your order is paid, and {seller} has been notified.",
  contacts: "{seller} will contact you at this email.",
  sellersVatId: "Seller's VAT ID",
  register: "Register entry",
  taxes: "Taxes",
  company: "Company",
  yourVatId: "Your VAT ID",
  free: "Free",
  withdrawal: "Right of withdrawal: {terms}",
  form: "Model form for withdrawals:\n{form}",
  deliveryTime: "Delivery time",
  deliveryTo: "Delivery to",
  agreed: "You agreed on {date}: “{consent}”",
  invoice: "Need an invoice? Ask {email}.",
  download: "Go to your download",
  whyAgain: "You received this because it was requested on your order page or by the seller.",
  whyFreeCopy:
    "You received this because the seller gave a free copy to this email. Keep it: its link leads back to your order.",
  why: "You received this because this email was given at checkout. Keep it: its link leads back to your order.",
});

const sellerFacts = (seller: Seller) => [
  {
    term: parts.seller,
    value: withoutLinks(
      joinByComma([seller.legal_name, ...seller.address.split("\n"), countryName(seller.country)]),
    ),
  },
  ...(seller.vat_id ? [{ term: t.sellersVatId, value: seller.vat_id }] : []),
  ...(seller.register ? [{ term: t.register, value: withoutLinks(seller.register) }] : []),
  ...(seller.tax_note ? [{ term: t.taxes, value: withoutLinks(seller.tax_note) }] : []),
];

const deliveryFacts = (seller?: Seller | null) =>
  seller?.delivery_time ? [{ term: t.deliveryTime, value: withoutLinks(seller.delivery_time) }] : [];

const companyFacts = ({ name, vat_id }: BuyerCompany) => [
  ...(name ? [{ term: t.company, value: withoutLinks(name) }] : []),
  ...(vat_id ? [{ term: t.yourVatId, value: vat_id }] : []),
];

/** The amount of each product if there are several, the amount paid, and its parts if there are several. */
function priceFacts({ amountCents, currency, number, seller, mock, ...more }: MailOf<"receipt">) {
  const { lines: products = [], discountCents = 0, discountCode = null, shippingCents = 0 } = more;
  const withTaxes = amountCents > 0 && !mock && Boolean(number) && !seller?.tax_note;
  const lines = priceLines({
    totalCents: amountCents,
    discountCents,
    discountCode: discountCode && withoutLinks(discountCode),
    shippingCents,
    withTaxes,
  });
  const money = (cents: number) => (cents === 0 && number ? t.free : formatMoney(cents, currency));
  return [
    ...products.map(({ name, amountCents: cents }) => ({ term: withoutLinks(name), value: money(cents) })),
    ...lines.map(({ name, cents }) => ({ term: name, value: money(cents) })),
  ];
}

const linesOf = ({ name, line1, line2, postal_code, city, state, country }: PostalAddress): string[] =>
  [name, line1, line2, `${postal_code} ${city}`.trim(), state, countryName(country)].flatMap(
    (part) => part || [],
  );

/** The information about the right of withdrawal, on a durable medium (article 8(7) of directive 2011/83/EU). */
function withdrawalNotes(of: ContractKind, given: Seller): string[] {
  const own = given.withdrawal_note;
  const seller = {
    ...given,
    legal_name: withoutLinks(given.legal_name),
    address: withoutLinks(given.address),
    withdrawal_note: own && withoutLinks(own),
  };
  const [first = "", ...others] = [...withdrawalTerms({ of, seller }), ...sellersTerms(seller)];
  return [t.withdrawal({ terms: first }), ...others, t.form({ form: withdrawalForm(seller).join("\n") })];
}

/** Names the product only if real money was paid, because otherwise anyone could send any name to any email. */
function subjectOf(
  { number, product, amountCents, isFreeCopy, isTest, mock }: MailOf<"receipt">,
  host: string,
) {
  const isPaid = number && amountCents > 0 && !isTest && !mock;
  if (isPaid) return t.productSubject({ product: excerpt(withoutLinks(product), SUBJECT_LENGTH) });
  return (isFreeCopy ? t.freeCopySubject : t.subject)(ofOrder(number, host));
}

/** Returns the email that confirms a paid order, on a durable medium: product, seller, and the buyer's agreement. */
export function receipt(mail: MailOf<"receipt">, host: string): Content {
  const { hasDownload } = mail;
  const from = sellerOr(host, mail.creator);
  return {
    ...(mail.again
      ? {
          subject: mail.number ? t.againNumber({ number: mail.number, host }) : t.again({ host }),
          preview: hasDownload ? t.ready : t.orderLink,
          heading: parts.yourOrderHeading,
        }
      : {
          subject: subjectOf(mail, host),
          preview: hasDownload ? t.ready : t.thanksForOrder,
          heading: mail.isFreeCopy ? t.freeCopy : t.thanks,
        }),
    paragraphs: [
      ...(mail.isFreeCopy ? [t.sends({ seller: from, product: withoutLinks(mail.product) })] : []),
      hasDownload
        ? mail.again?.until
          ? t.worksUntil({ date: formatTimestamp(mail.again.until, mail.timeZone) })
          : t.worksDays({ days: DOWNLOAD_DAYS })
        : mail.again
          ? t.seeOrder
          : (mail.mock ? t.complete : t.paidOrder)({ seller: from }),
      ...(mail.contacts ? [t.contacts({ seller: from })] : []),
      ...(mail.hasMessages ? [t.hasMessages({ seller: from })] : []),
    ],
    messages: (mail.messages ?? []).map(({ name, ...message }) => ({
      heading: name === null ? t.message({ seller: from }) : withoutLinks(name),
      ...message,
    })),
    facts: [
      ...orderFacts(mail.number, mail.product, mail.creator),
      ...(mail.company ? companyFacts(mail.company) : []),
      ...priceFacts(mail),
      { term: parts.date, value: formatTimestamp(mail.paidAt, mail.timeZone) },
      ...(mail.address
        ? [{ term: t.deliveryTo, value: withoutLinks(joinByComma(linesOf(mail.address))) }]
        : []),
      ...(mail.address || mail.withdrawal === "goods" ? deliveryFacts(mail.seller) : []),
      ...(mail.seller ? sellerFacts(mail.seller) : []),
    ],
    notes: [
      ...(mail.consent
        ? [
            t.agreed({
              date: formatTimestamp(mail.consent.at, mail.timeZone),
              consent: withoutLinks(mail.consent.text),
            }),
          ]
        : []),
      ...(mail.seller && mail.amountCents > 0 ? [t.invoice({ email: mail.seller.email })] : []),
      ...(mail.seller && mail.withdrawal ? withdrawalNotes(mail.withdrawal, mail.seller) : []),
    ],
    action: hasDownload ? t.download : parts.openOrder,
    why: mail.again ? t.whyAgain : mail.isFreeCopy ? t.whyFreeCopy : t.why,
  };
}
