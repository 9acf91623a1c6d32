import { z } from "zod";
import { limits } from "./limits.ts";
import { codeOf, emailOf, identifierOf, type Meaning, nameOf, secretOf, trimBlank } from "./meanings.ts";

const meanings = z.registry<{ meaning: Meaning }>();
/** Returns the meaning of a text's schema, or undefined for one that no function of this file has made. */
export const meaningOf = (schema: z.core.$ZodType): Meaning | undefined => meanings.get(schema)?.meaning;

/** Returns a function that makes schemas of texts of one meaning. The length is checked before a text is transformed, so that the cost is bounded. `max` is the limit of the form that is stored. */
export function textOf(meaning: Meaning, form: (text: string) => string) {
  return (message: string, max: number, tooLong = message) =>
    z
      .string({ error: message })
      .max(max + limits.surroundingSpace.max, { error: tooLong, abort: true })
      .register(meanings, { meaning })
      .overwrite(form)
      .max(max, { error: tooLong, abort: true });
}

/** A password, measured in the form in which it is hashed. */
export const secretText = textOf("secret", secretOf);
/** Identifiers. Two texts that look the same are one. */
export const identifierText = textOf("identifier", identifierOf);
/** A code or a number that somebody copies or types. */
export const codeText = textOf("code", codeOf);
/** Text for people. */
export const nameText = textOf("name", nameOf);
/** A URL before it is parsed. */
export const urlText = textOf("url", trimBlank);
export const emailText = textOf("identifier", emailOf);

/** A text of a meaning that stays as it was sent, with all characters that its length may have. */
export const rawText = (meaning: Meaning, max: number, message?: string, tooLong = message) =>
  z
    .string(message === undefined ? undefined : { error: message })
    .max(max, { error: tooLong, abort: true })
    .register(meanings, { meaning });

/** A text that a program sends and no person writes: a token, an id, a path. */
export const machineText = (max: number, message?: string, tooLong = message) =>
  rawText("machine", max, message, tooLong);
