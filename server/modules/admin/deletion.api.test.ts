import { randomUUID } from "node:crypto";
import { describe, expect, test } from "vitest";
import { inTransaction } from "../../platform/database/index.ts";
import { MAIL_JOB } from "../../platform/mail/mails.ts";
import {
  addFile,
  addProduct,
  addTile,
  buy,
  mailsTo,
  offerFile,
  readOrder,
  rejection,
  signUpAdmin,
  startCheckout,
  type TestUser,
} from "../../testing/factories.ts";
import { addLines } from "../../testing/sold-orders.ts";
import { openSite, testSite, testUser } from "../../testing/test-site.ts";
import { beginTransaction, untilWaiting } from "../../testing/transactions.ts";

/** Raised, because deleting 66,000 files can exceed the usual time limit of a request on a busy machine. */
const site = testSite({ app: { requestTimeoutMs: 60_000 } });
const admin = testUser(site, { admin: true });

const remove = async (user: TestUser, as = admin) => {
  const response = await as.call("DELETE", `/api/admin/users/${user.creator.user_id}`);
  expect(response.status, site.logLines.slice(-3).join("").slice(0, 3000)).toBeLessThan(500);
  return response;
};
const download = (token: string) => site.call("GET", `/api/orders/download/${token}`);
const hasBytes = async (path: string) => (await site.storage.openFile(`digital/${path}`)) !== null;
const sweep = async () => {
  await site.runMaintenance();
  await site.settled();
};

describe("a deleted user", () => {
  test("is signed out immediately, and the page returns 404", async () => {
    const berta = await site.signUp();
    await addTile(berta);
    expect((await site.call("GET", `/@${berta.handle}`)).status).toBe(200);
    expect(await remove(berta)).toMatchObject({ status: 204, text: "" });
    expect((await berta.call("GET", "/api/creators/me")).status).toBe(401);
    expect((await site.call("GET", `/@${berta.handle}`)).status).toBe(404);
    expect((await site.call("GET", `/api/public/creator/${berta.handle}`)).status).toBe(404);
    expect((await remove(berta)).status).toBe(404);
  });

  test("can be deleted with thousands of orders", async () => {
    const berta = await site.signUp();
    await site.sql`insert into orders (creator_id, amount_cents, currency, fee_bps, fee_cents, provider, status, paid_at,
         buyer_email, checkout_token_hash, order_token_hash)
       select ${berta.creator.id}::bigint, 1000, 'eur', 500, 50, 'mock', case when n % 2 = 0 then 'pending' else 'paid' end, case when n % 2 = 0 then null else now() end,
         'buyer@example.org', sha256(('c' || n)::bytea), sha256(('o' || n)::bytea) from generate_series(1, 3000) n`;
    await addLines(site, { name: "One of thousands" });
    expect((await remove(berta)).status).toBe(204);
    const left = await site.query(
      "select status, creator_id, count(*) from orders join order_lines on order_id = orders.id where name = 'One of thousands' group by 1, 2",
    );
    expect(left).toEqual([{ status: "paid", creator_id: null, count: 1500 }]);
  });

  test("can be deleted with more files than a statement can have parameters", async () => {
    const berta = await site.signUp();
    await site.sql`insert into files (id, creator_id, purpose, name, content_type, size, sha256)
       select 'many' || n, ${berta.creator.id}::bigint, case when n % 100 = 0 then 'image' else 'digital' end, 'f', 'image/webp', 1, ''::bytea
       from generate_series(1, 66000) n`;
    expect((await remove(berta)).status).toBe(204);
    expect(await site.query("select count(*)::int as count from files where id like 'many%'")).toEqual([
      { count: 0 },
    ]);
  });

  test("leaves no row in any table", async () => {
    const berta = await site.signUp({ displayName: "Berta Vergissmeinnicht" });
    const { tile } = await offerFile(site, berta);
    await berta.call("POST", "/api/feedback", { category: "bug", message: "Broken", page: "/" });
    await buy(site, tile.id);
    const { id } = berta.creator;
    await remove(berta);
    await site.settled();
    for (const table of [
      "creators",
      "users",
      "tiles",
      "products",
      "feedback",
      "one_time_tokens",
      "sessions",
      "user_directory",
      "campaign_recipients",
    ]) {
      const rows = JSON.stringify(await site.query(`select * from ${table}`));
      for (const trace of [berta.email, "Vergissmeinnicht", berta.creator.user_id]) {
        expect(rows.includes(trace), `${trace} in ${table}`).toBe(false);
      }
    }
    for (const table of ["orders", "files", "tiles", "products"]) {
      expect(await site.query(`select 1 from ${table} where creator_id = $1`, [id]), table).toEqual([]);
    }
  });

  test("can register again with the same email", async () => {
    const berta = await site.signUp();
    await remove(berta);
    await site.signUp({ email: berta.email });
  });

  test("receives no queued email", async () => {
    const [berta, carla] = [await site.signUp(), await site.signUp()];
    await remove(berta);
    for (const { email } of [berta, carla]) {
      const links = { main: { to: "page", path: "/" } };
      const mail = { mail: "password-changed", at: new Date().toISOString(), links };
      const data = { to: email, messageId: `<${email}>`, mail };
      await inTransaction(site.db, (tx) => site.jobs.enqueue(tx, { name: MAIL_JOB, data }));
    }
    expect(await mailsTo(site, carla.email, "password-changed")).toHaveLength(1);
    expect(await mailsTo(site, berta.email, "password-changed")).toEqual([]);
  });

  test("is removed from the orders of other creators", async () => {
    const [seller, berta] = [await site.signUp(), await site.signUp()];
    const checkoutToken = await startCheckout(site, (await offerFile(site, seller)).tile.id);
    await site.call("POST", `/api/public/checkout/${checkoutToken}/pay`, { email: berta.email });
    await remove(berta);
    const [order] = await site.sql`select * from orders where creator_id = ${seller.creator.id}`;
    expect(order).toMatchObject({ buyer_email: null, status: "paid", amount_cents: 2500 });
  });
});

describe("the orders of a deleted creator", () => {
  test("are kept without the creator, except unpaid checkouts", async () => {
    const berta = await site.signUp();
    const product = await addProduct(berta, { priceCents: 1234 });
    const tile = await addTile(berta, {
      type: "product",
      title: "Bowl",
      productId: product.id,
      imageUrl: "https://a.example/i.png",
    });
    const paid = await buy(site, tile.id);
    const open = await startCheckout(site, tile.id);
    await remove(berta);
    const [order] =
      await site.sql`select l.*, o.* from order_lines l join orders o on o.id = order_id where o.id = ${paid.id}`;
    expect(order).toMatchObject({
      amount_cents: 1234,
      fee_cents: 62,
      status: "paid",
      creator_id: null,
      product_id: null,
      tile_id: null,
      media_url: null,
      buyer_email: "buyer@example.org",
    });
    expect((await readOrder(site, paid.orderToken)).creator).toEqual({
      handle: "",
      display_name: "A former creator",
      language: "en",
      time_zone: "UTC",
    });
    expect((await site.call("GET", `/orders/${paid.orderToken}`)).status).toBe(200);
    expect((await site.call("POST", `/api/public/checkout/${open}/pay`, {})).status).toBe(404);
  });

  test("can be downloaded until the link expires, and then lose their file", async () => {
    const berta = await site.signUp();
    const { tile, path } = await offerFile(site, berta, "What was sold.");
    const { downloadToken, orderToken, id } = await buy(site, tile.id);
    await remove(berta);
    await sweep();
    expect(await download(downloadToken)).toMatchObject({ status: 200, text: "What was sold." });
    // The buyer can renew the link until it expires.
    expect((await site.call("POST", `/api/public/orders/${orderToken}/renew`)).status).toBe(200);
    await sweep();
    expect(await hasBytes(path)).toBe(true);

    await site.sql`update access set link_expires_at = now() - interval '1 second' where order_id = ${id}`;
    await sweep();
    expect(await hasBytes(path)).toBe(false);
    expect(await site.sql`select 1 from files where id = ${path}`).toEqual([]);
    expect(
      await site.sql`select file_id, ended_reason, use_count from access where order_id = ${id}`,
    ).toEqual([{ file_id: null, ended_reason: "released", use_count: 1 }]);
    expect((await readOrder(site, orderToken)).download).toBeNull();
    expect((await download(downloadToken)).status).toBe(404);
    expect((await site.call("POST", `/api/public/orders/${orderToken}/renew`)).status).toBe(409);
  });

  test("leave no file that no buyer can download", async () => {
    const berta = await site.signUp();
    const unsold = await addFile(site, berta, "Never sold.");
    const { tile, path } = await offerFile(site, berta, "Sold long ago.");
    const { id } = await buy(site, tile.id);
    await site.sql`update access set link_expires_at = now() - interval '1 day' where order_id = ${id}`;
    await remove(berta);
    await site.settled();
    expect([await hasBytes(unsold), await hasBytes(path)]).toEqual([false, false]);
  });

  test("leave the files of other creators", async () => {
    const [berta, carla] = [await site.signUp(), await site.signUp()];
    const kept = await addFile(site, carla, "Carla's.");
    await addFile(site, berta, "Berta's.");
    await remove(berta);
    await sweep();
    expect(await hasBytes(kept)).toBe(true);
  });
});

describe("the handle of a deleted user", () => {
  const taken = { status: 409, body: { code: "creators.handle_taken" } };
  const register = (handle: string) =>
    site.call("POST", "/api/auth/register", {
      email: `${randomUUID()}@example.org`,
      password: "correct horse",
      handle,
      displayName: "New",
    });

  test("stays reserved for 30 days in every form", async () => {
    const [berta, carla] = [await site.signUp(), await site.signUp()];
    await remove(berta);
    const HANDLE = berta.handle.toUpperCase();
    expect(await register(HANDLE)).toMatchObject(taken);
    expect(await carla.call("POST", "/api/creators/me", { handle: HANDLE, displayName: "C" })).toMatchObject(
      taken,
    );
    const made = { email: `${randomUUID()}@example.org`, displayName: "New", handle: HANDLE };
    expect(await admin.call("POST", "/api/admin/users", made)).toMatchObject(taken);
    const [{ days }] = await site.sql`select extract(epoch from until - now()) / 86400 as days
      from resting_handles where handle = ${berta.handle}`;
    expect(Number(days)).toBeCloseTo(30, 2);

    await site.sql`update resting_handles set until = now() where handle = ${berta.handle}`;
    expect((await register(HANDLE)).status).toBe(201);
  });

  test("cannot be taken at the moment of deletion", async () => {
    const berta = await site.signUp();
    const deletion = await beginTransaction(site);
    await deletion.sql`insert into resting_handles values (${berta.handle}, now() + interval '1 day')`;
    await deletion.sql`delete from users where id = ${berta.creator.user_id}`;
    const registration = register(berta.handle);
    await untilWaiting(site);
    await deletion.commit();
    expect(await registration).toMatchObject(taken);
  });
});

describe("a deletion", () => {
  test("is rejected for one's own account", async () => {
    expect(await remove(admin)).toMatchObject(
      rejection(409, "admin.oneself", "You cannot delete your own account here."),
    );
    expect((await admin.call("GET", "/api/creators/me")).status).toBe(200);
  });

  test("is rejected for one's own account in any spelling of its id", async () => {
    const second = await signUpAdmin(site);
    const path = `/api/admin/users/${second.creator.user_id.toUpperCase()}`;
    expect(await second.call("DELETE", path)).toMatchObject(rejection(409, "admin.oneself"));
    expect((await second.call("GET", "/api/creators/me")).status).toBe(200);
  });

  test("is rejected for an unknown user", async () => {
    for (const id of [randomUUID(), "1"]) {
      expect(await admin.call("DELETE", `/api/admin/users/${id}`)).toMatchObject({
        status: 404,
        body: { error: "User not found." },
      });
    }
  });

  test("is rejected if the actor is not an administrator", async () => {
    const [berta, carla] = [await site.signUp(), await site.signUp()];
    expect((await remove(carla, berta)).status).toBe(403);
    expect((await carla.call("GET", "/api/creators/me")).status).toBe(200);
  });
});

test("protects the last administrator from losing the role", async () => {
  const alone = await openSite();
  const only = await signUpAdmin(alone);
  const response = await only.call("PATCH", `/api/admin/users/${only.creator.user_id}`, { isAdmin: false });
  expect(response).toMatchObject(rejection(409, "admin.last_admin"));
  expect((await only.call("GET", "/api/admin/users")).status).toBe(200);
});
