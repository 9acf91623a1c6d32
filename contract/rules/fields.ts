import { z } from "zod";
import type { Noun } from "../nouns.ts";
import { texts } from "../texts.ts";
import { limits } from "./limits.ts";
import { parseUrl } from "./urls.ts";

/** Messages that fields of several inputs share; `noun` is the field's name. */
export const fieldMessages = texts("fields", {
  body: "The request body is missing or not an object.",
  notText: "{noun} must be text.",
  notBoolean: "{noun} must be true or false.",
  required: "{noun} is required.",
  tooShort: "{noun} must be at least {min} characters.",
  tooLong: "{noun} must be at most {max} characters.",
  severalLines: "{noun} must be on one line.",
  invisibleControls: "{noun} must not contain invisible control characters.",
  url: "{noun} must be a valid URL (include http:// or https://).",
  time: "{noun} must be a date and a time from {first} to {last}.",
  amount: "{noun} must be a number of 0 or more.",
  tooHigh: "{noun} must be at most {max}.",
  email: "Enter a valid email address.",
  id: "The id must be a whole number above 0.",
  tileId: "A tile's id is a whole number.",
  page: "The page must be a whole number above 0.",
  type: "Choose a type.",
  size: "Choose a size.",
  country: "Choose a country.",
  language: "Choose a language.",
  timeZone: "Choose a time zone.",
  handle: "Handle must be {min} to {max} letters, numbers, hyphens or underscores.",
  reservedHandle: "This handle is reserved.",
  vatIdExample: "Enter a VAT ID such as {example}, or leave it empty.",
});

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
    .refine(isHttpUrl)
    .transform((value) => new URL(value).href);
}

/** An http(s) URL, or an empty text, which becomes null. */
export function optionalUrl(noun: Noun) {
  const error = fieldMessages.url({ noun });
  // Checked in the first option of the union as well, because forms show its errors.
  return z.union([z.literal("", { error }).transform(() => null), httpUrl(error)], { error });
}

/** The token of an emailed link; `dead` says that the link no longer works. */
export const tokenField = (missing: string, dead = missing) =>
  z.string({ error: missing }).min(1).max(limits.token.max, { error: dead });

/** A whole number above 0, such as an id. */
export const positiveNumber = (message: string) => z.number({ error: message }).int().positive();

/** The schema of a request body, as one object. */
export function objectBody<const S extends z.core.$ZodLooseShape>(shape: S) {
  return z.object(shape, { error: fieldMessages.body });
}

/** Trimmed text with a maximum length; `noun` is the field's name in messages. */
export function maxLengthText(noun: Noun, max: number) {
  const tooLong = fieldMessages.tooLong({ noun, max });
  return boundedText(fieldMessages.notText({ noun }), max, tooLong).trim().max(max, { error: tooLong });
}

/** Optional trimmed text; empty becomes null. */
export function optionalText(noun: Noun, max: number) {
  return maxLengthText(noun, max)
    .transform((value) => value || null)
    .nullable();
}

export function booleanField(noun: Noun) {
  return z.boolean({ error: fieldMessages.notBoolean({ noun }) });
}

const NOTHING_TO_SEE = /^[\s\p{Cc}\p{Cf}\p{Default_Ignorable_Code_Point}]*$/u;

/** Trimmed text with a maximum length; text without visible characters is empty, while joiners inside a name stay. */
export function visibleText(message: string, max: number, tooLong: string) {
  return boundedText(message, max, tooLong)
    .trim()
    .overwrite((value) => (NOTHING_TO_SEE.test(value) ? "" : value))
    .max(max, { error: tooLong });
}

/** Visible text that is not empty; `required` is the message for text that is. */
export function requiredText(noun: Noun, max: number, required = fieldMessages.required({ noun })) {
  return visibleText(required, max, fieldMessages.tooLong({ noun, max })).min(1, { error: required });
}

/** The arguments of `regex` for text on one line. */
export const oneLine = (noun: Noun) =>
  [/^[^\r\n]*$/, { error: fieldMessages.severalLines({ noun }) }] as const;

export const Email = boundedText(fieldMessages.email, limits.email.max)
  .trim()
  .toLowerCase()
  .max(limits.email.max)
  .pipe(z.email({ error: fieldMessages.email }));

const { min, max } = limits.password;
const TOO_SHORT = fieldMessages.tooShort({ noun: "Password", min });
export const PASSWORD_TOO_LONG = fieldMessages.tooLong({ noun: "Password", max });
export const NewPassword = z.string({ error: TOO_SHORT }).min(min).max(max, { error: PASSWORD_TOO_LONG });

/** Direction controls and invisible characters, with which a name could look like another one. Joiners and marks inside words stay. */
export const INVISIBLE_CONTROLS = /[\u200B\u202A-\u202E\u2060-\u206F\uFEFF\uFFF9-\uFFFB]/u;

/** Removes direction controls, which also reorder the text around a line. Text copied from a messenger contains them, and users cannot see them. */
export const withoutDirectionControls = (value: string) =>
  value.replace(/[\u202A-\u202E\u2066-\u2069]/gu, "");

export const DisplayName = requiredText("Display name", limits.displayName.max)
  .regex(...oneLine("Display name"))
  .refine((value) => !INVISIBLE_CONTROLS.test(value), {
    error: fieldMessages.invisibleControls({ noun: "Display name" }),
  });

export const IsoTime = z.iso.datetime();
