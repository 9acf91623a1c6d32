import type { Clock } from "../../platform/clock/index.ts";
import type { Database } from "../../platform/database/index.ts";
import type { RateLimiter } from "../../platform/http/rate-limiter.ts";
import type { Infrastructure } from "../../platform/infrastructure.ts";
import type { Log } from "../../platform/log/index.ts";
import type { Connect } from "../connect/index.ts";
import type { Discounts } from "../discounts/index.ts";
import type { Orders } from "../orders/index.ts";
import type { Products } from "../products/index.ts";
import type { Sellers } from "../sellers/index.ts";

export type CheckoutDeps = {
  clock: Clock;
  db: Database;
  log: Log;
  limits: RateLimiter;
  connect: Connect;
  discounts: Discounts;
  orders: Orders;
  products: Products;
  sellers: Sellers;
  sales: Infrastructure["sales"];
  settings: Pick<Infrastructure["settings"], "publicUrl" | "mockCheckout">;
};
