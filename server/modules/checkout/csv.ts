import type { ListedOrder } from "./listing.ts";

/** Makes spreadsheets read the rest as UTF-8. */
export const BYTE_ORDER_MARK = "\ufeff";

/** What a spreadsheet would take for a formula; the wide ones are what some of them make of full-width typing. */
const FORMULA = /^[\s\p{Cc}\p{Cf}]*[=+\-@＝＋－＠]|^[\t\r\n]/u;

const COLUMNS: readonly [name: string, cell: (order: ListedOrder) => string][] = [
  ["Order", ({ id }) => String(id)],
  ["Created (UTC)", ({ createdAt }) => moment(createdAt)],
  ["Paid (UTC)", ({ paidAt }) => (paidAt ? moment(paidAt) : "")],
  ["Product", ({ productName }) => productName],
  ["Type", ({ productType }) => productType],
  ["Amount", ({ amountCents }) => money(amountCents)],
  ["Platform fee", ({ feeCents }) => money(feeCents)],
  ["Net", ({ amountCents, feeCents }) => money(amountCents - feeCents)],
  ["Currency", ({ currency }) => currency.toUpperCase()],
  ["Status", ({ status }) => status],
  ["Buyer email", ({ buyerEmail }) => buyerEmail ?? ""],
  ["Downloads", ({ downloadCount }) => String(downloadCount)],
  ["Provider", ({ provider }) => provider],
];

export const csvHeader = csvLine(COLUMNS.map(([name]) => name));

export function csvOf(order: ListedOrder): string {
  return csvLine(COLUMNS.map(([, cell]) => cell(order)));
}

/** One line as RFC 4180 has it. */
export function csvLine(cells: readonly string[]): string {
  return `${cells.map(csvCell).join(",")}\r\n`;
}

/** A cell that stays text: a formula gets an apostrophe in front, which spreadsheets do not show. */
function csvCell(text: string): string {
  const inert = FORMULA.test(text) ? `'${text}` : text;
  // Spreadsheets of some languages separate by semicolons or tabs.
  return /[",;\t\r\n]/.test(inert) ? `"${inert.replaceAll('"', '""')}"` : inert;
}

/** `2026-11-21 14:05:09`: ISO 8601 as spreadsheets understand it. */
function moment(date: Date): string {
  return date.toISOString().slice(0, 19).replace("T", " ");
}

function money(cents: number): string {
  return (cents / 100).toFixed(2);
}
