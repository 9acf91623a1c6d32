import type { InstallationGauge, ProcessMetric } from "../../platform/metrics.ts";
import type { PageCache } from "./page-cache-entry.ts";
import type { PageStore } from "./page-store.ts";

/** Returns the figures of both levels of the page cache. */
export function pageMetrics(
  cache: Pick<PageCache, "stats">,
  store: Pick<PageStore, "stats"> | undefined,
): { processMetrics: ProcessMetric[]; gauges: InstallationGauge[] } {
  return {
    processMetrics: [
      {
        name: "tessera_page_requests_total",
        help: "Requests for creators' pages, by where the page was taken from",
        type: "counter",
        label: "from",
        read: () => cache.stats().requests,
      },
      {
        name: "tessera_page_cache_pages",
        help: "Creators' pages that are kept in memory",
        type: "gauge",
        read: () => cache.stats().pages,
      },
      {
        name: "tessera_page_cache_bytes",
        help: "Memory that creators' pages take",
        type: "gauge",
        read: () => cache.stats().bytes,
      },
    ],
    // All processes of a machine share the store.
    gauges: [
      {
        name: "tessera_page_store_pages",
        help: "Creators' pages that are stored on the disk of this machine, about",
        read: async () => (await store?.stats())?.pages ?? 0,
      },
      {
        name: "tessera_page_store_bytes",
        help: "Disk space that these pages take, about",
        read: async () => (await store?.stats())?.bytes ?? 0,
      },
    ],
  };
}
