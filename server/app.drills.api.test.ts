import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from "vitest";
import { askForReset, buy, offerFile } from "./testing/factories.ts";
import { prepareEach } from "./testing/prepare.ts";
import { testSite } from "./testing/test-site.ts";
import { beginTransaction } from "./testing/transactions.ts";

const site = testSite();
const anna = prepareEach(() => site.signUp());

const TEN_MINUTES = 10 * 60 * 1000;
const feedback = { category: "bug", message: "The tiles are too square.", page: "/dashboard" };

describe.for([
  ["fast", TEN_MINUTES],
  ["slow", -TEN_MINUTES],
] as const)("on a machine whose clock is ten minutes %s", ([, skew]) => {
  beforeAll(() => void vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + skew }));
  afterAll(() => void vi.useRealTimers());

  test("expires a download link by the database's clock", async () => {
    const { id, downloadToken } = await buy(site, (await offerFile(site, anna)).tile.id);
    const download = async (left: string) => {
      await site.sql`update access set link_expires_at = now() + ${left}::interval where order_id = ${id}`;
      return (await site.call("GET", `/api/orders/download/${downloadToken}`)).status;
    };
    const [sold] = await site.sql`select extract(epoch from link_expires_at - now())::int as seconds
      from access where order_id = ${id}`;
    expect(Math.round(sold.seconds / 60)).toBe(3 * 24 * 60);
    expect(await download("5 minutes")).toBe(200);
    expect(await download("-5 minutes")).toBe(410);
  });

  test("expires an emailed link and a session by the database's clock", async () => {
    const expireIn = (minutes: number) =>
      site.sql`update one_time_tokens set expires_at = now() + make_interval(mins => ${minutes})`;
    const reset = async (token: string) =>
      (await site.call("POST", "/api/auth/reset-password", { token, password: "another quiet mosaic" }))
        .status;
    const over = await askForReset(site, anna.email);
    await expireIn(-5);
    expect(await reset(over)).toBe(400);
    const good = await askForReset(site, anna.email);
    await expireIn(5);
    expect(await reset(good)).toBe(204);

    const berta = await site.signUp();
    const seen = async (ago: string) => {
      await site.sql`update sessions set last_seen_at = now() - ${ago}::interval`;
      return (await berta.call("GET", "/api/creators/me")).status;
    };
    expect(await seen("29 days 23 hours 55 minutes")).toBe(200);
    expect(await seen("30 days 5 minutes")).toBe(401);
  });

  test("stores a visit with the time of the database's clock", async () => {
    const visit = { creatorId: anna.creator.id, event: "page_view" };
    const browser = {
      "user-agent": "Mozilla/5.0 (X11; Linux x86_64; rv:150.0) Gecko/20100101 Firefox/150.0",
    };
    expect((await site.call("POST", "/api/public/analytics", visit, browser)).status).toBe(202);
    const [{ off }] =
      await site.sql`select abs(extract(epoch from now() - created_at))::int as off from events
      where creator_id = ${anna.creator.id}`;
    expect(off).toBeLessThan(60);
  });
});

describe("a database that rejects statements or does not respond", () => {
  afterEach(() => site.query("drop function if exists act() cascade"));
  const onFeedback = (does: string) =>
    site.query(
      `create function act() returns trigger language plpgsql as $$ begin ${does}; return new; end $$;
       create trigger act before insert on feedback for each row execute function act()`,
    );

  test.each([
    ["with a full disk", "errcode = 'disk_full', message = 'could not extend file'"],
    [
      "on a server that is read-only during a failover",
      "errcode = 'read_only_sql_transaction', message = 'cannot execute INSERT in a read-only transaction'",
    ],
  ])("returns 503 for writes and serves reads: %s", async (_, error) => {
    await onFeedback(`raise exception using ${error}`);
    const rejected = await anna.call("POST", "/api/feedback", feedback);
    expect(rejected).toMatchObject({ status: 503, body: { code: "unavailable" } });
    expect(rejected.headers["retry-after"]).toBe("2");
    expect((await anna.call("GET", "/api/creators/me")).status).toBe(200);
    await site.query("drop function act() cascade");
    expect((await anna.call("POST", "/api/feedback", feedback)).status).toBe(201);
  });

  test("cancels a statement that does not finish, times out a wait for a lock, and serves other requests", async () => {
    const [anna, berta] = await Promise.all([site.signUp(), site.signUp()]);
    await onFeedback("perform pg_sleep(30)");
    const blocker = await beginTransaction(site);
    await blocker.sql`select 1 from creators where id = ${anna.creator.id} for update`;
    const tile = { type: "link", title: "Shop", url: "https://shop.example/" };
    const rejected = Promise.all([
      anna.call("POST", "/api/tiles", tile),
      berta.call("POST", "/api/feedback", feedback),
    ]);
    expect((await berta.call("POST", "/api/tiles", tile)).status).toBe(201);
    expect((await rejected).map(({ status }) => status)).toEqual([503, 503]);
    expect(await site.query("select 1 from feedback where user_id is null")).toEqual([]);
  });
});
