import { and, asc, eq, gt, sql } from "drizzle-orm";
import type { CreatorCampaign, SentEmail } from "../../../contract/api/audience-campaigns.ts";
import { visitorUrl } from "../../../contract/pages/own-paths.ts";
import { paths } from "../../../contract/rules/paths.ts";
import {
  type Database,
  inTransaction,
  type Queries,
  type Transaction,
} from "../../platform/database/index.ts";
import { notFound } from "../../platform/http/app-error.ts";
import type { Hosts } from "../../platform/http/hosts.ts";
import type { PageInvalidations } from "../../platform/page-invalidation.ts";
import { creators } from "../creators/index.ts";
import { imageUrl } from "../files/index.ts";
import { importSentEmail, type SentElsewhere } from "./import-sent.ts";
import { listLinks } from "./link-counts.ts";
import { findProblems } from "./problems.ts";
import { findEmailPage, listNewestPublished, listPublished } from "./published-emails.ts";
import { listRows, presentProgress } from "./queries.ts";
import type { CampaignRow } from "./repository.ts";
import { campaignLinkCounts, campaigns } from "./tables.ts";

type Site = {
  db: Database;
  publicUrl: string;
  hosts: Pick<Hosts, "mainOf">;
  pageInvalidations: Pick<PageInvalidations, "publish">;
};
/** Sent emails for creators and their readers. */
export const sentEmails = (site: Site) => ({
  listCreatorCampaigns: (query: { creatorId: number; page: number }) => listCreatorCampaigns(site, query),
  /** Returns a creator's email with its numbers. Throws 404. */
  getSentEmail: (own: Own) => getSentEmail(site, own),
  /** Adds a creator's email that was sent elsewhere, as a page with numbers. Returns its id. */
  importSentEmail: (tx: Transaction, email: SentElsewhere) => importSentEmail(tx, site, email),
  /** Returns whether a creator has sent an email. */
  hasSent: async (queries: Queries, own: Own) => (await queries.$count(campaigns, isOwn(own))) > 0,
  /** Publishes the page of a creator's email, or makes it unlisted. Throws 404. */
  publishEmail: (change: Own & { published: boolean }) => publishEmail(site, change),
  /** Lists all emails of a creator with their figures, oldest first. */
  listSentFrom: (creatorId: number) => listSentFrom(site, creatorId),
  /** Returns the creator's email with this key, or undefined. */
  findEmailPage: (key: string) => findEmailPage(site.db, key),
  listPublished: (query: Parameters<typeof listPublished>[1]) => listPublished(site.db, query),
  /** Returns the newest published emails of a creator with their content. */
  listNewestPublished: (query: { creatorId: number; limit: number }) => listNewestPublished(site.db, query),
  /** Returns the target of a link, or undefined if this site has sent no such link. */
  findLink: (link: Place) => findLink(site.db, link),
  /** Counts a click on a link. */
  countClick: (link: Place) => countClick(site.db, link),
});

type Place = { campaignId: number; place: number };
type Own = { creatorId: number; id: number };

/** Returns one page of the emails of a creator with their figures, newest first. */
async function listCreatorCampaigns(site: Site, { creatorId, page }: { creatorId: number; page: number }) {
  const { campaigns: rows, ...paging } = await listRows(site.db, eq(campaigns.creatorId, creatorId), page);
  return { campaigns: (await presentEmails(site, rows)).map(withoutContent), ...paging };
}

/** Returns a creator's email with its content and numbers. Throws 404. */
async function getSentEmail(site: Site, own: Own): Promise<SentEmail> {
  const [email] = await presentEmails(site, await site.db.select().from(campaigns).where(isOwn(own)));
  if (!email) throw notFound("Email");
  return email;
}

/** Publishes or unlists the page of an email. Throws 404. */
async function publishEmail(site: Site, { published, ...own }: Own & { published: boolean }) {
  const rows = await inTransaction(site.db, async (tx) => {
    // The creator's page lists its latest emails.
    await site.pageInvalidations.publish(tx, own.creatorId);
    return tx
      .update(campaigns)
      .set({ publishedAt: published ? sql`coalesce(${campaigns.publishedAt}, now())` : null })
      .where(isOwn(own))
      .returning();
  });
  const [email] = await presentEmails(site, rows);
  if (!email) throw notFound("Email");
  return withoutContent(email);
}

const BATCH_SIZE = 100;

async function* listSentFrom(site: Site, creatorId: number): AsyncGenerator<SentEmail> {
  for (let after = 0; ; ) {
    const rows: CampaignRow[] = await site.db
      .select()
      .from(campaigns)
      .where(and(eq(campaigns.creatorId, creatorId), gt(campaigns.id, after)))
      .orderBy(asc(campaigns.id))
      .limit(BATCH_SIZE);
    yield* await presentEmails(site, rows);
    after = rows.at(-1)?.id ?? 0;
    if (rows.length < BATCH_SIZE) return;
  }
}

/**
 * Returns the target of a link by its number, or undefined if this site has not sent it. Links of imported
 * emails are not redirected: otherwise any archive could create redirects under this site's name.
 */
async function findLink(db: Queries, { campaignId, place }: Place): Promise<string | undefined> {
  const ofEmail = and(eq(campaignLinkCounts.campaignId, campaignId), eq(campaignLinkCounts.place, place));
  const [row] = await db
    .select({ url: campaignLinkCounts.url })
    .from(campaignLinkCounts)
    .innerJoin(campaigns, eq(campaigns.id, campaignLinkCounts.campaignId))
    .where(and(ofEmail, gt(campaigns.recipientCount, 0)));
  return row?.url;
}

/** Counts a click on a link. */
async function countClick(db: Queries, { campaignId, place }: Place): Promise<void> {
  await db
    .update(campaignLinkCounts)
    .set({ clicks: sql`${campaignLinkCounts.clicks} + 1` })
    .where(and(eq(campaignLinkCounts.campaignId, campaignId), eq(campaignLinkCounts.place, place)));
}

const isOwn = (own: Own) => and(eq(campaigns.id, own.id), eq(campaigns.creatorId, own.creatorId));

async function presentEmails({ db, publicUrl, hosts }: Site, rows: CampaignRow[]): Promise<SentEmail[]> {
  const [first] = rows;
  if (!first) return [];
  const progress = await presentProgress(db, rows);
  const problems = await findProblems(db, progress);
  const links = await listLinks(
    db,
    rows.map((row) => row.id),
  );
  const [creator] = await db
    .select({ id: creators.id, handle: creators.handle })
    .from(creators)
    .where(eq(creators.id, first.creatorId ?? 0));
  return rows.flatMap((row, index) => {
    const counted = progress[index];
    if (!counted || !creator || row.pageKey === null) return [];
    const own = links.filter(({ campaignId }) => campaignId === row.id);
    return {
      ...counted,
      problem: problems.get(row.id) ?? null,
      unsubscribed: row.unsubscribed,
      clicks: own.reduce((sum, { clicks }) => sum + clicks, 0),
      url: visitorUrl(
        { publicUrl, own: hosts.mainOf(creator.id) },
        paths.letter(creator.handle, row.pageKey),
      ),
      published: row.publishedAt !== null,
      body: row.body,
      cta_label: row.ctaLabel,
      cta_url: row.ctaUrl,
      image_url: row.imageId && imageUrl(publicUrl, row.imageId),
      image_alt: row.imageAlt,
      links: own.map(({ url, clicks }) => ({ url, clicks })),
    };
  });
}

function withoutContent(email: SentEmail): CreatorCampaign {
  const {
    body: _body,
    cta_label: _label,
    cta_url: _url,
    image_url: _image,
    image_alt: _alt,
    ...rest
  } = email;
  const { links: _links, ...counted } = rest;
  return counted;
}
