import { isIPv6 } from "node:net";
import { type RateLimiterAbstract, RateLimiterMemory, RateLimiterRes } from "rate-limiter-flexible";
import { withoutMapping } from "../geoip/address.ts";
import { AppError } from "./app-error.ts";

export type Limits = {
  /** Takes one point of `key`'s allowance; throws 429 with `Retry-After` when none is left. Of `fromMemory` points no other node knows. */
  spend(
    use: Allowance & { points: number; seconds: number; fromMemory?: number; resettable?: true },
  ): Promise<void>;
  /** Gives `key` its whole allowance back, on every node when the limit is `resettable`. */
  restore(allowance: Allowance): Promise<void>;
};
export type Allowance = { name: string; key: string };

export const noLimits: Limits = { spend: async () => {}, restore: async () => {} };

/** Limits counted in this process. */
export function createMemoryLimits(): Limits {
  const limiters = new Map<string, RateLimiterAbstract>();
  return {
    async spend({ name, key, points, seconds }) {
      let limiter = limiters.get(name);
      if (!limiter) {
        limiter = new RateLimiterMemory({ keyPrefix: name, points, duration: seconds });
        limiters.set(name, limiter);
      }
      try {
        await limiter.consume(networkOf(key));
      } catch (refusal) {
        if (!(refusal instanceof RateLimiterRes)) throw refusal;
        throw tooOften(Math.ceil(refusal.msBeforeNext / 1000));
      }
    },
    async restore({ name, key }) {
      await limiters.get(name)?.delete(networkOf(key));
    },
  };
}

export function tooOften(seconds: number): AppError {
  return new AppError(429, "too_often", "Too many attempts. Please wait a moment and try again.", {
    retryAfter: Math.max(1, seconds),
  });
}

/** An IPv6 client owns a whole /64; counting single addresses would let it pass for ever. Other keys stay as they are. */
export function networkOf(key: string): string {
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
