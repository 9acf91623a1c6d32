import { z } from "zod";
import type { Noun } from "../nouns.ts";
import { defineMessages, type Message } from "../texts.ts";
import { limits } from "./limits.ts";
import { secretOf } from "./meanings.ts";
import { codeText, emailText, machineText, nameText, rawText, secretText } from "./text-fields.ts";

/** Messages shared by fields of several inputs. `noun` is the field's name. */
export const fieldMessages = defineMessages("fields", {
  body: "The request body is missing or not an object.",
  notText: "{noun} must be text.",
  notBoolean: "{noun} must be true or false.",
  required: "{noun} is required.",
  tooShort: "{noun} must be at least {min} characters.",
  tooLong: "{noun} must be at most {max} characters.",
  severalLines: "{noun} must be on one line.",
  invisibleControls: "{noun} must not contain invisible control characters.",
  url: "{noun} must be a valid URL (include http:// or https://).",
  urlTooLong: "{noun} is too long: at most {max} characters. A short link helps.",
  urlTwice: "{noun} begins with http:// or https:// twice. Remove one of them.",
  urlInvisible: "{noun} has an invisible character in it. Type that part again.",
  urlHost: "{noun} must have a host after http:// or https://, such as https://example.com.",
  time: "{noun} must be a date and a time, such as 2026-11-27T18:00.",
  timeOfCalendar: "{noun} must be a date of the calendar with a time from 00:00 to 23:59.",
  timeRange: "{noun} must be from {first} to {last}.",
  amount: "{noun} must be a number of 0 or more.",
  tooHigh: "{noun} must be at most {max, number}.",
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

/** Returns the schema of a list, which parses at most one entry more than the limit. */
export function boundedList<E extends z.ZodType>(
  element: E,
  max: number,
  messages: { type: Message; tooMany: Message },
) {
  return z.preprocess(
    (value: z.input<E>[]) => (Array.isArray(value) && value.length > max ? value.slice(0, max + 1) : value),
    z.array(element, { error: messages.type }).max(max, { error: messages.tooMany }),
  );
}

/** The token of an emailed link. `dead` is the message for an expired link. */
export const tokenField = (missing: Message, dead = missing) =>
  machineText(limits.token.max, missing, dead).min(1, { error: missing });

/** A whole number above 0, such as an id. */
export const positiveNumber = (message: Message) => z.number({ error: message }).int().positive();

/** The schema of a request body, as one object. */
export function objectBody<const S extends z.core.$ZodLooseShape>(shape: S) {
  return z.object(shape, { error: fieldMessages.body });
}

/** Trimmed text with a maximum length. `noun` is the field's name in messages. */
export function maxLengthText(noun: Noun, max: number) {
  return nameText(fieldMessages.notText({ noun }), max, fieldMessages.tooLong({ noun, max }));
}

/** Optional trimmed text. Empty text becomes null. */
export function optionalText(noun: Noun, max: number) {
  return maxLengthText(noun, max)
    .transform((value) => value || null)
    .nullable();
}

/** A code or a number as entered. `noun` is the field's name. */
export const typedCode = (noun: Noun, max: number) =>
  codeText(fieldMessages.notText({ noun }), max, fieldMessages.tooLong({ noun, max }));

/** An optional code or number. Empty text becomes null. */
export const optionalCode = (noun: Noun, max: number) =>
  typedCode(noun, max)
    .transform((value) => value || null)
    .nullable();

export function booleanField(noun: Noun) {
  return z.boolean({ error: fieldMessages.notBoolean({ noun }) });
}

const NOTHING_TO_SEE = /^[\s\p{Cc}\p{Cf}\p{Default_Ignorable_Code_Point}]*$/u;

/** Trimmed text with a maximum length. Text without visible characters becomes empty. Joiners inside a name stay. */
export function visibleText(message: Message, max: number, tooLong: Message) {
  return nameText(message, max, tooLong).overwrite((value) => (NOTHING_TO_SEE.test(value) ? "" : value));
}

/** Visible, non-empty text. `required` is the message for empty text. */
export function requiredText(noun: Noun, max: number, required = fieldMessages.required({ noun })) {
  return visibleText(required, max, fieldMessages.tooLong({ noun, max })).min(1, { error: required });
}

/** The arguments of `regex` for single-line text. */
export const oneLine = (noun: Noun) =>
  [/^[^\r\n]*$/, { error: fieldMessages.severalLines({ noun }) }] as const;

/** An email in its canonical form: the ASCII form of an internationalised domain. */
export const Email = emailText(fieldMessages.email, limits.email.max).pipe(
  z.email({ error: fieldMessages.email }),
);

const EMAIL_TOO_LONG = fieldMessages.tooLong({ noun: "Email", max: limits.email.max });
/** An email to look up an account. Any text is valid and brought into the compared form of emails. */
export const emailToFind = (message: Message) =>
  emailText(message, limits.email.max, EMAIL_TOO_LONG).min(1, { error: message });

const { min, max } = limits.password;
const TOO_SHORT = fieldMessages.tooShort({ noun: "Password", min });
export const PASSWORD_TOO_LONG = fieldMessages.tooLong({ noun: "Password", max });
export const NewPassword = secretText(TOO_SHORT, max, PASSWORD_TOO_LONG).min(min);

/** An existing password, unchanged, because commit 25e65fde may have hashed that form. */
export const typedPassword = (message: Message) =>
  rawText("secret", max + limits.surroundingSpace.max, message, PASSWORD_TOO_LONG)
    .min(1)
    .refine((value) => secretOf(value).length <= max, { error: PASSWORD_TOO_LONG });

/** Direction controls and invisible characters that could make names look equal. Joiners and marks inside words stay. */
export const INVISIBLE_CONTROLS = /[\u200B\u202A-\u202E\u2060-\u206F\uFEFF\uFFF9-\uFFFB]/u;

/** Removes direction controls, which also reorder the text around a line. Text copied from a messenger contains them invisibly. */
export const withoutDirectionControls = (value: string) =>
  value.replace(/[\u202A-\u202E\u2066-\u2069]/gu, "");

export const DisplayName = requiredText("Display name", limits.displayName.max)
  .regex(...oneLine("Display name"))
  .refine((value) => !INVISIBLE_CONTROLS.test(value), {
    error: fieldMessages.invisibleControls({ noun: "Display name" }),
  });

export const IsoTime = z.iso.datetime();
