import type { Database } from "../../platform/database/index.ts";
import type { RateLimiter } from "../../platform/http/rate-limiter.ts";
import type { Jobs } from "../../platform/jobs/port.ts";
import type { Log } from "../../platform/log/index.ts";
import type { EmailQueue } from "../../platform/mail/port.ts";
import type { Analytics } from "../analytics/index.ts";
import type { OrderTokens } from "./tokens.ts";

export type OrderDeps = {
  db: Database;
  log: Log;
  analytics: Analytics;
  jobs: Jobs;
  mails: EmailQueue;
  limits: RateLimiter;
  tokens: OrderTokens;
  publicUrl: string;
};
