import { isDeepStrictEqual } from "node:util";
import { eq, type SQL, sql } from "drizzle-orm";
import { anyOf } from "../../../platform/database/any-of.ts";
import { violatedConstraint } from "../../../platform/database/errors.ts";
import type { Queries, Transaction } from "../../../platform/database/index.ts";
import { creators } from "../../creators/index.ts";
import { insertAccessOf } from "../access/repository.ts";
import { errors } from "../errors.ts";
import { orderLines, type SoldProduct } from "../line-tables.ts";
import { orders } from "../tables.ts";
import { type LineMoney, sumsOf, withAmount } from "./line-money.ts";
import type { OrderLine } from "./lines.ts";

type NewOrder = Omit<typeof orders.$inferInsert, keyof LineMoney | "language">;
type NewLine = SoldProduct & Pick<OrderLine, "itemCents" | "shippingCents">;

/** Inserts an order in its creator's language, with its lines and the current files of their products, in one statement. Throws 409 when a product, a file, the tile or the creator was deleted in the meantime. */
export async function insertOrder(db: Queries, order: NewOrder, sold: readonly NewLine[]): Promise<void> {
  const lines = sold.map(({ fileIds: _, ...line }, position) => ({
    ...withAmount({ ...line, discountCents: 0 }),
    position,
  }));
  const language = sql`(select ${creators.language} from ${creators} where ${eq(creators.id, order.creatorId ?? 0)})`;
  const inserted = db
    .insert(orders)
    .values({ ...order, language, ...sumsOf(lines) })
    .returning({ id: orders.id });
  const orderId = sql<number>`(select id from inserted)`;
  const insertedLines = db
    .insert(orderLines)
    .values(lines.map((line) => ({ ...line, orderId })))
    .returning();
  const statement = sql`with inserted as ${inserted}, inserted_lines as ${insertedLines} ${insertAccessOf(sql`inserted_lines`)}`;
  await db.execute(statement).catch((error: unknown) => {
    if (violatedConstraint(error)?.endsWith("_fk")) throw errors.notForSale();
    throw error;
  });
}

type LineChanges = Partial<LineMoney & Pick<OrderLine, "name" | "type" | "refundedCents">>;

/** Saves changes of a locked order's lines, and returns the lines. Writes only lines that differ. */
export async function saveLines(
  tx: Transaction,
  lines: readonly OrderLine[],
  changesOf: (line: OrderLine, at: number) => LineChanges,
): Promise<OrderLine[]> {
  const saved: OrderLine[] = [];
  for (const [at, line] of lines.entries()) {
    const changes = changesOf(line, at);
    const changed = { ...line, ...changes };
    if (!isDeepStrictEqual(changed, line))
      await tx.update(orderLines).set(changes).where(eq(orderLines.id, line.id));
    saved.push(changed);
  }
  return saved;
}

export async function setStockReserved(tx: Transaction, { id }: OrderLine): Promise<void> {
  await tx.update(orderLines).set({ stockReserved: true }).where(eq(orderLines.id, id));
}

/** Marks lines of a locked order as shipped. A line that was shipped before keeps its time. */
export async function setShipped(
  tx: Transaction,
  lines: readonly OrderLine[],
  tracking: string | null,
): Promise<void> {
  const shippedAt = sql`coalesce(${orderLines.shippedAt}, now())`;
  await tx.update(orderLines).set({ shippedAt, tracking }).where(areLines(lines));
}

/** The condition that a row is one of these lines. */
export const areLines = (lines: readonly OrderLine[]): SQL =>
  anyOf(
    orderLines.id,
    lines.map(({ id }) => id),
  );
