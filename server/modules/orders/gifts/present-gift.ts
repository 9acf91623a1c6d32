import type { GiftField, OrderGift } from "../../../../contract/pages/gift-models.ts";
import { dayIn, giftLimits } from "../../../../contract/rules/gift-rules.ts";
import { limits } from "../../../../contract/rules/limits.ts";
import type { AppError } from "../../../platform/http/app-error.ts";
import { findAccess } from "../access/access.ts";
import type { OrderDeps } from "../deps.ts";
import { goodsOf, isWithdrawn } from "../lines/lines.ts";
import { maskEmail } from "../listing/presenter.ts";
import type { OrderRow } from "../repository.ts";
import { giftDaysOf, isAllFiles } from "./plan-gift.ts";
import { asReceiver } from "./receiver.ts";

type Entries = Record<GiftField, string>;
export type RejectedGift = { entries: Entries; problem: string; field: GiftField | null };

const MAX: Record<GiftField, number> = {
  email: limits.email.max,
  name: giftLimits.name.max,
  line: giftLimits.line.max,
  day: 10,
};
const FIELDS = ["email", "name", "line", "day"] as const;

/** Returns the gift form to show again for rejected input. */
export function rejectedGift(error: AppError, form: Entries): RejectedGift {
  const [named] = error.issues?.[0]?.path ?? [];
  const entries = Object.fromEntries(FIELDS.map((name) => [name, form[name].slice(0, MAX[name])])) as Entries;
  return {
    entries,
    problem: error.text,
    field: FIELDS.find((name) => name === named) ?? null,
  };
}

/** Returns the gift that an order is or can be, for its payer, or null if it can be none. */
export async function presentGift(
  { db, clock }: Pick<OrderDeps, "db" | "clock">,
  row: OrderRow,
  rejected?: RejectedGift,
): Promise<OrderGift | null> {
  const { gift, paidAt, amountCents } = row;
  const to = gift?.toEmail ? maskEmail(gift.toEmail) : null;
  if (gift?.sentAt) return { state: "sent", to, at: gift.sentAt.toISOString() };
  if (!paidAt || amountCents === 0 || row.buyerEmail === null || row.restrictedAt) return null;
  const goods = goodsOf(row);
  const hasEnded = row.status === "refunded" || isWithdrawn(row);
  if (goods.length > 0)
    return hasEnded
      ? null
      : { state: "goods", isBundle: goods.some(({ bundleName }) => bundleName !== null) };
  if (!isAllFiles(row)) return null;
  if ((await findAccess(db, asReceiver(row))).open.length === 0 && !gift) return null;
  const { days, timeZone } = giftDaysOf(row, clock.now());
  const planned = gift ? dayIn(gift.sendAt, timeZone) : days.first;
  const typed = rejected?.entries ?? {
    email: "",
    name: gift?.name ?? "",
    line: gift?.line ?? "",
    // A gift that waits keeps a day that can be sent.
    day: planned < days.first ? days.first : planned,
  };
  const form = { ...typed, days, problem: rejected?.problem ?? null, field: rejected?.field ?? null };
  return gift ? { state: "planned", form, to, at: gift.sendAt.toISOString() } : { state: "offered", form };
}
