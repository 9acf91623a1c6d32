import { randomUUID } from "node:crypto";
import { describe, expect, test } from "vitest";
import { addFile, buy, mailsTo, offerFile, readOrder } from "../../../testing/factories.ts";
import { prepare, prepareEach } from "../../../testing/prepare.ts";
import { SELLER } from "../../../testing/sales.ts";
import { testSite, testUser } from "../../../testing/test-site.ts";

const site = testSite();
const anna = testUser(site, { verified: true });
const offered = prepare(() => offerFile(site, anna));
const order = prepareEach(() => buy(site, offered.tile.id));

const download = () => site.call("GET", `/api/orders/download/${order.downloadToken}`);
const renew = () => site.call("POST", `/api/public/orders/${order.orderToken}/renew`);
const update = (changes: string) => site.query(`update orders set ${changes} where id = $1`, [order.id]);
const updateAccess = (changes: string) =>
  site.query(`update access set ${changes} where order_id = $1`, [order.id]);

/** Sets a dispute of the order's payment and the order's resulting status. */
async function dispute(status: string) {
  await site.sql`with payment as (insert into order_payments (order_id, provider, status, amount_cents, currency, fee_cents, paid_at)
       values (${order.id}, 'stripe', 'paid', 2500, 'eur', 125, now()) returning id)
     insert into order_disputes (provider, provider_id, order_id, order_payment_id, amount_cents, status)
     select 'stripe', 'du_' || ${order.id}::text, ${order.id}, id, 2500, ${status} from payment`;
  await update(`status = '${status === "open" || status === "lost" ? "disputed" : "paid"}'`);
}

async function expectDownload(status: number, error?: { error: string; code: string }) {
  const responses = [await download(), await renew()];
  expect(responses.map((response) => response.status)).toEqual([status, status]);
  for (const { body } of error ? responses : []) expect(body).toEqual(error);
  expect((await readOrder(site, order.orderToken)).download !== null).toBe(status === 200);
}

const REFUNDED = {
  error: "This order was refunded, so its download has ended.",
  code: "checkout.refunded",
};

describe("the download of an order", () => {
  test.each([
    ["while a part of it is refunded", () => update("status = 'partially_refunded', refunded_cents = 100")],
    [
      "after a refund if the creator lets the buyer keep it",
      async () => {
        await update("status = 'refunded', refunded_cents = amount_cents");
        await updateAccess("keep = true");
      },
    ],
    ["during an inquiry", () => dispute("warning")],
  ])("works %s", async (_when, change) => {
    await change();
    await expectDownload(200);
  });

  test("ends with a full refund, even if its link has expired", async () => {
    await update("status = 'refunded', refunded_cents = amount_cents");
    await expectDownload(410, REFUNDED);
    await updateAccess("link_expires_at = now() - interval '1 hour'");
    await expectDownload(410, REFUNDED);
  });

  test("works again when the refund fails", async () => {
    await update("status = 'refunded'");
    await expectDownload(410, REFUNDED);
    await update("status = 'paid'");
    await expectDownload(200);
  });

  test("is paused during a dispute and works again once it is won", async () => {
    await dispute("open");
    await expectDownload(409, {
      error: "Downloads are paused while your bank reviews this payment.",
      code: "checkout.disputed",
    });
    await site.sql`update order_disputes set status = 'won' where order_id = ${order.id}`;
    await update("status = 'paid'");
    await expectDownload(200);
  });

  test("ends with a lost dispute", async () => {
    await dispute("lost");
    await expectDownload(410, {
      error: "Your bank returned this payment, so the download has ended.",
      code: "checkout.refunded",
    });
  });

  test("ends permanently when access is ended, whatever the status", async () => {
    await updateAccess("ended_at = now(), ended_reason = 'withdrawn', keep = true");
    await expectDownload(410, {
      error: "The download of this order has ended.",
      code: "checkout.refunded",
    });
  });
});

test("emails the links of a refunded order without the download and renews no link", async () => {
  await update("status = 'refunded'");
  await updateAccess("link_expires_at = now() - interval '1 hour'");
  expect((await anna.call("POST", `/api/orders/${order.id}/resend`)).status).toBe(204);
  const mail = (await mailsTo(site, "buyer@example.org", "receipt")).at(-1);
  expect(mail?.mainLink).toContain(`/orders/${order.orderToken}`);
  expect(mail?.text).not.toContain("/api/orders/download/");
  const [row] = await site.sql`select link_version from access where order_id = ${order.id}`;
  expect(row.link_version).toBe(0);
});

test("shows why a download has ended", async () => {
  await update("status = 'refunded'");
  const response = await site.call("GET", `/api/orders/download/${order.downloadToken}`, undefined, {
    accept: "text/html",
  });
  expect(response.status).toBe(410);
  expect(response.text).toContain(REFUNDED.error);
});

describe("an order of two files", () => {
  const other = testSite(() => ({ databaseUrl: site.databaseUrl, storage: site.storage }));

  /** Adds a second file to the order, as if it were paid with it. Returns the token of its link. */
  async function addSecond() {
    const [seed, path] = [randomUUID(), await addFile(site, anna, "The second file.")];
    const token = site.tokens.download(seed, 0);
    await site.sql`insert into access (order_id, line_id, file_id, seed, starts_at, token_hash, link_expires_at)
      select order_id, id, ${path}, ${seed}, now(), ${site.tokens.hash(token)}, now() + interval '3 days'
      from order_lines where order_id = ${order.id}`;
    return { seed, token };
  }
  const open = async (token: string, node = site) => {
    const { status, text } = await node.call("GET", `/api/orders/download/${token}`);
    return status === 200 ? text : status;
  };

  test("opens and counts each by its own link", async () => {
    const { token } = await addSecond();
    expect([await open(order.downloadToken), await open(token)]).toEqual(["The notes.", "The second file."]);
    await open(token);
    expect(await site.sql`select use_count from access where order_id = ${order.id} order by id`).toEqual([
      { use_count: 1 },
      { use_count: 2 },
    ]);
    expect((await anna.call("GET", `/api/orders/${order.id}`)).body.order.downloads).toBe(3);
  });

  test("opens one while the access to the other has ended", async () => {
    const { seed, token } = await addSecond();
    await site.sql`update access set ended_at = now(), ended_reason = 'withdrawn' where order_id = ${order.id} and seed <> ${seed}`;
    expect([await open(order.downloadToken), await open(token)]).toEqual([410, "The second file."]);
    const { download: link } = await readOrder(site, order.orderToken);
    expect(link?.url).toBe(`/api/orders/download/${token}`);
  });

  test("renews both links", async () => {
    const { seed, token } = await addSecond();
    expect((await renew()).status).toBe(200);
    expect([await open(order.downloadToken), await open(token)]).toEqual([404, 404]);
    const { seed: first } = (
      await site.sql`select seed from access where order_id = ${order.id} order by id`
    )[0];
    expect(await open(site.tokens.download(first, 1))).toBe("The notes.");
    expect(await open(site.tokens.download(seed, 1))).toBe("The second file.");
  });

  test("ends both on every node when the buyer withdraws", async () => {
    const { token } = await addSecond();
    expect(await open(token, other)).toBe("The second file.");
    await site.sql`update orders set provider = 'stripe', mode = 'sandbox', seller = ${SELLER} where id = ${order.id}`;
    const body = { name: "Vera", confirm: true };
    expect((await site.call("POST", `/api/public/orders/${order.orderToken}/withdraw`, body)).status).toBe(
      202,
    );
    for (const node of [site, other])
      expect([await open(order.downloadToken, node), await open(token, node)]).toEqual([410, 410]);
  });
});
