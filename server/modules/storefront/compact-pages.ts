import { createHash } from "node:crypto";
import { LRUCache } from "lru-cache";
import { compactHtml, type HtmlBytes, plainOf } from "../../platform/http/html.ts";
import type { PageInvalidation } from "../../platform/page-invalidation.ts";
import type { Entry } from "./page-cache-entry.ts";
import type { CreatorPage } from "./service.ts";

/** What a copy takes beside its bytes: its objects, its key, and its responses with their headers. */
const OVERHEAD_BYTES = 3_072;

/** The start of a page in one encoding, without the data that it was rendered from. */
export type CompactPage = {
  html: HtmlBytes;
  creatorId: number;
  changesAt: Date | null;
  /** Identifies the data: a page that is read again and equal is not rendered again. */
  fingerprint: string;
  readAt: number;
  /** True once it is known to have changed. */
  stale: boolean;
  /** True when changes may have been missed since it was read. */
  unverified: boolean;
};

/** Keeps the start of many pages: some 12 kB each in place of 100. */
export function createCompactPages({ maxBytes }: { maxBytes: number }) {
  const pages = new LRUCache<string, CompactPage>({
    maxSize: Math.max(1, maxBytes),
    sizeCalculation: ({ html }) => OVERHEAD_BYTES + (html.encoded.br?.length ?? 0),
    dispose: ({ creatorId }, key) => {
      if (keys.get(creatorId) === key) keys.delete(creatorId);
    },
  });
  // There are too many to look at each when one changes.
  const keys = new Map<number, string>();
  return {
    get: (key: string) => pages.get(key),
    /** Takes over what was rendered of a page that no longer fits with its data. */
    add(key: string, { page, base, stale, unverified, readAt }: Entry): void {
      if (!base || maxBytes === 0) return;
      pages.set(key, {
        html: compactHtml(base),
        creatorId: page.creator.id,
        changesAt: page.changesAt,
        fingerprint: fingerprintOf(page),
        ...{ stale, unverified, readAt },
      });
      keys.set(page.creator.id, key);
    },
    /** Returns the first view of a page that was read again, if it has not changed. */
    findEqual(key: string, page: CreatorPage): HtmlBytes | undefined {
      const copy = pages.peek(key);
      if (!copy || copy.stale || copy.fingerprint !== fingerprintOf(page)) return undefined;
      return { ...copy.html, plain: plainOf(copy.html) };
    },
    delete: (key: string) => void pages.delete(key),
    invalidate(change: PageInvalidation): void {
      if (change === null) {
        for (const page of pages.values()) page.unverified = true;
        return;
      }
      const page = pages.peek(keys.get(change) ?? "");
      if (page?.creatorId === change) page.stale = true;
    },
    stats: () => ({ pages: pages.size, bytes: pages.calculatedSize }),
  };
}

const fingerprintOf = (page: CreatorPage): string =>
  createHash("sha256").update(JSON.stringify(page)).digest("base64url");
