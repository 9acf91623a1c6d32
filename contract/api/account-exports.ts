import { z } from "zod";
import { IsoTime } from "../rules/fields.ts";
import { OpaqueIdParams, route } from "./route.ts";

/** An archive of a whole account, while it is made and until it expires. */
export const AccountExport = z.object({
  id: z.string(),
  state: z.enum(["waiting", "ready", "failed"]),
  created_at: IsoTime,
  /** In bytes; null until ready. */
  size: z.number().nullable(),
  /** The expiry; null until ready. */
  expires_at: IsoTime.nullable(),
});
export type AccountExport = z.infer<typeof AccountExport>;

export const accountExportRoutes = {
  exports: route("GET", "/api/account/exports", "creator", {
    summary: "Archives of the account, newest first",
    responses: { 200: z.object({ exports: z.array(AccountExport) }) },
  }),
  startExport: route("POST", "/api/account/exports", "creator", {
    allowsSuspended: true,
    recent: true,
    summary: "Create an archive of all data of the account, and email the user when it is ready",
    responses: { 202: z.object({ export: AccountExport }) },
    limit: { points: 10, seconds: 600 },
    errors: { 409: ["account_data.export_unfinished"], 429: ["account_data.too_many_exports"] },
  }),
  downloadExport: route("GET", "/api/account/exports/:id/download", "creator", {
    allowsSuspended: true,
    recent: true,
    summary: "Download an archive, whole or in ranges",
    params: OpaqueIdParams,
    mediaType: "application/zip",
    /** 302: redirects to the bucket if the operator has enabled that. */
    responses: { 200: null, 206: null, 302: null },
    limit: { points: 60, seconds: 60 },
    errors: { 404: ["not_found"], 416: ["files.range"], 503: ["storage.away"] },
  }),
};
