import { createHash } from "node:crypto";
import { LRUCache } from "lru-cache";
import { compactHtml, type HtmlBytes, plainOf } from "../../platform/http/html.ts";
import type { PageInvalidation } from "../../platform/page-invalidation.ts";
import type { Entry } from "./page-cache-entry.ts";
import type { PageStore } from "./page-store.ts";
import type { CreatorPage } from "./service.ts";

/** What a copy takes beside its bytes: its objects, its key, and its responses with their headers. */
const OVERHEAD_BYTES = 3_072;
/** What is known of a page whose bytes are in the store alone. */
const KNOWN_BYTES = 512;
/** The share of the memory for these. */
const KNOWN_SHARE = 1 / 16;

/** What is known of a page without the data that it was rendered from. */
export type KnownPage = {
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

/** The start of a page in one encoding. */
export type CompactPage = KnownPage & { html: HtmlBytes };

/** Keeps the start of many pages, some 12 kB each in place of 100, and of many more where they are stored. */
export function createCompactPages({
  maxBytes,
  store,
  rendering = "",
}: {
  maxBytes: number;
  store?: Pick<PageStore, "read"> | undefined;
  rendering?: string | undefined;
}) {
  // There are too many to look at each when one changes.
  const keys = new Map<number, string>();
  const forget = ({ creatorId }: KnownPage, key: string) => {
    if (keys.get(creatorId) === key) keys.delete(creatorId);
  };
  const known = new LRUCache<string, KnownPage>({
    maxSize: Math.max(1, Math.floor(maxBytes * KNOWN_SHARE)),
    sizeCalculation: () => KNOWN_BYTES,
    dispose: (page, key, reason) => reason !== "set" && !pages.has(key) && forget(page, key),
  });
  const pages = new LRUCache<string, CompactPage>({
    maxSize: Math.max(1, Math.floor(store ? maxBytes * (1 - KNOWN_SHARE) : maxBytes)),
    sizeCalculation: ({ html }) => OVERHEAD_BYTES + (html.encoded.br?.length ?? 0),
    dispose: ({ html: _left, ...page }, key, reason) => {
      if (reason === "evict" && store) known.set(key, page);
      else forget(page, key);
    },
  });
  const fingerprintOf = (page: CreatorPage) =>
    createHash("sha256").update(rendering).update(JSON.stringify(page)).digest("base64url");
  const add = (key: string, page: CompactPage) => {
    pages.set(key, page);
    known.delete(key);
    keys.set(page.creatorId, key);
  };
  return {
    fingerprintOf,
    get: (key: string) => pages.get(key),
    /** Returns what is known of a page whose bytes are stored. */
    getKnown: (key: string) => known.get(key),
    /** Takes over what was rendered of a page that no longer fits with its data. */
    add(key: string, { page, base, stale, unverified, readAt, fingerprint }: Entry): void {
      if (!base || maxBytes === 0) return;
      add(key, {
        html: compactHtml(base),
        creatorId: page.creator.id,
        changesAt: page.changesAt,
        fingerprint: fingerprint ?? fingerprintOf(page),
        ...{ stale, unverified, readAt },
      });
    },
    /** Reads a page from the store; undefined when it is not there, or has changed meanwhile. */
    async restore(key: string, page: KnownPage): Promise<CompactPage | undefined> {
      const html = await store?.read(key, page.fingerprint);
      // Another request may have restored it.
      const current = pages.get(key);
      if (current) return current;
      if (!html || known.peek(key) !== page) return undefined;
      const copy = {
        ...page,
        html: page.changesAt ? { ...html, changesAt: page.changesAt.getTime() } : html,
      };
      add(key, copy);
      return copy;
    },
    /** Returns the first view of a page that was read again, if it has not changed; of one that is not kept, from the store. */
    async findEqual(
      key: string,
      fingerprint: string,
    ): Promise<{ html: HtmlBytes; from: "memory" | "store" } | undefined> {
      const copy = pages.peek(key);
      if ((copy ?? known.peek(key))?.stale) return undefined;
      if (copy && copy.fingerprint !== fingerprint) return undefined;
      const html = copy?.html ?? (await store?.read(key, fingerprint));
      return html && { html: { ...html, plain: plainOf(html) }, from: copy ? "memory" : "store" };
    },
    delete(key: string): void {
      pages.delete(key);
      known.delete(key);
    },
    /** Returns the key of the page that has changed. */
    invalidate(change: PageInvalidation): string | undefined {
      if (change === null) {
        for (const page of pages.values()) page.unverified = true;
        for (const page of known.values()) page.unverified = true;
        return undefined;
      }
      const key = keys.get(change);
      const page = key === undefined ? undefined : (pages.peek(key) ?? known.peek(key));
      if (page?.creatorId !== change) return undefined;
      page.stale = true;
      return key;
    },
    stats: () => ({ pages: pages.size, bytes: pages.calculatedSize + known.calculatedSize }),
  };
}
