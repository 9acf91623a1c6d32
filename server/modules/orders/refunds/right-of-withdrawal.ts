import type { Withdrawal } from "../../../../contract/api/order-lines.ts";
import type { ProductType } from "../../../../contract/api/products.ts";
import {
  CONTRACT_KINDS,
  type ContractKind,
  contractKindOf,
} from "../../../../contract/rules/contract-kinds.ts";
import type { OrderProvider } from "../../../../contract/rules/order-states.ts";

const DAY_MS = 86_400_000;
/** The period of withdrawal (article 9 of directive 2011/83/EU). */
const PERIOD_DAYS = 14;
/** Only the day of shipping is known, so this long is allowed for delivery, which starts the period. */
const DELIVERY_DAYS = 7;

/** The inputs of the right of withdrawal; amounts in minor units. */
export type WithdrawalFacts<Line extends LineFacts = LineFacts> = {
  provider: OrderProvider;
  paidAt: Date | null;
  /** The seller when the order was paid, or null for orders without seller details. */
  seller: { is_trader: boolean } | null;
  /** When the buyer agreed to delivery at once. */
  consentAt: Date | null;
  lines: readonly Line[];
  access: readonly AccessFacts[];
};

/** How often a file of a line was requested. */
type AccessFacts = { lineId: number; useCount: number };

type LineFacts = {
  id: number;
  type: ProductType;
  amountCents: number;
  refundedCents: number;
  shippedAt: Date | null;
  withdrawnAt: Date | null;
};

/** Returns whether a buyer can withdraw from a line of an order at a time, the deadline, and the reason if not. `until` is null while the deadline is unknown. */
export function lineWithdrawalOf(order: WithdrawalFacts, line: LineFacts, now: Date): Withdrawal {
  const none = (reason: Withdrawal["reason"]) => ({ possible: false, until: null, reason });
  if (order.provider === "mock") return none("mock");
  if (!order.paidAt) return none("not_paid");
  if (line.withdrawnAt) return none("withdrawn");
  if (order.provider === "free" || line.amountCents === 0) return none("free");
  if (line.type === "tip") return none("tip");
  if (!order.seller?.is_trader) return none("not_a_trader");
  if (line.refundedCents >= line.amountCents) return none("refunded");
  if (lineKindOf(order, line) === "file" && order.consentAt && isDelivered(order, line))
    return none("delivered");
  const end = periodEnd(line, order.paidAt);
  const until = end?.toISOString() ?? null;
  if (end && end < now) return { possible: false, until, reason: "period_over" };
  return { possible: true, until, reason: "open" };
}

const isDelivered = ({ access }: WithdrawalFacts, line: LineFacts): boolean =>
  access.some(({ lineId, useCount }) => lineId === line.id && useCount > 0);

/** Returns the subject of the contract about a line, or null for a tip. */
export const lineKindOf = (
  { access }: { access: readonly Pick<AccessFacts, "lineId">[] },
  { id, type }: Pick<LineFacts, "id" | "type">,
): ContractKind | null => contractKindOf({ type, hasFile: access.some(({ lineId }) => lineId === id) });

/** Returns the subjects of the contracts about some lines of an order, each once. */
export const kindsOf = (
  order: { access: readonly Pick<AccessFacts, "lineId">[] },
  lines: readonly Pick<LineFacts, "id" | "type">[],
): ContractKind[] => {
  const kinds = lines.map((line) => lineKindOf(order, line));
  return CONTRACT_KINDS.filter((kind) => kinds.includes(kind));
};

/** Lists the lines of an order from which its buyer can withdraw at a time. */
export const listWithdrawable = <Line extends LineFacts>(order: WithdrawalFacts<Line>, now: Date): Line[] =>
  order.lines.filter((line) => lineWithdrawalOf(order, line, now).possible);

/** Returns the right of withdrawal of an order: the right of its first line that has one, or the reason why none has. It is `withdrawn` once all lines are. */
export function withdrawalOf(order: WithdrawalFacts, now: Date): Withdrawal {
  const rights = order.lines.map((line) => lineWithdrawalOf(order, line, now));
  const [first] = rights;
  if (!first) throw new Error("an order without lines");
  return (
    rights.find(({ possible }) => possible) ?? rights.find(({ reason }) => reason !== "withdrawn") ?? first
  );
}

/**
 * Returns when the period ends: for a file or service 14 days after payment, for goods 14 days after the assumed delivery, null before they are shipped.
 * It also ends for a service that was provided in full. Only the seller knows of that, so the seller decides about the refund.
 */
function periodEnd({ type, shippedAt }: LineFacts, paidAt: Date): Date | null {
  if (type !== "physical") return endOfDay(paidAt, PERIOD_DAYS);
  return shippedAt && endOfDay(shippedAt, PERIOD_DAYS + DELIVERY_DAYS);
}

/** Returns the last millisecond (UTC) of the day that is `days` after the day of a time: the day itself is not counted (regulation 1182/71). */
function endOfDay(time: Date, days: number): Date {
  const startOfDay = Math.floor(time.getTime() / DAY_MS) * DAY_MS;
  return new Date(startOfDay + (days + 1) * DAY_MS - 1);
}
