import { z } from "zod";
import type { Message } from "../texts.ts";
import { limits } from "./limits.ts";
import { codeOf, emailOf, identifierOf, type Meaning, nameOf, secretOf, trimBlank } from "./meanings.ts";

const meanings = z.registry<{ meaning: Meaning }>();
/** Returns the meaning of a text schema created by this file, or undefined for other schemas. */
export const meaningOf = (schema: z.core.$ZodType): Meaning | undefined => meanings.get(schema)?.meaning;

/** Returns a factory of text schemas of one meaning. The length is checked before the transformation, so that the cost is bounded. `max` limits the stored form. */
export function textOf(meaning: Meaning, form: (text: string) => string) {
  return (message: Message, max: number, tooLong = message) =>
    z
      .string({ error: message })
      .max(max + limits.surroundingSpace.max, { error: tooLong, abort: true })
      .register(meanings, { meaning })
      .overwrite(form)
      .max(max, { error: tooLong, abort: true });
}

/** A password. Its hashed form is measured. */
export const secretText = textOf("secret", secretOf);
/** An identifier. Two identifiers that look equal are equal. */
export const identifierText = textOf("identifier", identifierOf);
/** A code or number that people copy or type. */
export const codeText = textOf("code", codeOf);
/** Text for people. */
export const nameText = textOf("name", nameOf);
/** A URL before it is parsed. */
export const urlText = textOf("url", trimBlank);
export const emailText = textOf("identifier", emailOf);

/** A text that stays as it was sent. */
export const rawText = (meaning: Meaning, max: number, message?: Message, tooLong = message) =>
  z
    .string(message === undefined ? undefined : { error: message })
    .max(max, { error: tooLong, abort: true })
    .register(meanings, { meaning });

/** A text sent by a program: a token, an id, a path. */
export const machineText = (max: number, message?: Message, tooLong = message) =>
  rawText("machine", max, message, tooLong);
