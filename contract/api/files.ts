import { z } from "zod";
import { IsoTime, objectBody } from "../rules/fields.ts";
import { machineText, nameText } from "../rules/text-fields.ts";
import { defineMessages } from "../texts.ts";
import { route } from "./route.ts";

const messages = defineMessages("files", {
  uploadId: "Send the id of an upload.",
  purpose: "Choose what the file is for: image or digital.",
  name: "The name of the file is missing or too long.",
  bytes: "The size of the file must be a whole number of bytes.",
});
export const UploadPurpose = z.enum(["image", "digital"], { error: messages.purpose });
export type UploadPurpose = z.infer<typeof UploadPurpose>;

/** The public description of a product's files before a purchase, without names or links. */
export const FileFacts = z.object({
  /** The extension of the files' names in upper case, such as PDF, or null if they have none or several. */
  kind: z.string().nullable(),
  /** The total in bytes. */
  size: z.number(),
  /** Missing for one file. */
  count: z.number().optional(),
});
export type FileFacts = z.infer<typeof FileFacts>;

/** Returns the public description of a product's files, or null without files. The kind has only letters and digits, so that a name cannot inject other text. */
export function fileFacts(files: readonly { name: string; size: number }[]): FileFacts | null {
  if (files.length === 0) return null;
  const [kind = null, ...others] = new Set(files.map(({ name }) => kindOf(name)));
  const size = files.reduce((total, file) => total + file.size, 0);
  return {
    kind: others.length === 0 ? kind : null,
    size,
    ...(files.length > 1 && { count: files.length }),
  };
}

const kindOf = (name: string) => /[^.]\.([a-z0-9]{1,8})$/i.exec(name)?.[1]?.toUpperCase() ?? null;

export { IMAGE_WIDTHS } from "../rules/rules.ts";

/** The largest file that one request can send to a bucket, and that a bucket can copy. */
export const MAX_DIRECT_BYTES = 5 * 1024 ** 3;
const MAX_NAME = 1000;

const StoredUpload = z.object({
  url: z.string().nullable(),
  path: z.string(),
  /** True if the image was animated. Only its first picture is stored. */
  first_picture_only: z.literal(true).optional(),
});
/** A stored upload. A public image has a URL, a private file has none. */
export type StoredUpload = z.infer<typeof StoredUpload>;
const DirectUploadParams = z.object({ id: machineText(64, messages.uploadId) });
/** The shared rate limit of all started uploads. */
const UPLOADS = { points: 20, seconds: 60 };
const ROOM_ERRORS = { 413: ["files.too_large"], 507: ["storage.full"] };

export const fileRoutes = {
  /** An image becomes public, is re-encoded and gets a `url`. A digital file stays private and unchanged, and its `url` is null. */
  upload: route("POST", "/api/files/upload", "creator", {
    scopes: ["page:write", "products:write"],
    summary: "Upload one file in the multipart field `file`",
    query: z.object({ purpose: UploadPurpose.optional() }),
    bodyType: "multipart",
    responses: { 201: StoredUpload },
    limit: UPLOADS,
    errors: {
      400: ["files.none", "files.empty", "files.wrong_field", "files.broken_upload", "files.damaged_image"],
      413: ["files.too_large", "files.too_many_frames"],
      415: ["files.not_multipart", "files.not_an_image"],
      507: ["storage.full"],
      503: ["storage.away", "unavailable"],
    },
  }),
  /** The client then sends the file to the bucket in a PUT request to `url` with `headers` before `expires_at`, and completes the upload. */
  startDirectUpload: route("POST", "/api/files/direct", "creator", {
    scopes: ["page:write", "products:write"],
    summary: "Start the upload of a large digital file straight to the bucket",
    body: objectBody({
      name: nameText(messages.name, MAX_NAME),
      bytes: z
        .number({ error: messages.bytes })
        .int({ error: messages.bytes })
        .min(0, { error: messages.bytes }),
    }),
    responses: {
      201: z.object({
        id: z.string(),
        url: z.string(),
        headers: z.record(z.string(), z.string()),
        expires_at: IsoTime,
      }),
    },
    example: { name: "film.mp4", bytes: 734003200 },
    limit: { ...UPLOADS, name: "POST /api/files/upload" },
    errors: {
      400: ["files.empty"],
      409: ["files.not_direct"],
      ...ROOM_ERRORS,
      429: ["files.busy"],
      503: ["storage.away", "unavailable"],
    },
  }),
  /** Returns 202 while the bytes are copied and hashed. The client repeats the request until it returns 201. */
  completeDirectUpload: route("POST", "/api/files/direct/:id/complete", "creator", {
    scopes: ["page:write", "products:write"],
    summary: "Complete an upload whose bytes are in the bucket",
    params: DirectUploadParams,
    responses: { 201: StoredUpload, 202: z.object({ state: z.literal("checking") }) },
    limit: { points: 120, seconds: 60 },
    errors: {
      400: ["files.broken_upload"],
      410: ["files.direct_upload_over"],
      503: ["storage.away", "unavailable"],
    },
  }),
  /** Also accepts the id of an ended upload. A completed upload stays. */
  cancelDirectUpload: route("DELETE", "/api/files/direct/:id", "creator", {
    scopes: ["page:write", "products:write"],
    summary: "Cancel an upload straight to the bucket",
    params: DirectUploadParams,
    responses: { 204: null },
    limit: { points: 120, seconds: 60 },
  }),
};
