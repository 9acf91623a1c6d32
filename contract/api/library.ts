import type { z } from "zod";
import { Email, objectBody } from "../rules/fields.ts";

/** The email whose purchases are asked for. */
export const LibraryRequest = objectBody({ email: Email });
export type LibraryRequest = z.infer<typeof LibraryRequest>;
