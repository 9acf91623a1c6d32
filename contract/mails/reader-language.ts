import { z } from "zod";

/** The language of an email to a buyer or reader, in which their order or signup was made. Missing for English, and in emails queued by an earlier release. */
export const readerLanguage = { language: z.string().optional() };
