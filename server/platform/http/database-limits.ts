import { lt, sql } from "drizzle-orm";
import { LRUCache } from "lru-cache";
import type { Pool, QueryConfig } from "pg";
import { RateLimiterMemory, RateLimiterRes } from "rate-limiter-flexible";
import type { Queries } from "../database/index.ts";
import type { DeriveToken } from "../tokens.ts";
import { type Limits, networkOf, tooOften } from "./limits.ts";
import { rateLimits } from "./tables.ts";

/** Counting must not be what a call waits for. */
const PATIENCE_MS = 2_000;
const PAUSE_MS = 2_000;
const MAX_BLOCKED = 50_000;

/** Milliseconds since 1970 by the database's clock, which is the same for every node. */
const NOW = "(extract(epoch from clock_timestamp()) * 1000)::bigint";
const CONSUME = `insert into rate_limits as counted (key, points, expire) values ($1, 1, ${NOW} + $2)
  on conflict (key) do update set
    points = case when counted.expire <= ${NOW} then 1 else counted.points + 1 end,
    expire = case when counted.expire <= ${NOW} then ${NOW} + $2 else counted.expire end
  returning points, (expire - ${NOW})::int as "msLeft"`;

/** Limits counted in PostgreSQL, the same on every node. Who is counted is kept as a keyed hash: nobody reads an address from it. */
export function createDatabaseLimits(options: { pool: Pool; derive: DeriveToken }): Limits {
  const { query } = impatient(options.pool);
  const hidden = (name: string, key: string) => `${name}:${options.derive("limit", name, networkOf(key))}`;
  const local = memoryLimiters();
  // While the database is unavailable each node counts for itself.
  const insurance = memoryLimiters();
  /** Keys over their limit: until it ends they cost no query. */
  const blocked = new LRUCache<string, true>({ max: MAX_BLOCKED });

  const consume = async (key: string, seconds: number) => {
    const { rows } = await query({ name: "rate-limit", text: CONSUME, values: [key, seconds * 1000] });
    return rows[0] as { points: number; msLeft: number };
  };

  return {
    async spend({ name, key, points, seconds, fromMemory = 0, resettable = false }) {
      if (fromMemory >= points) return spendLocally(local(name, points, seconds), networkOf(key));
      if (fromMemory > 0 && (await hasPoint(local(name, fromMemory, seconds), networkOf(key)))) return;
      const id = hidden(name, key);
      const blockedMs = blocked.getRemainingTTL(id);
      if (blockedMs > 0) throw tooOften(Math.ceil(blockedMs / 1000));
      const limit = points - fromMemory;
      const counted = await consume(id, seconds).catch(() => undefined);
      if (!counted) return spendLocally(insurance(name, limit, seconds), id);
      if (counted.points <= limit) return;
      // Another node may reset the limit, and this one would not know.
      if (!resettable) blocked.set(id, true, { ttl: Math.max(1, counted.msLeft) });
      throw tooOften(Math.ceil(counted.msLeft / 1000));
    },
    async restore({ name, key }) {
      const id = hidden(name, key);
      blocked.delete(id);
      await insurance.find(name)?.delete(id);
      await query({ text: "delete from rate_limits where key = $1", values: [id] }).catch(() => undefined);
    },
  };
}

type MemoryLimiters = ((name: string, points: number, seconds: number) => RateLimiterMemory) & {
  find(name: string): RateLimiterMemory | undefined;
};

/** One limiter per name, created by its first use. */
function memoryLimiters(): MemoryLimiters {
  const byName = new Map<string, RateLimiterMemory>();
  const get = (name: string, points: number, seconds: number) => {
    const limiter = byName.get(name) ?? new RateLimiterMemory({ keyPrefix: name, points, duration: seconds });
    byName.set(name, limiter);
    return limiter;
  };
  return Object.assign(get, { find: (name: string) => byName.get(name) });
}

/** True while this process has points of its own left for a key: most visitors never get to the database. */
function hasPoint(limiter: RateLimiterMemory, key: string): Promise<boolean> {
  return limiter.consume(key).then(
    () => true,
    () => false,
  );
}

async function spendLocally(limiter: RateLimiterMemory, key: string): Promise<void> {
  try {
    await limiter.consume(key);
  } catch (refusal) {
    if (!(refusal instanceof RateLimiterRes)) throw refusal;
    throw tooOften(Math.ceil(refusal.msBeforeNext / 1000));
  }
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
  await db.delete(rateLimits).where(lt(rateLimits.expire, sql.raw(NOW)));
}
