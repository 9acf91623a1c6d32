import type { Database } from "../../platform/database/index.ts";
import type { CdnHeaders } from "../../platform/http/cdn-headers.ts";
import type { Analytics } from "../analytics/index.ts";
import type { Checkout } from "../checkout/index.ts";
import type { Digests } from "../funnel/index.ts";
import type { Marketing } from "../marketing/index.ts";
import type { Orders } from "../orders/index.ts";
import type { OgImages } from "./og-images.ts";
import type { PageCache } from "./page-cache.ts";

export type PageDeps = {
  db: Database;
  cache: PageCache;
  cdn: CdnHeaders;
  previews: OgImages;
  checkout: Checkout;
  orders: Orders;
  publicUrl: string;
  analytics: Analytics;
  marketing: Marketing;
  digests: Digests;
};
