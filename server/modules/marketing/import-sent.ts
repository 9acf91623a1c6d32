import type { Transaction } from "../../platform/database/index.ts";
import { fingerprintOf, linksOf, pageOf } from "./campaign-values.ts";
import { insertLinks } from "./link-counts.ts";
import type { CreatorContent } from "./rendering.ts";
import { insertCampaign } from "./repository.ts";
import type { Outcome } from "./tables.ts";

/** A creator's email that another installation has sent, with its numbers. */
export type SentElsewhere = {
  mail: CreatorContent;
  createdBy: string;
  sentAt: Date;
  outcome: Outcome;
  unsubscribed: number;
  /** The number of clicks on a link. */
  clicksOf(url: string): number;
  isPublished: boolean;
};

/**
 * Adds an email that another installation has sent, with a page. It gets no recipients, so that it can never
 * be sent again. Returns its id.
 */
export async function importSentEmail(
  tx: Transaction,
  { publicUrl }: { publicUrl: string },
  { mail, sentAt, isPublished, clicksOf, ...given }: SentElsewhere,
): Promise<number> {
  const { subject, body, ctaLabel = null, ctaUrl = null } = mail;
  const { id } = await insertCampaign(tx, {
    ...given,
    ...{ subject, body, ctaLabel, ctaUrl },
    ...pageOf(mail, publicUrl),
    creatorId: mail.creator.id,
    fingerprint: fingerprintOf({ mail, audience: null }, []),
    createdAt: sentAt,
    publishedAt: isPublished ? sentAt : null,
  });
  const links = linksOf(mail).map(({ url }) => ({ url, clicks: clicksOf(url) }));
  await insertLinks(tx, id, links);
  return id;
}
