import { and, eq, sql } from "drizzle-orm";
import type { PublicCreator } from "../../../contract/api/creators.ts";
import { lazyPrepared, type Queries } from "../../platform/database/index.ts";
import type { Checkout } from "../checkout/index.ts";
import {
  announcements,
  type CreatorRow,
  creators,
  isAnnouncementLive,
  presentAnnouncement,
  presentPublicCreator,
} from "../creators/index.ts";
import { latestPublished } from "../marketing/index.ts";
import { presentPublicSeller, sellers } from "../sellers/index.ts";
import { nextTileChange, tileCount, tipTileId } from "../tiles/index.ts";

/** The number of published emails that a page lists. */
const LATEST_EMAILS = 3;

const creatorOf = lazyPrepared((db) =>
  db
    .select({
      row: creators,
      announcement: announcements,
      seller: {
        legalName: sellers.legalName,
        country: sellers.country,
        isTrader: sellers.isTrader,
        deliveryTime: sellers.deliveryTime,
      },
      nextTileChange: nextTileChange(creators.id),
      tipTileId: tipTileId(db, creators.id),
      tileCount: tileCount(db, creators.id),
      latestEmails: latestPublished(db, creators.id, LATEST_EMAILS),
    })
    .from(creators)
    .leftJoin(announcements, and(eq(announcements.creatorId, creators.id), isAnnouncementLive()))
    .leftJoin(sellers, eq(sellers.creatorId, creators.id))
    .where(eq(creators.handle, sql.placeholder("handle")))
    .prepare("read_page_creator"),
);

/** The stored data of a page's creator, or undefined for an unknown handle. */
export type PageCreator = Awaited<ReturnType<typeof readPageCreator>>;

/**
 * Reads a page's creator by handle in any letter case. Uses one query, because every uncached page needs it.
 * Returns undefined if the handle is unknown, or if the page is offline and `withOffline` is not set.
 */
export async function readPageCreator(db: Queries, handle: string, { withOffline = false } = {}) {
  const [found] = await creatorOf(db).execute({ handle: handle.toLowerCase() });
  return found?.row.offlineSince && !withOffline ? undefined : found;
}

type Found = NonNullable<PageCreator>;

/** Returns a creator's public data, including other modules' parts. */
export async function presentVisibleCreator(
  { publicUrl, findSells }: { publicUrl: string; findSells: Checkout["findSells"] },
  db: Queries,
  { row, seller, announcement }: { row: CreatorRow } & Pick<Found, "seller" | "announcement">,
): Promise<PublicCreator> {
  const { id, paymentProvider } = row;
  return presentPublicCreator(row, {
    publicUrl,
    sells: await findSells(db, { id, paymentProvider, seller }),
    seller: seller && presentPublicSeller(seller),
    announcement: announcement && presentAnnouncement(announcement),
  });
}
