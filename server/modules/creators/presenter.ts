import type { Creator, PublicCreator } from "../../../contract/api/creators.ts";
import type { Viewer } from "../../platform/http/viewer.ts";
import { toPublicUrl } from "../../platform/own-url.ts";
import type { CreatorRow } from "./repository.ts";

export function presentCreator(
  row: CreatorRow,
  owner: Pick<Viewer, "userId" | "email" | "emailVerifiedAt" | "isAdmin" | "deletionAt" | "reclaimedAt">,
  publicUrl: string,
): Creator {
  return {
    id: row.id,
    user_id: owner.userId,
    email: owner.email,
    email_verified_at: owner.emailVerifiedAt?.toISOString() ?? null,
    is_admin: owner.isAdmin,
    handle: row.handle,
    display_name: row.displayName,
    bio: row.bio,
    avatar_url: toPublicUrl(row.avatarUrl, publicUrl),
    plan: row.plan,
    stripe_subscription_active: row.subscriptionActive,
    stripe_account_id: row.stripeAccountId,
    payment_provider: row.paymentProvider,
    payment_account_id: row.paymentAccountId,
    tips_enabled: row.tipsEnabled,
    socials: row.socials,
    time_zone: row.timeZone,
    language: row.language,
    suspension: row.suspension,
    deletion_at: owner.deletionAt?.toISOString() ?? null,
    reclaimed_at: owner.reclaimedAt?.toISOString() ?? null,
  };
}

/** Formats a creator for visitors. Each field is listed, so that a new column does not become public. */
export function presentPublicCreator(
  row: CreatorRow,
  { publicUrl, ...others }: { publicUrl: string } & Pick<PublicCreator, "sells" | "seller" | "announcement">,
): PublicCreator {
  return {
    id: row.id,
    handle: row.handle,
    display_name: row.displayName,
    bio: row.bio,
    avatar_url: toPublicUrl(row.avatarUrl, publicUrl),
    plan: row.plan,
    stripe_subscription_active: row.subscriptionActive,
    tips_enabled: row.tipsEnabled,
    has_payment_account: row.stripeAccountId !== null,
    socials: row.socials,
    language: row.language,
    sells: others.sells,
    seller: others.seller,
    announcement: others.announcement,
  };
}
