import { z } from "zod";
import { limits } from "./limits.ts";
import { parseUrl } from "./urls.ts";

/** Text whose length is checked before it is transformed, so that the cost is bounded. `max` is the limit after surrounding white space is trimmed. */
export function boundedText(message: string, max: number, tooLong = message) {
  return z.string({ error: message }).max(max + limits.surroundingSpace.max, { error: tooLong, abort: true });
}

/** A list whose entries are parsed only up to one more than the limit. */
export function boundedList<E extends z.ZodType>(
  element: E,
  max: number,
  messages: { type: string; tooMany: string },
) {
  return z.preprocess(
    (value: z.input<E>[]) => (Array.isArray(value) && value.length > max ? value.slice(0, max + 1) : value),
    z.array(element, { error: messages.type }).max(max, { error: messages.tooMany }),
  );
}

/** Returns true for an absolute http or https URL with a host, and for nothing that a browser would parse as another scheme. */
export function isHttpUrl(value: string): boolean {
  const url = /^https?:\/\/[^\s/\\?#]/i.test(value) ? parseUrl(value) : undefined;
  // The stored form is measured, because escapes make it longer than the input.
  return url !== undefined && url.hostname !== "" && url.href.length <= limits.url.max;
}

/** An http(s) URL, stored as normalized by the URL standard. */
export function httpUrl(message: string) {
  return boundedText(message, limits.url.max)
    .trim()
    .refine(isHttpUrl, { error: message })
    .transform((value) => new URL(value).href);
}

/** The schema of a request body, as one object. */
export function objectBody<const S extends z.core.$ZodLooseShape>(shape: S) {
  return z.object(shape, { error: "The request body is missing or not an object." });
}

/** Trimmed text with a maximum length; `name` is the field's name in messages. */
export function maxLengthText(name: string, max: number) {
  const tooLong = `${name} must be at most ${max} characters.`;
  return boundedText(`${name} must be text.`, max, tooLong).trim().max(max, { error: tooLong });
}

/** Optional trimmed text; empty becomes null. */
export function optionalText(name: string, max: number) {
  return maxLengthText(name, max)
    .transform((value) => value || null)
    .nullable();
}

export function booleanField(name: string) {
  return z.boolean({ error: `${name} must be true or false.` });
}

const NOTHING_TO_SEE = /^[\s\p{Cc}\p{Cf}\p{Default_Ignorable_Code_Point}]*$/u;

/** Trimmed text with a maximum length; text without visible characters is empty, while joiners inside a name stay. */
export function visibleText(message: string, max: number, tooLong: string) {
  return boundedText(message, max, tooLong)
    .trim()
    .overwrite((value) => (NOTHING_TO_SEE.test(value) ? "" : value))
    .max(max, { error: tooLong });
}

export const Email = boundedText("Enter a valid email address.", limits.email.max)
  .trim()
  .toLowerCase()
  .max(limits.email.max, { error: "Enter a valid email address." })
  .pipe(z.email({ error: "Enter a valid email address." }));

export const NewPassword = z
  .string({ error: `Password must be at least ${limits.password.min} characters.` })
  .min(limits.password.min, { error: `Password must be at least ${limits.password.min} characters.` })
  .max(limits.password.max, { error: `Password must be at most ${limits.password.max} characters.` });

/** Direction controls and invisible characters, with which a name could look like another one. Joiners and marks inside words stay. */
export const INVISIBLE_CONTROLS = /[\u200B\u202A-\u202E\u2060-\u206F\uFEFF\uFFF9-\uFFFB]/u;

/** Removes direction controls, which also reorder the text around a line. Text copied from a messenger contains them, and users cannot see them. */
export const withoutDirectionControls = (value: string) =>
  value.replace(/[\u202A-\u202E\u2066-\u2069]/gu, "");

export const DisplayName = visibleText(
  "Display name is required.",
  limits.displayName.max,
  `Display name must be at most ${limits.displayName.max} characters.`,
)
  .min(1, { error: "Display name is required." })
  .regex(/^[^\r\n]*$/, { error: "Display name must be on one line." })
  .refine((value) => !INVISIBLE_CONTROLS.test(value), {
    error: "Display name must not contain invisible control characters.",
  });

export const IsoTime = z.iso.datetime();
