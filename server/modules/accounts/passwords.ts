import { hash, verify } from "@node-rs/argon2";
import pLimit from "p-limit";
import { secretOf } from "../../../contract/rules/meanings.ts";
import { httpErrors } from "../../platform/http/app-error.ts";
import { errors } from "./errors.ts";

/** Parameters of the OWASP password storage cheat sheet: argon2id, 19 MiB, two passes, one lane. argon2id is the library's default. */
const OPTIONS = { memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const;

/** Half of libuv's four threads, which hashing shares with files and compression, so that a flood of logins stops neither downloads nor pages. */
const MAX_CONCURRENT = 2;
/** A few seconds of hashing. */
const MAX_WAITING = 100;
const queue = pLimit(MAX_CONCURRENT);

/** Hashes in turn. Throws 503 if too many passwords wait: limits per client do not stop a flood from many networks. */
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

/** `as-typed`: the hash is of an earlier release, which did not normalize passwords. */
export type PasswordMatch = "normalized" | "as-typed" | "none";

/** Compares a password with a hash. Without a hash it takes as long and returns `none`, so that the response time does not reveal whether the account exists. */
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

/** Throws 400 for a very common password, in any letter case. The list is loaded on first use. */
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
