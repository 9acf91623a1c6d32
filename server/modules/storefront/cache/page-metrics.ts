import type { ProcessMetric } from "../../../platform/metrics.ts";
import type { PageCache } from "./page-cache.ts";

/** Returns the figures of the page cache. */
export const pageMetrics = (cache: Pick<PageCache, "stats">): ProcessMetric[] => [
  {
    name: "tessera_page_requests_total",
    help: "Requests for creators' pages, by the source of the page: memory, or newly rendered",
    type: "counter",
    label: "from",
    read: () => cache.stats().requests,
  },
  {
    name: "tessera_page_cache_pages",
    help: "Views of creators' pages in memory",
    type: "gauge",
    read: () => cache.stats().pages,
  },
  {
    name: "tessera_page_cache_bytes",
    help: "Memory of the cached views of creators' pages",
    type: "gauge",
    read: () => cache.stats().bytes,
  },
];
