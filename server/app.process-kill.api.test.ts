import { createHash, randomBytes } from "node:crypto";
import { setTimeout as delay } from "node:timers/promises";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { AnalyticsSummary } from "../contract/analytics.ts";
import type { Product } from "../contract/products.ts";
import type { Tile } from "../contract/tiles.ts";
import { HttpClient } from "./testing/http-client.ts";
import { ProductProcess } from "./testing/product-process.ts";

const KILLS = 3;
const CLIENTS = 3;
const FILE_BYTES = 300_000;

type Sale = { checkoutToken: string; returnUrl: string; digest: string };
/** What the server confirmed to one creator; requests without a response may or may not have had an effect. */
type Confirmed = { client: HttpClient; handle: string; products: string[]; tiles: string[]; sales: Sale[] };

let product: ProductProcess;
const confirmed: Confirmed[] = [];
const sales = () => confirmed.flatMap((each) => each.sales);
const sha256 = (bytes: Uint8Array) => createHash("sha256").update(bytes).digest("hex");

beforeAll(async () => {
  product = await ProductProcess.prepare();
});
afterAll(() => product.remove());

/** Registers a creator who uploads two files and sells them. */
async function work(): Promise<void> {
  const client = new HttpClient(product.url);
  const handle = `mara-${randomBytes(6).toString("hex")}`;
  await client.postForJson("/api/auth/register", {
    handle,
    displayName: "Mara Lindt",
    email: `${handle}@example.org`,
    password: "a quiet little mosaic",
  });
  const entry: Confirmed = { client, handle, products: [], tiles: [], sales: [] };
  confirmed.push(entry);
  for (const name of ["First notes", "Second notes"]) {
    const file = randomBytes(FILE_BYTES);
    const form = new FormData();
    form.append("file", new Blob([file]), `${name}.bin`);
    const upload = await client.postForJson<{ path: string }>("/api/files/upload?purpose=digital", form);
    const created = await client.postForJson<{ product: Product }>("/api/products", {
      name,
      priceCents: 2500,
      type: "digital",
      digitalFilePath: upload.path,
    });
    entry.products.push(name);
    const productId = created.product.id;
    const { tile } = await client.postForJson<{ tile: Tile }>("/api/tiles", {
      type: "product",
      title: name,
      productId,
    });
    entry.tiles.push(name);
    entry.sales.push({ ...(await buy(client, tile.id)), digest: sha256(file) });
  }
}

async function buy(client: HttpClient, tileId: number): Promise<Omit<Sale, "digest">> {
  const path = "/api/public/checkout";
  const { mockCheckoutUrl } = await client.postForJson<{ mockCheckoutUrl: string }>(path, { tileId });
  const checkoutToken = mockCheckoutUrl.split("/").at(-1) ?? "";
  const paid = await client.postForJson<{ returnUrl: string }>(`${path}/${checkoutToken}/pay`, {});
  return { checkoutToken, returnUrl: paid.returnUrl };
}

/** Lets several clients work until their requests fail, and calls `cut` after the next sale. */
async function workUntil(cut: () => Promise<void>): Promise<void> {
  const before = sales().length;
  const repeat = async () => {
    for (;;) await work();
  };
  const working = Promise.allSettled(Array.from({ length: CLIENTS }, repeat));
  await expect.poll(() => sales().length, { interval: 20, timeout: 20_000 }).toBeGreaterThan(before);
  await cut();
  await working;
}

async function expectEverythingConfirmed(): Promise<void> {
  for (const { client, handle, products, tiles, sales } of confirmed) {
    expect((await client.get("/api/creators/me")).status, "the session is valid").toBe(200);
    const stored = await client.getJson<{ products: Product[] }>("/api/products");
    expect(stored.products.map(({ name }) => name)).toEqual(expect.arrayContaining(products));
    const shown = await client.getJson<{ tiles: Tile[] }>(`/api/public/creator/${handle}`);
    expect(shown.tiles.map(({ title }) => title)).toEqual(expect.arrayContaining(tiles));
    for (const sale of sales) await expectSold(client, sale);
    const { summary } = await client.getJson<AnalyticsSummary>("/api/analytics/summary");
    const purchases = summary.find(({ event }) => event === "purchase")?.count ?? 0;
    // The sale whose response was cut off may exist as well.
    expect([sales.length, sales.length + 1]).toContain(purchases);
  }
}

async function expectSold(client: HttpClient, { checkoutToken, returnUrl, digest }: Sale): Promise<void> {
  const path = `/api/public/checkout/${checkoutToken}`;
  const { order } = await client.getJson<{ order: { status: string } }>(path);
  expect(order.status).toBe("paid");
  const again = await client.postForJson<{ returnUrl: string }>(`${path}/pay`, {});
  expect(again.returnUrl, "paying again returns the same sale").toBe(returnUrl);
  expect(sha256(await download(client, returnUrl))).toBe(digest);
}

async function download(client: HttpClient, returnUrl: string): Promise<Uint8Array> {
  const token = new URL(returnUrl, product.url).searchParams.get("downloadToken");
  const response = await client.get(`/api/orders/download/${token}`);
  expect(response.status).toBe(200);
  return new Uint8Array(await response.arrayBuffer());
}

test("everything that was confirmed survives kills of the process and of its database", {
  timeout: 400_000,
}, async () => {
  await product.start();
  for (let kill = 1; kill <= KILLS; kill += 1) {
    await workUntil(async () => {
      await delay(Math.random() * 400);
      await product.kill();
    });
    await product.start();
    await expectEverythingConfirmed();
  }
  await workUntil(() => product.killPostgres());
  await product.waitUntilReady();
  await expectEverythingConfirmed();

  const [first] = sales();
  const page = await new HttpClient(product.url).get(first?.returnUrl ?? "");
  expect(await page.text()).toContain("Order confirmed");
});

test("maintenance that is due runs at startup", { timeout: 120_000 }, async () => {
  await product.query(
    `insert into files (id, creator_id, purpose, name, content_type, size, sha256, unnamed_since)
     select 'old', id, 'digital', 'old', 'application/octet-stream', 1, '', now() - interval '8 days' from creators limit 1`,
  );
  await product.kill();
  await product.start();
  const isDeleted = async () => (await product.query("select from files where id = 'old'")) === 0;
  await expect.poll(isDeleted, { message: product.output }).toBe(true);
});

test("a graceful shutdown takes less than ten seconds and leaves no process running", {
  timeout: 60_000,
}, async () => {
  expect(await product.listPostgresProcesses()).not.toEqual([]);
  const { code, milliseconds } = await product.stop();
  expect(code, product.output).toBe(0);
  expect(milliseconds).toBeLessThan(10_000);
  expect(await product.listPostgresProcesses()).toEqual([]);
});
