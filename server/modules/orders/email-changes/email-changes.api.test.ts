import { expect, test } from "vitest";
import { giftDays } from "../../../../contract/rules/gift-rules.ts";
import { openBrowser } from "../../../testing/buyers.ts";
import {
  buy,
  mailedLink,
  mailsTo,
  modelOf,
  offerFile,
  rejection,
  signUpAdmin,
} from "../../../testing/factories.ts";
import { prepare } from "../../../testing/prepare.ts";
import { SELLER } from "../../../testing/sales.ts";
import { testSite, testUser } from "../../../testing/test-site.ts";

const site = testSite();
const other = testSite(() => ({ databaseUrl: site.databaseUrl }));
const anna = testUser(site, { verified: true });
const notes = prepare(() => offerFile(site, anna));

let count = 0;
async function sell() {
  count += 1;
  const [wrong, right] = [`wrong${count}@example.org`, `right${count}@example.org`];
  const order = await buy(site, notes.tile.id, wrong);
  await site.sql`update orders set provider = 'stripe', mode = 'live', seller = ${SELLER} where id = ${order.id}`;
  const browser = openBrowser(site);
  return {
    ...order,
    browser,
    wrong,
    right,
    ask: (email = right) => browser.submit(`/orders/${order.orderToken}/email`, { email }),
    correct: (email = right) =>
      anna.call("POST", `/api/orders/${order.id}/email`, { email, reason: "A letter was missing" }),
    read: async () => (await site.sql`select * from orders where id = ${order.id}`)[0],
  };
}
type Sold = Awaited<ReturnType<typeof sell>>;

/** Expects that the links from before the correction are gone on every node. */
async function expectOldLinksEnded({ orderToken, downloadToken, checkoutToken }: Sold) {
  for (const node of [site, other])
    for (const path of [
      `/orders/${orderToken}`,
      `/api/public/orders/${orderToken}`,
      `/api/orders/download/${downloadToken}`,
      `/api/public/checkout/${checkoutToken}`,
      `/checkout/pay/${checkoutToken}/return`,
    ])
      expect((await node.call("GET", path)).status).toBe(404);
}

test("changes the email once the buyer confirms it at the new one, and ends all older links", async () => {
  const order = await sell();
  expect((await order.ask()).headers.location).toBe(`/orders/${order.orderToken}?corrected=1`);
  const { path } = await mailedLink(site, order.right, "confirm-order-email");
  const browser = openBrowser(site);
  for (const method of ["GET", "HEAD", "GET"] as const)
    expect((await browser.open(path, method)).status).toBe(200);
  expect((await order.read()).buyer_email).toBe(order.wrong);
  expect(await mailsTo(site, order.wrong, "order-email-changed")).toEqual([]);
  const confirmed = await browser.submit(path);
  expect(confirmed.status).toBe(303);
  await expectOldLinksEnded(order);
  const shown = modelOf((await browser.open(confirmed.headers.location ?? "")).text);
  expect(shown).toMatchObject({ page: "order", order: { mail_to: "r…@example.org" } });
  expect((await site.call("GET", shown.order.download.url)).text).toBe("The notes.");
  const receipt = (await mailsTo(site, order.right, "receipt")).at(-1);
  expect(receipt?.mainLink).toContain(confirmed.headers.location);
  expect(await mailsTo(site, order.wrong, "order-email-changed")).toHaveLength(1);
  const again = await browser.submit(path);
  expect([again.status, modelOf(again.text).asks]).toEqual([410, null]);
});

test("emails the link for a request of the API, and rejects an invalid or an unsuitable one", async () => {
  const order = await sell();
  const ask = (body: object, token = order.orderToken) =>
    site.call("POST", `/api/public/orders/${token}/email`, body);
  expect(await ask({ email: "vera@" })).toMatchObject({ status: 400, body: { code: "invalid_input" } });
  expect(await ask({ email: order.wrong })).toMatchObject(rejection(409, "orders.email_same"));
  expect((await ask({ email: order.right }, "unknown")).status).toBe(404);
  expect((await ask({ email: order.right })).status).toBe(204);
  expect((await order.read()).buyer_email).toBe(order.wrong);
  await openBrowser(site).submit((await mailedLink(site, order.right, "confirm-order-email")).path);
  expect((await order.read()).buyer_email).toBe(order.right);
});

test("confirms a change once if its button is pressed concurrently on two nodes", async () => {
  const order = await sell();
  await order.ask();
  const { path } = await mailedLink(site, order.right, "confirm-order-email");
  const answers = await Promise.all([
    openBrowser(site).submit(path),
    openBrowser(other).submit(path),
    openBrowser(site).submit(path),
  ]);
  expect(answers.map(({ status }) => status).sort()).toEqual([303, 410, 410]);
  expect(await order.read()).toMatchObject({ buyer_email: order.right, order_link_version: 1 });
  const sent = await Promise.all(
    [site, other].map((node) => mailsTo(node, order.wrong, "order-email-changed")),
  );
  expect(sent.flat()).toHaveLength(1);
});

test("keeps the email of an order that is disputed before the buyer confirms", async () => {
  const order = await sell();
  await order.ask();
  const { path } = await mailedLink(site, order.right, "confirm-order-email");
  await site.sql`update orders set status = 'disputed' where id = ${order.id}`;
  expect((await openBrowser(site).submit(path)).status).toBe(409);
  expect((await order.read()).buyer_email).toBe(order.wrong);
});

test("lets the former email take the order back for 72 hours, whatever was changed since", async () => {
  const order = await sell();
  await order.ask("thief@example.org");
  const thief = openBrowser(site);
  const taken = await thief.submit((await mailedLink(site, "thief@example.org", "confirm-order-email")).path);
  await thief.submit(`${taken.headers.location}/email`, { email: "thief2@example.org" });
  await thief.submit((await mailedLink(site, "thief2@example.org", "confirm-order-email")).path);
  const { path } = await mailedLink(site, order.wrong, "order-email-changed");
  await site.sql`update order_email_changes set confirmed_at = now() - interval '71 hours' where order_id = ${order.id}`;
  const owner = openBrowser(site);
  expect(modelOf((await owner.open(path)).text).asks).toMatchObject({
    link: "undo",
    email: "w…@example.org",
  });
  const undone = await owner.submit(path);
  expect(modelOf((await owner.open(undone.headers.location ?? "")).text).page).toBe("order");
  expect((await order.read()).buyer_email).toBe(order.wrong);
  expect((await thief.open(taken.headers.location ?? "")).status).toBe(404);
  const late = await mailedLink(site, "thief@example.org", "order-email-changed");
  expect((await thief.submit(late.path)).status).toBe(410);
});

test("gives nobody an order whose newer buyer was removed since", async () => {
  const order = await sell();
  await order.ask("middle@example.org");
  const middle = openBrowser(site);
  const moved = await middle.submit(
    (await mailedLink(site, "middle@example.org", "confirm-order-email")).path,
  );
  const newer = await site.signUp();
  await middle.submit(`${moved.headers.location}/email`, { email: newer.email });
  const last = openBrowser(site);
  const { path: confirm } = await mailedLink(site, newer.email, "confirm-order-email");
  const kept = (await last.submit(confirm)).headers.location ?? "";
  const admin = await signUpAdmin(site);
  expect((await admin.call("DELETE", `/api/admin/users/${newer.creator.user_id}`)).status).toBe(204);
  for (const email of [order.wrong, "middle@example.org"]) {
    const { path } = await mailedLink(site, email, "order-email-changed");
    const refused = await openBrowser(site).submit(path);
    // The change to the removed email is deleted with it.
    expect(refused.status).toBe(email === order.wrong ? 409 : 410);
  }
  expect(await order.read()).toMatchObject({ buyer_email: newer.email, restricted_at: expect.any(Date) });
  expect((await last.open(kept)).status).toBe(200);
});

test("does not undo a correction after 72 hours", async () => {
  const order = await sell();
  await order.correct();
  await site.sql`update order_email_changes set confirmed_at = now() - interval '73 hours' where order_id = ${order.id}`;
  const { path } = await mailedLink(site, order.wrong, "order-email-changed");
  expect((await openBrowser(site).submit(path)).status).toBe(410);
  expect((await order.read()).buyer_email).toBe(order.right);
});

test("changes the email immediately when the seller corrects it, and names who and why in the history", async () => {
  const order = await sell();
  const { status, body } = await order.correct();
  expect(status).toBe(200);
  expect(body.order.buyer.email).toBe(order.right);
  expect(body.order.history).toContainEqual(
    expect.objectContaining({
      by: "creator",
      what: "email_changed",
      note: "w…@example.org → r…@example.org: A letter was missing",
    }),
  );
  await expectOldLinksEnded(order);
  expect(await mailsTo(site, order.wrong, "order-email-changed")).toHaveLength(1);
  expect((await mailsTo(site, order.right, "receipt")).at(-1)?.mainLink).toContain("/orders/");
});

test("ends an earlier request when a later one is made", async () => {
  const order = await sell();
  await order.ask("first@example.org");
  await order.ask();
  const first = await mailedLink(site, "first@example.org", "confirm-order-email");
  expect((await openBrowser(site).submit(first.path)).status).toBe(410);
  const { path } = await mailedLink(site, order.right, "confirm-order-email");
  await site.sql`update order_email_changes set requested_at = now() - interval '25 hours' where order_id = ${order.id}`;
  expect((await openBrowser(site).submit(path)).status).toBe(410);
});

test("moves the order to the library of its new email", async () => {
  const order = await sell();
  const former = openBrowser(site);
  await former.enterLibrary(order.wrong);
  await order.correct();
  expect((await former.open(`/library/orders/${order.id}`)).status).toBe(404);
  const owner = openBrowser(site);
  await owner.enterLibrary(order.right);
  expect((await owner.open(`/library/orders/${order.id}`)).status).toBe(200);
});

test("rejects corrections that cannot be made, and keeps the order", async () => {
  const order = await sell();
  expect(await order.correct(order.wrong.toUpperCase())).toMatchObject(rejection(409, "orders.email_same"));
  await site.sql`insert into blocks (kind, value, created_by) values ('email_domain', 'blocked.example', ${anna.creator.user_id})`;
  const blocked = await order.ask("vera@blocked.example");
  expect([blocked.status, modelOf(blocked.text).corrected.email]).toEqual([400, "vera@blocked.example"]);
  const typed = await order.ask("vera@");
  expect(modelOf(typed.text).corrected).toMatchObject({ sent: false, email: "vera@" });
  await site.sql`update orders set status = 'disputed' where id = ${order.id}`;
  expect(await order.correct()).toMatchObject(rejection(409, "orders.disputed"));
  await site.sql`update orders set status = 'paid', restricted_at = now() where id = ${order.id}`;
  expect(await order.correct()).toMatchObject(rejection(409, "orders.email_gone"));
  expect((await order.ask()).status).toBe(409);
  expect((await order.read()).buyer_email).toBe(order.wrong);
});

test("keeps the download links of a gift's receiver", async () => {
  const order = await sell();
  const day = giftDays(new Date(), "UTC").first;
  const gift = { email: "friend@example.org", name: "Vera", line: "", day };
  expect((await order.browser.submit(`/orders/${order.orderToken}/gift`, gift)).status).toBe(303);
  await site.sql`update gifts set send_at = now()`;
  await site.runNow("orders.gifts");
  const { path } = await mailedLink(site, gift.email, "gift");
  const [file] = modelOf((await order.browser.open(path)).text).files;
  expect((await order.correct()).status).toBe(200);
  expect((await site.call("GET", file.url)).text).toBe("The notes.");
});
