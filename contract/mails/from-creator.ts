import { z } from "zod";

/** In every email that a creator causes to a buyer or reader: the name of its sender, and who answers. None in emails that an earlier release queued. */
export const fromCreator = {
  /** The creator's display name. */
  sender: z.string().nullable().optional(),
  /** The email of the seller details, which are published: it answers questions. */
  contact: z.string().nullable().optional(),
};
