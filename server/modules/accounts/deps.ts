import type { Settings } from "../../config/config.ts";
import type { Transaction } from "../../platform/database/index.ts";
import type { Infrastructure } from "../../platform/infrastructure.ts";
import type { SessionCookie } from "./session-cookie.ts";
import type { SignInBrowser } from "./sign-in/browser.ts";
import type { Passkeys, SecondFactor } from "./sign-in/complete-sign-in.ts";

/** Functions of higher modules that accounts need. */
export type AccountUses = {
  browser: SignInBrowser;
  passkeys: Passkeys;
  secondFactor: SecondFactor;
  payouts: {
    /** Disconnects a user's payout accounts. With `since`, keeps accounts that were connected before that time. */
    removeAll(tx: Transaction, userId: string, since?: Date): Promise<void>;
  };
  programs: {
    /** Revokes the API keys and deletes the webhooks of a user's page, with `since` only those made after that time. */
    removeAll(tx: Transaction, userId: string, since?: Date): Promise<void>;
  };
  /** Records in the audit log that a user's groups at the provider granted or revoked the admin role. */
  recordRoleChange(tx: Transaction, change: { userId: string; isAdmin: boolean }): Promise<void>;
};

export type AccountDeps = Pick<
  Infrastructure,
  "clock" | "db" | "log" | "limits" | "jobs" | "mails" | "derive" | "openId"
> &
  Pick<
    Settings,
    | "publicUrl"
    | "adminEmail"
    | "signup"
    | "requireVerifiedEmail"
    | "passwordLogin"
    | "oidcName"
    | "oidcAllowedDomains"
    | "oidcAdminGroup"
    | "site"
    | "siteDocuments"
  > &
  AccountUses &
  Pick<SignInBrowser, "cookie" | "originOf" | "pendingCookie"> & { readerCookie: SessionCookie };
