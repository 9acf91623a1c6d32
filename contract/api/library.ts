import type { z } from "zod";
import { Email, objectBody } from "../rules/fields.ts";

/** The email for which a link to its purchases is requested. */
export const LibraryRequest = objectBody({ email: Email });
export type LibraryRequest = z.infer<typeof LibraryRequest>;
