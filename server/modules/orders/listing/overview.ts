import { and, eq, exists } from "drizzle-orm";
import type { OrderOverview } from "../../../../contract/api/order-totals.ts";
import { toInstant } from "../../../platform/clock/local-time.ts";
import type { Queries } from "../../../platform/database/index.ts";
import { orNotFound } from "../../../platform/http/app-error.ts";
import { findCreatorById } from "../../creators/index.ts";
import { orderDisputes } from "../../order-payments/index.ts";
import { sumEntries } from "../books/ledger.ts";
import type { OrderDeps } from "../deps.ts";
import { orders } from "../tables.ts";
import { countOrders, sumOrders } from "./listing.ts";
import { presentTotals } from "./presenter.ts";

/** Returns a creator's sales of this month (in the creator's time zone) and the number of orders that need attention. Throws 404. */
export async function getOverview({ db, clock }: OrderDeps, creatorId: number): Promise<OrderOverview> {
  const creator = await findCreatorById(db, creatorId).then(orNotFound("Creator"));
  const monthStart = startOfMonth(clock.now(), creator.timeZone);
  const ofCreator = { creatorId, search: "" };
  const [totals, toShip, disputed] = await Promise.all([
    sumEntries(db, { creatorId, from: monthStart }),
    countOrders(db, { ...ofCreator, status: "to_ship" }),
    countOpenDisputes(db, creatorId),
  ]);
  return {
    month_start: monthStart.toISOString(),
    ...presentTotals(totals),
    to_ship: toShip,
    disputed,
  };
}

/** Returns the sales of one creator, or of all (null), since an instant or ever. */
export async function sumSales(db: Queries, creatorId: number | null, paidSince?: Date) {
  const filter = { creatorId, status: "all", search: "" } as const;
  return presentTotals(await sumOrders(db, { ...filter, ...(paidSince && { paidSince }) }));
}

/** Counts disputed orders without a decision of the bank. A lost dispute keeps its status, but needs no attention. */
async function countOpenDisputes(db: Queries, creatorId: number): Promise<number> {
  const isOpen = and(eq(orderDisputes.orderId, orders.id), eq(orderDisputes.status, "open"));
  const open = db.select({ id: orderDisputes.orderId }).from(orderDisputes).where(isOpen);
  return db.$count(orders, and(eq(orders.creatorId, creatorId), eq(orders.status, "disputed"), exists(open)));
}

/** Returns the start of an instant's month in a time zone. */
export function startOfMonth(now: Date, timeZone: string): Date {
  const today = Temporal.Instant.fromEpochMilliseconds(now.getTime()).toZonedDateTimeISO(timeZone);
  return toInstant(today.toPlainDate().with({ day: 1 }).toPlainDateTime().toString(), timeZone);
}
