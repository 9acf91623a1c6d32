import { createRequire } from "node:module";
import type * as Argon2 from "@node-rs/argon2";
import { DEFAULT_PASSWORD } from "./requests.ts";

const argon2: typeof Argon2 = createRequire(import.meta.url)("@node-rs/argon2");

const known = new Map<string, ReturnType<typeof argon2.hash>>();

/** As the library does; but the users that a test signs up have one password, which is hashed once for all of them. */
export const hash: typeof argon2.hash = (password, options, signal) => {
  if (password !== DEFAULT_PASSWORD) return argon2.hash(password, options, signal);
  const key = JSON.stringify(options);
  const made = known.get(key) ?? argon2.hash(password, options, signal);
  known.set(key, made);
  return made;
};

export const verify: typeof argon2.verify = argon2.verify;
