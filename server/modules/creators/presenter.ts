import type { Creator, PublicCreator } from "../../../contract/api/creators.ts";
import type { Viewer } from "../../platform/http/viewer.ts";
import { toPublicUrl } from "../../platform/own-url.ts";
import type { CreatorRow } from "./repository.ts";

type PublicProfile = Pick<Creator, keyof Creator & keyof PublicCreator>;

/**
 * Formats the part of a profile that creator and visitors see. Lists each field, so that a new column does
 * not become public by accident.
 */
const presentProfile = (row: CreatorRow, publicUrl: string): PublicProfile => ({
  id: row.id,
  handle: row.handle,
  display_name: row.displayName,
  bio: row.bio,
  avatar_url: toPublicUrl(row.avatarUrl, publicUrl),
  plan: row.plan,
  stripe_subscription_active: row.subscriptionActive,
  tips_enabled: row.tipsEnabled,
  socials: row.socials,
  language: row.language,
});

export function presentCreator(
  row: CreatorRow,
  owner: Pick<Viewer, "userId" | "email" | "emailVerifiedAt" | "isAdmin" | "deletionAt" | "reclaimedAt">,
  publicUrl: string,
): Creator {
  return {
    ...presentProfile(row, publicUrl),
    user_id: owner.userId,
    email: owner.email,
    email_verified_at: owner.emailVerifiedAt?.toISOString() ?? null,
    is_admin: owner.isAdmin,
    stripe_account_id: row.stripeAccountId,
    payment_provider: row.paymentProvider,
    payment_account_id: row.paymentAccountId,
    time_zone: row.timeZone,
    suspension: row.suspension,
    deletion_at: owner.deletionAt?.toISOString() ?? null,
    reclaimed_at: owner.reclaimedAt?.toISOString() ?? null,
  };
}

/** Formats a creator for visitors. */
export function presentPublicCreator(
  row: CreatorRow,
  { publicUrl, ...others }: { publicUrl: string } & Pick<PublicCreator, "sells" | "seller" | "announcement">,
): PublicCreator {
  return {
    ...presentProfile(row, publicUrl),
    has_payment_account: row.stripeAccountId !== null,
    sells: others.sells,
    seller: others.seller,
    announcement: others.announcement,
  };
}
