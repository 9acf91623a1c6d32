import { sql } from "drizzle-orm";
import { MOVED } from "./errors.ts";
import { type Database, inTransaction, lockName, type Queries, type Transaction } from "./index.ts";
import { eventLocation } from "./tables.ts";

export type EventLocation = typeof eventLocation.$inferSelect;

/** Returns what the main database says of where visits are; undefined when they never had a database of their own. */
export async function findEventLocation(main: Queries): Promise<EventLocation | undefined> {
  const [row] = await main.select().from(eventLocation);
  return row;
}

/** Lets a table of counts reject further visits at once, whoever sends them: statements that store visits all insert there. */
export const REJECT_EVENTS = `alter table pending_counts drop constraint if exists ${MOVED}, add constraint ${MOVED} check (false) not valid`;
export const ACCEPT_EVENTS = `alter table pending_counts drop constraint if exists ${MOVED}`;

async function holdsVisits(db: Queries): Promise<boolean> {
  const { rows } = await db.execute<{ found: boolean }>(sql`
    select exists (select from events) or exists (select from daily_counts) or exists (select from pending_counts) as found`);
  return rows[0]?.found ?? false;
}

async function readDatabaseId(own: Queries): Promise<string> {
  const { rows } = await own.execute<{ id: string }>(sql`select id from event_database`);
  const [row] = rows;
  if (!row) throw new Error("The database of EVENTS_DATABASE_URL has no id. Name an empty database.");
  return row.id;
}

/**
 * Makes a migrated database the one of visits: at once when the main database has none yet, otherwise once they are moved.
 * Returns where they are. Throws when the database holds visits of another installation.
 */
export async function assignEvents({ main, own }: { main: Database; own: Database }): Promise<EventLocation> {
  const databaseId = await readDatabaseId(own);
  const isUsed = await holdsVisits(own);
  return inTransaction(main, async (tx) => {
    await lockName(tx, "event location");
    const known = await findEventLocation(tx);
    if (known?.databaseId === databaseId) return known;
    if (isUsed || !areEventsInMain(known)) {
      const found = isUsed ? "holds other visits" : "does not hold the visits of this installation";
      throw new Error(
        `The database of EVENTS_DATABASE_URL ${found}. Name the one that they were moved to, or an empty one for a first move.`,
      );
    }
    return assignNew(tx, databaseId);
  });
}

async function assignNew(tx: Transaction, databaseId: string): Promise<EventLocation> {
  const location = (await holdsVisits(tx)) ? "main" : "own";
  if (location === "own") await tx.execute(sql.raw(REJECT_EVENTS));
  const [row] = await tx
    .insert(eventLocation)
    .values({ databaseId, location })
    .onConflictDoUpdate({ target: eventLocation.single, set: { databaseId, location } })
    .returning();
  if (!row) throw new Error("the location of visits was not stored");
  return row;
}

/** Returns whether the main database has all visits, by what it says of where they are. */
export const areEventsInMain = (known: EventLocation | undefined): boolean =>
  !known || (known.location === "main" && !known.isMoving);

/** Throws when visits are not all in the main database, which is the only one that is configured. */
export async function assertEventsInMain(main: Queries): Promise<void> {
  if (areEventsInMain(await findEventLocation(main))) return;
  throw new Error(
    "Visits are in a database of their own. Name it in EVENTS_DATABASE_URL; to do without it, first move them back: npm run events -- move main",
  );
}
