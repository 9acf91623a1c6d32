import { and, eq, gt, isNotNull, sql } from "drizzle-orm";
import { sellerReportRoutes } from "../../../contract/api/seller-reports.ts";
import type { Database } from "../../platform/database/index.ts";
import { csvLine, sendCsv } from "../../platform/http/csv.ts";
import type { RegisterRoute } from "../../platform/http/register-route.ts";
import { money } from "./csv.ts";
import { orders } from "./tables.ts";

type Row = Awaited<ReturnType<typeof sumBySeller>>[number];

const COLUMNS: readonly [name: string, cell: (row: Row) => string][] = [
  ["Seller", ({ creatorId }) => (creatorId === null ? "deleted" : String(creatorId))],
  ["Legal name", ({ seller }) => seller?.legal_name ?? ""],
  ["Address", ({ seller }) => seller?.address ?? ""],
  ["Country", ({ seller }) => seller?.country ?? ""],
  ["VAT id", ({ seller }) => seller?.vat_id ?? ""],
  ["Register", ({ seller }) => seller?.register ?? ""],
  ["Trader", ({ seller }) => (seller === null ? "" : seller.is_trader ? "yes" : "no")],
  ["Quarter", ({ quarter }) => quarter],
  ["Type", ({ productType }) => productType],
  ["Currency", ({ currency }) => currency.toUpperCase()],
  ["Sales", ({ count }) => String(count)],
  ["Amount", ({ amountCents }) => money(amountCents)],
  ["Refunded", ({ refundedCents }) => money(refundedCents)],
  ["Platform fee", ({ feeCents }) => money(feeCents)],
  ["Disputed", ({ disputedCents }) => money(disputedCents)],
];

/** Registers the administrators' export of what each seller sold, for reports such as DAC7. */
export function registerSellerReport(registerRoute: RegisterRoute, { db }: { db: Database }): void {
  registerRoute(sellerReportRoutes.exportSellers, async ({ query: { year }, request, reply }) => {
    const rows = await sumBySeller(db, year);
    return sendCsv({ request, reply }, { name: `sellers-${year}`, lines: writeSellers(rows) });
  });
}

async function* writeSellers(rows: readonly Row[]): AsyncGenerator<string, undefined> {
  yield csvLine(COLUMNS.map(([name]) => name)) +
    rows.map((row) => csvLine(COLUMNS.map(([, cell]) => cell(row)))).join("");
  return undefined;
}

/**
 * Returns sums of the orders that were paid with money in a year, by seller, quarter, type and currency.
 * A seller is as it was stored with each order, so that deleted creators are included and changed details are separate rows.
 */
async function sumBySeller(db: Database, year: number) {
  const quarter = sql<string>`to_char(${orders.paidAt} at time zone 'UTC', 'YYYY"-Q"Q')`;
  return db
    .select({
      creatorId: orders.creatorId,
      seller: orders.seller,
      quarter,
      productType: orders.productType,
      currency: orders.currency,
      count: sql<number>`count(*)`.mapWith(Number),
      amountCents: sql<number>`sum(${orders.amountCents})`.mapWith(Number),
      refundedCents: sql<number>`sum(${orders.refundedCents})`.mapWith(Number),
      disputedCents: sql<number>`sum(${orders.disputedCents})`.mapWith(Number),
      feeCents: sql<number>`sum(${orders.feeCents} - ${orders.feeReturnedCents})`.mapWith(Number),
    })
    .from(orders)
    .where(
      and(
        eq(orders.mode, "live"),
        gt(orders.amountCents, 0),
        isNotNull(orders.paidAt),
        sql`${orders.paidAt} >= make_timestamptz(${year}, 1, 1, 0, 0, 0, 'UTC')`,
        sql`${orders.paidAt} < make_timestamptz(${year + 1}, 1, 1, 0, 0, 0, 'UTC')`,
      ),
    )
    .groupBy(orders.creatorId, orders.seller, quarter, orders.productType, orders.currency)
    .orderBy(orders.creatorId, quarter, orders.productType, orders.currency);
}
