import { createHash, randomBytes } from "node:crypto";
import type { Audience } from "../../../contract/api/marketing.ts";
import { linksIn } from "../../../contract/rules/formatting.ts";
import { imageIdOf } from "../files/index.ts";
import type { CampaignContent, CreatorContent } from "./rendering.ts";

/**
 * Returns a hash of content and recipients, for finding repeated sends. A creator's name and colours are not
 * part of it.
 */
export function fingerprintOf(
  { mail, audience }: { mail: CampaignContent; audience: Audience | null },
  recipients: readonly string[],
): Buffer {
  const { subject, body, ctaLabel = null, ctaUrl = null } = mail;
  const others = mail.creator
    ? [mail.creator.id, mail.imageUrl ?? null, mail.imageAlt ?? ""]
    : [mail.template, audience, recipients];
  return createHash("sha256")
    .update(JSON.stringify([subject, body, ctaLabel, ctaUrl, others]))
    .digest();
}

/** Returns the additional fields of a creator's email: its picture and the key of its page. */
export function pageOf({ imageUrl, imageAlt = "" }: CreatorContent, publicUrl: string) {
  const imageId = (imageUrl && imageIdOf(publicUrl, imageUrl)) || null;
  return { imageId, imageAlt: imageId ? imageAlt : "", pageKey: randomBytes(12).toString("base64url") };
}

export const linksOf = ({ body, ctaUrl }: CampaignContent) =>
  [...new Set([...linksIn(body), ...(ctaUrl ? [new URL(ctaUrl).href] : [])])].map((url) => ({ url }));
