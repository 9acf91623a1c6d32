import { expect, test } from "vitest";
import { buy, offerFile } from "../../../testing/factories.ts";
import { SELLER } from "../../../testing/sales.ts";
import { testSite, testUser } from "../../../testing/test-site.ts";
import { beginTransaction, untilWaiting } from "../../../testing/transactions.ts";

const site = testSite();
const anna = testUser(site, { verified: true });

/** Creates a business's paid order of a file, with consent to immediate delivery. */
async function sell() {
  const order = await buy(site, (await offerFile(site, anna, "The notes.")).tile.id);
  await site.sql`update orders set provider = 'stripe', mode = 'sandbox', seller = ${SELLER}, consent_text = 'Deliver it now.', consent_at = now()
     where id = ${order.id}`;
  return {
    ...order,
    download: (headers: Record<string, string> = {}) =>
      site.call("GET", `/api/orders/download/${order.downloadToken}`, undefined, headers),
    withdraw: () =>
      site.call("POST", `/api/public/orders/${order.orderToken}/withdraw`, { name: "Vera", confirm: true }),
    downloads: async () =>
      (await site.sql`select use_count from access where order_id = ${order.id}`)[0].use_count,
    recorded: async () =>
      (await site.sql`select 1 from order_events where order_id = ${order.id} and what = 'downloaded'`)
        .length,
  };
}

test("ends the right of withdrawal of a buyer who received a file without its first byte", async () => {
  const order = await sell();
  expect(await order.download({ range: "bytes=1-" })).toMatchObject({ status: 206, text: "he notes." });
  expect(await order.withdraw()).toMatchObject({ status: 409, body: { code: "orders.no_withdrawal" } });
});

test("counts only a download of a file's start", async () => {
  const order = await sell();
  for (const range of ["bytes=4-", "bytes=1-3", "bytes=-2"]) await order.download({ range });
  expect([await order.downloads(), await order.recorded()]).toEqual([1, 1]);
  await order.download({ range: "bytes=0-" });
  expect([await order.downloads(), await order.recorded()]).toEqual([2, 2]);
});

test.for(["bytes=0-", "bytes=1-"])(
  "a download of %s after a concurrent withdrawal sends nothing",
  async (range) => {
    const order = await sell();
    const other = await beginTransaction(site);
    await other.sql`select from orders where id = ${order.id} for update`;
    const withdrawn = order.withdraw();
    await untilWaiting(site);
    const download = order.download({ range });
    await untilWaiting(site, 2);
    await other.commit();
    expect((await withdrawn).status).toBe(202);
    expect(await download).toMatchObject({ status: 410, body: { code: "checkout.refunded" } });
    expect(await order.downloads()).toBe(0);
  },
);
