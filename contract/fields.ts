import { z } from "zod";
import { limits } from "./limits.ts";

/** True for an absolute http or https address with a host; nothing that a browser would read as another scheme. */
export function isHttpUrl(value: string): boolean {
  if (!/^https?:\/\/[^\s/\\?#]/i.test(value) || !URL.canParse(value)) return false;
  const { href, hostname } = new URL(value);
  // What is kept is measured: escapes make it longer than what was typed.
  return hostname !== "" && href.length <= limits.url.max;
}

/** An http(s) address, kept in the form the URL standard gives it. */
export function httpUrl(message: string) {
  return z
    .string({ error: message })
    .trim()
    .refine(isHttpUrl, { error: message })
    .transform((value) => new URL(value).href);
}

/** What a call takes, as one object. */
export function bodyOf<const S extends z.core.$ZodLooseShape>(shape: S) {
  return z.object(shape, { error: "The request body is missing or not an object." });
}

/** Text of at most so many characters, trimmed; `name` is the field as a person knows it. */
export function textUpTo(name: string, max: number) {
  return z
    .string({ error: `${name} must be text.` })
    .trim()
    .max(max, { error: `${name} must be at most ${max} characters.` });
}

/** Text that may be left out: trimmed, empty becomes null. */
export function optionalText(name: string, max: number) {
  return textUpTo(name, max)
    .transform((value) => value || null)
    .nullable();
}

export function flag(name: string) {
  return z.boolean({ error: `${name} must be true or false.` });
}

const NOTHING_TO_SEE = /^[\s\p{Cc}\p{Cf}\p{Default_Ignorable_Code_Point}]*$/u;

/** Trimmed text; what shows nothing at all is empty, while joiners inside a name stay. */
export function visibleText(message: string) {
  return z
    .string({ error: message })
    .trim()
    .overwrite((value) => (NOTHING_TO_SEE.test(value) ? "" : value));
}

export const Email = z
  .string({ error: "Enter a valid email address." })
  .trim()
  .toLowerCase()
  .max(limits.email.max, { error: "Enter a valid email address." })
  .pipe(z.email({ error: "Enter a valid email address." }));

export const NewPassword = z
  .string({ error: `Password must be at least ${limits.password.min} characters.` })
  .min(limits.password.min, { error: `Password must be at least ${limits.password.min} characters.` })
  .max(limits.password.max, { error: `Password must be at most ${limits.password.max} characters.` });

export const DisplayName = visibleText("Display name is required.")
  .min(1, { error: "Display name is required." })
  .max(limits.displayName.max, {
    error: `Display name must be at most ${limits.displayName.max} characters.`,
  })
  .regex(/^[^\r\n]*$/, { error: "Display name must be on one line." });

export const IsoTime = z.iso.datetime();
