import { z } from "zod";
import { IsoTime } from "../rules/fields.ts";

/** A deleted item that can be restored. */
export const DeletedItem = z.object({
  id: z.number(),
  name: z.string(),
  image_url: z.string().nullable(),
  deleted_at: IsoTime,
  /** The last moment at which the item can be restored. */
  restorable_until: IsoTime,
});
export type DeletedItem = z.infer<typeof DeletedItem>;

/** Newest first. */
export const DeletedItems = z.object({ items: z.array(DeletedItem) });
