import { expect, test } from "vitest";
import { giftDays } from "../../../../contract/rules/gift-rules.ts";
import { paths } from "../../../../contract/rules/paths.ts";
import { openBrowser } from "../../../testing/buyers.ts";
import { concurrently } from "../../../testing/concurrently.ts";
import {
  buy,
  mailedLink,
  mailsTo,
  modelOf,
  offer,
  offerFile,
  readOrder,
  signUpAdmin,
} from "../../../testing/factories.ts";
import { prepare } from "../../../testing/prepare.ts";
import { SELLER } from "../../../testing/sales.ts";
import { testSite, testUser } from "../../../testing/test-site.ts";
import { deleteExpiredBuyerData } from "../anonymization.ts";

const site = testSite();
const other = testSite(() => ({ databaseUrl: site.databaseUrl }));
const limited = testSite(() => ({ databaseUrl: site.databaseUrl, limits: "database" }));
const anna = testUser(site, { verified: true, plan: "creator" });
const notes = prepare(() => offerFile(site, anna));
const admin = prepare(() => signUpAdmin(site));

let count = 0;
/** Buys the notes with real money. */
async function sell(tileId = notes.tile.id) {
  count += 1;
  const [payer, to] = [`payer${count}@example.org`, `receiver${count}@example.org`];
  const order = await buy(site, tileId, payer);
  await site.sql`update orders set provider = 'stripe', mode = 'live', seller = ${SELLER} where id = ${order.id}`;
  const path = `/orders/${order.orderToken}`;
  const browser = openBrowser(site);
  const { first, last } = giftDays(new Date(), "UTC");
  const form = { email: to, name: "Vera", line: "For your\nbirthday", day: first };
  return {
    ...{ ...order, path, browser, payer, to, form, last },
    give: (changes: Partial<typeof form> = {}) => browser.submit(`${path}/gift`, { ...form, ...changes }),
    cancel: () => browser.submit(`${path}/gift/cancel`),
    gift: async () => (await site.sql`select * from gifts where order_id = ${order.id}`)[0],
    status: async () => modelOf((await browser.open(path)).text).gift,
  };
}
/** Sends the gifts of today an hour later. */
async function sendDue() {
  await site.sql`update gifts set send_at = send_at - interval '1 hour' where sent_at is null`;
  await site.runNow("orders.gifts");
}
/** Buys and sends a gift. Returns it with the link of its email. */
async function send() {
  const order = await sell();
  expect((await order.give()).headers.location).toBe(order.path);
  await sendDue();
  return { ...order, link: (await mailedLink(site, order.to, "gift")).path };
}
const pageOf = async (path: string) => {
  const answer = await openBrowser(site).open(path);
  return answer.status === 200 ? modelOf(answer.text) : answer.status;
};

test("gives the downloads to the receiver, and leaves the payer the payment", async () => {
  const order = await send();
  const [mail] = await mailsTo(site, order.to, "gift");
  expect(JSON.parse(mail?.html ?? "")).toMatchObject({
    from: "Vera",
    line: "For your\nbirthday",
    product: "Notes",
  });
  const shown = await pageOf(order.link);
  expect(shown).toMatchObject({
    page: "gift",
    from: "Vera",
    access: "given",
    files: [{ name: "notes.pdf" }],
  });
  expect(JSON.stringify(shown)).not.toContain(order.payer);
  expect((await site.call("GET", shown.files[0].url)).text).toBe("The notes.");
  const paid = await readOrder(site, order.orderToken);
  expect([paid.download, paid.lines[0]?.access.state, paid.lines[0]?.access.files[0]?.url]).toEqual([
    null,
    "gifted",
    null,
  ]);
  expect((await site.call("GET", `/api/orders/download/${order.downloadToken}`)).status).toBe(404);
  expect((await site.call("POST", `/api/public/orders/${order.orderToken}/renew`)).body.code).toBe(
    "orders.gifted",
  );
  const returned = await site.call("POST", `/api/public/checkout/${order.checkoutToken}/pay`, {
    email: order.payer,
  });
  expect(returned.body.returnUrl).not.toContain("downloadToken");
  expect(await order.status()).toMatchObject({ state: "sent", to: "r…@example.org" });
});

test("shows the message of the product to the receiver, and no longer to the payer", async () => {
  const buyerMessage = "Read it slowly.";
  await anna.call("PATCH", `/api/products/${notes.product.id}`, { buyerMessage });
  const order = await sell();
  const message = { name: null, text: buyerMessage, link: null };
  expect((await pageOf(order.path)).messages).toEqual([message]);
  await order.give();
  await sendDue();
  const { path } = await mailedLink(site, order.to, "gift");
  expect((await pageOf(path)).messages).toEqual([message]);
  expect((await pageOf(order.path)).messages).toEqual([]);
  await anna.call("PATCH", `/api/products/${notes.product.id}`, { buyerMessage: null });
});

test("ends the payer's downloads when the gift is planned, and returns them when it is cancelled", async () => {
  const order = await sell();
  await order.give({ day: order.last });
  await sendDue();
  expect(await mailsTo(site, order.to)).toEqual([]);
  expect((await site.call("GET", `/api/orders/download/${order.downloadToken}`)).status).toBe(404);
  expect(await order.status()).toMatchObject({
    state: "planned",
    to: "r…@example.org",
    form: { name: "Vera", day: order.last },
  });
  await order.cancel();
  expect((await order.status()).state).toBe("offered");
  const { download } = await readOrder(site, order.orderToken);
  expect((await site.call("GET", download?.url ?? "")).text).toBe("The notes.");
});

test("corrects a planned gift and emails only the corrected receiver", async () => {
  const order = await sell();
  await order.give({ email: "wrong-receiver@example.org", day: order.last });
  await order.give();
  await sendDue();
  expect(await mailsTo(site, "wrong-receiver@example.org")).toEqual([]);
  expect(await mailsTo(site, order.to, "gift")).toHaveLength(1);
});

test("plans a later day for 8:00 in the creator's time zone", async () => {
  await site.sql`update creators set time_zone = 'Asia/Tokyo' where id = ${anna.creator.id}`;
  const order = await sell();
  await order.give({ day: order.last });
  expect((await order.gift()).send_at.toISOString()).toBe(
    new Date(Date.parse(`${order.last}T08:00:00+09:00`)).toISOString(),
  );
  await site.sql`update creators set time_zone = 'UTC' where id = ${anna.creator.id}`;
});

test.each([
  ["the own email", "email", (to: { payer: string }) => ({ email: to.payer.replace("@", "+tag@") })],
  ["an invalid email", "email", () => ({ email: "vera@" })],
  ["no name", "name", () => ({ name: " " })],
  ["a long message", "line", () => ({ line: "x".repeat(301) })],
  ["a day in the past", "day", () => ({ day: "2020-01-01" })],
  ["a day beyond a year", "day", () => ({ day: "2099-01-01" })],
  ["a day of no calendar", "day", () => ({ day: "2026-02-30" })],
])("rejects %s at its field and keeps the input", async (_, field, changes) => {
  const order = await sell();
  const { status, text } = await order.give(changes(order));
  expect(status).toBe(400);
  expect(modelOf(text).gift).toMatchObject({
    state: "offered",
    form: { field, ...changes(order), ...(field === "line" && { line: "x".repeat(300) }) },
  });
  expect(await order.gift()).toBeUndefined();
});

test("rejects an email that has unsubscribed from the creator, and a blocked one", async () => {
  const order = await sell();
  await site.sql`insert into creator_suppressions (creator_id, address_hash) values (${anna.creator.id}, sha256(convert_to(${order.to}, 'UTF8')))`;
  await site.sql`insert into blocks (kind, value, created_by) values ('email_domain', 'blocked.example', ${anna.creator.user_id})`;
  expect((await order.give()).status).toBe(400);
  expect((await order.give({ email: "vera@blocked.example" })).status).toBe(400);
  expect(await order.gift()).toBeUndefined();
});

test("does not lead a receiver with a download link to the payer's order", async () => {
  const order = await send();
  const downloadToken = (await pageOf(order.link)).files[0].url.split("/").at(-1);
  const ofReceiver = await openBrowser(site).open(paths.checkoutReturn({ status: "success", downloadToken }));
  expect(ofReceiver.status).toBe(200);
  expect(modelOf(ofReceiver.text).orderToken).toBeNull();
  expect(ofReceiver.text).not.toContain(order.orderToken);
});

test("sends a bundle of files as a gift, but not one with goods", async () => {
  const one = (await offerFile(site, anna)).product;
  const two = (await offerFile(site, anna, "More notes.")).product;
  const shirt = (await offer(anna)).product;
  const bundleOf = async (name: string, bundleItems: number[]) =>
    (await offer(anna, { name, type: "bundle", bundleItems })).tile.id;
  const files = await sell(await bundleOf("Files", [one.id, two.id]));
  await files.give();
  await sendDue();
  const shown = await pageOf((await mailedLink(site, files.to, "gift")).path);
  expect(shown).toMatchObject({ product: "Files", access: "given" });
  expect(shown.files.map(({ url }: { url: string | null }) => url === null)).toEqual([false, false]);
  const mixed = await sell(await bundleOf("Mixed", [one.id, shirt.id]));
  expect(await mixed.status()).toEqual({ state: "goods", isBundle: true });
  const refused = await mixed.give();
  expect([refused.status, await mixed.gift()]).toEqual([409, undefined]);
});

test("says that goods and free orders cannot be gifts", async () => {
  const { tile } = await offer(anna, { name: "Bowl" });
  const goods = await sell(tile.id);
  expect(await goods.status()).toEqual({ state: "goods", isBundle: false });
  expect((await goods.give()).status).toBe(409);
  // An order that has ended offers nothing.
  await site.sql`update orders set status = 'refunded' where id = ${goods.id}`;
  expect(await goods.status()).toBeNull();
  const free = await sell();
  await site.sql`update orders set amount_cents = 0, item_cents = 0 where id = ${free.id}`;
  expect(await free.status()).toBeNull();
  expect((await free.give()).status).toBe(409);
});

test("sends one gift when its form is pressed twice at once, on two nodes", async () => {
  const order = await sell();
  await Promise.all([
    order.give(),
    openBrowser(other).submit(`${order.path}/gift`, order.form),
    order.give(),
  ]);
  await concurrently(2, sendDue);
  expect(await mailsTo(site, order.to, "gift")).toHaveLength(1);
  expect((await order.give()).status).toBe(303);
  expect((await order.give({ email: "late@example.org" })).status).toBe(409);
});

test("either sends or cancels a gift that is cancelled while it is sent", async () => {
  const order = await sell();
  await order.give();
  await Promise.all([sendDue(), order.cancel()]);
  const mails = await mailsTo(site, order.to, "gift");
  expect((await order.status()).state).toBe(mails.length === 1 ? "sent" : "offered");
});

test("returns 404 for guessed links, links before sending and the library of others", async () => {
  const order = await send();
  expect(await pageOf(`/gift/${"x".repeat(43)}`)).toBe(404);
  expect(await pageOf(`/gift/${order.orderToken}`)).toBe(404);
  expect(await pageOf(`/orders/${order.link.split("/").at(-1)}`)).toBe(404);
  const planned = await sell();
  await planned.give({ day: planned.last });
  expect(await pageOf(`/gift/${site.tokens.gift((await planned.gift()).id)}`)).toBe(404);
  const stranger = openBrowser(site);
  await stranger.enterLibrary(planned.payer);
  expect((await stranger.open(`/library/gifts/${order.id}`)).status).toBe(404);
});

test("shows the gift in the library of its receiver, who has bought nothing", async () => {
  const order = await send();
  const receiver = openBrowser(site);
  await receiver.enterLibrary(order.to.toUpperCase());
  expect(modelOf((await receiver.open("/library")).text)).toMatchObject({
    all: 0,
    gifts: [{ id: order.id, product: "Notes", from: "Vera", has_download: true }],
  });
  const shown = modelOf((await receiver.open(`/library/gifts/${order.id}`)).text);
  expect((await site.call("GET", shown.files[0].url)).text).toBe("The notes.");
  expect((await receiver.open(`/library/orders/${order.id}`)).status).toBe(404);
});

test("shows the receiver the versions since the gift was sent", async () => {
  const order = await send();
  expect(await pageOf(order.link)).toMatchObject({ versions: [] });
  await site.sql`insert into product_versions (product_id, number, note, file_ids, created_at)
    select product_files.product_id, given.number, null, array[product_files.id], gifts.sent_at + given.later
    from product_files join access on access.product_file_id = product_files.id join gifts using (order_id)
      cross join (values (2, interval '-1 second'), (3, interval '1 second')) as given (number, later)
    where order_id = ${order.id}`;
  expect(await pageOf(order.link)).toMatchObject({ versions: [{ name: null, number: 3 }] });
});

test("changes nothing when a mail scanner opens the gift, and renews its links by the form", async () => {
  const order = await send();
  const browser = openBrowser(site);
  for (const method of ["GET", "HEAD", "GET"] as const)
    expect((await browser.open(order.link, method)).status).toBe(200);
  const [access] = await site.sql`select * from access where order_id = ${order.id}`;
  expect(access.use_count).toBe(0);
  await site.sql`update access set link_expires_at = now() where order_id = ${order.id}`;
  expect((await browser.submit(order.link)).status).toBe(303);
  const shown = modelOf((await browser.open(order.link)).text);
  expect((await site.call("GET", shown.files[0].url)).text).toBe("The notes.");
});

test.each([
  ["refunded", "refunded", "refunded"],
  ["disputed", "disputed", "paused"],
])("ends the receiver's access when the order is %s", async (_, status, access) => {
  const order = await send();
  const before = await pageOf(order.link);
  await site.sql`update orders set status = ${status} where id = ${order.id}`;
  expect(await pageOf(order.link)).toMatchObject({ access, files: [{ url: null }] });
  expect((await other.call("GET", before.files[0].url)).status).toBe(access === "paused" ? 409 : 410);
});

test("ends the receiver's access when the payer withdraws, who still can", async () => {
  const order = await send();
  const { url } = (await pageOf(order.link)).files[0];
  const withdrawal = { name: "Vera", confirm: true };
  expect(
    (await site.call("POST", `/api/public/orders/${order.orderToken}/withdraw`, withdrawal)).status,
  ).toBe(202);
  expect((await site.call("GET", url)).status).toBe(410);
  expect((await pageOf(order.link)).access).toBe("ended");
});

test("reads a gift whose access has ended once an hour", async () => {
  const order = await sell();
  await order.give();
  await site.sql`update access set ended_at = now(), ended_reason = 'withdrawn' where order_id = ${order.id}`;
  await sendDue();
  expect(
    await site.sql`select send_at > now() as later, sent_at from gifts where order_id = ${order.id}`,
  ).toEqual([{ later: true, sent_at: null }]);
});

test("does not send a gift of a refunded order, or while the creator is suspended", async () => {
  const [refunded, suspended] = [await sell(), await sell()];
  for (const order of [refunded, suspended]) await order.give();
  await site.sql`update orders set status = 'refunded' where id = ${refunded.id}`;
  await site.sql`update creators set suspension = 'page' where id = ${anna.creator.id}`;
  await sendDue();
  for (const { to } of [refunded, suspended]) expect(await mailsTo(site, to)).toEqual([]);
  await site.sql`update creators set suspension = null where id = ${anna.creator.id}`;
  await sendDue();
  expect(await mailsTo(site, suspended.to, "gift")).toHaveLength(1);
  expect(await mailsTo(site, refunded.to)).toEqual([]);
});

test("sends names and messages only about real money", async () => {
  const order = await sell();
  await site.sql`update orders set provider = 'mock', mode = null where id = ${order.id}`;
  await order.give();
  await sendDue();
  const [mail] = await mailsTo(site, order.to, "gift");
  expect(JSON.parse(mail?.html ?? "")).toMatchObject({ from: null, line: null });
});

test("postpones gifts above the cap of a mailbox", async () => {
  const orders = [];
  for (let at = 0; at < 12; at += 1) orders.push(await sell());
  for (const order of orders) {
    await order.give({ day: order.last });
    await site.sql`update gifts set to_email = 'full@example.org', send_at = now() where order_id = ${order.id}`;
  }
  await limited.runNow("orders.gifts");
  expect(await mailsTo(limited, "full@example.org", "gift")).toHaveLength(10);
  const [waiting] =
    await site.sql`select count(*)::int as count from gifts where to_email = 'full@example.org' and send_at > now()`;
  expect(waiting.count).toBe(2);
});

test("erases the receiver and the payer without taking the gift away", async () => {
  const receiver = await site.signUp();
  const payer = await site.signUp();
  const order = await sell();
  await order.give({ email: receiver.email });
  await sendDue();
  const { path } = await mailedLink(site, receiver.email, "gift");
  await site.sql`update orders set buyer_email = ${payer.email} where id = ${order.id}`;
  const planned = await sell();
  await planned.give({ email: receiver.email, day: planned.last });
  const erase = (user: typeof payer) => admin.call("DELETE", `/api/admin/users/${user.creator.user_id}`);
  expect((await erase(payer)).status).toBe(204);
  expect(await order.gift()).toMatchObject({ to_email: receiver.email, name: null, line: null });
  expect((await erase(receiver)).status).toBe(204);
  expect(await order.gift()).toMatchObject({ to_email: null });
  expect(await planned.gift()).toBeUndefined();
  expect(await pageOf(path)).toMatchObject({ from: null, access: "given" });
});

test("forgets the receiver once the data of the buyer expires", async () => {
  const order = await send();
  await site.sql`update orders set paid_at = now() - interval '11 years' where id = ${order.id}`;
  await deleteExpiredBuyerData(site.db, 10);
  expect(await order.gift()).toMatchObject({ to_email: null, name: null });
  expect((await pageOf(order.link)).access).toBe("given");
});
