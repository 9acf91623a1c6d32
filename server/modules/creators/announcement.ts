import { eq, gt, isNull, or, sql } from "drizzle-orm";
import {
  type Announcement,
  type AnnouncementInput,
  announcementRoutes,
  announcementVersion,
} from "../../../contract/api/announcements.ts";
import { toInstant } from "../../platform/clock/local-time.ts";
import { type Database, inTransaction, type Queries } from "../../platform/database/index.ts";
import { ifMatch, type Precondition } from "../../platform/http/precondition.ts";
import type { RateLimiter } from "../../platform/http/rate-limiter.ts";
import type { RegisterRoute } from "../../platform/http/register-route.ts";
import type { PageInvalidations } from "../../platform/page-invalidation.ts";
import { consumeUnverifiedLink, requireLinksAllowed } from "../blocks/index.ts";
import { recordPageChange } from "../page-changes/index.ts";
import { errors } from "./errors.ts";
import { lockCreator } from "./repository.ts";
import { announcements } from "./tables.ts";

type AnnouncementDeps = { db: Database; pageInvalidations: PageInvalidations };
type AnnouncementRow = typeof announcements.$inferSelect;

/** Formats an announcement in the same way for its creator and for visitors. */
export const presentAnnouncement = ({ text, url, endsAt }: AnnouncementRow): Announcement => ({
  text,
  url,
  ends_at: endsAt?.toISOString() ?? null,
});

/** The condition that visitors see an announcement now, by the database's clock. */
export const isAnnouncementLive = () =>
  or(isNull(announcements.endsAt), gt(announcements.endsAt, sql`now()`));

export function registerAnnouncementRoutes(
  registerRoute: RegisterRoute,
  deps: AnnouncementDeps & { limits: RateLimiter },
): void {
  registerRoute(announcementRoutes.show, async ({ viewer }) => {
    return { announcement: await findAnnouncement(deps.db, viewer.creatorId) };
  });

  registerRoute(announcementRoutes.save, async ({ viewer, body, request }) => {
    if (body.url) await consumeUnverifiedLink(deps.limits, { viewer, ip: request.ip });
    const precondition = ifMatch(request, {
      present: (saved: Announcement | null) => saved,
      versionOf: announcementVersion,
    });
    const { creatorId } = viewer;
    return { announcement: await saveAnnouncement(deps, { creatorId, input: body, precondition }) };
  });
}

async function findAnnouncement(db: Queries, creatorId: number): Promise<Announcement | null> {
  const [row] = await db.select().from(announcements).where(eq(announcements.creatorId, creatorId));
  return row ? presentAnnouncement(row) : null;
}

type AnnouncementSave = {
  creatorId: number;
  input: AnnouncementInput;
  precondition: Precondition<Announcement | null>;
};

/**
 * Replaces a creator's announcement. An empty text removes it. Throws 400 for a blocked link, 404 if the
 * creator was deleted in the meantime, 409 if it was changed elsewhere.
 */
function saveAnnouncement(
  { db, pageInvalidations }: AnnouncementDeps,
  { creatorId, input, precondition }: AnnouncementSave,
): Promise<Announcement | null> {
  return inTransaction(db, async (tx) => {
    const creator = await lockCreator(tx, creatorId);
    if (!creator) throw errors.missing();
    precondition(await findAnnouncement(tx, creatorId));
    await recordPageChange(tx, { creatorId, kind: "announcement_changed" });
    await pageInvalidations.publish(tx, creatorId);
    if (input.text === "") {
      await tx.delete(announcements).where(eq(announcements.creatorId, creatorId));
      return null;
    }
    await requireLinksAllowed(tx, [{ field: "url", url: input.url }]);
    const values = {
      text: input.text,
      url: input.url ?? null,
      endsAt: input.endsAt ? toInstant(input.endsAt, creator.timeZone) : null,
    };
    const [row] = await tx
      .insert(announcements)
      .values({ creatorId, ...values })
      .onConflictDoUpdate({ target: announcements.creatorId, set: values })
      .returning();
    return row ? presentAnnouncement(row) : null;
  });
}
