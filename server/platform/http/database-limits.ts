import { lt } from "drizzle-orm";
import type { Pool, QueryConfig } from "pg";
import { RateLimiterMemory, RateLimiterPostgres, RateLimiterRes } from "rate-limiter-flexible";
import type { Queries } from "../database/index.ts";
import type { DeriveToken } from "../tokens.ts";
import { type Limits, networkOf, tooOften } from "./limits.ts";
import { rateLimits } from "./tables.ts";

/** Counting must not be what a call waits for. */
const PATIENCE_MS = 2_000;
const PAUSE_MS = 2_000;

/** Limits counted in PostgreSQL, the same on every node. Who is counted is kept as a keyed hash: nobody reads an address from it. */
export function createDatabaseLimits(options: { pool: Pool; derive: DeriveToken }): Limits {
  const storeClient = impatient(options.pool);
  const limiters = new Map<string, RateLimiterPostgres>();
  const find = (name: string, points: number, seconds: number) => {
    const known = limiters.get(name);
    if (known) return known;
    const made = new RateLimiterPostgres({
      storeClient,
      storeType: "pool",
      tableName: "rate_limits",
      tableCreated: true,
      clearExpiredByTimeout: false,
      keyPrefix: name,
      points,
      duration: seconds,
      // Who is over the limit asks the memory of this process until it ends, not the database.
      inMemoryBlockOnConsumed: points + 1,
      // While the database is away each node counts for itself.
      insuranceLimiter: new RateLimiterMemory({ keyPrefix: name, points, duration: seconds }),
    });
    limiters.set(name, made);
    return made;
  };
  const memories = new Map<string, RateLimiterMemory>();
  /** True while this process has points of its own left for somebody: most visitors never get to the database. */
  const hasFree = async (name: string, key: string, points: number, seconds: number) => {
    const memory =
      memories.get(name) ?? new RateLimiterMemory({ keyPrefix: name, points, duration: seconds });
    memories.set(name, memory);
    return memory.consume(networkOf(key)).then(
      () => true,
      () => false,
    );
  };
  const hidden = (name: string, key: string) => options.derive("limit", name, networkOf(key));

  return {
    async spend({ name, key, points, seconds, fromMemory = 0 }) {
      if (fromMemory > 0 && (await hasFree(name, key, fromMemory, seconds))) return;
      try {
        await find(name, points - fromMemory, seconds).consume(hidden(name, key));
      } catch (refusal) {
        if (!(refusal instanceof RateLimiterRes)) throw refusal;
        throw tooOften(Math.ceil(refusal.msBeforeNext / 1000));
      }
    },
    async restore({ name, key }) {
      const limiter = limiters.get(name);
      await limiter?.delete(hidden(name, key));
      limiter?.deleteInMemoryBlockedAll();
    },
  };
}

/** A database that fails or takes long is left alone for a moment, so that a call with several limits does not wait for each. */
function impatient(pool: Pool): Pick<Pool, "query"> {
  let leaveAloneUntil = 0;
  const query = async (question: QueryConfig) => {
    if (performance.now() < leaveAloneUntil) throw new Error("the database was away a moment ago");
    let timer: NodeJS.Timeout | undefined;
    const impatience = new Promise<never>((_, reject) => {
      timer = setTimeout(() => reject(new Error("the database takes too long")), PATIENCE_MS);
    });
    try {
      return await Promise.race([pool.query(question), impatience]);
    } catch (error) {
      leaveAloneUntil = performance.now() + PAUSE_MS;
      throw error;
    } finally {
      clearTimeout(timer);
    }
  };
  return { query } as Pick<Pool, "query">;
}

/** Forgets allowances that are whole again. */
export async function deleteOldLimits(db: Queries): Promise<void> {
  await db.delete(rateLimits).where(lt(rateLimits.expire, Date.now()));
}
