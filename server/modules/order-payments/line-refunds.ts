import { shareOut } from "../../../contract/rules/shares.ts";
import { errors } from "./errors.ts";
import { lostOf, type OrderMoney } from "./status.ts";

/** A line of a paid order. Amounts in minor units. */
export type PaidLine = { id: number; name: string; amountCents: number };
type Lines = readonly Pick<PaidLine, "id" | "amountCents">[];
type PartOfLine = { lineId: number; amountCents: number };
/** A refund. Without `lines`, it is a refund of the whole order. */
type Refund = { amountCents: number; lines: readonly PartOfLine[] };

const sumOf = (cents: readonly number[]) => cents.reduce((sum, each) => sum + each, 0);

/**
 * Splits refunds over the lines of their order, and returns the parts of each refund by line. A refund of lines
 * counts for exactly these lines. A refund of the whole order is split in proportion to the amounts of the lines that
 * earlier refunds have left.
 */
export function splitRefunds(lines: Lines, refunds: readonly Refund[]): number[][] {
  const named = refunds.map((refund) =>
    lines.map(({ id }) =>
      sumOf(refund.lines.filter(({ lineId }) => lineId === id).map(({ amountCents }) => amountCents)),
    ),
  );
  let left = lines.map(({ amountCents }, at) =>
    Math.max(0, amountCents - sumOf(named.map((parts) => parts[at] ?? 0))),
  );
  return refunds.map((refund, at) => {
    if (refund.lines.length > 0) return named[at] ?? [];
    const parts = shareOut(Math.min(refund.amountCents, sumOf(left)), left);
    left = left.map((cents, of) => cents - (parts[of] ?? 0));
    return parts;
  });
}

/** Returns the refunded amount of each line. */
export function refundedOfLines(lines: Lines, refunds: readonly Refund[]): number[] {
  const split = splitRefunds(lines, refunds);
  return lines.map((_, at) => sumOf(split.map((parts) => parts[at] ?? 0)));
}

/** Returns the refunds of a payment that have not failed. */
export const lastingRefunds = <Each extends OrderMoney["refunds"][number]>(
  { refunds }: { refunds: readonly Each[] },
  payment: { id: string },
): Each[] => refunds.filter(({ paymentId, status }) => paymentId === payment.id && status !== "failed");

/** Returns the rest of each line: neither refunded, nor being refunded, nor taken by the buyer's bank. */
export function leftOfLines(
  lines: Lines,
  payment: { id: string },
  money: {
    refunds: readonly (Refund & OrderMoney["refunds"][number])[];
    disputes: OrderMoney["disputes"];
  },
): number[] {
  const refunded = refundedOfLines(lines, lastingRefunds(money, payment));
  const left = lines.map(({ amountCents }, at) => amountCents - (refunded[at] ?? 0));
  const lost = shareOut(Math.min(lostOf(money.disputes, payment.id), sumOf(left)), left);
  return left.map((cents, at) => cents - (lost[at] ?? 0));
}

/** Returns the amounts to refund for the requested lines, by default everything that is left of each. Throws 400. */
export function chooseParts(
  lines: readonly PaidLine[],
  requested: readonly { id: number; amountCents?: number | undefined }[],
  left: readonly number[],
): PartOfLine[] {
  return requested.map(({ id, amountCents }) => {
    const at = lines.findIndex((line) => line.id === id);
    const line = lines[at];
    if (!line) throw errors.noLine();
    const most = left[at] ?? 0;
    const chosen = amountCents ?? most;
    if (chosen > most || chosen === 0)
      throw errors.lineTooLarge({ left: (most / 100).toFixed(2), line: line.name });
    return { lineId: id, amountCents: chosen };
  });
}

/** Lists the lines that a refund counts for, with its part of each. */
export const partsByLine = (lines: Lines, parts: readonly number[]): PartOfLine[] =>
  lines.flatMap(({ id: lineId }, at) => {
    const amountCents = parts[at] ?? 0;
    return amountCents > 0 ? { lineId, amountCents } : [];
  });
