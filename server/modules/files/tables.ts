import { index, integer, pgTable, text } from "drizzle-orm/pg-core";
import type { UploadPurpose } from "../../../contract/api/files.ts";
import { bigintColumn, bytea, createdAt, linkTo, timestamptz } from "../../platform/database/columns.ts";
import { creators } from "../creators/tables.ts";

/** An uploaded file. Images are public under their id. Digital files are private. */
export const files = pgTable(
  "files",
  {
    /** 160 random bits in lower-case base 32, so that it cannot be guessed. */
    id: text().primaryKey(),
    /** Null once the creator is deleted and only paid orders still need the file. */
    creatorId: linkTo("creator_id", () => creators.id),
    purpose: text().$type<UploadPurpose>().notNull(),
    /** The uploader's file name, shown to buyers and never used as a path. */
    name: text().notNull(),
    contentType: text("content_type").notNull(),
    size: bigintColumn("size").notNull(),
    sha256: bytea().notNull(),
    /** The size of an image's largest variant, upright. Null for other files. */
    width: integer(),
    height: integer(),
    createdAt: createdAt(),
    /** The time since which no product and no order refers to a private file. Null while one does, and until the first check. */
    unreferencedSince: timestamptz("unnamed_since"),
  },
  (table) => [index("files_creator_id").on(table.creatorId)],
);

/**
 * An upload whose bytes are being stored.
 * The transaction that inserts the file deletes this row. A row that remains refers to bytes without a file.
 */
export const pendingUploads = pgTable(
  "pending_uploads",
  {
    /** The id that the file will have. */
    fileId: text("file_id").primaryKey(),
    purpose: text().$type<UploadPurpose>().notNull(),
    startedAt: timestamptz("started_at").notNull().defaultNow(),
  },
  (table) => [index("pending_uploads_started_at").on(table.startedAt)],
);

/**
 * An upload that a client sends straight to the bucket.
 * The row stays for a day after its end, because late bytes must be removed as well.
 */
export const directUploads = pgTable(
  "direct_uploads",
  {
    /** A random id, different from the id of the resulting file. */
    id: text().primaryKey(),
    /** Null once the creator is deleted. */
    creatorId: linkTo("creator_id", () => creators.id),
    name: text().notNull(),
    /** Counts against the creator's quota until the upload is over. */
    bytes: bigintColumn("bytes").notNull(),
    startedAt: timestamptz("started_at").notNull().defaultNow(),
    /** The time at which the upload expires, in the past once it is cancelled or completed. */
    endsAt: timestamptz("ends_at").notNull(),
    /** The time at which a job began to copy and hash the bytes. */
    checkingSince: timestamptz("checking_since"),
    /** The resulting file. */
    fileId: text("file_id"),
    /** The time at which the bytes were removed. */
    removedAt: timestamptz("removed_at"),
  },
  (table) => [index("direct_uploads_creator_id").on(table.creatorId)],
);
