import { type RateLimiter, tryConsume } from "../http/rate-limiter.ts";

/** The limit of a creator's requests that change something at the provider. */
const WRITES = { points: 20, seconds: 60 };
/** The limit of a creator's requests that only read from the provider. A page that polls stays far below. */
const READS = { points: 30, seconds: 60 };

/** Counts a request that changes something at the provider. Throws 429. */
export async function limitProviderWrites(limits: RateLimiter, creatorId: number): Promise<void> {
  await limits.consume({ name: "provider writes", key: String(creatorId), ...WRITES });
}

/** Returns false when a creator has read from the provider too often: the response is then the stored state, which events update. */
export const reserveProviderRead = (limits: RateLimiter, creatorId: number): Promise<boolean> =>
  tryConsume(limits, { name: "provider reads", key: String(creatorId), ...READS });
