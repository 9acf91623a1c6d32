import type { Infrastructure } from "../platform/infrastructure.ts";
import type { Module } from "../platform/module.ts";
import { createAccounts } from "./accounts/index.ts";
import { createAdmin } from "./admin/index.ts";
import { createAnalytics } from "./analytics/index.ts";
import { createBilling } from "./billing/index.ts";
import { createCheckout } from "./checkout/index.ts";
import { createConnect } from "./connect/index.ts";
import { createCreators } from "./creators/index.ts";
import { createDiscounts } from "./discounts/index.ts";
import { createFeedback } from "./feedback/index.ts";
import { createFiles } from "./files/index.ts";
import { createMarketing } from "./marketing/index.ts";
import { createOrders, orders as orderTable } from "./orders/index.ts";
import { createProducts, products as productTable } from "./products/index.ts";
import { createSellers } from "./sellers/index.ts";
import { createStorefront } from "./storefront/index.ts";
import { createTiles } from "./tiles/index.ts";

export type Modules = ReturnType<typeof createModules>;

/** The modules of the product. A new one is added to the list that is returned; one that others use is created before them. */
export function createModules(infrastructure: Infrastructure) {
  const accounts = createAccounts(infrastructure);
  const files = createFiles(infrastructure, { references: [productTable.fileId, orderTable.fileId] });
  const analytics = createAnalytics(infrastructure);
  const connect = createConnect(infrastructure);
  const billing = createBilling(infrastructure, connect.api);
  const marketing = createMarketing(infrastructure, accounts.api);
  const apis = {
    accounts: accounts.api,
    files: files.api,
    analytics: analytics.api,
    marketing: marketing.api,
  };
  const orders = createOrders(infrastructure, apis);
  const checkout = createCheckout(infrastructure, { orders: orders.api });
  return {
    accounts,
    creators: createCreators(infrastructure, billing.api),
    files,
    products: createProducts(infrastructure),
    discounts: createDiscounts(infrastructure),
    sellers: createSellers(infrastructure),
    tiles: createTiles(infrastructure),
    analytics,
    orders,
    checkout,
    feedback: createFeedback(infrastructure),
    admin: createAdmin(infrastructure, { ...apis, ...billing.api }),
    billing,
    connect,
    marketing,
    storefront: createStorefront(infrastructure, { ...apis, orders: orders.api, checkout: checkout.api }),
  } satisfies Record<string, Module>;
}
