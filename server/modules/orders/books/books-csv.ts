import { getsOf, keptFeeOf, type SaleMoney } from "../../../../contract/rules/sale-money.ts";
import { readInBatches } from "../../../platform/database/chunks.ts";
import type { Queries } from "../../../platform/database/index.ts";
import { type CsvColumn, csvTable, csvTimestamp } from "../../../platform/http/csv.ts";
import { titleOf, typesOf } from "../lines/lines.ts";
import { money } from "./csv.ts";
import { type LedgerPeriod, type ListedEntry, listEntriesAfter } from "./ledger.ts";

const BATCH_SIZE = 500;

/** Each column adds up to its sum in the books. Deductions from "Net" have separate columns. */
const columnsIn = (timeZone: string): readonly CsvColumn<ListedEntry>[] => [
  ["Date", ({ entry }) => csvTimestamp(localTime(entry.at, timeZone))],
  ["What", ({ entry }) => whatOf(entry)],
  ["Order", ({ entry }) => String(entry.orderId)],
  ["Receipt", ({ number }) => number ?? ""],
  ["Product", titleOf],
  ["Type", typesOf],
  ["Currency", ({ currency }) => currency.toUpperCase()],
  ["Discount", ({ entry }) => money(entry.discountCents)],
  ["Shipping", ({ entry }) => money(entry.shippingCents)],
  ["Paid", ({ entry }) => money(entry.amountCents)],
  ["Refunded", ({ entry }) => money(entry.refundedCents)],
  ["Disputed", ({ entry }) => money(entry.disputedCents)],
  ["Platform fee", ({ entry }) => money(keptFeeOf(entry))],
  ["Provider fee", ({ entry }) => money(entry.providerFeeCents)],
  ["Net", ({ entry }) => money(getsOf(entry))],
  ["Provider fee not known yet", ({ entry }) => String(entry.unknownProviderFees)],
  ["Provider", ({ provider }) => provider],
  ["Buyer country", ({ buyerCountry }) => buyerCountry ?? ""],
  ["Buyer company", ({ buyerCompany }) => buyerCompany ?? ""],
  ["Buyer VAT ID", ({ buyerVatId }) => buyerVatId ?? ""],
];

/** Returns the kind of an entry. A refund may end a part of a dispute. */
function whatOf(entry: SaleMoney & { sales: number }): string {
  const { sales, refundedCents, disputedCents, feeCents } = entry;
  const parts = [
    sales > 0 && "sale",
    refundedCents > 0 && "refund",
    refundedCents < 0 && "refund failed",
    disputedCents > 0 && "dispute",
    disputedCents < 0 && "dispute ended",
  ].filter((part) => part !== false);
  if (parts.length > 0) return parts.join(", ");
  return feeCents > 0 ? "fee of a second payment" : "fee";
}

/** Writes the entries of a period as CSV in the creator's time zone, oldest first. Every batch costs the same. */
export const writeBooks = (db: Queries, { timeZone, ...period }: LedgerPeriod & { timeZone: string }) =>
  csvTable(
    columnsIn(timeZone),
    readInBatches<ListedEntry>(BATCH_SIZE, (after, limit) => listEntriesAfter(db, period, { after, limit })),
  );

/** Shifts an instant so that UTC shows the wall-clock time of a time zone. */
function localTime(date: Date, timeZone: string): Date {
  const local = Temporal.Instant.fromEpochMilliseconds(date.getTime()).toZonedDateTimeISO(timeZone);
  return new Date(date.getTime() + local.offsetNanoseconds / 1e6);
}
