import { z } from "zod";
import { IsoTime, objectBody } from "../rules/fields.ts";
import { defineMessages } from "../texts.ts";
import { route } from "./route.ts";

const messages = defineMessages("reader_imports", {
  id: "Send the id of the file that was read.",
  declaration: "Send the declaration as it is shown, or null.",
});

/** The services whose lists of readers are recognized. */
export const ReaderSource = z.enum(["ghost", "substack", "mailchimp", "buttondown"]);
export type ReaderSource = z.infer<typeof ReaderSource>;

/** The maximum of rows of one file. All of them are added in one transaction. */
export const MAX_READERS = 5000;
/** The maximum of rows that a preview shows, of readers and of invalid emails. */
export const SHOWN_READERS = 20;

/**
 * The creator's declaration, stored as the evidence of consent of each reader whose confirmation the file
 * proves. A changed wording invalidates open forms.
 */
export const READER_DECLARATION =
  "These people asked for my emails at the service that this file is from, and confirmed their addresses there. I can prove when and how.";

/** Why rows of a file become no readers. */
export const ReaderLeftOut = z.enum(["unsubscribed", "unsubscribed_here", "present", "repeated", "invalid"]);
export type ReaderLeftOut = z.infer<typeof ReaderLeftOut>;

/** A file of readers, before anything is added. */
export const ReaderFile = z.object({
  id: z.string(),
  source: ReaderSource,
  /** The number of readers whose confirmation the file proves. */
  proven: z.number().int(),
  /** The number of readers who will be asked by email to confirm. */
  unproven: z.number().int(),
  /** The first readers. `subscribed_at` is null for a missing or unreadable time. */
  readers: z.array(
    z.object({ email: z.string(), subscribed_at: IsoTime.nullable(), is_proven: z.boolean() }),
  ),
  left_out: z.array(z.object({ reason: ReaderLeftOut, count: z.number().int() })),
  /** The first invalid emails with their lines in the file. */
  invalid: z.array(z.object({ line: z.number().int(), text: z.string() })),
});
export type ReaderFile = z.infer<typeof ReaderFile>;

export const ReaderImport = z.object({
  id: z.string(),
  source: ReaderSource,
  created_at: IsoTime,
  /** The number of readers who were added as confirmed. */
  confirmed: z.number().int(),
  /** The number of readers who are asked to confirm. */
  asked: z.number().int(),
  /** The end of the time in which the import can be undone, or null once it was undone. */
  undo_until: IsoTime.nullable(),
});
export type ReaderImport = z.infer<typeof ReaderImport>;

const IdOfImport = z.object({ id: z.uuid({ error: messages.id }) });

export const readerImportRoutes = {
  readFile: route("POST", "/api/reader-imports/read-file", "creator", {
    summary:
      "Read a CSV of readers of Ghost, Substack, Mailchimp or Buttondown, uploaded in the multipart field `file`. Adds nothing",
    bodyType: "multipart",
    responses: { 200: z.object({ file: ReaderFile }) },
    limit: { points: 20, seconds: 3600 },
    errors: {
      400: ["files.none", "files.wrong_field", "files.broken_upload"],
      413: ["files.too_large"],
      415: ["files.not_multipart"],
      422: [
        "reader_imports.unreadable",
        "reader_imports.empty",
        "reader_imports.too_many",
        "reader_imports.left",
      ],
    },
  }),
  list: route("GET", "/api/reader-imports", "creator", {
    summary: "Imports of readers of the last 30 days, newest first",
    responses: { 200: z.object({ imports: z.array(ReaderImport) }) },
  }),
  apply: route("POST", "/api/reader-imports/:id/apply", "creator", {
    summary:
      "Add the readers of the file that was read last. With the `declaration`, those whose confirmation the file proves are confirmed. All others are asked by email. Repeating it adds nothing more",
    params: IdOfImport,
    body: objectBody({
      declaration: z.literal(READER_DECLARATION, { error: messages.declaration }).nullable(),
    }),
    responses: { 200: z.object({ import: ReaderImport }) },
    limit: { points: 20, seconds: 3600 },
    errors: {
      404: ["reader_imports.gone"],
      409: ["audience.unverified", "audience.stopped", "audience.offline", "audience.off"],
    },
  }),
  undo: route("POST", "/api/reader-imports/:id/undo", "creator", {
    summary: "Delete the readers of an import that are unchanged since. Possible for a day",
    params: IdOfImport,
    responses: { 200: z.object({ removed: z.number().int(), kept: z.number().int() }) },
    errors: { 404: ["not_found"], 409: ["page_imports.too_late"] },
  }),
};
