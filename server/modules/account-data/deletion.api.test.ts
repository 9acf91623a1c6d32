import { describe, expect, test } from "vitest";
import { ProviderUnavailable } from "../../platform/payments/port.ts";
import {
  addProduct,
  addTile,
  ageProof,
  buy,
  mailedLink,
  mailsTo,
  offerFile,
  readOrder,
  signInAgain,
  signUpAdmin,
  signUpVerified,
  startCheckout,
  type TestUser,
} from "../../testing/factories.ts";
import { buyerOf, signUpSeller, startPaid } from "../../testing/payers.ts";
import { prepareEach } from "../../testing/prepare.ts";
import { testSite } from "../../testing/test-site.ts";
import { beginTransaction, untilWaiting } from "../../testing/transactions.ts";

const site = testSite();
const other = testSite(() => ({ databaseUrl: site.databaseUrl, storage: site.storage }));
const anna = prepareEach(() => signUpVerified(site));

const DAY_MS = 86_400_000;
const ask = (user: TestUser = anna) => user.call("POST", "/api/account/deletion");
const undo = (token: string) => site.call("POST", "/api/account/deletion/undo", { token });
const undoToken = async () => (await mailedLink(site, anna.email, "deletion-scheduled")).token;
const signIn = (user: TestUser = anna) =>
  site.call("POST", "/api/auth/login", { email: user.email, password: user.password });
/** Moves the date of the deletion back, as if days had passed since its request. */
const daysLater = (days: number) =>
  site.sql`update users set deletion_at = deletion_at - make_interval(days => ${days}) where id = ${anna.creator.user_id}`;
const pageOn = async (node = site) => (await node.call("GET", `/@${anna.handle}`)).status;
const sweep = async (node = site) => {
  await node.runMaintenance();
  await node.settled();
};
const isThere = async () =>
  (await site.sql`select 1 from users where id = ${anna.creator.user_id}`).length === 1;

describe("an account with a scheduled deletion", () => {
  test("has no page on any node and no session, and is emailed a link to undo the deletion", async () => {
    await addTile(anna);
    expect([await pageOn(), await pageOn(other)]).toEqual([200, 200]);
    expect((await anna.call("GET", "/api/account/deletion")).body.deletion).toEqual({
      scheduled_for: null,
      paid_orders: 0,
      has_subscription: false,
      is_last_admin: false,
    });
    const response = await ask();
    expect(response.status).toBe(202);
    expect((Date.parse(response.body.deletion.scheduled_for) - Date.now()) / DAY_MS).toBeCloseTo(14, 1);
    expect(await pageOn()).toBe(404);
    await expect.poll(() => pageOn(other)).toBe(404);
    const api = `/api/public/creator/${anna.handle}`;
    expect((await site.call("GET", api)).status).toBe(404);
    expect((await site.call("GET", `/@${anna.handle}/legal`)).status).toBe(404);
    expect((await site.call("GET", "/sitemaps/creators/0.xml")).text).not.toContain(anna.handle);
    expect((await anna.call("GET", "/api/creators/me")).status).toBe(401);
    expect(await mailsTo(site, anna.email, "deletion-scheduled")).toHaveLength(1);
    expect((await mailedLink(site, anna.email, "deletion-scheduled")).path).toMatch(
      /^\/auth\/keep-account\?token=/,
    );
  });

  test("sells nothing from that moment, not even in open checkouts, while buyers keep their purchases", async () => {
    const { tile } = await offerFile(site, anna);
    const product = await addProduct(anna);
    const bought = await buy(site, tile.id);
    const open = await startCheckout(site, tile.id);
    expect((await anna.call("GET", "/api/account/deletion")).body.deletion.paid_orders).toBe(1);
    await ask();
    expect((await site.call("POST", `/api/public/checkout/${open}/pay`, {})).status).toBe(409);
    expect((await site.call("POST", "/api/public/checkout", { tileId: tile.id })).status).toBe(409);
    expect((await site.call("POST", "/api/public/checkout", { productId: product.id })).status).toBe(409);
    expect((await readOrder(site, bought.orderToken)).status).toBe("paid");
    const download = `/api/orders/download/${bought.downloadToken}`;
    expect((await site.call("GET", download)).text).toBe("The notes.");
    await daysLater(15);
    await sweep();
    expect(await isThere()).toBe(false);
    expect((await site.call("GET", download)).text).toBe("The notes.");
  });

  test("stays suspended if it is suspended meanwhile and the deletion is undone", async () => {
    const { tile } = await offerFile(site, anna);
    const product = await addProduct(anna);
    const open = await startCheckout(site, tile.id);
    await ask();
    await site.sql`update creators set suspension = 'page', suspended_for = 'rules' where id = ${anna.creator.id}`;
    expect((await undo(await undoToken())).status).toBe(204);
    expect(await pageOn()).toBe(410);
    expect((await site.call("GET", "/sitemaps/creators/0.xml")).text).not.toContain(anna.handle);
    expect((await site.call("POST", `/api/public/checkout/${open}/pay`, {})).status).toBe(409);
    expect((await site.call("POST", "/api/public/checkout", { productId: product.id })).status).toBe(409);
  });

  test("shows previews of the page and its products only to its creator", async () => {
    const product = await addProduct(anna, { name: "Bowl" });
    await addTile(anna, { title: "My shop" });
    await ask();
    const { call: again } = await signInAgain(site, anna);
    const views = [
      await again("POST", "/api/appearance/preview", { scheme: "light" }),
      await again("POST", "/api/products/preview", {
        id: product.id,
        content: { name: "Bowl", priceCents: 2500, type: "physical" },
        scheme: "light",
      }),
    ];
    expect(views.map(({ status, text }) => [status, status === 200 ? "" : text])).toEqual([
      [200, ""],
      [200, ""],
    ]);
    expect(views[0]?.body.html).toContain("My shop");
    expect([await pageOn(), await pageOn(other)]).toEqual([404, 404]);
  });

  test("may be suspended: its user can confirm their identity, export the data and leave, which lifts no decision", async () => {
    await addTile(anna);
    await site.sql`update creators set suspension = 'account', suspended_for = 'rules' where id = ${anna.creator.id}`;
    await ageProof(site, anna);
    expect(await ask()).toMatchObject({ status: 403, body: { code: "account.confirm" } });
    expect((await anna.call("POST", "/api/account/confirm", { password: anna.password })).status).toBe(204);
    expect((await anna.call("POST", "/api/account/exports")).status).toBe(202);
    expect((await ask()).status).toBe(202);
    const { call: again } = await signInAgain(site, anna);
    expect((await again("DELETE", "/api/account/deletion")).status).toBe(200);
    expect([await pageOn(), await pageOn(other)]).toEqual([410, 410]);
    expect((await again("POST", "/api/tiles", {})).body.code).toBe("accounts.suspended");
    await again("POST", "/api/account/deletion");
    await daysLater(14);
    await sweep();
    expect(await isThere()).toBe(false);
  });

  test("sends no email to its audience", async () => {
    const tile = await addTile(anna, { type: "signup", title: "News", url: undefined });
    await ask();
    expect((await site.call("POST", "/api/public/signups/form", { tileId: tile.id })).status).toBe(409);
    const { call } = await signInAgain(site, anna);
    expect((await call("GET", "/api/audience/sending")).body.blocked).toBe("offline");
  });

  test("shows the date of the deletion after a sign-in, and is kept by one request", async () => {
    await addTile(anna, { title: "Still here" });
    const { scheduled_for } = (await ask()).body.deletion;
    expect((await signIn()).body.creator.deletion_at).toBe(scheduled_for);
    const { call } = await signInAgain(site, anna);
    expect((await call("GET", "/api/creators/me")).body.creator.deletion_at).toBe(scheduled_for);
    const kept = await call("DELETE", "/api/account/deletion");
    expect(kept).toMatchObject({ status: 200, body: { deletion: { scheduled_for: null } } });
    expect(await pageOn()).toBe(200);
    await expect.poll(() => pageOn(other)).toBe(200);
    // The emailed link no longer works.
    expect((await undo(await undoToken())).status).toBe(400);
  });

  test("gets one date and one email from repeated requests", async () => {
    const answers = await Promise.all([
      ask(),
      other.call("POST", "/api/account/deletion", undefined, { cookie: anna.cookie }),
      ask(),
    ]);
    const statuses = answers.map(({ status }) => status);
    expect(statuses.filter((status) => status === 202).length).toBeGreaterThan(0);
    expect(statuses.every((status) => status === 202 || status === 401)).toBe(true);
    const dates = answers.flatMap(({ body }) => body?.deletion?.scheduled_for ?? []);
    expect(new Set(dates).size).toBe(1);
    expect([
      ...(await mailsTo(site, anna.email, "deletion-scheduled")),
      ...(await mailsTo(other, anna.email, "deletion-scheduled")),
    ]).toHaveLength(1);
  });
});

describe("the link that undoes a deletion", () => {
  test("restores everything on day 13, once", async () => {
    const { tile, path } = await offerFile(site, anna);
    await ask();
    await daysLater(13);
    await sweep();
    const token = await undoToken();
    expect((await undo(token)).status).toBe(204);
    expect(await pageOn()).toBe(200);
    expect((await undo(token)).status).toBe(400);
    expect((await buy(site, tile.id)).downloadToken).not.toBe("");
    expect(await site.storage.openFile(`digital/${path}`)).not.toBeNull();
    await daysLater(30);
    await sweep();
    expect(await isThere()).toBe(true);
  });

  test("is rejected if it is unknown, incomplete or expired", async () => {
    for (const token of ["", "x".repeat(43), "x".repeat(5000)]) expect((await undo(token)).status).toBe(400);
    await ask();
    const token = await undoToken();
    await daysLater(15);
    await sweep();
    expect(await undo(token)).toMatchObject({ status: 400, body: { code: "account_data.undo_link_dead" } });
  });

  test("is revoked by a later request", async () => {
    await ask();
    const first = await undoToken();
    await (await signInAgain(site, anna)).call("DELETE", "/api/account/deletion");
    await (await signInAgain(site, anna)).call("POST", "/api/account/deletion");
    expect((await undo(first)).status).toBe(400);
    expect((await undo(await undoToken())).status).toBe(204);
  });

  test("does nothing when its page is only opened", async () => {
    await ask();
    const { path } = await mailedLink(site, anna.email, "deletion-scheduled");
    await site.call("GET", path, undefined, { accept: "text/html" });
    expect((await undo(await undoToken())).status).toBe(204);
  });
});

describe("after 14 days", () => {
  test("deletes the account once on two nodes, and leaves only anonymous paid orders", async () => {
    const name = "Annegret Vergissmeinnicht";
    await anna.call("POST", "/api/creators/me", { handle: anna.handle, displayName: name, bio: name });
    await buy(site, (await offerFile(site, anna)).tile.id);
    await ask();
    await daysLater(15);
    await Promise.all([sweep(), sweep(other)]);
    expect(await isThere()).toBe(false);
    await sweep();
    const tables = await site.query(
      "select table_schema || '.' || table_name as name from information_schema.tables where table_schema in ('public', 'pgboss') and table_type = 'BASE TABLE'",
    );
    for (const { name: table } of tables) {
      // The handle stays reserved, and the buyer's email is the buyer's.
      const rows = JSON.stringify(await site.query(`select * from ${table}`));
      for (const trace of [anna.email, name, anna.creator.user_id])
        expect(rows.includes(trace), `${trace} in ${table}`).toBe(false);
    }
    const [order] = await site.sql`select creator_id, status from orders order by id desc limit 1`;
    expect(order).toEqual({ creator_id: null, status: "paid" });
    const [{ days }] =
      await site.sql`select extract(day from until - now()) as days from resting_handles where handle = ${anna.handle}`;
    expect(Number(days)).toBeGreaterThanOrEqual(29);
  });

  test("deletes an account completely or not at all if it is kept at the same moment", async () => {
    await ask();
    const token = await undoToken();
    await daysLater(15);
    const [kept] = await Promise.all([undo(token), sweep(other)]);
    expect(await isThere()).toBe(kept.status === 204);
    expect(await pageOn()).toBe(kept.status === 204 ? 200 : 404);
  });

  test("deletes nothing if it is interrupted, and is repeated", async () => {
    const { downloadToken } = await buy(site, (await offerFile(site, anna)).tile.id);
    await ask();
    await daysLater(15);
    // The deletion waits for a row that another session has locked.
    const holder = await beginTransaction(site);
    await holder.sql`select 1 from orders where creator_id = ${anna.creator.id} for share`;
    const swept = site.runMaintenance();
    await untilWaiting(site);
    await site.query(
      "select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'",
    );
    await swept;
    await holder.rollback();
    expect(await isThere()).toBe(true);
    expect((await site.sql`select creator_id from orders where creator_id = ${anna.creator.id}`).length).toBe(
      1,
    );
    await sweep();
    expect(await isThere()).toBe(false);
    expect((await site.call("GET", `/api/orders/download/${downloadToken}`)).status).toBe(200);
  });

  test("deletes an account later if its payments cannot be closed, without delaying other accounts", async () => {
    const seller = await signUpSeller(site);
    const { tile } = await offerFile(site, seller);
    await buyerOf(() => site).pay(await startPaid(site, tile.id));
    const { stripe: provider } = site.sales;
    site.sales.stripe = { ...provider, closePayment: () => Promise.reject(new ProviderUnavailable("test")) };
    const sellerIsThere = async () =>
      (await site.sql`select 1 from users where id = ${seller.creator.user_id}`).length === 1;
    for (const user of [seller, anna]) await ask(user);
    await site.sql`update users set deletion_at = now() where deletion_at is not null`;
    await site.runMaintenance();
    expect([await isThere(), await sellerIsThere()]).toEqual([false, true]);
    site.sales.stripe = provider;
    await sweep();
    expect(await sellerIsThere()).toBe(false);
  });
});

describe("an administrator", () => {
  const asAdmin = prepareEach(async () => {
    await site.sql`update users set is_admin = false`;
    return signUpAdmin(site);
  });

  test("cannot leave as the last one", async () => {
    const { body } = await asAdmin.call("GET", "/api/account/deletion");
    expect(body.deletion.is_last_admin).toBe(true);
    expect(await ask(asAdmin)).toMatchObject({ status: 409, body: { code: "account_data.last_admin" } });
    expect((await asAdmin.call("GET", "/api/creators/me")).status).toBe(200);
  });

  test("does not count once their deletion is scheduled, so that the other one can neither leave nor be demoted", async () => {
    const second = await signUpAdmin(site);
    const both = await Promise.all([ask(asAdmin), ask(second)]);
    expect(both.map(({ status }) => status).sort()).toEqual([202, 409]);
    const stays = both[0].status === 409 ? asAdmin : second;
    const demoted = await stays.call("PATCH", `/api/admin/users/${stays.creator.user_id}`, {
      isAdmin: false,
    });
    expect(demoted).toMatchObject({ status: 409, body: { code: "admin.last_admin" } });
  });
});

test("requires a session to show, schedule or undo a deletion", async () => {
  for (const method of ["GET", "POST", "DELETE"] as const)
    expect((await site.call(method, "/api/account/deletion")).status).toBe(401);
});
