import { z } from "zod";
import { MAX_LISTED_VERSIONS, VersionNoteField } from "../../../contract/api/product-versions.ts";
import { IsoTime } from "../../../contract/rules/fields.ts";
import { MAX_PRODUCT_FILES } from "../../../contract/rules/file-limits.ts";
import { hasInvalidText } from "../../platform/http/validation.ts";
import { errors } from "./errors.ts";
import { listOf, type Row } from "./import-input.ts";

const MAX_NUMBER = 1_000_000;
const Time = IsoTime.transform((time) => new Date(time));

const Version = z.object({
  number: z.number().int().min(2).max(MAX_NUMBER),
  note: VersionNoteField.nullable(),
  file_ids: z.array(z.number().int()).max(MAX_PRODUCT_FILES),
  created_at: Time,
  announced_at: Time.nullable(),
});
const Versions = z
  .array(Version)
  .max(MAX_LISTED_VERSIONS)
  .refine((versions) => new Set(versions.map(({ number }) => number)).size === versions.length);

/**
 * Returns the versions of a product. `fileIds` are those of its imported files by their ids in the archive.
 * Older archives have no versions. Throws 400.
 */
export function toVersions(row: Row) {
  const listed = listOf(row.versions);
  const parsed = hasInvalidText(listed) ? undefined : Versions.safeParse(listed).data;
  if (!parsed) throw errors.versionsUnreadable();
  return (fileIds: ReadonlyMap<unknown, number>) =>
    parsed.map(({ number, note, file_ids, created_at, announced_at }) => ({
      ...{ number, note: note || null },
      fileIds: file_ids.flatMap((id) => fileIds.get(id) ?? []),
      ...{ createdAt: created_at, announcedAt: announced_at },
    }));
}
