import { randomUUID } from "node:crypto";
import {
  and,
  desc,
  eq,
  gte,
  inArray,
  isNotNull,
  isNull,
  lte,
  notExists,
  notInArray,
  type SQL,
  sql,
} from "drizzle-orm";
import type { GiftInput } from "../../../../contract/api/gifts.ts";
import { GIFT_DELAY_HOURS, GIFT_HOUR, GIFT_STOP_HOURS } from "../../../../contract/rules/gift-rules.ts";
import { anyOf } from "../../../platform/database/any-of.ts";
import { first, type Queries, type Transaction } from "../../../platform/database/index.ts";
import { creators } from "../../creators/index.ts";
import type { OrderTokens } from "../access/tokens.ts";
import { gifts } from "../gift-tables.ts";
import { orders } from "../tables.ts";

/** Stores the gift of a locked order, instead of an earlier one that was not sent. Returns when it is sent. */
export async function replaceGift(
  tx: Transaction,
  tokens: OrderTokens,
  gift: { orderId: number; linkSeed: string; input: GiftInput; today: string; timeZone: string },
): Promise<Date | undefined> {
  const { orderId, linkSeed, today, timeZone } = gift;
  const { email, name, line, day } = gift.input;
  const id = randomUUID();
  const earliest = sql`now() + make_interval(hours => ${GIFT_DELAY_HOURS})`;
  const morning = sql`(${day}::date + make_interval(hours => ${GIFT_HOUR})) at time zone ${timeZone}`;
  const sendAt = day === today ? earliest : sql`greatest(${earliest}, ${morning})`;
  await deleteGift(tx, orderId);
  const tokenHash = tokens.hash(tokens.gift(id));
  const stopHash = tokens.hash(tokens.stopGift(linkSeed));
  const [stored] = await tx
    .insert(gifts)
    .values({ id, orderId, toEmail: email, name, line, sendAt, tokenHash, stopHash })
    .returning({ sendAt: gifts.sendAt });
  return stored?.sendAt;
}

export async function deleteGift(tx: Transaction, orderId: number): Promise<void> {
  await tx.delete(gifts).where(eq(gifts.orderId, orderId));
}

export async function setGiftSent(tx: Transaction, id: string): Promise<void> {
  await tx.update(gifts).set({ sentAt: sql`now()` }).where(eq(gifts.id, id));
}

/** Finds the order of a gift that its payer can take back by an emailed link. */
export const findStoppableGift = (db: Queries, stopHash: Buffer) =>
  db
    .select({ orderId: gifts.orderId })
    .from(gifts)
    .where(
      and(
        eq(gifts.stopHash, stopHash),
        gte(sql`coalesce(${gifts.sentAt}, now())`, sql`now() - make_interval(hours => ${GIFT_STOP_HOURS})`),
      ),
    )
    .then(first);

/** Postpones a gift that cannot be sent now. */
export async function postponeGift(db: Queries, id: string): Promise<void> {
  await db
    .update(gifts)
    .set({ sendAt: sql`now() + interval '1 hour'` })
    .where(and(eq(gifts.id, id), isNull(gifts.sentAt)));
}

const isSuspended = (db: Queries) =>
  db
    .select({ one: sql`1` })
    .from(creators)
    .where(and(eq(creators.id, orders.creatorId), isNotNull(creators.suspension)));

/** Finds a gift whose time has come, of an order that is neither refunded nor disputed, and of a creator who is not suspended. */
export const findDueGift = (db: Queries, except: readonly string[]) =>
  db
    .select({ id: gifts.id, orderId: gifts.orderId })
    .from(gifts)
    .innerJoin(orders, eq(orders.id, gifts.orderId))
    .where(
      and(
        isNull(gifts.sentAt),
        lte(gifts.sendAt, sql`now()`),
        inArray(orders.status, ["paid", "partially_refunded"]),
        notExists(isSuspended(db)),
        except.length > 0 ? notInArray(gifts.id, [...except]) : undefined,
      ),
    )
    .orderBy(gifts.sendAt)
    .limit(1)
    .then(first);

/** The condition that a sent gift belongs to this email, which is in lower case. */
export const ofReceiver = (email: string): SQL | undefined =>
  and(eq(sql`lower(${gifts.toEmail})`, email), isNotNull(gifts.sentAt));

/** Finds the order of a sent gift by its link or, in the library, by its order and receiver. */
export const findGiftedOrder = (
  db: Queries,
  key: { tokenHash: Buffer } | { orderId: number; receiver: string },
) =>
  db
    .select({ orderId: gifts.orderId })
    .from(gifts)
    .where(
      "tokenHash" in key
        ? and(eq(gifts.tokenHash, key.tokenHash), isNotNull(gifts.sentAt))
        : and(eq(gifts.orderId, key.orderId), ofReceiver(key.receiver)),
    )
    .then(first);

const MAX_LISTED = 50;

/** Lists the orders of the latest gifts to an email. */
export const listReceived = (db: Queries, email: string) =>
  db
    .select({ orderId: gifts.orderId })
    .from(gifts)
    .where(ofReceiver(email))
    .orderBy(desc(gifts.sentAt), desc(gifts.orderId))
    .limit(MAX_LISTED);

/** Removes an erased email from gifts. A gift that was not sent to it returns to its buyer. */
export async function eraseReceiver(tx: Transaction, email: string): Promise<void> {
  const toEmail = eq(sql`lower(${gifts.toEmail})`, email.toLowerCase());
  await tx.delete(gifts).where(and(toEmail, isNull(gifts.sentAt)));
  await tx.update(gifts).set({ toEmail: null, name: null, line: null }).where(toEmail);
}

/** Removes the receivers of the gifts of matching orders. Their links still work for anyone who has them. */
export async function forgetReceivers(db: Queries, condition: SQL | undefined): Promise<void> {
  const matching = db.select({ id: orders.id }).from(orders).where(condition);
  await db
    .update(gifts)
    .set({ toEmail: null })
    .where(and(isNotNull(gifts.toEmail), inArray(gifts.orderId, matching)));
}

/** Removes the words of an erased buyer from the gifts of orders. Receivers keep what they own. */
export async function eraseGiver(db: Queries, orderIds: readonly number[]): Promise<void> {
  await db.update(gifts).set({ name: null, line: null }).where(anyOf(gifts.orderId, orderIds));
}
