import { z } from "zod";
import { IsoTime, maxLengthText, objectBody, withoutDirectionControls } from "../rules/fields.ts";
import { limits } from "../rules/limits.ts";
import { timeField } from "../rules/local-time.ts";
import { draftUrl } from "../rules/url-fields.ts";
import { versionBy } from "../rules/versions.ts";
import { EMAIL_BODY_LIMIT } from "./audience-campaigns.ts";
import { AltField } from "./image-fields.ts";
import { IdParams, route } from "./route.ts";

const LETTER_LIMIT = { points: 120, seconds: 60 } as const;

/** An unsent email to the audience: a draft, or scheduled. */
export const Letter = z.object({
  id: z.number(),
  subject: z.string(),
  body: z.string(),
  cta_label: z.string(),
  cta_url: z.string(),
  image_url: z.string().nullable(),
  image_alt: z.string(),
  /** The scheduled time, or null for a draft. */
  send_at: IsoTime.nullable(),
  /** Why the email was not sent at its scheduled time and is a draft again, or null. */
  problem: z.string().nullable(),
  created_at: IsoTime,
  updated_at: IsoTime,
});
export type Letter = z.infer<typeof Letter>;

/** Computes the version of the fields in the form of an email. */
export const letterVersion = versionBy(Letter.omit({ id: true, created_at: true, updated_at: true }));

/** A draft may be incomplete; a scheduled email must be complete. */
const fields = {
  subject: maxLengthText("Subject", limits.marketingSubject.max)
    .overwrite(withoutDirectionControls)
    .optional(),
  body: maxLengthText("Body", limits.marketingBody.max).optional(),
  ctaLabel: maxLengthText("CTA label", limits.marketingCtaLabel.max)
    .overwrite(withoutDirectionControls)
    .nullish(),
  ctaUrl: draftUrl("CTA link").optional(),
  imageUrl: draftUrl("Image").optional(),
  imageAlt: AltField.optional(),
  /** A local time in the creator's time zone, or a time with an offset. Null or empty for a draft. */
  sendAt: timeField("The time").nullish(),
};

export const LetterInput = objectBody(fields);
export type LetterInput = z.infer<typeof LetterInput>;

const example = { subject: "Two new glazes", body: "Both are **food safe**.", sendAt: "2099-11-27T18:00" };
const blocked = ["audience.unverified", "audience.stopped", "audience.offline", "audience.off"] as const;

export const letterRoutes = {
  list: route("GET", "/api/audience/letters", "creator", {
    scopes: ["audience:read"],
    summary: "Drafts and scheduled emails to the audience, last changed first",
    responses: { 200: z.object({ letters: z.array(Letter) }) },
  }),
  create: route("POST", "/api/audience/letters", "creator", {
    scopes: ["audience:write"],
    summary: "Save a draft of an email to the audience, or schedule one",
    bodyLimit: EMAIL_BODY_LIMIT,
    body: LetterInput,
    example,
    limit: LETTER_LIMIT,
    responses: { 201: z.object({ letter: Letter }) },
    // A scheduled email needs a recent proof.
    errors: { 403: ["letters.limit_reached", "account.confirm"], 409: [...blocked] },
  }),
  read: route("GET", "/api/audience/letters/:id", "creator", {
    scopes: ["audience:read"],
    summary: "Draft or scheduled email",
    params: IdParams,
    responses: { 200: z.object({ letter: Letter }) },
  }),
  update: route("PATCH", "/api/audience/letters/:id", "creator", {
    scopes: ["audience:write"],
    summary: "Change a draft or scheduled email, or its time. Without a time it becomes a draft",
    params: IdParams,
    bodyLimit: EMAIL_BODY_LIMIT,
    body: LetterInput,
    example: { sendAt: null },
    limit: LETTER_LIMIT,
    responses: { 200: z.object({ letter: Letter }) },
    // A scheduled email needs a recent proof.
    errors: { 403: ["account.confirm"], 409: ["changed", ...blocked] },
  }),
  remove: route("DELETE", "/api/audience/letters/:id", "creator", {
    scopes: ["audience:write"],
    summary: "Delete a draft or scheduled email",
    params: IdParams,
    responses: { 204: null },
  }),
};
