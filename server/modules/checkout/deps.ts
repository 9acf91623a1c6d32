import type { Infrastructure } from "../../platform/infrastructure.ts";
import type { Analytics } from "../analytics/index.ts";
import type { Audience } from "../audience/index.ts";
import type { Connect } from "../connect/index.ts";
import type { Discounts } from "../discounts/index.ts";
import type { OrderPayments } from "../order-payments/index.ts";
import type { Orders } from "../orders/index.ts";
import type { Products } from "../products/index.ts";
import type { Sellers } from "../sellers/index.ts";

export type CheckoutDependencies = {
  analytics: Pick<Analytics, "describeVisit" | "recordVisit">;
  audience: Audience;
  connect: Connect;
  discounts: Discounts;
  orders: Orders;
  orderPayments: OrderPayments;
  products: Products;
  sellers: Sellers;
};

export type CheckoutDeps = CheckoutDependencies &
  Pick<Infrastructure, "clock" | "db" | "derive" | "log" | "limits" | "mails" | "sales"> & {
    settings: Pick<Infrastructure["settings"], "publicUrl" | "site" | "mockCheckout" | "rateLimits">;
  };
