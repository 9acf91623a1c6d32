import { createHash } from "node:crypto";
import { setTimeout as delay } from "node:timers/promises";
import pg from "pg";
import { deleteOrphanCounts } from "../../server/modules/analytics/orphans.ts";
import { partitionOf } from "../../server/modules/analytics/rules.ts";
import { advisoryLocks } from "../../server/platform/database/advisory-locks.ts";
import {
  assignEvents,
  type EventLocation,
  findEventLocation,
} from "../../server/platform/database/event-location.ts";
import { openDatabase } from "../../server/platform/database/index.ts";
import { migrate } from "../../server/platform/database/migrate.ts";
import { eventMigrations } from "../../server/start/open-events.ts";
import { BackupError } from "../backup/backup-error.ts";
import { openSession } from "../backup/session.ts";
import { silent as log } from "../installation.ts";
import { copySlice, type Sides } from "./copy-slice.ts";
import { copyPending, copyRecords, copySalts } from "./rest.ts";
import { listBounds, listClosed, listRest, type Slice } from "./slices.ts";
import { changeTable, findOpenHour, findRest, type Place, rejectVisits, switchTo } from "./switch.ts";

const NAME = "tessera events";
/** Processes read the location every second. */
const NOTICED_MS = 3_000;
const VISITS = "events, pending_counts, daily_counts, daily_tile_counts, recorded_events, visitor_salts";
/** They are counted again from the events, when their creators open the funnel. */
const FUNNEL = "funnel_marks, funnel_counts, funnel_totals";

export type MoveInput = {
  mainUrl: string;
  ownUrl: string;
  to: Place;
  signal: AbortSignal;
  say(text: string): void;
};

/** Until when everything is copied and compared, and the last id of an event that may be missing. */
type Switched = { copiedFrom: Date; lastId: number };

type Move = Sides & { main: pg.Client; to: Place; say(text: string): void; deleteOrphans(): Promise<void> };

/**
 * Moves visits to a database of their own, or back, while they arrive. It can be stopped and killed at any moment, and goes on when it is run again.
 * Returns the number of events that were moved; null when there was nothing to do.
 */
export async function moveEvents(input: MoveInput): Promise<number | null> {
  const { mainUrl, ownUrl, to, signal, say } = input;
  await migrate({ url: ownUrl, folder: eventMigrations, log });
  const [mainDb, ownDb] = [mainUrl, ownUrl].map((url) => openDatabase({ url, log, maxConnections: 2 })) as [
    ReturnType<typeof openDatabase>,
    ReturnType<typeof openDatabase>,
  ];
  try {
    const known = await assignEvents({ main: mainDb, own: ownDb });
    if (known.isMoving && known.location !== to) {
      throw new BackupError(
        `A move to ${nameOf(known.location)} is not finished. Finish it first: npm run events -- move${known.location === "main" ? " main" : ""}`,
      );
    }
    const db = to === "main" ? ownDb : mainDb;
    return await openSession({ url: mainUrl, name: NAME, signal }, (main) =>
      openSession({ url: ownUrl, name: NAME, signal }, async (own) => {
        const [source, target] = to === "main" ? [own, main] : [main, own];
        const deleteOrphans = () => deleteOrphanCounts({ db, main: mainDb });
        await takeLocks({ main, source });
        const move: Move = { main, source, target, to, say, deleteOrphans };
        const moved = await run(move, (await findEventLocation(mainDb)) ?? known);
        // Those of creators who were deleted meanwhile, which a trigger of the main database has not seen.
        if (to === "main") await deleteOrphanCounts({ db: mainDb, main: mainDb });
        return moved;
      }),
    );
  } finally {
    await mainDb.$client.end();
    await ownDb.$client.end();
  }
}

export const nameOf = (place: Place) =>
  place === "main" ? "the main database" : "the database of EVENTS_DATABASE_URL";

/** One move at a time, and no roll-up while what it changes is copied. */
async function takeLocks({ main, source }: { main: pg.Client; source: pg.Client }): Promise<void> {
  const { rows } = await main.query("select pg_try_advisory_lock($1) as taken", [advisoryLocks.eventMove]);
  if (!rows[0]?.taken) throw new BackupError("Visits are being moved by another command.");
  // A backup of either is told to wait, and partitions stay as they are.
  await source.query("select pg_advisory_lock_shared($1)", [advisoryLocks.backup]);
}

async function run(move: Move, known: EventLocation): Promise<number | null> {
  const { to } = move;
  if (known.location === to && !known.isMoving) {
    await clear(move);
    return null;
  }
  const { copiedFrom, lastId } =
    known.isMoving && known.restSince && known.lastId !== null
      ? await goOn(move, { copiedFrom: known.restSince, lastId: known.lastId })
      : await copyAndSwitch(move);
  // Nothing changes it any more.
  await copyAll(move, await listRest(move, await findRest(move.source, copiedFrom)), lastId);
  await copyRecords(move);
  await copyPending(move, causeOf(known, { to, lastId }));
  const moved = await countEvents(move.source);
  await move.target.query(`truncate ${FUNNEL}`);
  await move.main.query("update event_location set is_moving = false, rest_since = null, last_id = null");
  move.say(`All is copied and compared; visits are in ${nameOf(to)}.`);
  await clear(move);
  return moved;
}

/** Copies what no visit changes any more, compares it, and lets further visits go to the target. */
async function copyAndSwitch(move: Move): Promise<Switched> {
  const { source, target, to, say } = move;
  await addPartitions(move);
  say(`Copying visits to ${nameOf(to)}, while they are stored where they were.`);
  await copyAll(move, await listClosed(move, await findOpenHour(source)));
  const copiedFrom = await findOpenHour(source);
  say("Comparing what was copied.");
  await copyAll(move, await listClosed(move, copiedFrom));
  await stopOthers(move);
  await copySalts({ source, target });
  const lastId = await switchTo(move, { to, copiedFrom });
  say(
    "Visits are stored in the other database now. Copying what arrived meanwhile; statistics cannot be read until that is done.",
  );
  return { copiedFrom, lastId };
}

async function goOn(move: Move, switched: Switched): Promise<Switched> {
  move.say("Going on with a move that was stopped.");
  await stopOthers(move);
  await rejectVisits(move.source);
  return switched;
}

const BACKUP_POLL_MS = 500;
const WAITING = "Waiting for a backup to end; visits are stored where they were.";

/** Waits for a backup, which holds the tables that are to reject visits; until the connection ends, further backups and roll-ups of this database wait. */
async function stopOthers({ source, say }: Move): Promise<void> {
  const tryLock = async () => {
    const { rows } = await source.query("select pg_try_advisory_lock($1) as taken", [advisoryLocks.backup]);
    return Boolean(rows[0]?.taken);
  };
  if (!(await tryLock())) {
    say(WAITING);
    while (!(await tryLock())) await delay(BACKUP_POLL_MS);
  }
  await source.query("select pg_advisory_lock($1)", [advisoryLocks.analyticsRollup]);
}

const REPORT_MS = 5_000;

async function copyAll(move: Move, slices: readonly Slice[], lastId: number | null = null): Promise<void> {
  let reportedAt = performance.now();
  let events = 0;
  for (const [place, slice] of slices.entries()) {
    const { copied } = await copyOne(move, slice, lastId);
    if (slice.table === "events") events += copied;
    if (performance.now() - reportedAt < REPORT_MS && place + 1 < slices.length) continue;
    reportedAt = performance.now();
    move.say(`  ${place + 1} of ${slices.length}: ${slice.label}; ${events} events copied`);
  }
}

/** A creator or tile may have been deleted, whose counts the main database rejects. */
async function copyOne(move: Move, slice: Slice, lastId: number | null) {
  try {
    return await copySlice(move, slice, lastId);
  } catch (error) {
    if (!(error instanceof pg.DatabaseError) || error.code !== "23503") throw error;
    await move.deleteOrphans();
    return copySlice(move, slice, lastId);
  }
}

/** Makes the partitions that the source has and the target has not. */
async function addPartitions({ source, target, say }: Move): Promise<void> {
  const known = await listBounds(target);
  const names = new Set(known.map(({ name }) => name));
  for (const partition of await listBounds(source)) {
    const { from, to } = partition;
    if (known.some((other) => other.from < to && from < other.to)) continue;
    // The first day that a database has of a month has the month's name.
    const name = names.has(partition.name)
      ? partitionOf(new Date(from).toISOString().slice(0, 10)).name
      : partition.name;
    names.add(name);
    const [first, last] = [from, to].map((time) => pg.escapeLiteral(new Date(time).toISOString()));
    // An attempt that was stopped may have copied events of a day that the source then had no partition for.
    await changeTable(
      target,
      `delete from events_default where created_at >= ${first} and created_at < ${last};
       create table if not exists ${pg.escapeIdentifier(name)} partition of events for values from (${first}) to (${last})`,
      () => say(WAITING),
    );
  }
}

/** Removes what the source still has. */
async function clear({ source, say, to }: Move): Promise<void> {
  const { rows } = await source.query(
    "select exists (select from events) or exists (select from daily_counts) or exists (select from pending_counts) as found",
  );
  if (!rows[0]?.found) return;
  await delay(NOTICED_MS);
  await rejectVisits(source);
  say(`Removing them from ${nameOf(to === "main" ? "own" : "main")}.`);
  await source.query(`truncate ${VISITS}, ${FUNNEL}`);
}

async function countEvents(client: pg.Client): Promise<number> {
  const { rows } = await client.query<{ count: number }>("select count(*)::float8 as count from events");
  return rows[0]?.count ?? 0;
}

/** The same for each attempt at one move. */
const causeOf = ({ databaseId }: EventLocation, { to, lastId }: { to: Place; lastId: number }) =>
  createHash("md5").update(`${databaseId} ${to} ${lastId}`).digest("hex");
