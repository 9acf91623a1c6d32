import type { Site } from "../../../contract/rules/site.ts";
import type { Database } from "../../platform/database/index.ts";
import type { CdnHeaders } from "../../platform/http/cdn-headers.ts";
import type { Hosts } from "../../platform/http/hosts.ts";
import type { Checkout } from "../checkout/index.ts";
import type { Digests } from "../funnel/index.ts";
import type { Marketing } from "../marketing/index.ts";
import type { Orders } from "../orders/index.ts";
import type { PageCache } from "./cache/page-cache.ts";
import type { OgImages } from "./og-images.ts";

export type PageDeps = {
  db: Database;
  cache: PageCache;
  cdn: CdnHeaders;
  previews: OgImages;
  site: Site;
  /** The operator's logo as a PNG. */
  logo: Promise<Buffer> | undefined;
  checkout: Checkout;
  publicUrl: string;
  hosts: Hosts;
  marketing: Marketing;
  digests: Digests;
  news: Pick<Orders, "findNewsOf" | "endNewsOf">;
};
