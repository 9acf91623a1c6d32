import type { SignInProvider } from "../../../contract/rules/sign-in-providers.ts";
import type { Transaction } from "../../platform/database/index.ts";
import type { OpenIdProfile } from "../../platform/openid/port.ts";
import { lockAdmins, setAdmin } from "./account-admin.ts";
import type { AccountDeps } from "./deps.ts";
import { lockUser } from "./repository.ts";

type Deps = Pick<AccountDeps, "adminEmail" | "log" | "oidcAdminGroup" | "recordRoleChange">;

type Groups = Pick<OpenIdProfile, "groups" | "hasAllGroups">;

/**
 * Locks the administrators if the provider's groups decide the role. They are locked before any other
 * account, as everywhere, to prevent deadlocks.
 */
export async function lockForGroups(tx: Transaction, { oidcAdminGroup }: Deps, provider: SignInProvider) {
  return provider === "oidc" && oidcAdminGroup ? lockAdmins(tx) : undefined;
}

/**
 * Grants or revokes the admin role at a sign-in, according to the user's groups at the provider. The last
 * administrator and the account of ADMIN_EMAIL keep it.
 */
export async function applyAdminGroup(
  tx: Transaction,
  deps: Deps,
  { userId, admins, profile }: { userId: string; admins: Set<string>; profile: Groups },
): Promise<void> {
  const user = await lockUser(tx, userId);
  const isMember = profile.groups.includes(deps.oidcAdminGroup ?? "");
  if (!isMember && !profile.hasAllGroups) {
    deps.log.warn(
      { userId },
      "the provider left out the groups of a user who has too many, so OIDC_ADMIN_GROUP had no effect: configure the provider to send only the groups of this application, or a role",
    );
    return;
  }
  if (!user || user.isAdmin === isMember) return;
  if (!isMember && user.email === deps.adminEmail) return;
  if (!isMember && admins.size <= 1) {
    deps.log.warn({ userId }, "the last administrator is not in OIDC_ADMIN_GROUP and stays administrator");
    return;
  }
  await setAdmin(tx, userId, isMember);
  await deps.recordRoleChange(tx, { userId, isAdmin: isMember });
}
