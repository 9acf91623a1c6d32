import { z } from "zod";
import { boundedList, IsoTime, objectBody } from "../rules/fields.ts";
import { ACCEPTED_DOCUMENTS } from "../rules/site.ts";
import { machineText } from "../rules/text-fields.ts";
import { defineMessages } from "../texts.ts";
import { route } from "./route.ts";

const messages = defineMessages("site_documents", {
  documents: "Send the documents that the user accepts.",
});

const AcceptedDocument = z.enum(ACCEPTED_DOCUMENTS, { error: messages.documents });

/** The digits of a SHA-256. */
const VERSION_LENGTH = 64;

/** A document that the user has not accepted in its current version. */
export const PendingDocument = z.object({
  document: AcceptedDocument,
  version: z.string(),
  /** A path of this site, or the URL of another one. */
  url: z.string(),
  /** True if the user has accepted an earlier version. */
  changed: z.boolean(),
  /** When this site first showed the version, or null if it is not recorded yet. */
  since: IsoTime.nullable(),
});
export type PendingDocument = z.infer<typeof PendingDocument>;

/** A version of a document that a user has accepted. */
export const AcceptedVersion = z.object({
  document: AcceptedDocument,
  /** The SHA-256 of the text, or of the URL. */
  version: z.string(),
  /** The language of the text as a BCP 47 tag, or null if it is unknown. */
  language: z.string().nullable(),
  accepted_at: IsoTime,
});

export const AcceptInput = objectBody({
  documents: boundedList(
    z.object(
      { document: AcceptedDocument, version: machineText(VERSION_LENGTH, messages.documents) },
      { error: messages.documents },
    ),
    ACCEPTED_DOCUMENTS.length,
    { type: messages.documents, tooMany: messages.documents },
  ),
});

const EXAMPLE = "9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08";

export const siteDocumentRoutes = {
  accept: route("POST", "/api/account/documents", "signed-in", {
    allowsSuspended: true,
    summary: "Accept versions of the terms and the privacy notice",
    body: AcceptInput,
    responses: { 204: null },
    limit: { points: 60, seconds: 600 },
    example: { documents: [{ document: "terms", version: EXAMPLE }] },
    errors: { 409: ["site_documents.unknown_version"] },
  }),
};
