import type { AdminUser } from "../../../contract/api/admin.ts";
import type { ListedUser } from "./repository.ts";

export function presentUser({ creator, ...user }: ListedUser): AdminUser {
  return {
    id: user.id,
    email: user.email,
    handle: creator?.handle ?? null,
    display_name: creator?.displayName ?? null,
    is_admin: user.isAdmin,
    plan: creator?.plan ?? null,
    stripe_subscription_active: creator?.subscriptionActive ?? false,
    creator_id: creator?.id ?? null,
    sending_stopped: creator?.sendingStopped ?? null,
    suspension: creator?.suspension ?? null,
    created_at: user.createdAt.toISOString(),
  };
}
