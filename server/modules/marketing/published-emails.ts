import { type AnyColumn, and, desc, eq, isNotNull, lt, sql } from "drizzle-orm";
import type { Queries } from "../../platform/database/index.ts";
import type { CampaignRow } from "./repository.ts";
import { campaigns } from "./tables.ts";

/** The page of an email, without its recipients. */
export type EmailPageRow = Pick<
  CampaignRow,
  | "id"
  | "creatorId"
  | "subject"
  | "body"
  | "ctaLabel"
  | "ctaUrl"
  | "imageId"
  | "imageAlt"
  | "pageKey"
  | "publishedAt"
  | "createdAt"
>;

const { id, creatorId, subject, body, ctaLabel, ctaUrl, imageId, imageAlt, pageKey, publishedAt, createdAt } =
  campaigns;
const pageColumns = {
  ...{ id, creatorId, subject, body, ctaLabel, ctaUrl },
  ...{ imageId, imageAlt, pageKey, publishedAt, createdAt },
};

/** Returns the email with this key, or undefined. */
export async function findEmailPage(db: Queries, key: string): Promise<EmailPageRow | undefined> {
  if (!/^[\w-]{16}$/.test(key)) return undefined;
  const [row] = await db.select(pageColumns).from(campaigns).where(eq(pageKey, key));
  return row;
}

const isPublishedOf = (of: number | AnyColumn) => and(eq(creatorId, of), isNotNull(publishedAt));

/** Returns published emails of a creator, newest first, starting after the email with the key `after`. */
export async function listPublished(
  db: Queries,
  { creatorId: of, after, limit }: { creatorId: number; after: string | undefined; limit: number },
) {
  const before = after === undefined ? undefined : await findEmailPage(db, after);
  return db
    .select({ key: pageKey, subject, createdAt })
    .from(campaigns)
    .where(and(isPublishedOf(of), before && lt(id, before.id)))
    .orderBy(desc(id))
    .limit(limit);
}

/** Returns the newest published emails of a creator with their content. */
export const listNewestPublished = (
  db: Queries,
  { creatorId: of, limit }: { creatorId: number; limit: number },
): Promise<EmailPageRow[]> =>
  db.select(pageColumns).from(campaigns).where(isPublishedOf(of)).orderBy(desc(id)).limit(limit);

/** A letter as the creator's page lists it. */
type ListedEmail = { key: string; subject: string; sentAt: string };

/** Returns a subquery for the newest published emails of a creator as JSON, newest first. */
export function latestPublished(db: Queries, of: AnyColumn, limit: number) {
  const latest = db
    .select({ key: pageKey, subject, createdAt, id })
    .from(campaigns)
    .where(isPublishedOf(of))
    .orderBy(desc(id))
    .limit(limit)
    .as("latest");
  return sql<ListedEmail[]>`(
    select coalesce(json_agg(json_build_object('key', ${latest.key}, 'subject', ${latest.subject}, 'sentAt', ${latest.createdAt}) order by ${latest.id} desc), '[]')
    from ${latest})`;
}
