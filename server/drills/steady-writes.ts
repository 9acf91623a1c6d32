import { randomBytes } from "node:crypto";
import { setTimeout as delay } from "node:timers/promises";
import { expect } from "vitest";
import type { AnalyticsSummary } from "../../contract/api/analytics.ts";
import type { Product } from "../../contract/api/products.ts";
import { HttpClient } from "../testing/http-client.ts";

/** Every tenth write adds a product. The others send a visitor's event. */
const PRODUCT_SHARE = 10;
/** A browser's user agent, because events without one are filtered as bot traffic. */
const BROWSER = "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0";

/** The number of concurrent writers. A slow machine thus sends fewer writes, instead of ever more at once. */
const WRITERS = 40;

/** The number of creators. Products of one creator are added one after the other, those of several at once. */
const CREATORS = 20;

type Writes = { products: string[]; events: number };
type Writer = {
  client: HttpClient;
  creatorId: number;
  confirmed: Writes;
  /** Writes whose process ended before it responded. They may or may not be stored. */
  unanswered: Writes;
};

async function register(url: string): Promise<Writer> {
  const client = new HttpClient(url);
  const handle = `writer-${randomBytes(5).toString("hex")}`;
  return {
    client,
    creatorId: (await client.register(handle)).id,
    confirmed: { products: [], events: 0 },
    unanswered: { products: [], events: 0 },
  };
}

/** Sends up to this many small writes per second and records the confirmed ones. */
export async function startWrites(url: string, { perSecond }: { perSecond: number }) {
  const creators = await Promise.all(Array.from({ length: CREATORS }, () => register(url)));
  const headers = { "content-type": "application/json", "user-agent": BROWSER };
  const failures: string[] = [];
  let sent = 0;

  const write = async (number: number) => {
    const name = `Product ${number}`;
    const isProduct = number % PRODUCT_SHARE === 0;
    const writer = creators[Math.floor(number / PRODUCT_SHARE) % CREATORS] as Writer;
    const { client, creatorId } = writer;
    const addTo = (writes: Writes) => {
      if (isProduct) writes.products.push(name);
      else writes.events += 1;
    };
    try {
      const body = JSON.stringify({ creatorId, event: "page_view" });
      const response = isProduct
        ? await client.post("/api/products", { name, priceCents: 100, type: "digital" })
        : await fetch(`${url}/api/public/analytics`, { method: "POST", headers, body });
      await response.arrayBuffer();
      if (!response.ok) failures.push(`${isProduct ? "product" : "event"}: ${response.status}`);
      if (response.ok) addTo(writer.confirmed);
      else if (response.status >= 500) addTo(writer.unanswered);
    } catch (error) {
      addTo(writer.unanswered);
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
    /** Expects all confirmed writes in the database, and no others except unanswered ones. */
    async expectEverythingStored() {
      for (const { client, confirmed, unanswered } of creators) {
        const { products } = await client.getJson<{ products: Product[] }>("/api/products");
        const names = products.map(({ name }) => name).sort();
        const alsoStored = unanswered.products.filter((name) => names.includes(name));
        expect(names).toEqual([...confirmed.products, ...alsoStored].sort());
        const { summary } = await client.getJson<AnalyticsSummary>("/api/analytics/summary");
        const count = summary.find(({ event }) => event === "page_view")?.count ?? 0;
        expect(count).toBeGreaterThanOrEqual(confirmed.events);
        expect(count).toBeLessThanOrEqual(confirmed.events + unanswered.events);
      }
    },
  };
}
