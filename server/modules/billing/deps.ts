import type { Database } from "../../platform/database/index.ts";
import type { RateLimiter } from "../../platform/http/rate-limiter.ts";
import type { Jobs } from "../../platform/jobs/port.ts";
import type { Log } from "../../platform/log/index.ts";
import type { PageInvalidations } from "../../platform/page-invalidation.ts";
import type { Payments } from "../../platform/payments/port.ts";

export type BillingDeps = {
  db: Database;
  log: Log;
  jobs: Jobs;
  payments: Payments;
  limits: RateLimiter;
  pageInvalidations: PageInvalidations;
  publicUrl: string;
  /** The provider's product of the Creator plan. */
  productId: string;
};
