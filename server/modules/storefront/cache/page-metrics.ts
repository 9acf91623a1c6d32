import type { ProcessMetric } from "../../../platform/metrics.ts";
import type { PageCache } from "./page-cache.ts";

/** Returns the figures of the page cache. */
export const pageMetrics = (cache: Pick<PageCache, "stats">): ProcessMetric[] => [
  {
    name: "tessera_page_requests_total",
    help: "Requests for creators' pages, by where the page was taken from",
    type: "counter",
    label: "from",
    read: () => cache.stats().requests,
  },
  {
    name: "tessera_page_cache_pages",
    help: "Views of creators' pages that are kept in memory",
    type: "gauge",
    read: () => cache.stats().pages,
  },
  {
    name: "tessera_page_cache_bytes",
    help: "Memory that creators' pages take",
    type: "gauge",
    read: () => cache.stats().bytes,
  },
];
