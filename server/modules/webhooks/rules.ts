import { ATTEMPT_DELAYS } from "../../../contract/rules/webhook-types.ts";

const MAX_RETRY_AFTER_SECONDS = 86_400;
const PAUSE = { initialSeconds: 5, maxSeconds: 300 };

/** The response to an attempt, or the reason why there is none. */
export type Response = { status: number; retryAfter: string | undefined } | { error: string };

export type Outcome =
  | { state: "delivered" }
  | { state: "failed"; isGone: boolean; pauseSeconds: number }
  | { state: "pending"; isGone: false; delaySeconds: number; pauseSeconds: number };

/** Statuses of a server that is down or overloaded, not of a problem with one event. */
const UNAVAILABLE = new Set([429, 502, 503, 504]);

/** Returns what follows from an attempt: the number of attempts before it, and of failures of the endpoint in a row. */
export function outcomeOf(
  response: Response,
  { attempts, failures, now, random }: { attempts: number; failures: number; now: Date; random: number },
): Outcome {
  const status = "status" in response ? response.status : null;
  if (status !== null && status >= 200 && status < 300) return { state: "delivered" };
  const requested = "status" in response ? secondsOf(response.retryAfter, now) : 0;
  const isUnavailable = status === null || UNAVAILABLE.has(status);
  const backoff = Math.min(PAUSE.initialSeconds * 2 ** failures, PAUSE.maxSeconds);
  const pauseSeconds = isUnavailable ? Math.max(backoff, requested) : 0;
  if (status === 410) return { state: "failed", isGone: true, pauseSeconds };
  const delay = ATTEMPT_DELAYS[attempts + 1];
  if (delay === undefined) return { state: "failed", isGone: false, pauseSeconds };
  // A random part, so that events of an outage are not all sent again at one moment.
  const delaySeconds = Math.max(Math.round(delay * (1 + random * 0.1)), requested);
  return { state: "pending", isGone: false, delaySeconds, pauseSeconds };
}

/** Returns the seconds of a `Retry-After` header: a number or a date. 0 without a valid one. */
function secondsOf(retryAfter: string | undefined, now: Date): number {
  if (retryAfter === undefined) return 0;
  const seconds = /^\d{1,9}$/.test(retryAfter)
    ? Number(retryAfter)
    : (Date.parse(retryAfter) - now.getTime()) / 1000;
  return Number.isFinite(seconds) ? Math.min(Math.max(Math.ceil(seconds), 0), MAX_RETRY_AFTER_SECONDS) : 0;
}
