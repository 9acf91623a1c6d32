import type { Settings } from "../../config/config.ts";
import type { Transaction } from "../../platform/database/index.ts";
import type { Infrastructure } from "../../platform/infrastructure.ts";
import type { SessionCookie } from "./session-cookie.ts";
import type { SignInBrowser } from "./sign-in/browser.ts";
import type { Passkeys, SecondFactor } from "./sign-in/complete-sign-in.ts";

/** Functions of higher modules for accounts. */
export type AccountUses = {
  browser: SignInBrowser;
  passkeys: Passkeys;
  secondFactor: SecondFactor;
  payouts: {
    /** Disconnects the payout accounts of a user, or only those that were connected since a time. */
    removeAll(tx: Transaction, userId: string, since?: Date): Promise<void>;
  };
  /** Writes to the audit log that the groups of a user at the provider gave or took the administrator role. */
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
  > &
  AccountUses &
  Pick<SignInBrowser, "cookie" | "originOf" | "pendingCookie"> & { readerCookie: SessionCookie };
