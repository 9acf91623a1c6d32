import { expect, test } from "vitest";
import { giftDays } from "../../../../contract/rules/gift-rules.ts";
import { openBrowser } from "../../../testing/buyers.ts";
import { buy, mailedLink, mailsTo, modelOf, offerFile } from "../../../testing/factories.ts";
import { prepare } from "../../../testing/prepare.ts";
import { SELLER } from "../../../testing/sales.ts";
import { testSite, testUser } from "../../../testing/test-site.ts";

const site = testSite();
const other = testSite(() => ({ databaseUrl: site.databaseUrl }));
const limited = testSite(() => ({ databaseUrl: site.databaseUrl, limits: "database" }));
const anna = testUser(site, { verified: true, plan: "creator" });
const notes = prepare(() => offerFile(site, anna));

let count = 0;
/** Buys the notes with real money. A thief knows the link of the order. */
async function sell() {
  count += 1;
  const [payer, thief] = [`payer${count}@example.org`, `thief${count}@example.org`];
  const order = await buy(site, notes.tile.id, payer);
  await site.sql`update orders set provider = 'stripe', mode = 'live', seller = ${SELLER} where id = ${order.id}`;
  const path = `/orders/${order.orderToken}`;
  const { first, last } = giftDays(new Date(), "UTC");
  const form = { email: thief, name: "Vera", line: "", day: first };
  return {
    ...{ ...order, path, payer, thief, last },
    give: (changes: Partial<typeof form> = {}, node = site) =>
      openBrowser(node).submit(`${path}/gift`, { ...form, ...changes }),
    gift: async () => (await site.sql`select * from gifts where order_id = ${order.id}`)[0],
    stopLink: async () => (await mailedLink(site, payer, "gift-planned")).path,
  };
}
const sendDue = () => site.runNow("orders.gifts");
const letAnHourPass = () =>
  site.sql`update gifts set send_at = send_at - interval '1 hour' where sent_at is null`;
/** Buys the notes and has a thief give them to themselves. Returns the order with the links of both emails. */
async function steal() {
  const order = await sell();
  await order.give();
  await letAnHourPass();
  await sendDue();
  const { path: giftPath } = await mailedLink(site, order.thief, "gift");
  const [file] = modelOf((await openBrowser(site).open(giftPath)).text).files;
  return { ...order, giftPath, fileUrl: file.url as string };
}

test("emails the payer of a gift at each new receiver, and of no other change", async () => {
  const order = await sell();
  await order.give();
  const [mail] = await mailsTo(site, order.payer, "gift-planned");
  expect(JSON.parse(mail?.html ?? "")).toMatchObject({
    product: "Notes",
    receiver: order.thief,
    sendAt: (await order.gift()).send_at.toISOString(),
    stopHours: 72,
  });
  await order.give({ line: "Hello", day: order.last });
  expect(await mailsTo(site, order.payer, "gift-planned")).toHaveLength(1);
  await order.give({ email: "another@example.org" });
  expect(await mailsTo(site, order.payer, "gift-planned")).toHaveLength(2);
});

test("does not name the receiver to the payer without real money", async () => {
  const order = await sell();
  await site.sql`update orders set provider = 'mock', mode = null where id = ${order.id}`;
  await order.give();
  const [mail] = await mailsTo(site, order.payer, "gift-planned");
  expect(JSON.parse(mail?.html ?? "")).toMatchObject({ receiver: null });
});

test("sends no gift within an hour of its last change", async () => {
  const order = await sell();
  await order.give();
  const wait = async () => {
    const { send_at } = await order.gift();
    const [{ minutes }] =
      await site.sql`select extract(epoch from ${send_at}::timestamptz - now()) / 60 as minutes`;
    return Number(minutes);
  };
  expect(await wait()).toBeGreaterThan(50);
  await sendDue();
  expect(await mailsTo(site, order.thief)).toEqual([]);
  await letAnHourPass();
  await order.give({ line: "Changed" });
  expect(await wait()).toBeGreaterThan(50);
  await sendDue();
  expect(await mailsTo(site, order.thief)).toEqual([]);
});

test("stops a planned gift by a form, gives the files back and ends the link that the thief knows", async () => {
  const order = await sell();
  await order.give();
  const link = await order.stopLink();
  const payer = openBrowser(site);
  for (const method of ["GET", "HEAD", "GET"] as const)
    expect((await payer.open(link, method)).status).toBe(200);
  expect(modelOf((await payer.open(link)).text).asks).toMatchObject({
    link: "gift",
    email: "t…@example.org",
  });
  expect(await order.gift()).toBeDefined();
  const stopped = await payer.submit(link);
  expect(stopped.status).toBe(303);
  const shown = modelOf((await payer.open(stopped.headers.location ?? "")).text);
  expect(shown.gift).toMatchObject({ state: "offered" });
  expect((await site.call("GET", shown.order.download.url)).text).toBe("The notes.");
  expect((await openBrowser(other).open(order.path)).status).toBe(404);
  expect((await order.give()).status).toBe(404);
  expect((await mailedLink(site, order.payer, "receipt")).path).toBe(stopped.headers.location);
  await letAnHourPass();
  await sendDue();
  expect(await mailsTo(site, order.thief)).toEqual([]);
  expect((await payer.submit(link)).status).toBe(410);
});

test("takes a sent gift back for 72 hours, at once on both nodes", async () => {
  const order = await steal();
  const link = await order.stopLink();
  await site.sql`update gifts set sent_at = now() - interval '71 hours' where order_id = ${order.id}`;
  expect((await openBrowser(other).open(order.giftPath)).status).toBe(200);
  expect((await site.call("GET", order.fileUrl)).text).toBe("The notes.");
  expect((await openBrowser(site).submit(link)).status).toBe(303);
  expect((await site.call("GET", order.fileUrl)).status).toBe(404);
  expect((await openBrowser(other).open(order.giftPath)).status).toBe(404);
});

test("keeps a gift that was sent more than 72 hours ago", async () => {
  const order = await steal();
  const link = await order.stopLink();
  await site.sql`update gifts set sent_at = now() - interval '73 hours' where order_id = ${order.id}`;
  expect((await openBrowser(site).open(link)).status).toBe(410);
  expect((await openBrowser(site).submit(link)).status).toBe(410);
  expect((await site.call("GET", order.fileUrl)).text).toBe("The notes.");
});

test("stops the changed gift by the link of the first email", async () => {
  const order = await sell();
  await order.give();
  const link = await order.stopLink();
  await order.give({ email: "another@example.org" });
  await order.give({ day: order.last });
  expect((await openBrowser(site).submit(link)).status).toBe(303);
  expect(await order.gift()).toBeUndefined();
});

test("takes a gift back once when its button is pressed twice on two nodes", async () => {
  const order = await steal();
  const link = await order.stopLink();
  const answers = await Promise.all([site, other].map((node) => openBrowser(node).submit(link)));
  expect(answers.map(({ status }) => status).toSorted()).toEqual([303, 410]);
});

test("shows the order to nobody whose email it no longer has", async () => {
  const order = await sell();
  await order.give();
  const link = await order.stopLink();
  const correction = { email: "right@example.org", reason: "A letter was missing" };
  expect((await anna.call("POST", `/api/orders/${order.id}/email`, correction)).status).toBe(200);
  const stopped = await openBrowser(site).submit(link);
  expect([stopped.status, stopped.headers.location]).toEqual([303, "/library"]);
  expect(await order.gift()).toBeUndefined();
});

test("takes a gift back when the former email takes its order back", async () => {
  const order = await sell();
  const thief = openBrowser(site);
  await thief.submit(`${order.path}/email`, { email: order.thief });
  const taken = await thief.submit((await mailedLink(site, order.thief, "confirm-order-email")).path);
  const form = { email: "friend@example.org", name: "Vera", line: "", day: order.last };
  expect((await thief.submit(`${taken.headers.location}/gift`, form)).status).toBe(303);
  expect(await order.gift()).toBeDefined();
  const undo = await mailedLink(site, order.payer, "order-email-changed");
  expect((await openBrowser(site).submit(undo.path)).status).toBe(303);
  expect(await order.gift()).toBeUndefined();
});

test("makes no gift whose payer cannot be told", async () => {
  const [capped, gone] = [await sell(), await sell()];
  for (let at = 0; at < 6; at += 1)
    expect((await capped.give({ email: `one${at}@example.org` }, limited)).status).toBe(303);
  expect((await capped.give({ email: "seventh@example.org" }, limited)).status).toBe(429);
  expect(await mailsTo(limited, capped.payer, "gift-planned")).toHaveLength(6);
  expect(await capped.gift()).toMatchObject({ to_email: "one5@example.org" });
  await site.sql`update orders set buyer_email = null where id = ${gone.id}`;
  expect((await gone.give()).status).toBe(409);
  expect(modelOf((await openBrowser(site).open(gone.path)).text).gift).toBeNull();
});
