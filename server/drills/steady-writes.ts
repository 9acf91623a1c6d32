import { randomBytes } from "node:crypto";
import { setTimeout as delay } from "node:timers/promises";
import { expect } from "vitest";
import type { AnalyticsSummary } from "../../contract/analytics.ts";
import type { Creator } from "../../contract/creators.ts";
import type { Product } from "../../contract/products.ts";
import { HttpClient } from "../testing/http-client.ts";

/** Every tenth write is a product, the others are events of visitors. */
const PRODUCT_SHARE = 10;
/** Without the user agent of a browser, events would be filtered as those of a bot. */
const BROWSER = "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0";

/** The number of concurrent writers. On a machine that is too slow fewer writes are sent, instead of a growing number at once. */
const WRITERS = 40;

/** The products of one creator are added one after the other. */
const CREATORS = 20;

type Confirmed = { client: HttpClient; creatorId: number; products: string[]; events: number };

async function register(url: string): Promise<Confirmed> {
  const client = new HttpClient(url);
  const handle = `writer-${randomBytes(5).toString("hex")}`;
  const { creator } = await client.postForJson<{ creator: Creator }>("/api/auth/register", {
    handle,
    displayName: "Mara Lindt",
    email: `${handle}@example.org`,
    password: "a quiet little mosaic",
  });
  return { client, creatorId: creator.id, products: [], events: 0 };
}

/** Sends up to this many small writes a second and records what was confirmed. */
export async function startWrites(url: string, { perSecond }: { perSecond: number }) {
  const creators = await Promise.all(Array.from({ length: CREATORS }, () => register(url)));
  const headers = { "content-type": "application/json", "user-agent": BROWSER };
  const failures: string[] = [];
  let sent = 0;

  const write = async (number: number) => {
    const name = `Product ${number}`;
    const isProduct = number % PRODUCT_SHARE === 0;
    const confirmed = creators[Math.floor(number / PRODUCT_SHARE) % CREATORS] as Confirmed;
    const { client, creatorId } = confirmed;
    try {
      const body = JSON.stringify({ creatorId, event: "page_view" });
      const response = isProduct
        ? await client.post("/api/products", { name, priceCents: 100, type: "digital" })
        : await fetch(`${url}/api/public/analytics`, { method: "POST", headers, body });
      await response.arrayBuffer();
      if (!response.ok) failures.push(`${isProduct ? "product" : "event"}: ${response.status}`);
      else if (isProduct) confirmed.products.push(name);
      else confirmed.events += 1;
    } catch (error) {
      failures.push(String(error));
    }
  };
  const startedAt = performance.now();
  let isOver = false;
  const writers = Array.from({ length: WRITERS }, async (_, writer) => {
    const pauseMs = (WRITERS / perSecond) * 1000;
    await delay((pauseMs * writer) / WRITERS);
    while (!isOver) {
      sent += 1;
      await Promise.all([write(sent), delay(pauseMs)]);
    }
  });

  return {
    async stop() {
      isOver = true;
      await Promise.all(writers);
      return { sent, perSecond: (sent * 1000) / (performance.now() - startedAt), failures };
    },
    /** Expects exactly the confirmed writes in the database. */
    async expectEverythingStored() {
      for (const { client, products, events } of creators) {
        const stored = await client.getJson<{ products: Product[] }>("/api/products");
        expect(stored.products.map(({ name }) => name).sort()).toEqual(products.sort());
        const { summary } = await client.getJson<AnalyticsSummary>("/api/analytics/summary");
        expect(summary.find(({ event }) => event === "page_view")?.count ?? 0).toBe(events);
      }
    },
  };
}
