import { expect, test } from "vitest";
import type { Product } from "../../../contract/api/products.ts";
import type { Tile } from "../../../contract/api/tiles.ts";
import { HttpClient } from "../../testing/http-client.ts";
import { runQueuedNow } from "../../testing/queued-jobs.ts";
import { beginTransaction } from "../../testing/transactions.ts";
import { testNodes } from "../../testing/two-nodes.ts";

const site = testNodes();

/** Sells a bowl in the mock checkout and returns the order's id. */
async function sell(client: HttpClient): Promise<number> {
  await client.register("mara");
  const bowl = { name: "Bowl", priceCents: 2500, type: "physical" };
  const { product: created } = await client.postForJson<{ product: Product }>("/api/products", bowl);
  const offer = { type: "product", title: "Bowl", productId: created.id };
  const { tile } = await client.postForJson<{ tile: Tile }>("/api/tiles", offer);
  const started = await client.postForJson<{ mockCheckoutUrl: string }>("/api/public/checkout", {
    tileId: tile.id,
  });
  const token = started.mockCheckoutUrl.split("/").at(-1);
  await client.postForJson(`/api/public/checkout/${token}/pay`, {});
  return (await client.getJson<{ orders: { id: number }[] }>("/api/orders")).orders[0]?.id ?? 0;
}

test("refunds once if a process is killed between the provider's response and its own commit", async () => {
  const [product] = site.nodes;
  const client = new HttpClient(product.url);
  await product.start();
  const id = await sell(client);
  const refunds = async () => (await site.query("select refunds from sandbox_payments"))[0].refunds;
  const countPendingRefunds = async () =>
    (await site.query("select from order_refunds where status = 'asked'")).length;

  // The provider waits until the order is locked, so that the response cannot be stored.
  const provider = await beginTransaction(site);
  await provider.sql`select from sandbox_payments for update`;
  const request = { requestId: crypto.randomUUID(), reason: "requested" };
  const refunding = client.post(`/api/orders/${id}/refund`, request).catch(() => undefined);
  await expect.poll(countPendingRefunds, { interval: 5 }).toBe(1);
  const orders = await beginTransaction(site);
  await orders.sql`select from orders for update`;
  await provider.commit();
  await expect.poll(refunds, { interval: 5 }).toHaveLength(1);
  await product.kill();
  await refunding;
  await orders.rollback();
  expect(await countPendingRefunds()).toBe(1);

  // Half a minute after the request.
  await runQueuedNow(site, "orders.refund");
  await product.start();
  const detail = async () =>
    (await client.getJson<{ order: { status: string; refunded_cents: number } }>(`/api/orders/${id}`)).order;
  await expect.poll(detail, { interval: 500 }).toMatchObject({ status: "refunded", refunded_cents: 2500 });
  expect(await refunds()).toHaveLength(1);
  const again = await client.postForJson<{ order: { refunds: unknown[] } }>(
    `/api/orders/${id}/refund`,
    request,
  );
  expect(again.order.refunds).toMatchObject([{ amount_cents: 2500, status: "done" }]);
  expect(await refunds()).toHaveLength(1);
});
