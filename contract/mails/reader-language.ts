import { z } from "zod";

/**
 * The language of an email. For a buyer or reader, the one in which their order or signup was made. For a user, the server adds it
 * on sending; it is queued only with an email to another address than the account's. Missing for English, and in emails queued by
 * an earlier release.
 */
export const readerLanguage = { language: z.string().optional() };
