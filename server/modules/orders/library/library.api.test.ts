import { randomBytes } from "node:crypto";
import { expect, test } from "vitest";
import { openBrowser } from "../../../testing/buyers.ts";
import { ADDRESS, buy, mailsTo, modelOf, offer, offerFile, payFree } from "../../../testing/factories.ts";
import { prepare } from "../../../testing/prepare.ts";
import { SELLER } from "../../../testing/sales.ts";
import { testSite, testUser } from "../../../testing/test-site.ts";
import { beginTransaction } from "../../../testing/transactions.ts";

const site = testSite();
const anna = testUser(site, { verified: true, handle: "anna-sells" });
const notes = prepare(() => offerFile(site, anna));

let buyers = 0;
const newEmail = () => `library${buyers++}@example.org`;
const sell = async (email: string) => {
  const order = await buy(site, notes.tile.id, email);
  await site.sql`update orders set provider = 'stripe', mode = 'live', seller = ${SELLER} where id = ${order.id}`;
  return order;
};
/** Buys, and signs a browser in to the purchases. */
async function buyer() {
  const email = newEmail();
  const order = await sell(email);
  const browser = openBrowser(site);
  await browser.enterLibrary(email);
  return { ...browser, email, order };
}

test("answers known and unknown emails alike, and emails only the known one", async () => {
  const [known, unknown] = [newEmail(), newEmail()];
  await sell(known);
  const [first, second] = [
    await openBrowser(site).submit("/library", { email: known.toUpperCase() }),
    await openBrowser(site).submit("/library", { email: unknown }),
  ];
  expect([first.status, second.status]).toEqual([200, 200]);
  expect(first.text.replaceAll(known, "EMAIL")).toBe(second.text.replaceAll(unknown, "EMAIL"));
  expect(await mailsTo(site, known, "library-link")).toHaveLength(1);
  expect(await mailsTo(site, unknown, "library-link")).toEqual([]);
});

test("varies by the visitor's language, unlike the page of a creator", async () => {
  const varyOf = async (url: string) => (await site.call("GET", url)).headers.vary;
  for (const url of ["/library", "/withdraw", "/library/enter/unknown", "/@nobody-is-here"])
    expect.soft(await varyOf(url), url).toContain("Accept-Language");
  expect(await varyOf(`/@${anna.handle}`)).not.toContain("Accept-Language");
});

test("rejects an invalid email with a message at the field", async () => {
  const { status, text } = await openBrowser(site).submit("/library", { email: "anna@" });
  expect(status).toBe(400);
  expect(modelOf(text)).toMatchObject({
    page: "library-request",
    isSent: false,
    form: { email: "anna@", problem: "Enter a valid email address." },
  });
});

test("uses up a link only by its button, and once", async () => {
  const email = newEmail();
  await sell(email);
  const browser = openBrowser(site);
  const link = await browser.askForLibrary(email);
  for (let count = 0; count < 10; count++)
    for (const method of ["GET", "HEAD"] as const)
      expect((await browser.open(link, method)).status).toBe(200);
  expect(modelOf((await browser.open(link)).text)).toMatchObject({ state: "open", asksEmail: false });
  const entered = await browser.submit(link);
  expect([entered.status, entered.headers.location]).toEqual([303, "/library"]);
  // Opened again here, it leads to the purchases.
  expect((await browser.open(link)).headers.location).toBe("/library");
  const elsewhere = await openBrowser(site).submit(link, { email });
  expect([elsewhere.status, modelOf(elsewhere.text).state]).toEqual([410, "used"]);
});

test("asks another browser for the link's email", async () => {
  const email = newEmail();
  await sell(email);
  const link = await openBrowser(site).askForLibrary(email);
  const other = openBrowser(site);
  expect(modelOf((await other.open(link)).text)).toMatchObject({ state: "open", asksEmail: true });
  const wrong = await other.submit(link, { email: "other@example.org" });
  expect(wrong.status).toBe(400);
  expect(modelOf(wrong.text).form.problem).toBe("Enter the email that this link was sent to.");
  expect((await other.submit(link, { email: email.toUpperCase() })).status).toBe(303);
  expect(modelOf((await other.open("/library")).text)).toMatchObject({ page: "library", email });
});

test("returns 410 for an expired link and 404 for a guessed one", async () => {
  const email = newEmail();
  await sell(email);
  const browser = openBrowser(site);
  const link = await browser.askForLibrary(email);
  await site.sql`update buyer_links set expires_at = now() where email = ${email}`;
  const expired = await browser.submit(link);
  expect([expired.status, modelOf(expired.text).state]).toEqual([410, "expired"]);
  const guessed = await browser.open(`/library/enter/${randomBytes(32).toString("base64url")}`);
  expect([guessed.status, modelOf(guessed.text).state]).toEqual([404, "unknown"]);
});

test("signs in only this browser, for 30 days or until it signs out", async () => {
  const { open, submit, cookies, email } = await buyer();
  expect(cookies.header).toMatch(/^tessera_buyer=[\w-]{43}$/);
  expect(modelOf((await openBrowser(site).open("/library")).text).page).toBe("library-request");
  await site.sql`update buyer_sessions set created_at = now() - interval '29 days' where email = ${email}`;
  expect(modelOf((await open("/library")).text).page).toBe("library");
  await site.sql`update buyer_sessions set created_at = now() - interval '30 days' where email = ${email}`;
  expect(modelOf((await open("/library")).text).page).toBe("library-request");
  await site.sql`update buyer_sessions set created_at = now() where email = ${email}`;
  expect((await submit("/library/leave")).headers.location).toBe("/library");
  expect(await site.sql`select from buyer_sessions where email = ${email}`).toEqual([]);
  expect(modelOf((await open("/library")).text).page).toBe("library-request");
});

test("gives a buyer no rights of a creator, and a creator none of a buyer", async () => {
  const { cookies, email, order } = await buyer();
  const response = await site.call("GET", "/api/orders", undefined, { cookie: cookies.header });
  expect(response.status).toBe(401);
  expect(modelOf((await anna.call("GET", "/library")).text).page).toBe("library-request");
  expect((await anna.call("GET", `/library/orders/${order.id}`)).headers.location).toBe("/library");
  expect(email).not.toBe(anna.email);
});

test("shows only purchases with exactly this email", async () => {
  const { open, email, order } = await buyer();
  const own = await sell(email.toUpperCase());
  const others = [await sell(email.replace("@", "+1@")), await sell(`x${email}`), await sell(newEmail())];
  // With a Cyrillic letter that looks like the Latin one.
  await site.sql`update orders set buyer_email = ${email.replace("a", "\u0430")} where id = ${others[2]?.id ?? 0}`;
  const { total, groups } = modelOf((await open("/library")).text);
  expect(total).toBe(2);
  expect(groups.flatMap((group: { orders: { id: number }[] }) => group.orders.map(({ id }) => id))).toEqual([
    own.id,
    order.id,
  ]);
  for (const { id } of others) expect((await open(`/library/orders/${id}`)).status).toBe(404);
  for (const id of ["0", "x", "1e3", "99999999999999999999", others[0]?.orderToken])
    expect((await open(`/library/orders/${id}`)).status).toBe(404);
});

test("lists purchases by creator with their states, those without money last", async () => {
  const { open, email, order } = await buyer();
  const test = await buy(site, notes.tile.id, email);
  const free = await offer(anna, { name: "Sticker", priceCents: 0 });
  await payFree(site, free.tile.id, { email, address: ADDRESS });
  const ended = await sell(email);
  await site.sql`update access set ended_at = now(), ended_reason = 'released' where order_id = ${ended.id}`;
  await site.sql`update order_lines set withdrawn_at = now() where order_id = ${ended.id}`;
  const left = await sell(email);
  await site.sql`update orders set creator_id = null, tile_id = null where id = ${left.id}`;
  await site.sql`update orders set status = 'refunded' where id = ${order.id}`;
  for (const { id } of [left, ended]) expect((await open(`/library/orders/${id}`)).status).toBe(200);
  const { groups } = modelOf((await open("/library")).text);
  expect(groups).toMatchObject([
    { creator: null, isTest: false, orders: [{ id: left.id, has_download: true }] },
    {
      creator: { handle: "anna-sells" },
      isTest: false,
      orders: [
        { id: ended.id, is_withdrawn: true, has_download: false },
        { product: "Sticker" },
        { id: order.id, status: "refunded", has_download: false },
      ],
    },
    { creator: { handle: "anna-sells" }, isTest: true, orders: [{ id: test.id }] },
  ]);
});

test("sends a long list in parts", async () => {
  const { open, email, order } = await buyer();
  await site.sql`with sold as (insert into orders (seed, creator_id, item_cents, amount_cents, fee_bps, fee_cents, currency,
      provider, mode, status, buyer_email, paid_at, checkout_token_hash, order_token_hash)
    select gen_random_uuid(), creator_id, item_cents, amount_cents, fee_bps, fee_cents, currency,
      provider, mode, status, ${email}, paid_at - n * interval '1 hour', sha256(('c' || n || ${email})::bytea), sha256(('o' || n || ${email})::bytea)
    from orders, generate_series(1, 60) n where id = ${order.id} returning id, paid_at, amount_cents)
    insert into order_lines (order_id, position, name, type, item_cents, amount_cents)
    select id, 0, 'Part ' || row_number() over (order by paid_at desc), 'digital', amount_cents, amount_cents from sold`;
  const [first, second] = [
    modelOf((await open("/library")).text),
    modelOf((await open("/library?from=50")).text),
  ];
  expect([first.total, first.groups[0].orders.length, second.groups[0].orders.length]).toEqual([61, 50, 11]);
  expect(second.groups[0].orders.at(-1).product).toBe("Part 60");
  const search = async (words: string) =>
    modelOf((await open(`/library?search=${encodeURIComponent(words)}`)).text);
  expect(await search(" PÄRT 12 ")).toMatchObject({
    total: 1,
    all: 61,
    groups: [{ orders: [{ product: "Part 12" }] }],
  });
  expect((await search(first.groups[0].creator.display_name)).total).toBe(61);
  const [{ number }] = await site.sql`select number from orders where id = ${order.id}`;
  expect(await search(number)).toMatchObject({ total: 1, groups: [{ orders: [{ id: order.id }] }] });
  expect(await search("100%_")).toMatchObject({ total: 0, all: 61, groups: [] });
  expect((await search("x".repeat(201))).total).toBe(61);
});

test("keeps the downloads of a suspended seller", async () => {
  const { open, submit, order } = await buyer();
  await site.sql`update creators set suspension = 'account' where handle = 'anna-sells'`;
  const { groups } = modelOf((await open("/library")).text);
  const started = await submit(`/library/orders/${order.id}/download`);
  const file = await site.call("GET", started.headers.location ?? "");
  await site.sql`update creators set suspension = null where handle = 'anna-sells'`;
  expect(groups).toMatchObject([
    { creator: { handle: "anna-sells" }, orders: [{ id: order.id, has_download: true }] },
  ]);
  expect(file.text).toBe("The notes.");
});

test("opens an order with its forms although its link was made with another secret", async () => {
  const { open, submit, order } = await buyer();
  const hash = randomBytes(32);
  await site.sql`update orders set order_token_hash = ${hash} where id = ${order.id}`;
  await site.sql`update access set token_hash = ${randomBytes(32)} where order_id = ${order.id}`;
  const path = `/library/orders/${order.id}`;
  const shown = modelOf((await open(path)).text);
  expect(shown).toMatchObject({ page: "order", path, order: { download: null } });
  expect((await submit(path)).headers.location).toBe(path);
  const started = await submit(`${path}/download`);
  expect(started.headers.location).toMatch(/^\/api\/orders\/download\//);
  expect((await site.call("GET", started.headers.location ?? "")).text).toBe("The notes.");
  expect((await submit(`${path}/mail`, { email: "" })).headers.location).toBe(`${path}?mailed=1`);
});

test("offers the withdrawal from each contract that has the right, and withdraws in the library", async () => {
  const { open, submit, email, order } = await buyer();
  const late = await sell(email);
  await site.sql`update orders set paid_at = now() - interval '16 days' where id = ${late.id}`;
  const test = await buy(site, notes.tile.id, email);
  const rights = async () =>
    modelOf((await open("/library")).text).groups.flatMap((group: { orders: object[] }) => group.orders);
  expect(await rights()).toMatchObject([
    { id: order.id, can_withdraw: true },
    { id: late.id, can_withdraw: false },
    { id: test.id, can_withdraw: false },
  ]);
  await site.sql`update orders set consent_text = 'Now.', consent_at = now() where id = ${order.id}`;
  const path = `/library/orders/${order.id}/withdraw`;
  expect(modelOf((await open(path)).text)).toMatchObject({
    page: "withdraw",
    orderPath: `/library/orders/${order.id}`,
  });
  expect((await submit(path, { name: "Vera", email: "" })).status).toBe(303);
  const [row] = await site.sql`select withdrawn_at from order_lines where order_id = ${order.id}`;
  expect(row.withdrawn_at).not.toBeNull();
  expect((await rights())[0]).toMatchObject({ is_withdrawn: true, can_withdraw: false });
});

test("answers before it looks for purchases", async () => {
  const email = newEmail();
  await sell(email);
  const other = await beginTransaction(site);
  await other.sql`lock table orders in access exclusive mode`;
  expect((await openBrowser(site).submit("/library", { email })).status).toBe(200);
  await other.commit();
  expect(await mailsTo(site, email, "library-link")).toHaveLength(1);
});
