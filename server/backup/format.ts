import { z } from "zod";

/** The written version of the format. Later versions are rejected, earlier ones can be read. */
export const FORMAT = 1;

/** The first and the last entry: an archive without the last one is incomplete. */
export const HEADER = "tessera-backup.json";
export const END = "end.json";
export const SECRET = "secret";
export const UPLOADS = "uploads/";

/** A table's rows are stored in PostgreSQL's COPY format, in separately compressed parts. */
export const PART_BYTES = 2 * 1024 * 1024;
/** A larger part is rejected. */
export const MAX_PART_BYTES = 64 * 1024 * 1024;
export const partName = ({ schema, name }: { schema: string; name: string }, part: number) =>
  `database/${schema}.${name}/${String(part).padStart(6, "0")}.copy.zst`;
const PART = /^database\/([^/]+)\/\d+\.copy\.zst$/;
export const tableOfPart = (entry: string) => PART.exec(entry)?.[1];

const Named = z.object({ schema: z.string(), name: z.string() });

/** Identifies the product and the format before anything else is parsed. */
export const AnyHeader = z.object({ product: z.literal("Tessera"), format: z.number().int().positive() });

export const Header = AnyHeader.extend({
  madeAt: z.iso.datetime(),
  /** The applied migrations in order. */
  migrations: z.array(z.object({ name: z.string(), hash: z.string(), appliedAt: z.iso.datetime() })).min(1),
  /** Version of the job queue's tables, or null if there were none. */
  jobsVersion: z.number().int().nullable(),
  tables: z.array(Named.extend({ columns: z.array(z.string()).min(1) })),
  sequences: z.array(Named.extend({ value: z.string().regex(/^\d+$/), called: z.boolean() })),
  /** Days that have a partition of `events`, such as `2026-11-30`. */
  eventDays: z.array(z.iso.date()),
});

export const End = z.object({
  entries: z.number().int(),
  /** SHA-256 over the name, size and SHA-256 of every entry before this one. */
  sha256: z.string().regex(/^[0-9a-f]{64}$/),
  rows: z.record(z.string(), z.number().int()),
  files: z.number().int(),
  fileBytes: z.number().int(),
  /** Ids of files with missing or different bytes in the storage. */
  lostFiles: z.array(z.string()),
});

export type Header = z.infer<typeof Header>;
export type End = z.infer<typeof End>;
export type Table = Header["tables"][number];

export const countRows = ({ rows }: Pick<End, "rows">): number =>
  Object.values(rows).reduce((sum, count) => sum + count, 0);

export const fullName = ({ schema, name }: { schema: string; name: string }) => `${schema}.${name}`;
