import { lt, sql } from "drizzle-orm";
import { LRUCache } from "lru-cache";
import type { Pool, QueryConfig } from "pg";
import { RateLimiterMemory, RateLimiterRes } from "rate-limiter-flexible";
import { deleteInBatches } from "../database/in-batches.ts";
import type { Queries } from "../database/index.ts";
import { clientSubnet } from "../net/ip.ts";
import { withTimeout } from "../timeout.ts";
import type { DeriveToken } from "../tokens.ts";
import { type RateLimiter, type RateLimitState, tooManyRequests } from "./rate-limiter.ts";
import { rateLimits } from "./tables.ts";

/** A request does not wait longer than this for the count. */
const TIMEOUT_MS = 2_000;
const COOLDOWN_MS = 2_000;
const MAX_BLOCKED = 50_000;

/** The milliseconds since 1970 by the database's clock, which is the same for every node. */
const NOW = "(extract(epoch from clock_timestamp()) * 1000)::bigint";
/** The commit does not wait for the disk: a crash of the database loses the counts of less than a second. */
const CONSUME = `insert into rate_limits as counted (key, points, expire)
  select $1, 1, ${NOW} + $2 where set_config('synchronous_commit', 'off', true) = 'off'
  on conflict (key) do update set
    points = case when counted.expire <= ${NOW} then 1 else counted.points + 1 end,
    expire = case when counted.expire <= ${NOW} then ${NOW} + $2 else counted.expire end
  returning points, (expire - ${NOW})::int as "msLeft"`;

/** Creates rate limits that are counted in PostgreSQL for all nodes. Clients are stored as keyed hashes, which do not reveal IPs or emails. */
export function createDatabaseRateLimiter(options: { pool: Pool; derive: DeriveToken }): RateLimiter {
  const { query } = withCircuitBreaker(options.pool);
  const hashKey = (name: string, key: string) =>
    `${name}:${options.derive("limit", name, clientSubnet(key))}`;
  const local = memoryLimiters();
  // While the database is unavailable, each node counts on its own.
  const fallback = memoryLimiters();
  /** Keys over their limit, which cause no query until their window ends. */
  const blocked = new LRUCache<string, true>({ max: MAX_BLOCKED });

  const consumeStatement = async (key: string, seconds: number) => {
    const { rows } = await query({ name: "rate-limit", text: CONSUME, values: [key, seconds * 1000] });
    return rows[0] as { points: number; msLeft: number };
  };

  return {
    async consume({ name, key, points, seconds, localPoints = 0, resettable = false }) {
      if (localPoints >= points) return consumeLocally(local(name, points, seconds), clientSubnet(key));
      if (localPoints > 0 && (await consumeLocal(local(name, localPoints, seconds), clientSubnet(key))))
        return undefined;
      const id = hashKey(name, key);
      const blockedMs = blocked.getRemainingTTL(id);
      if (blockedMs > 0) throw tooManyRequests(Math.ceil(blockedMs / 1000));
      const limit = points - localPoints;
      const counted = await consumeStatement(id, seconds).catch(() => undefined);
      if (!counted) return consumeLocally(fallback(name, limit, seconds), id);
      const { points: used, msLeft } = counted;
      if (used <= limit) return { remaining: limit - used, resetSeconds: Math.ceil(msLeft / 1000) };
      // Another node may reset the limit without this node knowing.
      if (!resettable) blocked.set(id, true, { ttl: Math.max(1, msLeft) });
      throw tooManyRequests(Math.ceil(msLeft / 1000));
    },
    async reset({ name, key }) {
      const id = hashKey(name, key);
      blocked.delete(id);
      await fallback.find(name)?.delete(id);
      await query({ text: "delete from rate_limits where key = $1", values: [id] }).catch(() => undefined);
    },
  };
}

type MemoryLimiters = ((name: string, points: number, seconds: number) => RateLimiterMemory) & {
  find(name: string): RateLimiterMemory | undefined;
};

/** Returns the limiter of a name, which is created on first use. */
function memoryLimiters(): MemoryLimiters {
  const byName = new Map<string, RateLimiterMemory>();
  const get = (name: string, points: number, seconds: number) => {
    const limiter = byName.get(name) ?? new RateLimiterMemory({ keyPrefix: name, points, duration: seconds });
    byName.set(name, limiter);
    return limiter;
  };
  return Object.assign(get, { find: (name: string) => byName.get(name) });
}

/** Returns true while this process has local points left for a key, so that most visitors cause no query. */
function consumeLocal(limiter: RateLimiterMemory, key: string): Promise<boolean> {
  return limiter.consume(key).then(
    () => true,
    () => false,
  );
}

async function consumeLocally(limiter: RateLimiterMemory, key: string): Promise<RateLimitState> {
  try {
    const { remainingPoints, msBeforeNext } = await limiter.consume(key);
    return { remaining: remainingPoints, resetSeconds: Math.ceil(msBeforeNext / 1000) };
  } catch (rejection) {
    if (!(rejection instanceof RateLimiterRes)) throw rejection;
    throw tooManyRequests(Math.ceil(rejection.msBeforeNext / 1000));
  }
}

/** Stops queries for a moment after a failure or a timeout, so that a request with several limits does not wait for each. */
function withCircuitBreaker(pool: Pool): Pick<Pool, "query"> {
  let openUntil = 0;
  const query = async (config: QueryConfig) => {
    if (performance.now() < openUntil) throw new Error("the database was unavailable a moment ago");
    const timedOut = () => {
      throw new Error("the database did not respond in time");
    };
    try {
      return await withTimeout(pool.query(config), TIMEOUT_MS, timedOut);
    } catch (error) {
      openUntil = performance.now() + COOLDOWN_MS;
      throw error;
    }
  };
  return { query } as Pick<Pool, "query">;
}

/** Deletes expired counters: millions after a flood of requests from many networks. */
export async function deleteExpiredLimits(db: Queries): Promise<void> {
  await deleteInBatches(db, rateLimits, lt(rateLimits.expire, sql.raw(NOW)));
}
