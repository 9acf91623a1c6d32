import { z } from "zod";
import { texts } from "../texts.ts";
import { route } from "./route.ts";

const messages = texts("files", { purpose: "Choose what the file is for: image or digital." });
export const UploadPurpose = z.enum(["image", "digital"], { error: messages.purpose });
export type UploadPurpose = z.infer<typeof UploadPurpose>;

/** What visitors see of a file before they buy it: neither its name nor a link. */
export const FileFacts = z.object({
  /** The extension of its name in upper case, such as PDF; null when it has none. */
  kind: z.string().nullable(),
  /** In bytes. */
  size: z.number(),
});
export type FileFacts = z.infer<typeof FileFacts>;

/** Returns what visitors see of a file. The kind has only letters and digits, so that a name cannot contain any other text. */
export function fileFacts({ name, size }: { name: string; size: number }): FileFacts {
  return { kind: /[^.]\.([a-z0-9]{1,8})$/i.exec(name)?.[1]?.toUpperCase() ?? null, size };
}

export { IMAGE_WIDTHS } from "../rules/rules.ts";

export const fileRoutes = {
  /** Image: public, re-encoded, `url` set. Digital: private, unchanged, `url` null. */
  upload: route({
    method: "POST",
    path: "/api/files/upload",
    access: "creator",
    summary: "Upload one file in the multipart field `file`",
    query: z.object({ purpose: UploadPurpose.optional() }),
    bodyType: "multipart",
    responses: { 201: z.object({ url: z.string().nullable(), path: z.string() }) },
    limit: { points: 20, seconds: 60 },
    errors: {
      400: ["files.none", "files.empty", "files.wrong_field", "files.broken_upload", "files.damaged_image"],
      413: ["files.too_large", "files.too_many_frames"],
      415: ["files.not_multipart", "files.not_an_image"],
      507: ["storage.full"],
      503: ["storage.away", "unavailable"],
    },
  }),
};
