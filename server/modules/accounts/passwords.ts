import { hash, verify } from "@node-rs/argon2";

/** OWASP password storage cheat sheet: argon2id, 19 MiB, two passes, one lane. argon2id is the library's default. */
const OPTIONS = { memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const;

export function hashPassword(password: string): Promise<string> {
  return hash(password, OPTIONS);
}

let decoy: Promise<string> | undefined;

/** True when the password belongs to the hash. Without a hash it works as long and says no, so that time tells nothing. */
export async function matchesPassword(
  passwordHash: string | null | undefined,
  password: string,
): Promise<boolean> {
  decoy ??= hashPassword("no account has this password");
  const matches = await verify(passwordHash ?? (await decoy), password);
  return matches && Boolean(passwordHash);
}
