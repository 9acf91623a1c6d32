import type { Settings } from "../../config/config.ts";
import type { Infrastructure } from "../../platform/infrastructure.ts";
import type { SessionCookie } from "./session-cookie.ts";
import type { SecondFactor } from "./sign-in/complete-sign-in.ts";
import type { ReadOrigin } from "./sign-in/request-origin.ts";

export type AccountDeps = Pick<
  Infrastructure,
  "clock" | "db" | "limits" | "jobs" | "mails" | "derive" | "openId"
> &
  Pick<Settings, "publicUrl" | "adminEmail" | "signup" | "requireVerifiedEmail"> & {
    cookie: SessionCookie;
    originOf: ReadOrigin;
    secondFactor: SecondFactor;
  };
