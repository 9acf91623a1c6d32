import { isIPv6 } from "node:net";
import { z } from "zod";
import { inTransaction } from "../../../platform/database/index.ts";
import type { RateLimiter, RateLimitKey } from "../../../platform/http/rate-limiter.ts";
import { defineJob } from "../../../platform/jobs/define-job.ts";
import type { Job } from "../../../platform/jobs/port.ts";
import { anonymizeIP, clientSubnet, unmapIPv4 } from "../../../platform/net/ip.ts";
import type { AccountDeps } from "../deps.ts";
import { findUserByEmail } from "../repository.ts";
import { recordFailure } from "./history.ts";
import type { SignInOrigin } from "./request-origin.ts";

/** The limit of consecutive failures for one account from one network. The owner can still sign in from another network. */
const FAILURES = { points: 10, seconds: 900, resettable: true } as const;

/** The limit for a /48 of IPv6, in which one client may have thousands of networks. */
const FAILURES_OF_SITE = { points: 30, seconds: 900, resettable: true } as const;

type Client = { ip: string; email: string };

const failedSignIns = ({ ip, email }: Client): RateLimitKey => ({
  name: "failed logins",
  key: `${clientSubnet(ip)} ${email}`,
});
const failedSignInsOfSite = ({ ip, email }: Client): RateLimitKey => ({
  name: "failed logins of a /48",
  key: `${anonymizeIP(ip)} ${email}`,
});

/** Counts an attempt with a password as failed, until a success resets the limits. Throws 429. */
export async function consumeFailedSignIn(limits: RateLimiter, client: Client): Promise<void> {
  await limits.consume({ ...failedSignIns(client), ...FAILURES });
  if (isIPv6(unmapIPv4(client.ip)))
    await limits.consume({ ...failedSignInsOfSite(client), ...FAILURES_OF_SITE });
}

/** Resets a client's failures for an account after the right password. */
export async function resetFailedSignIns(limits: RateLimiter, client: Client): Promise<void> {
  await limits.reset(failedSignIns(client));
  if (isIPv6(unmapIPv4(client.ip))) await limits.reset(failedSignInsOfSite(client));
}

const FAILED_SIGN_IN_JOB = "accounts.record-failed-sign-in";

const FailedSignIn = z.object({
  email: z.string(),
  at: z.iso.datetime(),
  origin: z.object({
    device: z.string().nullable(),
    country: z.string().nullable(),
    network: z.string().nullable(),
  }),
});

/**
 * Queues a failed login for the history of its account, if there is one. A job looks the account up, so that
 * the response time does not reveal whether it exists.
 */
export async function enqueueFailedSignIn(
  { db, jobs, clock }: Pick<AccountDeps, "db" | "jobs" | "clock">,
  failed: { email: string; origin: SignInOrigin },
): Promise<void> {
  const data: z.infer<typeof FailedSignIn> = { ...failed, at: clock.now().toISOString() };
  await inTransaction(db, (tx) => jobs.enqueue(tx, { name: FAILED_SIGN_IN_JOB, data }));
}

export const failedSignInJob = ({ db, limits }: Pick<AccountDeps, "db" | "limits">): Job =>
  defineJob({
    name: FAILED_SIGN_IN_JOB,
    payload: FailedSignIn,
    async handler({ data: { email, at, origin } }) {
      const user = await findUserByEmail(db, email);
      if (!user) return;
      const failure = { userId: user.id, method: "password", outcome: "failed", origin } as const;
      await recordFailure({ db, limits }, { ...failure, at: new Date(at) });
    },
  });
