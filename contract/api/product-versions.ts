import { maxLengthText, withoutDirectionControls } from "../rules/fields.ts";

/** The length of the note on a version. */
export const MAX_VERSION_NOTE = 500;

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
