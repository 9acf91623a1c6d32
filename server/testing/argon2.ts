import { createRequire } from "node:module";
import type * as Argon2 from "@node-rs/argon2";
import { DEFAULT_PASSWORD } from "./requests.ts";

const argon2: typeof Argon2 = createRequire(import.meta.url)("@node-rs/argon2");

const known = new Map<string, ReturnType<typeof argon2.hash>>();

/** Hashes like the library, except that the default password of test users is hashed only once. */
export const hash: typeof argon2.hash = (password, options, signal) => {
  if (password !== DEFAULT_PASSWORD) return argon2.hash(password, options, signal);
  const key = JSON.stringify(options);
  const made = known.get(key) ?? argon2.hash(password, options, signal);
  known.set(key, made);
  return made;
};

export const verify: typeof argon2.verify = argon2.verify;
