import { z } from "zod";
import { IsoTime, maxLengthText, withoutDirectionControls } from "../rules/fields.ts";

/** The length of the note on a version. */
export const MAX_VERSION_NOTE = 500;
/** The number of versions of a product in lists and archives, newest first. */
export const MAX_LISTED_VERSIONS = 100;

/** The creator's note on a version. */
export const VersionNoteField = maxLengthText("Note", MAX_VERSION_NOTE).overwrite(withoutDirectionControls);

/** A version of a bought product, made after the purchase. */
export type BoughtVersion = {
  /** The product's name if several were bought, otherwise null. */
  name: string | null;
  /** From 2 on, because the first version has no change. */
  number: number;
  note: string | null;
  created_at: string;
};

/** A version of a product in the archive of an account. */
export const ArchivedVersion = z.object({
  number: z.number(),
  note: z.string().nullable(),
  /** The ids of the files that this version changed, including files that were removed later. */
  file_ids: z.array(z.number()),
  created_at: IsoTime,
  /** When buyers were last told, or null. */
  announced_at: IsoTime.nullable(),
});
export type ArchivedVersion = z.infer<typeof ArchivedVersion>;
