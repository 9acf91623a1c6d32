import { randomUUID } from "node:crypto";
import { Webhook } from "standardwebhooks";
import { afterAll, beforeAll, expect, test } from "vitest";
import { WEBHOOK_TYPES } from "../../../contract/rules/webhook-types.ts";
import { addFile, addTile, buy, FORM, offerFile } from "../../testing/factories.ts";
import { prepare } from "../../testing/prepare.ts";
import { openShop, sellAtProvider } from "../../testing/sold-orders.ts";
import { testSite } from "../../testing/test-site.ts";
import { type Receiver, startReceiver } from "./receiver.test-kit.ts";

let receiver: Receiver;
let secret: string;
beforeAll(async () => {
  receiver = await startReceiver();
});
afterAll(() => receiver.close());
const site = testSite(() => ({ postPublic: receiver.postPublic }));
const shop = prepare(() => openShop(site));
beforeAll(async () => {
  const added = await shop.creator.call("POST", "/api/webhook-endpoints", {
    url: receiver.url,
    types: WEBHOOK_TYPES,
  });
  secret = added.body.secret;
});

/** Returns the events of some work in their order, verified by the published library. */
async function eventsOf(work: () => Promise<unknown>) {
  await site.settled();
  receiver.received.length = 0;
  await work();
  await site.settled();
  return receiver.received
    .map(({ body, headers }) => new Webhook(secret).verify(body, headers) as Record<string, unknown>)
    .filter(({ type }) => type !== "page.updated");
}

test("records a sale and its dispute, with the order's ids and amounts and nothing of the buyer", async () => {
  let order: Awaited<ReturnType<typeof sellAtProvider>> | undefined;
  const events = await eventsOf(async () => {
    order = await sellAtProvider(site, shop);
    await order.act("dispute");
    await site.orderPayments.refreshPayment(order.paymentId);
  });
  expect(events.map(({ type }) => type)).toEqual(["order.paid", "order.disputed"]);
  expect(events[1]).toMatchObject({
    data: { order_id: order?.id, currency: "eur", dispute_status: "open", dispute_cents: 1000 },
  });
  const sent = receiver.received.map(({ body }) => body).join("");
  expect(sent).not.toContain("@");
  for (const token of [order?.orderToken, order?.downloadToken]) expect(sent).not.toContain(token);
});

test("records a signup once it is confirmed, and its end once", async () => {
  const tile = await addTile(shop.creator, { type: "signup", title: "News" });
  const { creator } = shop.creator;
  const [member] =
    await site.sql`insert into audience_members (creator_id, tile_id, email, email_hash, source,
    source_title, consent_text, confirmed_at)
    values (${creator.id}, ${tile.id}, 'reader@example.org', sha256('x'), 'signup', 'News', 'Yes.', null) returning id`;
  await site.sql`update audience_members set token_hash = ${site.tokens.hash("a-token")} where id = ${member.id}`;
  const events = await eventsOf(async () => {
    for (let repeat = 0; repeat < 2; repeat++) await site.call("POST", "/signup/a-token", "", FORM);
    await shop.creator.call("DELETE", `/api/audience/${member.id}`);
    await shop.creator.call("DELETE", `/api/audience/${member.id}`);
  });
  expect(events).toMatchObject([
    { type: "signup.confirmed", data: { signup_id: member.id, source: "signup", tile_id: tile.id } },
    { type: "signup.removed", data: { signup_id: member.id } },
  ]);
});

test("records a new version of a file, and not a save without one", async () => {
  const { product, path } = await offerFile(site, shop.creator);
  const address = `/api/products/${product.id}`;
  const events = await eventsOf(async () => {
    await shop.creator.call("PATCH", address, { digitalFilePath: path });
    const file = await addFile(site, shop.creator, "The second edition.");
    expect((await shop.creator.call("PATCH", address, { digitalFilePath: file })).status).toBe(200);
  });
  expect(events).toMatchObject([{ type: "product.version", data: { product_id: product.id, version: 2 } }]);
});

test("records the sale of the last unit", async () => {
  const { product, tile } = await offerFile(site, shop.creator);
  await site.sql`update products set stock = 1 where id = ${product.id}`;
  const events = await eventsOf(() => buy(site, tile.id, `${randomUUID()}@example.org`));
  expect(events.map(({ type }) => type)).toContain("product.sold_out");
  expect(events.map(({ type }) => type)).toContain("order.paid");
});

test("records one event for changes of the page within a minute, and another one later", async () => {
  const { creator } = shop.creator;
  const count = async () =>
    (await site.sql`select from webhook_events where creator_id = ${creator.id} and type = 'page.updated'`)
      .length;
  await site.settled();
  await site.sql`delete from webhook_events where creator_id = ${creator.id}`;
  const announce = (text: string) =>
    shop.creator.call("POST", "/api/announcement", { text, url: "https://shop.example/", endsAt: null });
  for (let change = 0; change < 3; change++) expect((await announce(`Sale ${change}`)).status).toBe(200);
  expect(await count()).toBe(1);
  // The event is sent soon, and may be sent before a change is committed.
  await site.sql`update webhook_deliveries set next_at = now() + interval '20 seconds' where subject = 'page'`;
  await announce("Later");
  expect(await count()).toBe(2);
});
