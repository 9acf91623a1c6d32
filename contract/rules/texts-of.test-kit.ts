import type { z } from "zod";
import { sentence } from "../texts.ts";

/** Returns the errors of a value with the texts that are shown; none for a valid one. */
export const problemsOf = (schema: z.ZodType, value: unknown) =>
  (schema.safeParse(value).error?.issues ?? []).map(({ path, message }) => ({
    path,
    message: sentence(message),
  }));

/** Returns the texts alone. */
export const textsOf = (schema: z.ZodType, value: unknown) =>
  problemsOf(schema, value).map(({ message }) => message);
