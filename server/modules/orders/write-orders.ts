import type { CreatorOrder } from "../../../contract/api/orders.ts";
import type { Queries } from "../../platform/database/index.ts";
import { csvHeader, csvOf } from "./csv.ts";
import { type Cursor, type ListedOrder, listOrdersAfter, type OrderFilter } from "./listing.ts";
import { presentCreatorOrder } from "./presenter.ts";

const BATCH_SIZE = 500;

/** Writes orders as CSV, newest first. */
export async function* writeOrders(db: Queries, filter: OrderFilter): AsyncGenerator<string, undefined> {
  yield csvHeader;
  for await (const rows of inBatches(db, filter)) yield rows.map(csvOf).join("");
  return undefined;
}

/** Lists all orders of a creator, newest first. */
export async function* listOrdersOf(db: Queries, creatorId: number): AsyncGenerator<CreatorOrder> {
  const filter = { creatorId, status: "all", search: "" } as const;
  for await (const rows of inBatches(db, filter)) yield* rows.map(presentCreatorOrder);
}

/** Each batch costs the same, however many orders there are. */
async function* inBatches(db: Queries, filter: OrderFilter): AsyncGenerator<ListedOrder[]> {
  let after: Cursor | null = null;
  do {
    const rows: (ListedOrder & { cursor: Cursor })[] = await listOrdersAfter(db, filter, {
      after,
      limit: BATCH_SIZE,
    });
    yield rows;
    after = rows.length < BATCH_SIZE ? null : (rows.at(-1)?.cursor ?? null);
  } while (after !== null);
}
