import { z } from "zod";
import { IsoTime } from "../rules/fields.ts";
import { defineMessages } from "../texts.ts";
import { route } from "./route.ts";

const messages = defineMessages("account_imports", {
  handle: "Choose which handle the page has: keep or archive.",
});

/** `keep`: the page keeps its handle. `archive`: the page takes the archive's handle if that is free. */
export const ImportedHandle = z.enum(["keep", "archive"], { error: messages.handle });
export type ImportedHandle = z.infer<typeof ImportedHandle>;

const ImportCount = z.object({
  added: z.number().int(),
  /** Items that the account already has, from an earlier import or with an equal code or email. */
  present: z.number().int(),
  left_out: z.number().int(),
});
export type ImportCount = z.infer<typeof ImportCount>;

const NONE: ImportCount = { added: 0, present: 0, left_out: 0 };

export const ImportKind = z.enum([
  "page",
  "file",
  "product",
  "tile",
  "discount",
  "series",
  "letter",
  "email",
  "audience",
]);
export type ImportKind = z.infer<typeof ImportKind>;

export const ImportResult = z.object({
  handle: z.enum(["kept", "taken_over", "unavailable"]),
  counts: z.object({
    page: ImportCount,
    file: ImportCount,
    product: ImportCount,
    tile: ImportCount,
    discount: ImportCount,
    /** Series of single-use codes. Results of earlier releases contain neither series, drafts nor sent emails. */
    series: ImportCount.default(NONE),
    /** Drafts. */
    letter: ImportCount.default(NONE),
    /** Sent emails. */
    email: ImportCount.default(NONE),
    audience: ImportCount,
  } satisfies Record<ImportKind, z.ZodType>),
  /** The first rejected items with reasons. */
  left_out: z.array(z.object({ kind: ImportKind, name: z.string(), reason: z.string() })),
});
export type ImportResult = z.infer<typeof ImportResult>;

/** An import that is running or ended in the last days. */
export const AccountImport = z.object({
  id: z.string(),
  state: z.enum(["waiting", "done", "failed"]),
  created_at: IsoTime,
  /** The number of imported parts of the archive: its files, its page with all lists, and the emails of its audience. */
  done: z.number().int(),
  total: z.number().int(),
  /** The items in the account so far; null until the page is imported. */
  result: ImportResult.nullable(),
});
export type AccountImport = z.infer<typeof AccountImport>;

export const accountImportRoutes = {
  imports: route("GET", "/api/account/imports", "creator", {
    summary: "Latest imports of the account, newest first",
    responses: { 200: z.object({ imports: z.array(AccountImport) }) },
  }),
  startImport: route("POST", "/api/account/imports", "creator", {
    recent: true,
    summary: "Import the archive of an account, uploaded in the multipart field `file`",
    query: z.object({ handle: ImportedHandle.default("keep") }),
    bodyType: "multipart",
    responses: { 202: z.object({ import: AccountImport }) },
    limit: { points: 10, seconds: 600 },
    errors: {
      400: [
        "files.none",
        "files.wrong_field",
        "files.broken_upload",
        "account_data.archive_unreadable",
        "account_data.archive_entry",
        "account_data.archive_changed",
        "account_data.archive_newer",
        "account_data.archive_too_long",
      ],
      403: ["accounts.unverified"],
      409: ["account_data.import_unfinished"],
      413: ["files.too_large"],
      415: ["files.not_multipart"],
      429: ["account_data.too_many_imports", "files.busy"],
      503: ["storage.away", "unavailable"],
      507: ["storage.full"],
    },
  }),
};
