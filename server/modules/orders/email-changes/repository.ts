import { randomUUID } from "node:crypto";
import { and, eq, gte, isNotNull, isNull, lt, type SQL, sql } from "drizzle-orm";
import {
  ORDER_EMAIL_CONFIRM_HOURS,
  ORDER_EMAIL_UNDO_HOURS,
} from "../../../../contract/rules/library-limits.ts";
import type { OrderActor } from "../../../../contract/rules/order-states.ts";
import { deleteInBatches } from "../../../platform/database/in-batches.ts";
import { first, type Queries, type Transaction } from "../../../platform/database/index.ts";
import type { OrderTokens } from "../access/tokens.ts";
import { orderEmailChanges as changes } from "../email-change-tables.ts";

export type EmailChange = typeof changes.$inferSelect;
/** The effect of the link of a change. */
export type ChangeLink = "confirm" | "undo";

const since = (hours: number): SQL => sql`now() - make_interval(hours => ${hours})`;

/** Stores a request, and ends the order's other requests that wait for a confirmation. Returns its id. */
export async function insertChange(
  tx: Transaction,
  tokens: OrderTokens,
  change: { orderId: number; fromEmail: string; toEmail: string; by: OrderActor; isConfirmed: boolean },
): Promise<string> {
  const { isConfirmed, ...values } = change;
  await tx
    .update(changes)
    .set({ endedAt: sql`now()` })
    .where(and(eq(changes.orderId, change.orderId), isNull(changes.confirmedAt), isNull(changes.endedAt)));
  const id = randomUUID();
  await tx.insert(changes).values({
    ...values,
    id,
    confirmHash: tokens.hash(tokens.emailChange("confirm", id)),
    undoHash: tokens.hash(tokens.emailChange("undo", id)),
    confirmedAt: isConfirmed ? sql`now()` : null,
  });
  return id;
}

/** Finds the change of a link that still works, by the database's clock. */
export const findChange = (db: Queries, link: ChangeLink, tokenHash: Buffer) =>
  db
    .select()
    .from(changes)
    .where(
      and(
        isNull(changes.endedAt),
        ...(link === "confirm"
          ? [
              eq(changes.confirmHash, tokenHash),
              isNull(changes.confirmedAt),
              gte(changes.requestedAt, since(ORDER_EMAIL_CONFIRM_HOURS)),
            ]
          : [
              eq(changes.undoHash, tokenHash),
              isNotNull(changes.confirmedAt),
              gte(changes.confirmedAt, since(ORDER_EMAIL_UNDO_HOURS)),
            ]),
      ),
    )
    .then(first);

export async function setConfirmed(tx: Transaction, id: string): Promise<void> {
  await tx.update(changes).set({ confirmedAt: sql`now()` }).where(eq(changes.id, id));
}

/** Ends a change and every later one of its order. */
export async function endChangesSince(
  tx: Transaction,
  { orderId, requestedAt }: Pick<EmailChange, "orderId" | "requestedAt">,
): Promise<void> {
  await tx
    .update(changes)
    .set({ endedAt: sql`now()` })
    .where(and(eq(changes.orderId, orderId), gte(changes.requestedAt, requestedAt), isNull(changes.endedAt)));
}

/** Deletes the changes that nobody can confirm or undo any more. The history of the order keeps them. */
export async function deleteOldChanges(db: Queries): Promise<void> {
  await deleteInBatches(
    db,
    changes,
    lt(sql`coalesce(${changes.confirmedAt}, ${changes.requestedAt})`, since(30 * 24)),
  );
}
