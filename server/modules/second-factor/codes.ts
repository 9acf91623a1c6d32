import { and, eq, isNotNull, lt, sql } from "drizzle-orm";
import type { UsedSecondFactor } from "../../../contract/api/sign-in-methods.ts";
import type { Queries, Transaction } from "../../platform/database/index.ts";
import type { RateLimiter } from "../../platform/http/rate-limiter.ts";
import type { Log } from "../../platform/log/index.ts";
import { anonymizeIP, clientSubnet } from "../../platform/net/ip.ts";
import type { Sealer } from "../../platform/seal.ts";
import { hasSignedInFrom } from "../accounts/index.ts";
import { consumeRecoveryCode } from "./recovery-codes.ts";
import { secondFactors } from "./tables.ts";
import { isAppCode, stepOfCode } from "./totp.ts";

/** The context under which the secrets of authenticator apps are sealed. */
const CONTEXT = "second factor";
type Opening = { sealer: Sealer; log: Pick<Log, "error"> };

export const sealSecret = (sealer: Sealer, secret: Buffer, userId: string): Buffer =>
  sealer.seal(secret, CONTEXT, userId);

/** Returns the secret of an authenticator app, or undefined if it was sealed with another APP_SECRET. */
export function openSecret({ sealer, log }: Opening, sealed: Buffer, userId: string): Buffer | undefined {
  const secret = sealer.open(sealed, CONTEXT, userId);
  if (!secret)
    log.error(
      { userId },
      "secret of a second factor cannot be read: APP_SECRET has changed; its user needs a recovery code",
    );
  return secret;
}

export type UsedCode = Extract<UsedSecondFactor, "app" | "recovery_code">;
type GivenCode = { userId: string; code: string };

/**
 * Consumes a code of a user whose second factor is on. Returns undefined for a wrong or used code. Of
 * concurrent requests, on any nodes, one succeeds.
 */
export async function consumeCode(
  tx: Transaction,
  deps: Opening,
  given: GivenCode,
): Promise<UsedCode | undefined> {
  if (isAppCode(given.code)) return (await consumeAppCode(tx, deps, given)) ? "app" : undefined;
  return (await consumeRecoveryCode(tx, given)) ? "recovery_code" : undefined;
}

async function consumeAppCode(tx: Transaction, deps: Opening, { userId, code }: GivenCode): Promise<boolean> {
  const isOn = and(eq(secondFactors.userId, userId), isNotNull(secondFactors.enabledAt));
  const [factor] = await tx
    .select({ sealedSecret: secondFactors.sealedSecret, seconds: databaseSeconds })
    .from(secondFactors)
    .where(isOn);
  const secret = factor && openSecret(deps, factor.sealedSecret, userId);
  const step = secret && stepOfCode(secret, { code, seconds: factor.seconds });
  if (step === undefined) return false;
  const rows = await tx
    .update(secondFactors)
    .set({ lastStep: step })
    .where(and(isOn, lt(secondFactors.lastStep, step)))
    .returning({ userId: secondFactors.userId });
  return rows.length > 0;
}

/** The seconds since 1970 by the database's clock, which all nodes share. */
export const databaseSeconds = sql<number>`extract(epoch from clock_timestamp())`.mapWith(Number);

/** The limit of consecutive wrong codes for one account from one network. */
const FAILURES_OF_NETWORK = { points: 10, seconds: 900, resettable: true } as const;
/**
 * The daily limit of an account over all unknown networks. An attacker with the password finds a code with a
 * chance of 1 in 20,000 per day. Known networks have their own limit, so that an attacker cannot lock the
 * user out.
 */
const CODES_OF_STRANGERS = { name: "second factor codes", points: 50, seconds: 86_400 };
const CODES_OF_KNOWN = {
  name: "second factor codes from known networks",
  points: 50,
  seconds: 86_400,
  resettable: true,
} as const;

type Attempt = GivenCode & { ip: string };
const failures = ({ userId, ip }: Attempt) => ({
  name: "failed second factors",
  key: `${clientSubnet(ip)} ${userId}`,
});

/**
 * Counts an attempt before its code is checked. Throws 429. Recovery codes are too long to guess, so the
 * account's daily limits do not apply to them.
 */
export async function countAttempt({ db, limits }: { db: Queries; limits: RateLimiter }, attempt: Attempt) {
  await limits.consume({ ...failures(attempt), ...FAILURES_OF_NETWORK });
  if (!isAppCode(attempt.code)) return;
  const { userId, ip } = attempt;
  const isKnown = await hasSignedInFrom(db, { userId, network: anonymizeIP(ip) });
  await limits.consume({ ...(isKnown ? CODES_OF_KNOWN : CODES_OF_STRANGERS), key: userId });
}

/** Restores the points of earlier attempts after a right code. */
export async function forgiveAttempts(limits: RateLimiter, attempt: Attempt): Promise<void> {
  await limits.reset(failures(attempt));
  await limits.reset({ name: CODES_OF_KNOWN.name, key: attempt.userId });
}
