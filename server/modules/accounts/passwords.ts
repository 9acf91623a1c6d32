import { hash, verify } from "@node-rs/argon2";
import { commonPassword, ownNameAsPassword } from "./errors.ts";

/** Parameters of the OWASP password storage cheat sheet: argon2id, 19 MiB, two passes, one lane. argon2id is the library's default. */
const OPTIONS = { memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const;

export function hashPassword(password: string): Promise<string> {
  return hash(password, OPTIONS);
}

let dummyHash: Promise<string> | undefined;

/** Returns whether the password matches the hash. Without a hash it takes as long and returns false, so that the response time does not reveal whether the account exists. */
export async function matchesPassword(
  passwordHash: string | null | undefined,
  password: string,
): Promise<boolean> {
  dummyHash ??= hashPassword("no account has this password");
  const matches = await verify(passwordHash ?? (await dummyHash), password);
  return matches && Boolean(passwordHash);
}

let commonPasswords: Promise<ReadonlySet<string>> | undefined;

/** Throws 400 for one of the most common passwords, in any letter case. The list is loaded on first use. */
export async function rejectCommonPassword(password: string): Promise<void> {
  commonPasswords ??= import("@zxcvbn-ts/language-common/src/passwords.json", {
    with: { type: "json" },
  }).then((list) => new Set<string>(list.default));
  if ((await commonPasswords).has(password.toLowerCase())) throw commonPassword();
}

/** Throws 400 for a password that is the account's own email, the part before its @, or the handle. */
export function rejectOwnName(password: string, own: { email: string; handle: string | undefined }): void {
  const names = [own.email, own.email.split("@")[0], own.handle, own.handle && `@${own.handle}`];
  const typed = password.trim().toLowerCase();
  if (names.some((name) => name?.toLowerCase() === typed)) throw ownNameAsPassword();
}
