import { z } from "zod";
import { IsoTime } from "../rules/fields.ts";
import { defineMessages } from "../texts.ts";
import { route } from "./route.ts";

const messages = defineMessages("sale_imports", { id: "Send the id of the list of sales that was read." });

/** The services whose sales are recognized. */
export const SaleSource = z.enum(["gumroad"]);
export type SaleSource = z.infer<typeof SaleSource>;

/** The maximum of sales of one import. All of them are added in one transaction. */
export const MAX_SALES = 2000;
/** The maximum of rows of one file, of which the first new sales are taken. */
export const MAX_SALE_ROWS = 20_000;
/** The maximum of products, names and invalid rows that a preview shows. */
export const SHOWN_SALES = 20;

/**
 * Why sales of a file become no orders. `goods` is also the reason for tips and for bundles with goods.
 * `too_many` are the sales above `MAX_SALES`, which a second import of the file takes.
 */
export const SaleLeftOut = z.enum([
  "no_file",
  "no_product",
  "goods",
  "refunded",
  "recurring",
  "present",
  "repeated",
  "invalid",
  "too_many",
]);
export type SaleLeftOut = z.infer<typeof SaleLeftOut>;

/** A file of sales, before anything is added. */
export const SaleFile = z.object({
  id: z.string(),
  source: SaleSource,
  /** The number of sales that become orders. */
  sales: z.number().int(),
  /** The first of their products, with the number of their sales. */
  products: z.array(z.object({ name: z.string(), count: z.number().int() })),
  /** The sales that are left out by reason, with the names of the first products that need something. */
  left_out: z.array(z.object({ reason: SaleLeftOut, count: z.number().int(), names: z.array(z.string()) })),
  /** The first rows without a valid email or number, with their lines in the file. */
  invalid: z.array(z.object({ line: z.number().int(), text: z.string() })),
});
export type SaleFile = z.infer<typeof SaleFile>;

export const SaleImport = z.object({
  id: z.string(),
  source: SaleSource,
  created_at: IsoTime,
  /** The number of orders that were added. */
  added: z.number().int(),
  /** The end of the time in which the import can be undone, or null once it was undone. */
  undo_until: IsoTime.nullable(),
});
export type SaleImport = z.infer<typeof SaleImport>;

const IdOfImport = z.object({ id: z.uuid({ error: messages.id }) });

export const saleImportRoutes = {
  readFile: route("POST", "/api/sale-imports/read-file", "creator", {
    summary: "Read a CSV of sales of Gumroad, uploaded in the multipart field `file`. Adds nothing",
    bodyType: "multipart",
    responses: { 200: z.object({ file: SaleFile }) },
    limit: { points: 20, seconds: 3600 },
    errors: {
      400: ["files.none", "files.wrong_field", "files.broken_upload"],
      413: ["files.too_large"],
      415: ["files.not_multipart"],
      422: ["sale_imports.unreadable", "sale_imports.empty", "sale_imports.too_many"],
    },
  }),
  list: route("GET", "/api/sale-imports", "creator", {
    summary: "Imports of sales of the last 30 days, newest first",
    responses: { 200: z.object({ imports: z.array(SaleImport) }) },
  }),
  apply: route("POST", "/api/sale-imports/:id/apply", "creator", {
    summary:
      "Add the sales of the file that was read last as paid orders without money. Nobody is emailed. Repeating it adds nothing more",
    params: IdOfImport,
    responses: { 200: z.object({ import: SaleImport }) },
    limit: { points: 20, seconds: 86_400 },
    errors: { 404: ["sale_imports.gone"], 409: ["checkout.creator_unverified"] },
  }),
  undo: route("POST", "/api/sale-imports/:id/undo", "creator", {
    summary: "Delete the orders of an import that are unchanged since. Possible for a day",
    params: IdOfImport,
    responses: { 200: z.object({ removed: z.number().int(), kept: z.number().int() }) },
    errors: { 404: ["not_found"], 409: ["page_imports.too_late"] },
  }),
};
