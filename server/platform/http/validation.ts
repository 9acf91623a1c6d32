import type { z } from "zod";
import type { Issue } from "../../../contract/api/errors.ts";
import type { Message } from "../../../contract/texts.ts";
import { MAX_JSON_DEPTH } from "../json.ts";
import { type AppError, httpErrors } from "./app-error.ts";

/** Returns the parsed value. Throws a 400 with the errors of each field. */
export function parseInput<S extends z.ZodType>(schema: S, value: unknown): z.output<S> {
  const parsed = schema.safeParse(value);
  if (parsed.success) return parsed.data;
  throw invalidInput(parsed.error.issues);
}

/** Returns the fields of a patch that the client has sent. */
export function sentFields<T extends object>(patch: T): Partial<T> {
  return Object.fromEntries(Object.entries(patch).filter(([, value]) => value !== undefined)) as Partial<T>;
}

/** Returns the error of a failed parse. Every schema of the contract has messages of the catalogue, although Zod types them as text. */
export function invalidInput(issues: readonly Issue[]): AppError {
  const [first] = issues;
  return first
    ? httpErrors.invalidFields({ message: first.message as Message, issues })
    : httpErrors.invalidInput({ issues });
}

/** Returns true when a text in a JSON value contains a NUL or half a surrogate pair, which PostgreSQL cannot store. */
export function hasInvalidText(value: unknown, depth = 0): boolean {
  if (typeof value === "string") return value.includes("\u0000") || !value.isWellFormed();
  if (typeof value !== "object" || value === null || depth > MAX_JSON_DEPTH) return false;
  // Avoids allocating keys and entries, because a body may contain hundreds of thousands of values.
  if (Array.isArray(value)) return value.some((entry) => hasInvalidText(entry, depth + 1));
  for (const key of Object.keys(value)) {
    if (hasInvalidText(key)) return true;
    if (hasInvalidText((value as Record<string, unknown>)[key], depth + 1)) return true;
  }
  return false;
}
