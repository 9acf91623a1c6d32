import { z } from "zod";
import { BLOCK_KINDS, normalizeBlock } from "../rules/blocks.ts";
import { fieldMessages, IsoTime, objectBody, optionalText } from "../rules/fields.ts";
import { limits } from "../rules/limits.ts";
import { urlText } from "../rules/text-fields.ts";
import { defineMessages } from "../texts.ts";
import { PageNumber, pagination } from "./admin.ts";
import { IdParams, route } from "./route.ts";

export const blockMessages = defineMessages("blocks", {
  kind: "Choose what to block.",
  emailDomain: "Enter a domain such as mail.example.",
  handle: "Enter a handle of at least 3 letters; * stands for any text.",
  link: "Enter a domain or a URL.",
  tooMany: "The list is full. Remove a block first.",
});
const INVALID = {
  email_domain: blockMessages.emailDomain,
  handle: blockMessages.handle,
  link: blockMessages.link,
} as const;

export const BlockKind = z.enum(BLOCK_KINDS, { error: blockMessages.kind });
export type BlockKind = z.infer<typeof BlockKind>;

/** A blocked value. */
export const Block = z.object({
  id: z.number(),
  kind: BlockKind,
  /** The value in its compared form: in lower case, a URL without its scheme. */
  value: z.string(),
  note: z.string().nullable(),
  created_at: IsoTime,
});
export type Block = z.infer<typeof Block>;

export const BlockInput = objectBody({
  kind: BlockKind,
  value: urlText(
    fieldMessages.notText({ noun: "Value" }),
    limits.url.max,
    fieldMessages.tooLong({ noun: "Value", max: limits.url.max }),
  ),
  note: optionalText("Note", limits.moderationNote.max).optional(),
}).transform(({ kind, value, note = null }, context) => {
  const normalized = normalizeBlock(kind, value);
  if (normalized !== undefined) return { kind, value: normalized, note };
  context.addIssue({ code: "custom", path: ["value"], message: INVALID[kind] });
  return z.NEVER;
});
export type BlockInput = z.output<typeof BlockInput>;

export const blockRoutes = {
  blocks: route("GET", "/api/admin/blocks", "admin", {
    summary: "Blocked email domains, handles and link targets, newest first",
    query: z.object({ kind: BlockKind.optional(), page: PageNumber }),
    responses: { 200: z.object({ blocks: z.array(Block), ...pagination }) },
  }),
  addBlock: route("POST", "/api/admin/blocks", "admin", {
    recent: true,
    summary: "Block an email domain, a handle or pattern, or a link target",
    body: BlockInput,
    responses: { 201: z.object({ block: Block }) },
    example: { kind: "link", value: "spam.example", note: "Phishing" },
    errors: { 409: ["blocks.exists", "blocks.too_many"] },
  }),
  removeBlock: route("DELETE", "/api/admin/blocks/:id", "admin", {
    recent: true,
    summary: "Remove a block",
    params: IdParams,
    responses: { 204: null },
  }),
};
