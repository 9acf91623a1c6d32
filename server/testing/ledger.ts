import { createHash, randomBytes } from "node:crypto";
import { setTimeout as delay } from "node:timers/promises";
import { expect } from "vitest";
import type { AnalyticsSummary } from "../../contract/api/analytics.ts";
import type { CreatorOrder, CreatorOrderDetail } from "../../contract/api/orders.ts";
import type { Product } from "../../contract/api/products.ts";
import type { Tile } from "../../contract/api/tiles.ts";
import { HttpClient } from "./http-client.ts";

const FILE_BYTES = 300_000;

const STOCK = 100;

type Started = { checkoutToken: string; digest: string };
type Sale = Started & { returnUrl: string };
/**
 * Everything that the server has confirmed to one creator. Requests without a response may or may not have
 * had an effect.
 */
type Confirmed = {
  client: HttpClient;
  handle: string;
  products: string[];
  tiles: string[];
  sales: Sale[];
  /** The checkout whose payment has no response yet. */
  started: Started | undefined;
};
/** The lines of a bundle that `work` sells. */
const BUNDLE = ["Second notes", "Poster"];

const sha256 = (bytes: Uint8Array) => createHash("sha256").update(bytes).digest("hex");

/**
 * Clients of a running product at `url`. They register, upload, sell and buy, and record everything that was
 * confirmed to them.
 */
export class Ledger {
  readonly #url: string;
  readonly #clients: number;
  readonly #pauseMs: number;
  readonly #confirmed: Confirmed[] = [];

  constructor(url: string, { clients = 3, pauseMs = 0 }: { clients?: number; pauseMs?: number } = {}) {
    this.#url = url;
    this.#clients = clients;
    this.#pauseMs = pauseMs;
  }

  get sales(): Sale[] {
    return this.#confirmed.flatMap((each) => each.sales);
  }

  /** The number of confirmed creators, products, tiles and sales. */
  get size(): number {
    const sizes = this.#confirmed.map(
      ({ products, tiles, sales }) => 1 + products.length + tiles.length + sales.length,
    );
    return sizes.reduce((sum, size) => sum + size, 0);
  }

  /** Registers a creator who uploads two files and sells them, the last one also in a bundle with goods. */
  async work(): Promise<void> {
    const client = new HttpClient(this.#url);
    const handle = `mara-${randomBytes(6).toString("hex")}`;
    await client.register(handle);
    const entry: Confirmed = { client, handle, products: [], tiles: [], sales: [], started: undefined };
    this.#confirmed.push(entry);
    let last = { id: 0, digest: "" };
    for (const name of ["First notes", "Second notes"]) {
      const file = randomBytes(FILE_BYTES);
      const form = new FormData();
      form.append("file", new Blob([file]), `${name}.bin`);
      const upload = await client.postForJson<{ path: string }>("/api/files/upload?purpose=digital", form);
      const id = await offer(entry, { name, type: "digital", digitalFilePath: upload.path });
      last = { id, digest: sha256(file) };
      await sell(entry, name, last);
    }
    const poster = await offer(entry, { name: "Poster", type: "physical", stock: STOCK });
    const bundleItems = [last.id, poster];
    const id = await offer(entry, { name: "Notes and poster", type: "bundle", bundleItems });
    await sell(entry, "Notes and poster", { id, digest: last.digest });
  }

  /** Lets several clients work until their requests fail. Calls `cut` after the next sale. */
  async workUntil(cut: () => Promise<void>): Promise<void> {
    const before = this.sales.length;
    const repeat = async () => {
      for (;;) await this.work();
    };
    const working = Promise.allSettled(Array.from({ length: this.#clients }, repeat));
    await expect.poll(() => this.sales.length, { interval: 20 }).toBeGreaterThan(before);
    await cut();
    await working;
  }

  /** Lets several clients work until `task` has ended. Returns their errors. */
  async workDuring(task: () => Promise<void>): Promise<Error[]> {
    const errors: Error[] = [];
    let isOver = false;
    const repeat = async () => {
      while (!isOver) {
        await this.work().catch((error: Error) => errors.push(error));
        await delay(this.#pauseMs);
      }
    };
    const working = Array.from({ length: this.#clients }, repeat);
    try {
      await task();
    } finally {
      isOver = true;
    }
    await Promise.all(working);
    return errors;
  }

  async expectEverythingConfirmed(): Promise<void> {
    for (const entry of this.#confirmed) {
      const { client, handle, products, tiles, sales } = entry;
      // A buyer whose payment got no response tries again.
      await payStarted(entry);
      expect((await client.get("/api/creators/me")).status, "the session is valid").toBe(200);
      const stored = await client.getJson<{ products: Product[] }>("/api/products");
      expect(stored.products.map(({ name }) => name)).toEqual(expect.arrayContaining(products));
      const shown = await client.getJson<{ tiles: Tile[] }>(`/api/public/creator/${handle}`);
      expect(shown.tiles.map(({ title }) => title)).toEqual(expect.arrayContaining(tiles));
      for (const sale of sales) await this.#expectSold(client, sale);
      await expectWholeBundles(client, stored.products);
      const { summary } = await client.getJson<AnalyticsSummary>("/api/analytics/summary");
      const purchases = summary.find(({ event }) => event === "purchase")?.count ?? 0;
      expect(purchases).toBe(sales.length);
    }
  }

  async #expectSold(client: HttpClient, { checkoutToken, returnUrl, digest }: Sale): Promise<void> {
    const path = `${CHECKOUT}/${checkoutToken}`;
    const { order } = await client.getJson<{ order: { status: string } }>(path);
    expect(order.status).toBe("paid");
    const again = await client.postForJson<{ returnUrl: string }>(`${path}/pay`, {});
    expect(again.returnUrl, "paying again returns the same sale").toBe(returnUrl);
    const token = new URL(returnUrl, this.#url).searchParams.get("downloadToken");
    const response = await client.get(`/api/orders/download/${token}`);
    expect(response.status).toBe(200);
    expect(sha256(new Uint8Array(await response.arrayBuffer()))).toBe(digest);
  }
}

const CHECKOUT = "/api/public/checkout";

/** Pays the started checkout, if there is one. Repeating that sells once. */
async function payStarted(entry: Confirmed): Promise<void> {
  const { client, sales, started } = entry;
  if (!started) return;
  const path = `${CHECKOUT}/${started.checkoutToken}/pay`;
  const { returnUrl } = await client.postForJson<{ returnUrl: string }>(path, {});
  sales.push({ ...started, returnUrl });
  entry.started = undefined;
}

async function offer(
  { client, products }: Confirmed,
  given: { name: string; [field: string]: unknown },
): Promise<number> {
  const body = { priceCents: 2500, ...given };
  const { product } = await client.postForJson<{ product: Product }>("/api/products", body);
  products.push(given.name);
  return product.id;
}

async function sell(
  entry: Confirmed,
  title: string,
  { id: productId, digest }: { id: number; digest: string },
): Promise<void> {
  const { client, tiles } = entry;
  const body = { type: "product", title, productId };
  const { tile } = await client.postForJson<{ tile: Tile }>("/api/tiles", body);
  tiles.push(title);
  const { mockCheckoutUrl } = await client.postForJson<{ mockCheckoutUrl: string }>(CHECKOUT, {
    tileId: tile.id,
  });
  entry.started = { checkoutToken: mockCheckoutUrl.split("/").at(-1) ?? "", digest };
  await payStarted(entry);
}

/** Expects every order of a bundle to have all its lines, and the stock to have fallen by the paid ones. */
async function expectWholeBundles(client: HttpClient, products: readonly Product[]): Promise<void> {
  const { orders } = await client.getJson<{ orders: CreatorOrder[] }>("/api/orders");
  // An unpaid order that holds a unit would be a started checkout, and these are paid by now.
  let sold = 0;
  for (const { id, product, status } of orders) {
    if (product.type !== "bundle") continue;
    const { order } = await client.getJson<{ order: CreatorOrderDetail }>(`/api/orders/${id}`);
    expect(order.lines.map(({ name }) => name)).toEqual(BUNDLE);
    expect(order.lines.reduce((sum, line) => sum + line.amount_cents, 0)).toBe(order.amount_cents);
    if (status === "paid") sold += 1;
  }
  const poster = products.find(({ name }) => name === "Poster");
  if (poster) expect(poster.stock, "one unit for each paid bundle").toBe(STOCK - sold);
}
