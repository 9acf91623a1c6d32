import type { Infrastructure } from "../../platform/infrastructure.ts";
import type { Analytics } from "../analytics/index.ts";
import type { Audience } from "../audience/index.ts";
import type { Connect } from "../connect/index.ts";
import type { Discounts } from "../discounts/index.ts";
import type { Files } from "../files/index.ts";
import type { OrderPayments } from "../order-payments/index.ts";
import type { Products } from "../products/index.ts";
import type { Sellers } from "../sellers/index.ts";
import type { OrderTokens } from "./access/tokens.ts";

export type OrderDependencies = {
  analytics: Analytics;
  audience: Audience;
  connect: Pick<Connect, "beforeDisconnecting" | "afterConnecting">;
  files: Files;
  orderPayments: OrderPayments;
  products: Products;
  discounts: Discounts;
  sellers: Sellers;
};

export type OrderDeps = OrderDependencies &
  Pick<Infrastructure, "clock" | "db" | "log" | "jobs" | "mails" | "limits" | "pageInvalidations"> & {
    tokens: OrderTokens;
    publicUrl: string;
  };
