import { z } from "zod";
import { boundedList, IsoTime, objectBody } from "../rules/fields.ts";
import { httpUrl } from "../rules/url-fields.ts";
import { defineMessages } from "../texts.ts";
import { route } from "./route.ts";
import { destinationMessages } from "./tile-messages.ts";

const messages = defineMessages("page_imports", {
  id: "Send the id of the page's contents.",
  rows: "Choose at least one of the rows, each once.",
});

/** The services whose pages and exports are recognized. `page` is any other page. */
export const PAGE_SOURCES = [
  "linktree",
  "beacons",
  "linkstack",
  "linkbreeze",
  "littlelink",
  "bookmarks",
  "csv",
  "gumroad",
  "page",
] as const;
export const PageSource = z.enum(PAGE_SOURCES);
export type PageSource = z.infer<typeof PageSource>;

/** The maximum of rows of one import. Each is checked and added by itself, so more would hold the page's lock for long. */
export const MAX_IMPORT_ROWS = 200;
/** The maximum size of a file in bytes. */
export const MAX_IMPORT_FILE = 5 * 1024 * 1024;

/** The maximum of characters of a row's title or text, and of its description. */
export const MAX_TEXT = 1000;
export const MAX_DESCRIPTION = 500;

const Row = z.object({
  /** A `heading` becomes a heading, `text` a block of text, `link` a tile, `product` a hidden product without files. */
  kind: z.enum(["link", "heading", "text", "product"]),
  /** The text of a block of text, else the title. */
  title: z.string(),
  url: z.string().nullable(),
  description: z.string().nullable(),
  /** The picture of the row on the other page. The import stores a copy. */
  image_url: z.string().nullable(),
  /** The price of a product. Other rows have none. */
  price: z.object({ cents: z.number().int(), currency: z.string() }).optional(),
});
export type ImportRow = z.infer<typeof Row>;

/** Why a row of the other page is not offered. */
export const LeftOutReason = z.enum([
  "address",
  "inactive",
  "paid",
  "unknown",
  "too_many",
  "recurring",
  "price",
  "present",
]);
export type LeftOutReason = z.infer<typeof LeftOutReason>;

/** The contents of another page, before anything is added. */
export const PageContents = z.object({
  id: z.string(),
  source: PageSource,
  name: z.string().nullable(),
  bio: z.string().nullable(),
  rows: z.array(Row),
  /** URLs of profiles, which become social links. */
  socials: z.array(z.string()),
  /** The first rows that are not offered, with the reason. */
  left_out: z.array(z.object({ name: z.string(), reason: LeftOutReason })),
});
export type PageContents = z.infer<typeof PageContents>;

export const PageImport = z.object({
  id: z.string(),
  source: PageSource,
  created_at: IsoTime,
  /** The number of tiles, or of products, that were added. */
  added: z.number().int(),
  /** The number of rows that the page had no room for. They wait to be added later. */
  rest: z.number().int(),
  /** The end of the time in which the import can be undone, or null once it was undone. */
  undo_until: IsoTime.nullable(),
});
export type PageImport = z.infer<typeof PageImport>;

/** Rows that were read, or had no room, and can be added by their places. */
export const WaitingRows = PageContents.pick({ id: true, source: true, rows: true });
export type WaitingRows = z.infer<typeof WaitingRows>;

const IdOfImport = z.object({ id: z.uuid({ error: messages.id }) });
const READS = { points: 20, seconds: 3600 } as const;

export const pageImportRoutes = {
  readUrl: route("POST", "/api/page-imports/read", "creator", {
    summary: "Read the contents of a page that exists elsewhere. Adds nothing",
    bodyLimit: 18 * 1024,
    body: objectBody({ url: httpUrl(destinationMessages) }),
    responses: { 200: z.object({ contents: PageContents }) },
    limit: READS,
    errors: { 422: ["page_imports.unreadable", "page_imports.empty"], 409: ["page_imports.off"] },
    example: { url: "https://linktr.ee/anna" },
  }),
  readFile: route("POST", "/api/page-imports/read-file", "creator", {
    summary:
      "Read a saved page, an export of LinkStack or LinkBreeze, bookmarks, a CSV of links, or of products or sales of Gumroad, uploaded in the multipart field `file`. Adds nothing",
    bodyType: "multipart",
    responses: { 200: z.object({ contents: PageContents }) },
    limit: READS,
    errors: {
      400: ["files.none", "files.wrong_field", "files.broken_upload"],
      413: ["files.too_large"],
      415: ["files.not_multipart"],
      422: ["page_imports.unreadable", "page_imports.empty"],
    },
  }),
  list: route("GET", "/api/page-imports", "creator", {
    summary: "Imports of the last 30 days, newest first, and the rows that wait to be added",
    responses: { 200: z.object({ imports: z.array(PageImport), waiting: WaitingRows.nullable() }) },
  }),
  apply: route("POST", "/api/page-imports/:id/apply", "creator", {
    summary:
      "Add rows of the contents that were read last, by their places in `rows`. Repeating it adds nothing more",
    params: IdOfImport,
    body: objectBody({
      rows: boundedList(
        z
          .number({ error: messages.rows })
          .int()
          .min(0)
          .max(MAX_IMPORT_ROWS - 1),
        MAX_IMPORT_ROWS,
        {
          type: messages.rows,
          tooMany: messages.rows,
        },
      ).refine((rows) => rows.length > 0 && new Set(rows).size === rows.length, { error: messages.rows }),
    }),
    responses: { 200: z.object({ import: PageImport }) },
    limit: { points: 20, seconds: 3600 },
    errors: { 400: ["page_imports.no_such_row"], 409: ["page_imports.replaced"] },
  }),
  undo: route("POST", "/api/page-imports/:id/undo", "creator", {
    summary: "Delete the tiles or products of an import that are unchanged since. Possible for a day",
    params: IdOfImport,
    responses: { 200: z.object({ removed: z.number().int(), kept: z.array(z.string()) }) },
    errors: { 404: ["not_found"], 409: ["page_imports.too_late"] },
  }),
};
