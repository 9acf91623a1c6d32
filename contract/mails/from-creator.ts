import { z } from "zod";

/** The sender's name and contact in every email on behalf of a creator. Missing in emails queued by an earlier release. */
export const fromCreator = {
  /** The creator's display name. */
  sender: z.string().nullable().optional(),
  /** The published email of the seller details, for questions. */
  contact: z.string().nullable().optional(),
};
