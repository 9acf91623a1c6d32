import { z } from "zod";
import { IsoTime } from "../rules/fields.ts";

/** Something that was deleted and can still be restored. */
export const DeletedItem = z.object({
  id: z.number(),
  name: z.string(),
  image_url: z.string().nullable(),
  deleted_at: IsoTime,
  /** From then on it cannot be restored. */
  restorable_until: IsoTime,
});
export type DeletedItem = z.infer<typeof DeletedItem>;

/** Newest first. */
export const DeletedItems = z.object({ items: z.array(DeletedItem) });
