import { eq } from "drizzle-orm";
import type { AnnouncementInput } from "../../../contract/api/announcements.ts";
import type { AppearancePatch } from "../../../contract/api/appearance.ts";
import type { ProfileInput } from "../../../contract/api/creators.ts";
import { toInstant } from "../../platform/clock/local-time.ts";
import type { Transaction } from "../../platform/database/index.ts";
import { toStoredUrl } from "../../platform/own-url.ts";
import { requireLinksAllowed } from "../blocks/index.ts";
import { changed, hasDefaultAppearance, requirePicturesAllowed, storedAppearance } from "./appearance.ts";
import { type CreatorRow, findTakenHandles, quarantineFormerHandle, updateCreator } from "./repository.ts";
import { announcements } from "./tables.ts";

type Target = {
  creator: CreatorRow;
  /** True if the page was not edited since the registration, so that name, language and time zone are replaced. */
  isNew: boolean;
};

/**
 * Fills a creator's empty fields with the profile of an archive. Returns whether anything changed. Requires a
 * transaction that has locked the creator. Throws 400 for a blocked link.
 */
export async function importProfile(
  tx: Transaction,
  { publicUrl }: { publicUrl: string },
  { creator, isNew, profile }: Target & { profile: Omit<ProfileInput, "handle"> },
): Promise<boolean> {
  const { displayName, language, timeZone, bio, avatarUrl, socials = [] } = profile;
  const values = {
    ...(isNew && { displayName, ...(language && { language }), ...(timeZone && { timeZone }) }),
    ...(!creator.bio && bio && { bio }),
    ...(!creator.avatarUrl && avatarUrl && { avatarUrl: toStoredUrl(avatarUrl, publicUrl) }),
    ...(creator.socials.length === 0 && socials.length > 0 && { socials }),
  };
  if (Object.keys(values).length === 0) return false;
  await requireLinksAllowed(tx, [
    ...(values.socials ?? []).map(({ url }) => ({ field: "socials", url })),
    ...(values.avatarUrl ? [{ field: "avatarUrl", url: avatarUrl }] : []),
  ]);
  await updateCreator(tx, creator.id, values);
  return true;
}

/**
 * Imports an archive's appearance unless the page has one. Choices outside the plan are stored, and shown
 * once the plan includes them.
 */
export async function importAppearance(
  tx: Transaction,
  { publicUrl }: { publicUrl: string },
  { creator, appearance }: { creator: CreatorRow; appearance: AppearancePatch },
): Promise<boolean> {
  if (!hasDefaultAppearance(creator, publicUrl)) return false;
  await requirePicturesAllowed(tx, appearance);
  await updateCreator(tx, creator.id, {
    appearance: storedAppearance(changed(creator, appearance, publicUrl), publicUrl),
  });
  return true;
}

/** Imports an archive's announcement unless the page has one. Throws 400 for a blocked link. */
export async function importAnnouncement(
  tx: Transaction,
  { creator, announcement }: { creator: CreatorRow; announcement: AnnouncementInput },
): Promise<boolean> {
  if ((await tx.$count(announcements, eq(announcements.creatorId, creator.id))) > 0) return false;
  const { text, url, endsAt } = announcement;
  await requireLinksAllowed(tx, [{ field: "url", url }]);
  await tx.insert(announcements).values({
    creatorId: creator.id,
    text,
    url: url ?? null,
    endsAt: endsAt ? toInstant(endsAt, creator.timeZone) : null,
  });
  return true;
}

/**
 * Gives the page its handle from another installation. Returns false if it is not free. Requires a
 * transaction that has locked the creator.
 */
export async function importHandle(
  tx: Transaction,
  { creator, handle }: { creator: CreatorRow; handle: string },
): Promise<boolean> {
  if (handle === creator.handle) return true;
  if ((await findTakenHandles(tx, [handle], creator.id)).has(handle)) return false;
  // If another page takes it at the same moment, the transaction fails and the retry finds it taken.
  await updateCreator(tx, creator.id, { handle });
  await quarantineFormerHandle(tx, { creatorId: creator.id, former: creator.handle, current: handle });
  return true;
}
