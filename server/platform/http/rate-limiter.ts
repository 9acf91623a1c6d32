import { AppError, httpErrors } from "./app-error.ts";

export type RateLimiter = {
  /** Consumes one point of `key`. Throws 429 with `Retry-After` when none is left. The first `localPoints` points are counted on this node only. Returns the rest if it is known. */
  consume(
    use: RateLimitKey & { points: number; seconds: number; localPoints?: number; resettable?: true },
  ): Promise<RateLimitState | undefined>;
  /** Restores all points of `key`, on every node when the limit is `resettable`. */
  reset(allowance: RateLimitKey): Promise<void>;
};
/** The points that are left, and the time until all of them are available again. */
export type RateLimitState = { remaining: number; resetSeconds: number };
export type RateLimitKey = { name: string; key: string };

/** Consumes one point and returns false when none is left. */
export async function tryConsume(
  limits: RateLimiter,
  use: Parameters<RateLimiter["consume"]>[0],
): Promise<boolean> {
  try {
    await limits.consume(use);
    return true;
  } catch (error) {
    if (error instanceof AppError && error.status === 429) return false;
    throw error;
  }
}

/** The name of the limit of a route, whether the framework or a fast path responds. */
export const limitName = ({ method, path }: { method: string; path: string }): string => `${method} ${path}`;

export const noRateLimiter: RateLimiter = { consume: async () => undefined, reset: async () => {} };

export function tooManyRequests(seconds: number): AppError {
  return httpErrors.tooOften({ retryAfter: Math.max(1, seconds) });
}
