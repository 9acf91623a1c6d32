import { z } from "zod";
import { CreatorEmail } from "../../../contract/api/audience-campaigns.ts";
import { IsoTime } from "../../../contract/rules/fields.ts";
import type { ImportedEmail } from "../audience/index.ts";
import { errors } from "./errors.ts";
import { listOf, parse, type Row, rowOf, type Targets } from "./import-input.ts";

const Figure = z.number().int().min(0).max(1_000_000_000).catch(0);
const SentAt = IsoTime.transform((time) => new Date(time));

/** Reads a sent email with its numbers. Throws 400 if its sending time is missing or in the future. */
export function toSentEmail(row: Row, targets: Targets, now: Date): ImportedEmail {
  const mail = parse(CreatorEmail, {
    subject: row.subject,
    body: row.body,
    ctaLabel: row.cta_label,
    ctaUrl: row.cta_url,
    imageUrl: targets.image(row.image_url),
    imageAlt: row.image_alt,
  });
  const sentAt = SentAt.safeParse(row.created_at).data;
  if (!sentAt || sentAt > now) throw errors.notSentYet();
  const links = listOf(row.links).map(rowOf);
  return {
    mail,
    sentAt,
    outcome: {
      sent: Figure.parse(row.sent),
      failed: Figure.parse(row.failed),
      skipped: Figure.parse(row.skipped),
    },
    unsubscribed: Figure.parse(row.unsubscribed),
    clicksOf: (url) => Figure.parse(links.find((link) => link.url === url)?.clicks),
    isPublished: row.published === true,
  };
}
