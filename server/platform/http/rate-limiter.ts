import { type RateLimiterAbstract, RateLimiterMemory, RateLimiterRes } from "rate-limiter-flexible";
import { clientSubnet } from "../net/ip.ts";
import { AppError } from "./app-error.ts";

export type RateLimiter = {
  /** Takes one point of `key`'s allowance; throws 429 with `Retry-After` when none is left. Of `localPoints` points no other node knows. */
  consume(
    use: RateLimitKey & { points: number; seconds: number; localPoints?: number; resettable?: true },
  ): Promise<void>;
  /** Gives `key` its whole allowance back, on every node when the limit is `resettable`. */
  reset(allowance: RateLimitKey): Promise<void>;
};
export type RateLimitKey = { name: string; key: string };

export const noRateLimiter: RateLimiter = { consume: async () => {}, reset: async () => {} };

/** Limits counted in this process. */
export function createMemoryRateLimiter(): RateLimiter {
  const limiters = new Map<string, RateLimiterAbstract>();
  return {
    async consume({ name, key, points, seconds }) {
      let limiter = limiters.get(name);
      if (!limiter) {
        limiter = new RateLimiterMemory({ keyPrefix: name, points, duration: seconds });
        limiters.set(name, limiter);
      }
      try {
        await limiter.consume(clientSubnet(key));
      } catch (refusal) {
        if (!(refusal instanceof RateLimiterRes)) throw refusal;
        throw tooManyRequests(Math.ceil(refusal.msBeforeNext / 1000));
      }
    },
    async reset({ name, key }) {
      await limiters.get(name)?.delete(clientSubnet(key));
    },
  };
}

export function tooManyRequests(seconds: number): AppError {
  return new AppError(429, "too_often", "Too many attempts. Please wait a moment and try again.", {
    retryAfter: Math.max(1, seconds),
  });
}
