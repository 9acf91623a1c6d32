import type { Signup } from "../../../contract/storefront.ts";
import type { Clock } from "../../platform/clock/index.ts";
import type { Database } from "../../platform/database/index.ts";
import type { RateLimiter } from "../../platform/http/rate-limiter.ts";
import type { Jobs } from "../../platform/jobs/port.ts";
import type { EmailQueue } from "../../platform/mail/port.ts";
import type { OpenId } from "../../platform/openid/port.ts";
import type { DeriveToken } from "../../platform/tokens.ts";
import type { SessionCookie } from "./session-cookie.ts";

export type AccountDeps = {
  clock: Clock;
  db: Database;
  cookie: SessionCookie;
  publicUrl: string;
  limits: RateLimiter;
  jobs: Jobs;
  mails: EmailQueue;
  derive: DeriveToken;
  /** Null when no provider is configured. */
  openId: OpenId | null;
  /** Lower case. Its account becomes an administrator when the ownership of the email is proven. */
  adminEmail: string | undefined;
  /** Whether new accounts may register. */
  signup: Signup;
  /** Whether only users with a verified email may sign in. */
  requireVerifiedEmail: boolean;
};
