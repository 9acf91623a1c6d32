import type { CreatorOrder } from "../../../contract/api/orders.ts";
import { readInBatches } from "../../platform/database/chunks.ts";
import type { Queries } from "../../platform/database/index.ts";
import { csvTable } from "../../platform/http/csv.ts";
import { orderColumns } from "./books/csv.ts";
import { type ListedOrder, listOrdersAfter, type OrderFilter } from "./listing/listing.ts";
import { presentCreatorOrder } from "./listing/presenter.ts";

const BATCH_SIZE = 500;

const read = (db: Queries, filter: OrderFilter) =>
  readInBatches<ListedOrder & { cursor: string }>(BATCH_SIZE, (after, limit) =>
    listOrdersAfter(db, filter, { after, limit }),
  );

/** Writes the orders as CSV without imported sales, whose money is in the books of another service. */
export const writeOrders = (db: Queries, filter: OrderFilter) =>
  csvTable(orderColumns, read(db, { ...filter, isOwnSale: true }));

export async function* listOrdersOf(db: Queries, creatorId: number): AsyncGenerator<CreatorOrder> {
  const filter = { creatorId, status: "all", search: "" } as const;
  for await (const rows of read(db, filter)) yield* rows.map(presentCreatorOrder);
}
