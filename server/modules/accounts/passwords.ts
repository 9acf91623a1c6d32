import { hash, verify } from "@node-rs/argon2";
import pLimit from "p-limit";
import { secretOf } from "../../../contract/rules/meanings.ts";
import { httpErrors } from "../../platform/http/app-error.ts";
import { errors } from "./errors.ts";

/**
 * The parameters of the OWASP password storage cheat sheet: 19 MiB, two passes, one lane, with argon2id as
 * the library's default.
 */
const OPTIONS = { memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const;

/**
 * Half of libuv's four threads. Hashing shares them with files and compression, so a flood of logins must not
 * take all.
 */
const MAX_CONCURRENT = 2;
/** The length of the queue, which takes a few seconds of hashing. */
const MAX_WAITING = 100;
const queue = pLimit(MAX_CONCURRENT);

/**
 * Hashes a few passwords at a time. Throws 503 if too many wait, because limits per client do not stop a
 * flood from many networks.
 */
async function hashInTurn<T>(work: () => Promise<T>): Promise<T> {
  if (queue.pendingCount >= MAX_WAITING) throw httpErrors.unavailable();
  return queue(work);
}

/** Throws 403 if users can only sign in with a provider. */
export function requirePasswords({ passwordLogin }: { passwordLogin: boolean }): void {
  if (!passwordLogin) throw errors.passwordsOff();
}

export const hashPassword = (password: string): Promise<string> =>
  hashInTurn(() => hash(secretOf(password), OPTIONS));

let dummyHash: Promise<string> | undefined;

/** `as-typed`: the hash is from commit 25e65fde, which did not normalize passwords. A sign-in replaces the hash, because only then the password is known. */
export type PasswordMatch = "normalized" | "as-typed" | "none";

/**
 * Compares a password with a hash. Without a hash it takes the same time and returns `none`, so that the
 * response time does not reveal whether the account exists.
 */
export async function matchPassword(
  passwordHash: string | null | undefined,
  password: string,
): Promise<PasswordMatch> {
  dummyHash ??= hash("no account has this password", OPTIONS);
  const expected = passwordHash ?? (await dummyHash);
  const normalized = secretOf(password);
  const found: PasswordMatch = (await hashInTurn(() => verify(expected, normalized)))
    ? "normalized"
    : password !== normalized && (await hashInTurn(() => verify(expected, password)))
      ? "as-typed"
      : "none";
  return passwordHash ? found : "none";
}

let commonPasswords: ReadonlySet<string> | undefined;

/** Throws 400 for a very common password in any letter case. Loads the list on first use. */
export async function rejectCommonPassword(password: string): Promise<void> {
  if (!commonPasswords) {
    const list = await import("@zxcvbn-ts/language-common/src/passwords.json", { with: { type: "json" } });
    commonPasswords = new Set<string>(list.default);
  }
  if (commonPasswords.has(password.toLowerCase())) throw errors.commonPassword();
}

/** Throws 400 for a password equal to the account's email, its part before the @, or the handle. */
export function rejectOwnName(password: string, own: { email: string; handle: string | undefined }): void {
  const names = [own.email, own.email.split("@")[0], own.handle, own.handle && `@${own.handle}`];
  const typed = password.trim().toLowerCase();
  if (names.some((name) => name?.toLowerCase() === typed)) throw errors.ownNameAsPassword();
}
