import type { SignInProvider } from "../../../contract/rules/sign-in-providers.ts";
import type { Transaction } from "../../platform/database/index.ts";
import { lockAdmins, setAdmin } from "./account-admin.ts";
import type { AccountDeps } from "./deps.ts";
import { lockUser } from "./repository.ts";

type Deps = Pick<AccountDeps, "adminEmail" | "log" | "oidcAdminGroup" | "recordRoleChange">;

/** Locks what a sign-in changes whose groups decide who is an administrator. Administrators are locked before any other account, as everywhere, so that there are no deadlocks. */
export async function lockForGroups(tx: Transaction, { oidcAdminGroup }: Deps, provider: SignInProvider) {
  return provider === "oidc" && oidcAdminGroup ? lockAdmins(tx) : undefined;
}

/** Makes a user who signs in an administrator, or an ordinary user again, as the groups at the provider say. The last administrator and the account of ADMIN_EMAIL stay. */
export async function applyAdminGroup(
  tx: Transaction,
  deps: Deps,
  { userId, admins, groups }: { userId: string; admins: Set<string>; groups: readonly string[] },
): Promise<void> {
  const user = await lockUser(tx, userId);
  const isMember = groups.includes(deps.oidcAdminGroup ?? "");
  if (!user || user.isAdmin === isMember) return;
  if (!isMember && user.email === deps.adminEmail) return;
  if (!isMember && admins.size <= 1) {
    deps.log.warn({ userId }, "the last administrator is not in OIDC_ADMIN_GROUP and stays administrator");
    return;
  }
  await setAdmin(tx, userId, isMember);
  await deps.recordRoleChange(tx, { userId, isAdmin: isMember });
}
