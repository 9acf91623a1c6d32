import { isIPv6 } from "node:net";
import { type RateLimiterAbstract, RateLimiterMemory, RateLimiterRes } from "rate-limiter-flexible";
import { withoutMapping } from "../geoip/address.ts";
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

/** An IPv6 client owns a whole /64; counting single addresses would let it pass for ever. Other keys stay as they are. */
export function clientSubnet(key: string): string {
  if (!isIPv6(key)) return key;
  const address = withoutMapping(key.split("%")[0] ?? key);
  if (!isIPv6(address)) return address;
  // The URL parser gives every spelling of an address the same form.
  const [head = "", tail] = new URL(`http://[${address}]`).hostname.slice(1, -1).split("::");
  const left = head === "" ? [] : head.split(":");
  const right = tail ? tail.split(":") : [];
  const zeros = tail === undefined ? 0 : 8 - left.length - right.length;
  return [...left, ...Array(zeros).fill("0"), ...right].slice(0, 4).join(":");
}
