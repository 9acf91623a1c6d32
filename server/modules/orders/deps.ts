import type { Clock } from "../../platform/clock/index.ts";
import type { Database } from "../../platform/database/index.ts";
import type { RateLimiter } from "../../platform/http/rate-limiter.ts";
import type { Jobs } from "../../platform/jobs/port.ts";
import type { Log } from "../../platform/log/index.ts";
import type { EmailQueue } from "../../platform/mail/port.ts";
import type { Sales } from "../../platform/payments/sales.ts";
import type { Analytics } from "../analytics/index.ts";
import type { Discounts } from "../discounts/index.ts";
import type { Products } from "../products/index.ts";
import type { Sellers } from "../sellers/index.ts";
import type { OrderTokens } from "./tokens.ts";

export type OrderDeps = {
  clock: Clock;
  db: Database;
  log: Log;
  analytics: Analytics;
  products: Products;
  discounts: Discounts;
  sellers: Sellers;
  sales: { mock: Sales; provider: Sales };
  jobs: Jobs;
  mails: EmailQueue;
  limits: RateLimiter;
  tokens: OrderTokens;
  publicUrl: string;
};
