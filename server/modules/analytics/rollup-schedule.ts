import type { Database } from "../../platform/database/index.ts";
import type { Log } from "../../platform/log/index.ts";
import { MAX_ROWS, readOldestPending, rollUpPending, SHARES } from "./rollups.ts";

/** Rolls up the counts a few seconds after an event was stored, and continues until no count is pending. */
export type Rollups = { scheduleRollup(): void; rollUpAll(): Promise<void>; stop(): void };

const INTERVAL_MS = 3_000;
/** The delay before the next batch if the last one did not move everything. */
const BUSY_INTERVAL_MS = 200;
/** The age from which pending counts are reported. Then the database is too slow, or each batch fails. */
export const LATE_SECONDS = 60;
const REPORT_INTERVAL_MS = 60_000;

export function createRollups({ db, log }: { db: Database; log: Log }): Rollups {
  const batch = createBatchSize();
  let timer: NodeJS.Timeout | undefined;
  let stopped = false;
  let reportedAt = Number.NEGATIVE_INFINITY;
  /** The number of shares that this node rolls up in one batch. With a backlog it is 1, so that other nodes can roll up the other shares. */
  let shares = SHARES;

  function schedule(delayMs: number): void {
    if (stopped || timer) return;
    timer = setTimeout(async () => {
      const again = await rollUpOnce();
      timer = undefined;
      if (again !== undefined) schedule(again);
    }, delayMs).unref();
  }

  /** Moves one batch. Returns the delay before the next one, or undefined if nothing is waiting. */
  async function rollUpOnce(): Promise<number | undefined> {
    const rows = batch.rows();
    const startedAt = performance.now();
    try {
      const done = await rollUpPending(db, { rows, shares });
      const isFull = done?.moved === rows;
      shares = isFull ? 1 : SHARES;
      if (done) batch.finished({ isFull, milliseconds: performance.now() - startedAt });
      const oldestSeconds = await readOldestPending(db);
      if (oldestSeconds === undefined) return undefined;
      reportLate(oldestSeconds);
      return isFull || done?.isComplete === false ? BUSY_INTERVAL_MS : INTERVAL_MS;
    } catch (error) {
      if (stopped) return undefined;
      batch.failed();
      // The counts of one creator may be the cause. Working on single shares lets the other shares continue.
      shares = 1;
      const oldestSeconds = await readOldestPending(db).catch(() => undefined);
      log.warn({ err: error, rows, oldestSeconds }, "analytics roll-up failed; retrying with fewer counts");
      return INTERVAL_MS;
    }
  }

  function reportLate(oldestSeconds: number): void {
    if (oldestSeconds < LATE_SECONDS || performance.now() - reportedAt < REPORT_INTERVAL_MS) return;
    reportedAt = performance.now();
    log.warn({ oldestSeconds }, "analytics roll-up is behind; continuing");
  }

  return {
    scheduleRollup: () => schedule(INTERVAL_MS),
    async rollUpAll() {
      const again = await rollUpOnce();
      if (again !== undefined) schedule(again);
    },
    stop() {
      stopped = true;
      clearTimeout(timer);
    },
  };
}

/**
 * The target duration of a batch. It is far below the statement timeout, and lets creators and tiles be
 * deleted in between.
 */
const TARGET_MS = 1_000;
const FIRST_ROWS = 5_000;
const MIN_ROWS = 50;

/** Chooses the size of a batch by the duration of earlier ones. */
export function createBatchSize() {
  let size = FIRST_ROWS;
  const resize = (factor: number) => {
    size = Math.round(Math.min(Math.max(size * factor, MIN_ROWS), MAX_ROWS));
  };
  return {
    rows: () => size,
    /** A partial batch says nothing about larger ones. */
    finished({ isFull, milliseconds }: { isFull: boolean; milliseconds: number }): void {
      const factor = TARGET_MS / Math.max(milliseconds, 1);
      if (isFull || factor < 1) resize(Math.min(Math.max(factor, 1 / 4), 2));
    },
    /** Call it after a failure, because the batch may have exceeded a timeout. */
    failed: () => resize(1 / 4),
  };
}
