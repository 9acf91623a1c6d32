import { AppError } from "../http/app-error.ts";
import type { RateLimiter } from "../http/rate-limiter.ts";

/** Requests of one creator that make the provider do something. */
const WRITES = { points: 20, seconds: 60 };
/** Requests of one creator that only read from the provider; a page that polls stays far below. */
const READS = { points: 30, seconds: 60 };

/** Counts a request that makes the provider do something. Throws 429. */
export async function limitProviderWrites(limits: RateLimiter, creatorId: number): Promise<void> {
  await limits.consume({ name: "provider writes", key: String(creatorId), ...WRITES });
}

/** False when a creator has read from the provider too often: then what is stored is the response, which events keep up to date. */
export async function mayReadProvider(limits: RateLimiter, creatorId: number): Promise<boolean> {
  try {
    await limits.consume({ name: "provider reads", key: String(creatorId), ...READS });
    return true;
  } catch (error) {
    if (error instanceof AppError && error.status === 429) return false;
    throw error;
  }
}
