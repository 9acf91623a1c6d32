import { z } from "zod";

/** The form that is written here. Later ones are refused, earlier ones would still be read. */
export const FORMAT = 1;

/** The first entry, and the last one: who finds no last one holds a part. */
export const HEADER = "tessera-backup.json";
export const END = "end.json";
export const SECRET = "secret";
export const UPLOADS = "uploads/";

/** A table's rows come as PostgreSQL's COPY writes them, in parts that are compressed each for itself. */
export const PART_BYTES = 2 * 1024 * 1024;
/** No archive has larger ones. */
export const MOST_PART_BYTES = 64 * 1024 * 1024;
export const partName = ({ schema, name }: { schema: string; name: string }, part: number) =>
  `database/${schema}.${name}/${String(part).padStart(6, "0")}.copy.zst`;
const PART = /^database\/([^/]+)\/\d+\.copy\.zst$/;
export const tableOfPart = (entry: string) => PART.exec(entry)?.[1];

const Named = z.object({ schema: z.string(), name: z.string() });

/** Enough to say whose file this is before anything else of it is believed. */
export const AnyHeader = z.object({ product: z.literal("Tessera"), format: z.number().int().positive() });

export const Header = AnyHeader.extend({
  madeAt: z.iso.datetime(),
  /** The steps that the database had taken, in their order. */
  migrations: z.array(z.object({ name: z.string(), hash: z.string(), appliedAt: z.iso.datetime() })).min(1),
  /** Version of the job queue's own tables; null when there were none yet. */
  jobsVersion: z.number().int().nullable(),
  tables: z.array(Named.extend({ columns: z.array(z.string()).min(1) })),
  sequences: z.array(Named.extend({ value: z.string().regex(/^\d+$/), called: z.boolean() })),
  /** Months that have a partition of `events`, such as `2026-11`. */
  eventMonths: z.array(z.string().regex(/^\d{4}-(0[1-9]|1[0-2])$/)),
});

export const End = z.object({
  entries: z.number().int(),
  /** SHA-256 over the name, size and SHA-256 of every entry before this one. */
  sha256: z.string().regex(/^[0-9a-f]{64}$/),
  rows: z.record(z.string(), z.number().int()),
  files: z.number().int(),
  fileBytes: z.number().int(),
  /** Ids of files whose bytes the store had lost, or had others for. */
  lostFiles: z.array(z.string()),
});

export type Header = z.infer<typeof Header>;
export type End = z.infer<typeof End>;
export type Table = Header["tables"][number];

export const fullName = ({ schema, name }: { schema: string; name: string }) => `${schema}.${name}`;
