import { z } from "zod";

/** A field of a form; an absent one is empty. */
export const field = z.string().default("");
export const Token = z.object({ token: z.string() });
export const PRIVATE = { caching: "private", private: true } as const;
/** Pages and forms whose URL is the only key to what they show. */
export const SECRET_URL = { ...PRIVATE, referrerPolicy: "same-origin" } as const;
