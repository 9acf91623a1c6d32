import type { ListedOrder } from "./listing.ts";
import { netOf } from "./presenter.ts";

/** Makes spreadsheets read the rest as UTF-8. */
export const BYTE_ORDER_MARK = "\ufeff";

/** Matches text that a spreadsheet would read as a formula. Some spreadsheets convert the full-width characters to ASCII. */
const FORMULA = /^[\s\p{Cc}\p{Cf}]*[=+\-@＝＋－＠]|^[\t\r\n]/u;

const COLUMNS: readonly [name: string, cell: (order: ListedOrder) => string][] = [
  ["Order", ({ id }) => String(id)],
  ["Created (UTC)", ({ createdAt }) => timestamp(createdAt)],
  ["Paid (UTC)", ({ paidAt }) => (paidAt ? timestamp(paidAt) : "")],
  ["Product", ({ productName }) => productName],
  ["Type", ({ productType }) => productType],
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
];

export const csvHeader = csvLine(COLUMNS.map(([name]) => name));

export function csvOf(order: ListedOrder): string {
  return csvLine(COLUMNS.map(([, cell]) => cell(order)));
}

/** Formats one line as in RFC 4180. */
export function csvLine(cells: readonly string[]): string {
  return `${cells.map(csvCell).join(",")}\r\n`;
}

/** Formats a cell that a spreadsheet reads as text: a formula is prefixed with an apostrophe, which spreadsheets do not show. */
function csvCell(text: string): string {
  const safe = FORMULA.test(text) ? `'${text}` : text;
  // Spreadsheets in some locales use semicolons or tabs as separators.
  return /[",;\t\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

/** Formats a time in UTC so that spreadsheets parse it: `2026-11-21 14:05:09`. */
function timestamp(date: Date): string {
  return date.toISOString().slice(0, 19).replace("T", " ");
}

export function money(cents: number): string {
  return (cents / 100).toFixed(2);
}
