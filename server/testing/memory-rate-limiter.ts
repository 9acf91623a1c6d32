import { type RateLimiterAbstract, RateLimiterMemory, RateLimiterRes } from "rate-limiter-flexible";
import { type RateLimiter, tooManyRequests } from "../platform/http/rate-limiter.ts";
import { clientSubnet } from "../platform/net/ip.ts";

/** Creates a rate limiter that counts in this process. */
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
        const { remainingPoints, msBeforeNext } = await limiter.consume(clientSubnet(key));
        return { remaining: remainingPoints, resetSeconds: Math.ceil(msBeforeNext / 1000) };
      } catch (rejection) {
        if (!(rejection instanceof RateLimiterRes)) throw rejection;
        throw tooManyRequests(Math.ceil(rejection.msBeforeNext / 1000));
      }
    },
    async reset({ name, key }) {
      await limiters.get(name)?.delete(clientSubnet(key));
    },
  };
}
