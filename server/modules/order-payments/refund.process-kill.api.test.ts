import pg from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Product } from "../../../contract/api/products.ts";
import type { Tile } from "../../../contract/api/tiles.ts";
import { createTestDatabase } from "../../testing/create-database.ts";
import { SECRET } from "../../testing/harness.ts";
import { HttpClient } from "../../testing/http-client.ts";
import { ProductProcess } from "../../testing/product-process.ts";
import { runQueuedNow } from "../../testing/queued-jobs.ts";
import { prepare } from "../../testing/test-site.ts";

const MADE_MS = 120_000;

let product: ProductProcess;
let client: HttpClient;
const connections: pg.Client[] = [];

const database = prepare(() => createTestDatabase());
beforeAll(async () => {
  product = await ProductProcess.prepare({ APP_SECRET: SECRET, DATABASE_URL: database.url });
  client = new HttpClient(product.url);
});
afterAll(async () => {
  await product.remove();
  await Promise.all(connections.map((connection) => connection.end()));
  await database.drop();
});

async function connect(): Promise<pg.Client> {
  const connection = new pg.Client({ connectionString: database.url });
  await connection.connect();
  connections.push(connection);
  return connection;
}

/** Sells a bowl in the mock checkout and returns the order's id. */
async function sell(): Promise<number> {
  await client.postForJson("/api/auth/register", {
    email: "mara@example.org",
    handle: "mara",
    displayName: "Mara",
    password: "a quiet little mosaic",
  });
  const bowl = { name: "Bowl", priceCents: 2500, type: "physical" };
  const { product: created } = await client.postForJson<{ product: Product }>("/api/products", bowl);
  const offer = { type: "product", title: "Bowl", productId: created.id };
  const { tile } = await client.postForJson<{ tile: Tile }>("/api/tiles", offer);
  const started = await client.postForJson<{ mockCheckoutUrl: string }>("/api/public/checkout", {
    tileId: tile.id,
  });
  const token = started.mockCheckoutUrl.split("/").at(-1);
  await client.postForJson(`/api/public/checkout/${token}/pay`, {});
  const { orders } = await client.getJson<{ orders: { id: number }[] }>("/api/orders");
  return orders[0]?.id ?? 0;
}

test("a process that is killed between the provider's response and its own commit refunds once", {
  timeout: 300_000,
}, async () => {
  await product.start();
  const id = await sell();
  const provider = await connect();
  const orders = await connect();
  const reader = await connect();
  const refunds = async () => (await reader.query("select refunds from sandbox_payments")).rows[0].refunds;
  const countPendingRefunds = async () =>
    (await reader.query("select from order_refunds where status = 'asked'")).rowCount;

  // The provider waits until the order is locked, so that the response cannot be stored.
  await provider.query("begin");
  await provider.query("select from sandbox_payments for update");
  const request = { requestId: crypto.randomUUID(), reason: "requested" };
  const refunding = client.post(`/api/orders/${id}/refund`, request).catch(() => undefined);
  await expect.poll(countPendingRefunds, { interval: 5, timeout: 2_000 }).toBe(1);
  await orders.query("begin");
  await orders.query("select from orders for update");
  await provider.query("commit");
  await expect.poll(refunds, { interval: 5, timeout: 2_000 }).toHaveLength(1);
  await product.kill();
  await refunding;
  await orders.query("rollback");
  expect(await countPendingRefunds()).toBe(1);

  // Half a minute after the request.
  await runQueuedNow(reader, "orders.refund");
  await product.start();
  const detail = async () =>
    (await client.getJson<{ order: { status: string; refunded_cents: number } }>(`/api/orders/${id}`)).order;
  await expect
    .poll(detail, { interval: 500, timeout: MADE_MS })
    .toMatchObject({ status: "refunded", refunded_cents: 2500 });
  expect(await refunds()).toHaveLength(1);
  const again = await client.postForJson<{ order: { refunds: unknown[] } }>(
    `/api/orders/${id}/refund`,
    request,
  );
  expect(again.order.refunds).toMatchObject([{ amount_cents: 2500, status: "done" }]);
  expect(await refunds()).toHaveLength(1);
});
