import { joinByComma } from "../../contract/rules/formats.ts";
import { DEFAULT_PROVIDER, PROVIDER_NAMES } from "../../contract/rules/order-states.ts";
import { priceLines } from "../../contract/rules/price-lines.ts";
import { addMoney, getsOf, keptFeeOf, type SaleMoney } from "../../contract/rules/sale-money.ts";
import { texts } from "../../contract/texts.ts";
import { formatList, formatMoney, formatNumber, formatTimestamp } from "../lib/format.ts";
import { countryName } from "../lib/seller.ts";
import { excerpt } from "../lib/text.ts";
import type { Content, MailOf } from "./content-types.ts";
import { orderFact, parts, SUBJECT_LENGTH, sellersNumber, withoutLinks } from "./order-parts.ts";

const t = texts("sale_mails", {
  subject: "Sold: {product}, {amount}",
  freeSubject: "New free order: {product}",
  heading: "You made a sale",
  freeHeading: "You have a free order",
  newOrder: "You have a new order.",
  toShip: "You have a new order to send.",
  goesTo: "Ship to",
  ship: "Ship this order",
  refunded: "Refunded since",
  disputed: "Disputed",
  fee: "Platform fee",
  providerFee: "Payment provider's fee",
  beforeProviderFee:
    "“Net” is before the payment provider's fee where that is not known. The order's page estimates it, and shows Stripe's fee once it is reported; Mollie bills its fee to you.",
  salesSubject: "{count, plural, one {You made # sale at {host}} other {You made # sales at {host}}}",
  salesHeading: "{count, plural, one {You made # sale} other {You made # sales}}",
  sales: "Sales",
  salesIn: "Sales ({currency})",
  salesMock: "Sales ({currency}, mock: no money)",
  salesTest: "Sales ({currency}, test: no money)",
  sinceLast:
    "{count, plural, one {Since the last email about your sales, # more order was paid. Your list of orders has it.} other {Since the last email about your sales, # more orders were paid. Your list of orders has each of them.}}",
  allMock: "The orders were placed in the mock checkout: no money was charged.",
  allTest: "The orders were placed in test mode: no money was charged.",
  mockAndTest: "No money was charged for the orders of the mock checkout and of test mode.",
  someTest: "Orders in test mode are among them: no money was charged for those.",
  salesWhy: "You received this because you sell at {host}. Many sales in a short time come as one email.",
  refusedHeading: "A buyer couldn't pay you",
  refusedPreview: "The payment provider did not accept a payment to your account.",
  refused:
    "Somebody wanted to buy from you, and the payment provider did not accept the payment. Nothing was charged. Until this is solved, buyers read that you can't take payments right now.",
  refusedReason: "The provider says: “{reason}”",
  refusedNote: "You get this email at most once a day.",
  seeAccount: "See your account",
  stoppedHeading: "Buyers can't pay you any more",
  stoppedPreview: "The payment account of your page takes no payments at the moment.",
  stopped:
    "The payment account of your page takes no payments at the moment. Until this is solved, buyers read that you can't take payments right now, and nothing is charged.",
  stoppedAdvice: "The settings say what is missing. Orders that are already paid are not affected.",
  stoppedMock:
    "The payment account of your page is no longer used at {host}. Until you connect {provider} again, your products are sold in the mock checkout: buyers get them, files included, and no money is charged.",
  stoppedMockAdvice: "If nothing is to be given away, deactivate your products until then.",
  stoppedNote: "You get this email once each time it happens.",
  liveHeading: "Buyers now pay real money",
  livePreview: "Orders on your page are charged from now on.",
  live: "The operator of {host} has changed the keys of the payment provider. From now on buyers are charged for what they order from you, and the money goes to your account at the provider.",
  liveAdvice: "Check your prices and your seller details. Earlier test orders stay marked as such.",
  rehearsalHeading: "Your sales are a rehearsal now",
  rehearsalPreview: "Buyers on your page no longer pay real money.",
  rehearsal:
    "The operator of {host} has changed the keys of the payment provider to test keys. Buyers are charged nothing and get what they order.",
  rehearsalAdvice:
    "If nothing is to be given away, deactivate your products until real sales are possible again. Orders that are already paid are not affected.",
  connect: "Connect {provider}",
});

type Amounts = Pick<SaleMoney, "amountCents" | "feeCents"> &
  Partial<Record<keyof SaleMoney, number | undefined>> & {
    currency: string;
    discountCode?: string | null | undefined;
  };

/** The amount paid, deductions since then, and the creator's net. */
function amounts({ currency, discountCode = null, ...sold }: Amounts) {
  const money = addMoney([
    {
      ...sold,
      discountCents: sold.discountCents ?? 0,
      shippingCents: sold.shippingCents ?? 0,
      refundedCents: sold.refundedCents ?? 0,
      disputedCents: sold.disputedCents ?? 0,
      feeReturnedCents: sold.feeReturnedCents ?? 0,
      providerFeeCents: sold.providerFeeCents ?? 0,
      unknownProviderFees: sold.unknownProviderFees ?? 0,
    },
  ]);
  const fact = (name: string, cents: number) => ({ term: name, value: formatMoney(cents, currency) });
  const factIfAny = (name: string, cents: number) => (cents === 0 ? [] : [fact(name, cents)]);
  const subtracted = [
    ...factIfAny(t.refunded, -money.refundedCents),
    ...factIfAny(t.disputed, -money.disputedCents),
    ...factIfAny(t.fee, -keptFeeOf(money)),
    ...factIfAny(t.providerFee, -money.providerFeeCents),
  ];
  return [
    ...priceLines({ ...money, totalCents: money.amountCents, discountCode }).map(({ name, cents }) =>
      fact(name, cents),
    ),
    ...subtracted,
    ...(subtracted.length > 0 ? [fact(parts.net, getsOf(money))] : []),
  ];
}

/** Returns whether a provider's fee is still to be deducted. Emails queued by an earlier release do not say so exactly. */
const isBeforeProviderFee = ({ feeCents, unknownProviderFees }: Amounts) =>
  unknownProviderFees === undefined ? feeCents > 0 : unknownProviderFees > 0;

/** An email to the creator about one sale. */
export function sale(mail: MailOf<"sale">, host: string): Content {
  const { goesTo = null } = mail;
  const product = excerpt(mail.product, SUBJECT_LENGTH);
  const amount = formatMoney(mail.amountCents, mail.currency);
  const isFree = mail.amountCents === 0;
  return {
    subject: isFree ? t.freeSubject({ product }) : t.subject({ product, amount }),
    preview: goesTo ? t.toShip : t.newOrder,
    heading: isFree ? t.freeHeading : t.heading,
    paragraphs: [goesTo ? t.toShip : t.newOrder],
    facts: [
      ...orderFact(sellersNumber(mail)),
      { term: parts.product, value: mail.product },
      ...amounts(mail),
      ...(mail.buyerEmail ? [{ term: parts.buyer, value: mail.buyerEmail }] : []),
      ...(goesTo ? [{ term: t.goesTo, value: withoutLinks(placeOf(goesTo)) }] : []),
      { term: parts.date, value: formatTimestamp(mail.paidAt) },
    ],
    action: goesTo ? t.ship : parts.seeOrder,
    notes: [
      ...(mail.mock ? [parts.mock] : []),
      ...(mail.isTest ? [parts.test] : []),
      ...(isBeforeProviderFee(mail) && !mail.mock ? [t.beforeProviderFee] : []),
    ],
    why: parts.whySeller({ host }),
  };
}

const placeOf = ({ city, country }: { city: string; country: string }) =>
  joinByComma([city, countryName(country)].filter(Boolean));

/** An email to the creator about several sales. Sums of real and test sales are separate. */
export const sales = (mail: MailOf<"sales">, host: string): Content => ({
  subject: t.salesSubject({ count: mail.count, host }),
  preview: formatList(mail.totals.map(({ amountCents, currency }) => formatMoney(amountCents, currency))),
  heading: t.salesHeading({ count: mail.count }),
  paragraphs: [t.sinceLast({ count: mail.count })],
  facts: mail.totals.flatMap((total) => {
    const term = mail.totals.length > 1 ? salesOf(total) : t.sales;
    return [{ term, value: formatNumber(total.count) }, ...amounts(total)];
  }),
  action: parts.seeOrders,
  notes: [
    ...moneyNotes(mail),
    ...(mail.totals.some((total) => isBeforeProviderFee(total) && total.kind !== "mock") && !mail.mock
      ? [t.beforeProviderFee]
      : []),
  ],
  why: t.salesWhy({ host }),
});

/** Names the sales of one sum by their currency, and by their kind if no money moved. */
function salesOf({ kind, ...total }: MailOf<"sales">["totals"][number]): string {
  const currency = total.currency.toUpperCase();
  if (kind === "mock") return t.salesMock({ currency });
  return kind === "test" ? t.salesTest({ currency }) : t.salesIn({ currency });
}

/** Says which sales were tests. Emails queued by an earlier release do not name kinds. */
function moneyNotes({ totals, mock, isTest }: MailOf<"sales">): string[] {
  const kinds = new Set(totals.map(({ kind }) => kind));
  if (mock) return [t.allMock];
  if (kinds.size === 1 && kinds.has("test")) return [t.allTest];
  if (kinds.has("mock")) return [t.mockAndTest];
  return isTest ? [t.someTest] : [];
}

/** Reports that the provider rejected a payment. */
export const saleRefused = (mail: MailOf<"sale-refused">, host: string): Content => ({
  preview: t.refusedPreview,
  heading: t.refusedHeading,
  paragraphs: [t.refused, t.refusedReason({ reason: mail.reason })],
  action: t.seeAccount,
  notes: [t.refusedNote],
  why: parts.whySeller({ host }),
});

/** Reports that the payment account no longer takes payments. */
export function salesStopped(mail: MailOf<"sales-stopped">, host: string): Content {
  const provider = PROVIDER_NAMES[mail.provider ?? DEFAULT_PROVIDER];
  return {
    preview: t.stoppedPreview,
    heading: t.stoppedHeading,
    paragraphs: mail.mockCheckout
      ? [t.stoppedMock({ host, provider }), t.stoppedMockAdvice]
      : [t.stopped, t.stoppedAdvice],
    action: mail.mockCheckout ? t.connect({ provider }) : t.seeAccount,
    notes: [t.stoppedNote],
    why: parts.whySeller({ host }),
  };
}

/** Reports that the operator has changed from test keys to live keys, or back. */
export const salesModeChanged = (mail: MailOf<"sales-mode-changed">, host: string): Content => {
  const isLive = mail.mode === "live";
  return {
    preview: isLive ? t.livePreview : t.rehearsalPreview,
    heading: isLive ? t.liveHeading : t.rehearsalHeading,
    paragraphs: isLive ? [t.live({ host }), t.liveAdvice] : [t.rehearsal({ host }), t.rehearsalAdvice],
    action: t.seeAccount,
    notes: [t.stoppedNote],
    why: parts.whySeller({ host }),
  };
};
