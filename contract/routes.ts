import { accountRoutes } from "./accounts.ts";
import { adminRoutes } from "./admin.ts";
import { analyticsRoutes } from "./analytics.ts";
import { billingRoutes } from "./billing.ts";
import { checkoutRoutes } from "./checkout.ts";
import { connectRoutes } from "./connect.ts";
import { creatorRoutes } from "./creators.ts";
import { feedbackRoutes } from "./feedback.ts";
import { fileRoutes } from "./files.ts";
import { marketingRoutes } from "./marketing.ts";
import { orderRoutes } from "./orders.ts";
import { productRoutes } from "./products.ts";
import { sellerRoutes } from "./sellers.ts";
import { storefrontRoutes } from "./storefront.ts";
import { tileRoutes } from "./tiles.ts";

/** All routes of the product, by domain. */
export const routes = {
  accounts: accountRoutes,
  creators: creatorRoutes,
  tiles: tileRoutes,
  products: productRoutes,
  sellers: sellerRoutes,
  files: fileRoutes,
  storefront: storefrontRoutes,
  analytics: analyticsRoutes,
  checkout: checkoutRoutes,
  orders: orderRoutes,
  connect: connectRoutes,
  billing: billingRoutes,
  feedback: feedbackRoutes,
  admin: adminRoutes,
  marketing: marketingRoutes,
};
