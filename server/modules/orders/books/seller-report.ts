import { and, eq, gt, sql } from "drizzle-orm";
import { sellerReportRoutes } from "../../../../contract/api/seller-reports.ts";
import { keptFeeOf } from "../../../../contract/rules/sale-money.ts";
import type { Database } from "../../../platform/database/index.ts";
import { type CsvColumn, csvTable, sendCsv } from "../../../platform/http/csv.ts";
import type { RegisterRoute } from "../../../platform/http/register-route.ts";
import { ledgerEntries } from "../ledger-tables.ts";
import { orderLines } from "../line-tables.ts";
import { sumsOfEntries } from "../payment/sale-money.ts";
import { orders } from "../tables.ts";
import { money } from "./csv.ts";

type Row = Awaited<ReturnType<typeof sumBySeller>>[number];

const COLUMNS: readonly CsvColumn<Row>[] = [
  ["Seller", ({ creatorId }) => (creatorId === null ? "deleted" : String(creatorId))],
  ["Legal name", ({ seller }) => seller?.legal_name ?? ""],
  ["Address", ({ seller }) => seller?.address ?? ""],
  ["Country", ({ seller }) => seller?.country ?? ""],
  ["VAT id", ({ seller }) => seller?.vat_id ?? ""],
  ["Register", ({ seller }) => seller?.register ?? ""],
  ["Trader", ({ seller }) => (seller === null ? "" : seller.is_trader ? "yes" : "no")],
  ["Quarter", ({ quarter }) => quarter],
  ["Type", ({ types }) => types],
  ["Currency", ({ currency }) => currency.toUpperCase()],
  ["Sales", ({ paid }) => String(paid)],
  ["Amount", ({ amountCents }) => money(amountCents)],
  ["Refunded", ({ refundedCents }) => money(refundedCents)],
  ["Platform fee", (row) => money(keptFeeOf(row))],
  ["Disputed", ({ disputedCents }) => money(disputedCents)],
];

/** Registers the administrators' export of sales by seller, for reports such as DAC7. */
export function registerSellerReport(registerRoute: RegisterRoute, { db }: { db: Database }): void {
  registerRoute(sellerReportRoutes.exportSellers, async ({ query: { year }, request, reply }) => {
    const rows = await sumBySeller(db, year);
    return sendCsv({ request, reply }, { name: `sellers-${year}`, lines: csvTable(COLUMNS, [rows]) });
  });
}

/**
 * Returns a year's real sales, refunds and disputes by seller, quarter, type and currency, each in the quarter of its own date.
 * Sellers come from the orders' copies, so deleted creators are included and changed details have separate rows.
 */
async function sumBySeller(db: Database, year: number) {
  const { at } = ledgerEntries;
  const quarter = sql<string>`to_char(${at} at time zone 'UTC', 'YYYY"-Q"Q')`;
  const sold = db
    .select({ types: sql<string>`string_agg(distinct ${orderLines.type}, ', ')`.as("types") })
    .from(orderLines)
    .where(eq(orderLines.orderId, orders.id))
    .as("sold");
  return db
    .select({
      creatorId: orders.creatorId,
      seller: orders.seller,
      quarter,
      types: sold.types,
      currency: orders.currency,
      ...sumsOfEntries,
    })
    .from(ledgerEntries)
    .innerJoin(orders, eq(orders.id, ledgerEntries.orderId))
    .innerJoinLateral(sold, sql`true`)
    .where(
      and(
        eq(orders.mode, "live"),
        gt(orders.amountCents, 0),
        sql`${at} >= make_timestamptz(${year}, 1, 1, 0, 0, 0, 'UTC')`,
        sql`${at} < make_timestamptz(${year + 1}, 1, 1, 0, 0, 0, 'UTC')`,
      ),
    )
    .groupBy(orders.creatorId, orders.seller, quarter, sold.types, orders.currency)
    .orderBy(orders.creatorId, quarter, sold.types, orders.currency);
}
