import { priceOf } from "../../../../contract/rules/price-lines.ts";
import { getsOf, moneyOf, netOf } from "../../../../contract/rules/sale-money.ts";
import { type CsvColumn, csvRow, csvTimestamp, csvHeader as headerOf } from "../../../platform/http/csv.ts";
import { titleOf, typesOf } from "../lines/lines.ts";
import type { ListedOrder } from "../listing/listing.ts";

export const orderColumns: readonly CsvColumn<ListedOrder>[] = [
  ["Order", ({ id }) => String(id)],
  ["Created (UTC)", ({ createdAt }) => csvTimestamp(createdAt)],
  ["Paid (UTC)", ({ paidAt }) => (paidAt ? csvTimestamp(paidAt) : "")],
  ["Product", titleOf],
  ["Type", typesOf],
  ["Amount", ({ amountCents }) => money(amountCents)],
  ["Platform fee", ({ feeCents }) => money(feeCents)],
  ["Net", (order) => money(netOf(order))],
  ["Currency", ({ currency }) => currency.toUpperCase()],
  ["Status", ({ status }) => status],
  ["Buyer email", ({ buyerEmail }) => buyerEmail ?? ""],
  ["Downloads", ({ downloadCount }) => String(downloadCount)],
  ["Provider", ({ provider }) => provider],
  ["Mode", ({ mode }) => mode ?? ""],
  ["Shipping", ({ shippingCents }) => money(shippingCents)],
  ["Refunded", ({ refundedCents }) => money(refundedCents)],
  ["Platform fee returned", ({ feeReturnedCents }) => money(feeReturnedCents)],
  ["Provider fee", ({ providerFeeCents }) => (providerFeeCents === null ? "" : money(providerFeeCents))],
  ["Receipt", ({ number }) => number ?? ""],
  ["Buyer country", ({ buyerCountry }) => buyerCountry ?? ""],
  ["Buyer company", ({ buyerCompany }) => buyerCompany ?? ""],
  ["Buyer VAT ID", ({ buyerVatId }) => buyerVatId ?? ""],
  ["Disputed", ({ disputedCents }) => money(disputedCents)],
  [
    "Net after provider fee",
    (order) => (order.providerFeeCents === null ? "" : money(getsOf(moneyOf(order)))),
  ],
  ["Discount", ({ discountCents }) => money(discountCents)],
  ["Discount code", ({ discountCode }) => discountCode ?? ""],
  ["Price", ({ amountCents: totalCents, ...order }) => money(priceOf({ totalCents, ...order }))],
  // The amount comes first, because a name may contain any character.
  ["Lines", ({ lines }) => lines.map(({ name, amountCents }) => `${money(amountCents)} ${name}`).join("; ")],
];

export const csvHeader = headerOf(orderColumns);
export const csvOf = (order: ListedOrder) => csvRow(orderColumns, order);

export const money = (cents: number) => (cents / 100).toFixed(2);
