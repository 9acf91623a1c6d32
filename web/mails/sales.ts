import { formatMoney, formatTimestamp } from "../lib/format.ts";
import type { Content, MailOf } from "./content-types.ts";
import { orderFact, orderName, sellersNumber, TEST_MODE } from "./order-parts.ts";

const BEFORE_PROVIDER_FEE =
  "“Yours” is before the payment provider's fee. The order's page shows that fee once the provider reports it.";

/** To the creator, about one sale. */
export const sale = (mail: MailOf<"sale">, host: string): Content => ({
  subject: `You made a sale: ${orderName(sellersNumber(mail), host)}`,
  preview: `${formatMoney(mail.amountCents, mail.currency)}`,
  heading: "You made a sale",
  paragraphs: ["You have a new order."],
  facts: [
    ...orderFact(sellersNumber(mail)),
    { term: "Product", value: mail.product },
    { term: "Price", value: formatMoney(mail.amountCents, mail.currency) },
    ...(mail.feeCents > 0
      ? [
          { term: "Platform fee", value: `−${formatMoney(mail.feeCents, mail.currency)}` },
          { term: "Yours", value: formatMoney(mail.amountCents - mail.feeCents, mail.currency) },
        ]
      : []),
    ...(mail.buyerEmail ? [{ term: "Buyer", value: mail.buyerEmail }] : []),
    { term: "Date", value: formatTimestamp(mail.paidAt) },
  ],
  action: { label: "See your orders", href: mail.links.main },
  notes: [
    ...(mail.mock ? ["The order was placed in the mock checkout: no money was charged."] : []),
    ...(mail.isTest ? [TEST_MODE] : []),
    ...(mail.feeCents > 0 && !mail.mock ? [BEFORE_PROVIDER_FEE] : []),
  ],
  why: `You received this because you sell at ${host}.`,
});

const NO_MONEY = { mock: "mock: no money", test: "test: no money" };

/** To the creator, about several sales. Sums of money stand apart from those for which none moved. */
export const sales = (mail: MailOf<"sales">, host: string): Content => ({
  subject: `You made ${mail.count} sales at ${host}`,
  preview: `${mail.totals.map(({ amountCents, currency }) => formatMoney(amountCents, currency)).join(", ")}`,
  heading: `You made ${mail.count} sales`,
  paragraphs: [
    `Since the last email about your sales, ${mail.count} more orders were paid. Your list of orders has each of them.`,
  ],
  facts: mail.totals.flatMap(({ currency, count, amountCents, feeCents, kind }) => [
    {
      term:
        mail.totals.length > 1
          ? `Sales (${[currency.toUpperCase(), kind && kind !== "live" && NO_MONEY[kind]].filter(Boolean).join(", ")})`
          : "Sales",
      value: String(count),
    },
    { term: "Total", value: formatMoney(amountCents, currency) },
    ...(feeCents > 0
      ? [
          { term: "Platform fee", value: `−${formatMoney(feeCents, currency)}` },
          { term: "Yours", value: formatMoney(amountCents - feeCents, currency) },
        ]
      : []),
  ]),
  action: { label: "See your orders", href: mail.links.main },
  notes: [
    ...moneyNotes(mail),
    ...(mail.totals.some(({ feeCents, kind }) => feeCents > 0 && kind !== "mock") && !mail.mock
      ? [BEFORE_PROVIDER_FEE]
      : []),
  ],
  why: `You received this because you sell at ${host}. Many sales in a short time come as one email.`,
});

/** Says of which sales no money was charged; an email that an earlier release queued names no kinds. */
function moneyNotes({ totals, mock, isTest }: MailOf<"sales">): string[] {
  const kinds = new Set(totals.map(({ kind }) => kind));
  if (mock) return ["The orders were placed in the mock checkout: no money was charged."];
  if (kinds.size === 1 && kinds.has("test"))
    return ["The orders were placed in test mode: no money was charged."];
  if (kinds.has("mock"))
    return ["No money was charged for the orders of the mock checkout and of test mode."];
  return isTest ? ["Orders in test mode are among them: no money was charged for those."] : [];
}
