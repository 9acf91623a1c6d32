import { describe, expect, test } from "vitest";
import {
  addProduct,
  addTile,
  buy,
  mailsTo,
  offerFile,
  rejection,
  signUpVerified,
  startCheckout,
  type TestUser,
  upgrade,
} from "../../../testing/factories.ts";
import { prepareEach } from "../../../testing/prepare.ts";
import { insertOrder } from "../../../testing/sold-orders.ts";
import { openSite, testSite } from "../../../testing/test-site.ts";

const site = testSite();
const anna = prepareEach(() => signUpVerified(site, { displayName: "Anna" }));

const list = (query = "", user = anna) => user.call("GET", `/api/orders${query}`);
const exported = (query = "", user = anna) => user.call("GET", `/api/orders/export.csv${query}`);
const resend = (id: unknown, user = anna) => user.call("POST", `/api/orders/${id}/resend`);
const idsOf = (response: Awaited<ReturnType<typeof list>>) =>
  response.body.orders.map((order: { id: number }) => order.id);
const totalsOf = (totals: Record<string, unknown>) => ({
  mode: null,
  currency: "eur",
  refunded_cents: 0,
  disputed_cents: 0,
  discount_cents: 0,
  shipping_cents: 0,
  provider_fee_cents: 0,
  provider_fees_unknown: 0,
  gets_cents: totals.net_cents,
  ...totals,
});
const MISSING = { status: 404, body: { error: "Order not found.", code: "not_found" } };

/** Inserts orders one minute apart, the last one the newest. */
async function addOrders(user: TestUser, given: Record<string, unknown>[]): Promise<number[]> {
  const ids = [];
  for (const [index, order] of given.entries()) {
    const created_at = new Date(Date.UTC(2026, 0, 1, 0, index));
    const mock = { provider: "mock", mode: null };
    ids.push(await insertOrder(site, { creator_id: user.creator.id, created_at, ...mock, ...order }));
  }
  return ids;
}

describe("a creator's orders", () => {
  test("shows product, buyer and net amount of a creator's orders", async () => {
    const { id, downloadToken } = await buy(site, (await offerFile(site, anna)).tile.id);
    await site.call("GET", `/api/orders/download/${downloadToken}`);
    expect((await list()).body).toEqual({
      orders: [
        {
          id,
          created_at: expect.stringMatching(/^\d{4}-.*Z$/),
          paid_at: expect.stringMatching(/^\d{4}-.*Z$/),
          product: { name: "Notes", type: "digital" },
          amount_cents: 2500,
          currency: "eur",
          fee_cents: 125,
          net_cents: 2375,
          status: "paid",
          buyer_email: "buyer@example.org",
          downloads: 1,
          provider: "mock",
          mock: true,
          mode: null,
          shipping_cents: 0,
          refunded_cents: 0,
          disputed_cents: 0,
          fee_returned_cents: 0,
          provider_fee_cents: null,
          discount_cents: 0,
          gets_cents: 2375,
          is_free_copy: false,
          is_imported: false,
          to_ship: false,
        },
      ],
      total: 1,
      page: 1,
      pageSize: 25,
      totals: [],
      mockTotals: [totalsOf({ paid: 1, amount_cents: 2500, fee_cents: 125, net_cents: 2375 })],
    });
  });

  test("shows a creator only their own orders", async () => {
    const { id } = await buy(site, (await offerFile(site, anna)).tile.id);
    const berta = await signUpVerified(site);
    expect((await list("", berta)).body).toEqual({
      orders: [],
      total: 0,
      page: 1,
      pageSize: 25,
      totals: [],
      mockTotals: [],
    });
    expect((await exported("", berta)).text.split("\r\n")).toHaveLength(2);
    expect(await resend(id, berta)).toMatchObject(MISSING);
    expect((await list(`?search=${id}`, berta)).body.total).toBe(0);
  });

  test("lists 25 orders per page, newest first", async () => {
    const ids = await addOrders(
      anna,
      Array.from({ length: 60 }, () => ({})),
    );
    const pages = await Promise.all([1, 2, 3, 4].map((page) => list(`?page=${page}`)));
    expect(pages.flatMap(idsOf)).toEqual(ids.toReversed());
    expect(pages.map(({ body }) => [body.orders.length, body.total, body.page])).toEqual([
      [25, 60, 1],
      [25, 60, 2],
      [10, 60, 3],
      [0, 60, 4],
    ]);
    expect(pages[3]?.body.mockTotals[0]).toMatchObject({ paid: 60, amount_cents: 60_000, net_cents: 57_000 });
  });

  test("filters orders by status, and includes only paid orders in the totals", async () => {
    const [paid, pending, cancelled, failed] = await addOrders(anna, [
      { amount_cents: 999, fee_cents: 50 },
      { status: "pending", paid_at: null },
      { status: "cancelled", paid_at: null },
      { status: "failed", paid_at: null },
    ]);
    expect(idsOf(await list("?status=paid"))).toEqual([paid]);
    expect(idsOf(await list("?status=pending"))).toEqual([pending]);
    expect(idsOf(await list("?status=cancelled"))).toEqual([cancelled]);
    expect(idsOf(await list("?status=failed"))).toEqual([failed]);
    expect((await list("?status=all")).body).toEqual((await list("?status=&page=&search=")).body);
    expect((await list()).body).toMatchObject({
      total: 4,
      totals: [],
      mockTotals: [totalsOf({ paid: 1, amount_cents: 999, fee_cents: 50, net_cents: 949 })],
    });
    expect((await list("?status=pending")).body.mockTotals).toEqual([]);
  });

  test("lists all orders that are or were paid as sales, disputed ones first", async () => {
    const statuses = ["disputed", "pending", "refunded", "paid", "expired"];
    const [disputed, , refunded, paid] = await addOrders(
      anna,
      statuses.map((status) => ({ status })),
    );
    expect(idsOf(await list("?status=sales"))).toEqual([disputed, paid, refunded]);
    expect((await exported("?status=sales")).text.trim().split("\r\n")).toHaveLength(4);
  });

  test("sums each currency apart", async () => {
    await addOrders(anna, [
      {},
      { currency: "usd", amount_cents: 99_999_999, fee_cents: 0 },
      { currency: "usd" },
    ]);
    expect((await list()).body.mockTotals).toEqual([
      totalsOf({ paid: 1, amount_cents: 1000, fee_cents: 50, net_cents: 950 }),
      totalsOf({
        currency: "usd",
        paid: 2,
        amount_cents: 100_000_999,
        fee_cents: 50,
        net_cents: 100_000_949,
      }),
    ]);
  });

  test("keeps totals of money apart from the mock checkout, the sandbox and test keys", async () => {
    await addOrders(anna, [
      {},
      { provider: "stripe", mode: "live", refunded_cents: 400, fee_returned_cents: 20, status: "refunded" },
      { provider: "stripe", mode: "test" },
      { provider: "stripe", mode: "sandbox" },
    ]);
    const { totals, mockTotals } = (await list()).body;
    const { mode: _none, ...live } = totalsOf({
      paid: 1,
      amount_cents: 1000,
      fee_cents: 30,
      refunded_cents: 400,
      net_cents: 570,
      provider_fees_unknown: 1,
    });
    expect(totals).toEqual([live]);
    expect(mockTotals.map(({ mode }: { mode: string | null }) => mode)).toEqual(["sandbox", "test", null]);
  });

  test("finds orders by product, email and number as literal text", async () => {
    const [glaze, cup, odd, vase] = await addOrders(anna, [
      { name: "Glaze 100%", buyer_email: "jon@example.org" },
      { name: "Cup_1", buyer_email: "mira.lund@example.org", number: "SANDBOX-7-12" },
      { name: "a\\b 'c' ; --", buyer_email: null },
      { name: "Vase", buyer_email: "a@xn--mller-kva.example" },
    ]);
    for (const [search, found] of [
      ["glaze", [glaze]],
      ["%", [glaze]],
      ["_", [cup]],
      ["MIRA.", [cup]],
      ["a@müller.example", [vase]],
      ["MÜLLER.example", [vase]],
      ["\\", [odd]],
      ["'c'", [odd]],
      ["; --", [odd]],
      ["@example", [cup, glaze]],
      [String(cup), [cup]],
      [`#${cup}`, [cup]],
      ["SANDBOX-7-12", [cup]],
      ["sandbox-7-12", [cup]],
      ["SANDBOX-7", []],
      ["nothing", []],
    ] as const) {
      expect(idsOf(await list(`?search=${encodeURIComponent(search)}`)), search).toEqual(found);
    }
    expect((await list("?search=glaze&status=pending")).body.total).toBe(0);
  });

  test.for([
    ["?page=0", "page", "The page must be a whole number above 0."],
    ["?page=x", "page", "The page must be a whole number above 0."],
    ["?page=1.5", "page", "The page must be a whole number above 0."],
    ["?page=1000001", "page", "The page must be a whole number above 0."],
    [
      "?status=stolen",
      "status",
      "Choose a status: all, sales, to_ship, pending, processing, paid, partially_refunded, refunded, disputed, failed, expired or cancelled.",
    ],
    [`?search=${"x".repeat(201)}`, "search", "Search must be at most 200 characters."],
    ["?search=a&search=b", "search", "Search must be text."],
  ] as const)("are not asked for by nonsense: %s", async ([query, field, message]) => {
    const rejected = {
      error: message,
      code: "invalid_input",
      details: { fieldErrors: { [field]: [message] }, formErrors: [] },
    };
    expect(await list(query)).toMatchObject({ status: 400, body: rejected });
    if (field !== "page") expect(await exported(query)).toMatchObject({ status: 400, body: rejected });
  });

  test("keeps orders unchanged when product, tile and plan are removed", async () => {
    const { tile, product } = await offerFile(site, anna);
    await buy(site, tile.id);
    const tip = await addProduct(anna, { name: "Clay", type: "tip", priceCents: 300 });
    const tipTile = await addTile(anna, { type: "tip", productId: tip.id });
    await buy(site, tipTile.id);
    const before = (await list()).body;
    expect(before.orders[0]).toMatchObject({
      product: { name: "Clay", type: "tip" },
      fee_cents: 15,
      net_cents: 285,
    });
    await upgrade(site, anna);
    await anna.call("PATCH", `/api/products/${tip.id}`, { name: "Gold", priceCents: 1, type: "physical" });
    await anna.call("DELETE", `/api/tiles/${tipTile.id}`);
    await anna.call("DELETE", `/api/products/${product.id}`);
    await site.sql`update creators set plan = 'free' where id = ${anna.creator.id}`;
    expect((await list()).body).toEqual(before);
  });
});

describe("the export", () => {
  test("exports all pages of the filter as a CSV file", async () => {
    const ids = await addOrders(anna, [
      ...Array.from({ length: 1200 }, (_, index) => ({
        buyer_email: `buyer${index}@example.org`,
        // Many with the same time, so that batches end within them.
        created_at: "2026-01-01 00:00:00.123456Z",
      })),
      { status: "pending", paid_at: null },
    ]);
    const response = await exported("?status=paid");
    expect(response.status).toBe(200);
    expect(response.headers).toMatchObject({
      "content-type": "text/csv; charset=utf-8",
      "content-disposition": expect.stringMatching(/^attachment; filename="orders-\d{4}-\d\d-\d\d\.csv"$/),
      "x-content-type-options": "nosniff",
      "cache-control": "no-store",
    });
    expect(response.bytes.subarray(0, 3)).toEqual(Buffer.from([0xef, 0xbb, 0xbf]));
    const lines = response.text.slice(1).split("\r\n");
    expect(lines[0]).toMatch(/^Order,Created \(UTC\),/);
    expect(lines.at(-1)).toBe("");
    const exportedIds = lines.slice(1, -1).map((line) => Number(line.split(",")[0]));
    expect(exportedIds).toEqual(ids.slice(0, 1200).toReversed());
  });

  test("exports no formula from a buyer or a product name", async () => {
    await addOrders(anna, [{ name: '=HYPERLINK("https://evil.example")', buyer_email: "+1@example.org" }]);
    const [, line] = (await exported()).text.split("\r\n");
    expect(line).toContain(`,"'=HYPERLINK(""https://evil.example"")",`);
    expect(line).toContain(",'+1@example.org,");
  });

  test("returns only the headers to a HEAD request for the export", async () => {
    await addOrders(anna, [{}]);
    expect(await anna.call("HEAD", "/api/orders/export.csv")).toMatchObject({
      status: 200,
      text: "",
      headers: { "content-type": "text/csv; charset=utf-8" },
    });
  });
});

describe("resending", () => {
  const wasAsked = async (id: number) =>
    (await site.sql`select links_mailed_at from orders where id = ${id}`)[0].links_mailed_at !== null;
  const sold = async (email: string) => {
    const order = await buy(site, (await offerFile(site, anna, "the notes")).tile.id);
    await site.sql`update orders set buyer_email = ${email} where id = ${order.id}`;
    return order;
  };

  test("emails the buyer the current links again", async () => {
    const order = await sold("lost@example.org");
    expect(await resend(order.id)).toMatchObject({ status: 204, text: "" });
    const mails = await mailsTo(site, "lost@example.org", "receipt");
    expect(mails).toHaveLength(1);
    const { links, again } = JSON.parse(mails[0]?.html ?? "{}");
    expect(again.until).toMatch(/Z$/);
    expect(new URL(links.main).pathname).toBe(`/orders/${order.orderToken}`);
  });

  test("rejects resending for an unpaid order and without a buyer's email", async () => {
    const [pending, nobody] = await addOrders(anna, [
      { status: "pending", paid_at: null, buyer_email: "x@example.org" },
      { buyer_email: null },
    ]);
    expect(await resend(pending)).toMatchObject(
      rejection(409, "checkout.not_paid", "This order is not paid, so there is nothing to send."),
    );
    expect(await resend(nobody)).toMatchObject(
      rejection(409, "checkout.no_email", "The buyer gave no email, so nothing can be sent."),
    );
    for (const id of [pending, nobody]) expect(await wasAsked(Number(id))).toBe(false);
  });

  test("resends only the creator's own orders", async () => {
    const order = await sold("hers@example.org");
    const berta = await signUpVerified(site);
    expect(await resend(order.id, berta)).toMatchObject(MISSING);
    expect(await resend(999_999_999)).toMatchObject(MISSING);
    expect(await wasAsked(order.id)).toBe(false);
    expect(await resend("x")).toMatchObject(
      rejection(400, "invalid_input", "The id must be a whole number above 0."),
    );
    expect(await mailsTo(site, "hers@example.org")).toEqual([]);
  });

  test("limits resending per order", async () => {
    const limited = await openSite({ databaseUrl: site.databaseUrl, limits: "database" });
    const order = await sold("patient@example.org");
    const statuses = [];
    for (let round = 0; round < 8; round++) {
      statuses.push(
        (await limited.call("POST", `/api/orders/${order.id}/resend`, undefined, { cookie: anna.cookie }))
          .status,
      );
      await site.sql`update orders set links_mailed_at = now() - interval '2 minutes' where id = ${order.id}`;
    }
    expect(statuses).toEqual([204, 204, 204, 204, 204, 204, 429, 429]);
    expect(await mailsTo(limited, "patient@example.org")).toHaveLength(6);
  });
});

test("does not count a pending checkout as a sale", async () => {
  await startCheckout(site, (await offerFile(site, anna)).tile.id);
  expect((await list()).body).toMatchObject({ total: 1, totals: [], mockTotals: [] });
  expect((await list("?status=paid")).body.total).toBe(0);
});
