import type { Queries } from "../../platform/database/index.ts";
import type { BrowserCookie } from "../../platform/http/browser-cookie.ts";
import type { Infrastructure } from "../../platform/infrastructure.ts";
import type { SignInBrowser } from "../accounts/index.ts";
import type { RelyingParty } from "./ceremonies.ts";

export type PasskeyDeps = Pick<Infrastructure, "clock" | "db" | "limits" | "log" | "mails"> & {
  site: RelyingParty;
  browser: SignInBrowser;
  browserCookie: BrowserCookie;
  requireVerifiedEmail: boolean;
  /** Whether users may sign in with passwords. */
  passwordLogin: boolean;
  /** Returns whether a user has another second factor turned on. */
  hasSecondFactor(db: Queries, userId: string): Promise<boolean>;
};
