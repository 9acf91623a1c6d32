import type { z } from "zod";
import { sentence } from "../texts.ts";

/** Returns the errors of a value with their displayed texts, or an empty list for a valid value. */
export const problemsOf = (schema: z.ZodType, value: unknown) =>
  (schema.safeParse(value).error?.issues ?? []).map(({ path, message }) => ({
    path,
    message: sentence(message),
  }));

/** Returns the displayed texts of the errors of a value. */
export const textsOf = (schema: z.ZodType, value: unknown) =>
  problemsOf(schema, value).map(({ message }) => message);
