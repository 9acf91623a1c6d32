import { sql } from "drizzle-orm";
import { pino } from "pino";
import { beforeEach, describe, expect, test } from "vitest";
import { AnalyticsSummary } from "../../../contract/api/analytics.ts";
import { inTransaction } from "../../platform/database/index.ts";
import { concurrently } from "../../testing/concurrently.ts";
import { addTile, type TestUser } from "../../testing/factories.ts";
import type { TestApp } from "../../testing/harness.ts";
import { createMemoryRateLimiter } from "../../testing/memory-rate-limiter.ts";
import { openSite, testSite, testUser } from "../../testing/test-site.ts";
import { createAnalyticsService } from "./service.ts";
import { events, visitorSalts } from "./tables.ts";

const PHONE =
  "Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.5 Mobile/15E148 Safari/604.1";
const DESKTOP = "Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:127.0) Gecko/20100101 Firefox/127.0";
const PATH = "/api/public/analytics";
const log = pino({ level: "silent" });

const countries: Record<string, string> = { "203.0.113.9": "DE", "203.0.113.10": "FR" };
const findCountry = (address: string) => countries[address] ?? null;
let now = new Date();

const site = testSite(() => ({ findCountry, now: () => now }));
const anna = testUser(site);
const ben = testUser(site);
beforeEach(async () => {
  await site.db.delete(events);
});

/** Creates the service of another process over the same databases. */
const createNode = (more: Partial<Parameters<typeof createAnalyticsService>[0]> = {}) =>
  createAnalyticsService({
    db: site.db,
    log,
    clock: { now: () => now },
    publicUrl: "",
    findCountry,
    ...more,
  });

type Sent = { from?: string; agent?: string; headers?: Record<string, string>; node?: TestApp };

/** Sends an event as a visitor's browser with its own IP. */
async function send(payload: unknown, { from = "203.0.113.9", agent = PHONE, headers, node }: Sent = {}) {
  const response = await (node ?? site).app.inject({
    method: "POST",
    url: PATH,
    remoteAddress: from,
    headers: { "user-agent": agent, ...headers },
    payload: payload as object,
  });
  return { status: response.statusCode, text: response.payload, headers: response.headers };
}

const view = (user: TestUser, more: object = {}) => ({
  creatorId: user.creator.id,
  event: "page_view",
  ...more,
});
const stored = () => site.db.select().from(events).orderBy(events.id);

const publishTile = async (user: TestUser, title = "A link") => (await addTile(user, { title })).id;

async function summaryOf(user: TestUser, query = ""): Promise<AnalyticsSummary> {
  const { status, body } = await user.call("GET", `/api/analytics/summary${query}`);
  expect(status).toBe(200);
  return AnalyticsSummary.parse(body);
}

const countOf = (summary: AnalyticsSummary, name: string) =>
  summary.summary.find(({ event }) => event === name)?.count;

describe("an event of a visit", () => {
  test("is counted for its creator, with a response without body and cookie", async () => {
    const response = await send(view(anna, { source: "IG" }));
    expect(response).toMatchObject({ status: 202, text: "" });
    expect(response.headers["set-cookie"]).toBeUndefined();
    expect(countOf(await summaryOf(anna), "page_view")).toBe(1);
    expect(await stored()).toMatchObject([
      {
        creatorId: anna.creator.id,
        tileId: null,
        event: "page_view",
        device: "mobile",
        country: "DE",
        source: "instagram",
      },
    ]);
  });

  test("can be sent as text from another origin", async () => {
    const headers = { "content-type": "text/plain;charset=UTF-8", origin: "https://elsewhere.example" };
    expect((await send(JSON.stringify(view(anna)), { headers })).status).toBe(202);
    expect(await stored()).toHaveLength(1);
  });

  test.each([
    [undefined, "unknown"],
    [null, "unknown"],
    ["", "direct"],
    ["News Letter!", "news-letter"],
    ["mail", "email"],
    ["x".repeat(100), "x".repeat(40)],
    ["javascript:alert(1)", "javascript-alert-1"],
  ])("is stored as from %s for the source %j", async (source, name) => {
    expect((await send(view(anna, { source }))).status).toBe(202);
    expect(await stored()).toMatchObject([{ source: name }]);
  });

  test("ignores fields that the client must not set", async () => {
    const lies = {
      ip: "203.0.113.10",
      country: "US",
      device: "tablet",
      userAgent: "x",
      visitor: "me",
      timestamp: "2001-01-01T00:00:00Z",
      createdAt: "2001-01-01T00:00:00Z",
      created_at: "2001-01-01T00:00:00Z",
    };
    const headers = {
      "x-forwarded-for": "203.0.113.10",
      "x-real-ip": "203.0.113.10",
      forwarded: "for=203.0.113.10",
      "cf-ipcountry": "US",
      "sec-ch-ua-mobile": "?0",
    };
    await send(view(anna));
    await send(view(anna, lies), { headers });
    const [honest, lying] = await stored();
    expect(lying).toMatchObject({ country: "DE", device: "mobile" });
    expect(lying?.visitor).toEqual(honest?.visitor);
    expect(Date.now() - Number(lying?.createdAt)).toBeLessThan(60_000);
  });

  test("has the IP that a trusted proxy reports", async () => {
    const node = await openSite({
      databaseUrl: site.databaseUrl,
      findCountry,
      trustProxy: ["127.0.0.1"],
    });
    const headers = { "x-forwarded-for": "203.0.113.10" };
    await send(view(anna), { node, from: "127.0.0.1", headers });
    await send(view(anna), { node, from: "203.0.113.9", headers });
    expect((await stored()).map((event) => event.country)).toEqual(["FR", "DE"]);
  });

  test("has the country of the configured proxy's header, and ignores other clients' headers", async () => {
    const analytics = createNode({
      publicUrl: "http://localhost:3000",
      countryHeader: { name: "cf-ipcountry", trustedProxies: ["127.0.0.1"] },
    });
    const node = await openSite({
      databaseUrl: site.databaseUrl,
      trustProxy: ["127.0.0.1"],
      analytics,
    });
    const headers = { "x-forwarded-for": "203.0.113.9", "cf-ipcountry": "us" };
    await send(view(anna), { node, from: "127.0.0.1", headers });
    await send(view(anna), { node, from: "203.0.113.10", headers });
    expect((await stored()).map((event) => event.country)).toEqual(["US", "FR"]);
  });

  test.each([
    ["a robot", { agent: "Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)" }],
    ["a link preview", { agent: "facebookexternalhit/1.1" }],
    ["a program without a name", { agent: "" }],
    ["a prefetch", { headers: { "sec-purpose": "prefetch;prerender" } }],
    ["an older prefetch", { headers: { purpose: "prefetch" } }],
  ])("is accepted but not recorded for %s", async (_who, sent) => {
    expect(await send(view(anna), sent)).toMatchObject({ status: 202, text: "" });
    expect(await stored()).toEqual([]);
  });

  test("is rejected if it is invalid or only the server may record it", async () => {
    const rejected = [
      view(anna, { event: "purchase" }),
      view(anna, { event: "signup" }),
      view(anna, { creatorId: 0 }),
      view(anna, { creatorId: "1" }),
      view(anna, { creatorId: 1.5 }),
      view(anna, { creatorId: 1e30 }),
      view(anna, { tileId: -1 }),
      view(anna, { source: 7 }),
      view(anna, { source: "a".repeat(5000) }),
      view(anna, { source: "a\u0000b" }),
      { event: "page_view" },
      [],
    ];
    for (const payload of rejected) {
      const { status, text } = await send(payload);
      expect([status, JSON.parse(text).error]).toEqual([400, expect.any(String)]);
    }
    expect((await send("{", { headers: { "content-type": "text/plain" } })).status).toBe(400);
    expect(await stored()).toEqual([]);
  });

  test("is rejected and not counted on a tile of another creator", async () => {
    const tileId = await publishTile(ben);
    for (const id of [tileId, 999_999_999, Number.MAX_SAFE_INTEGER]) {
      const { status, text } = await send(view(anna, { event: "tile_click", tileId: id }));
      expect(status).toBe(400);
      expect(JSON.parse(text)).toMatchObject({
        code: "analytics.tile_not_on_page",
        details: { fieldErrors: { tileId: [expect.any(String)] } },
      });
    }
    expect(await stored()).toEqual([]);
  });

  test("is rejected for an unknown creator", async () => {
    const { status, text } = await send(view(anna, { creatorId: 999_999_999 }));
    expect([status, JSON.parse(text).code]).toEqual([404, "analytics.creator_unknown"]);
    expect(await stored()).toEqual([]);
  });

  test("is rejected after 120 a minute from one IP", async () => {
    const node = await openSite({
      databaseUrl: site.databaseUrl,
      limits: createMemoryRateLimiter(),
    });
    const responses = await concurrently(150, () => send(view(anna), { node }));
    const elsewhere = await send(view(anna), { node, from: "203.0.113.10" });
    expect(responses.filter(({ status }) => status === 202)).toHaveLength(120);
    const rejected = responses.filter(({ status }) => status === 429);
    expect(rejected).toHaveLength(30);
    expect(rejected.every(({ headers }) => Number(headers["retry-after"]) > 0)).toBe(true);
    expect(elsewhere.status).toBe(202);
    expect(await stored()).toHaveLength(121);
  });
});

describe("the stored visitor hash", () => {
  const visitors = async () => (await stored()).map((event) => event.visitor?.toString("hex"));

  test("is stored without IP, user agent and referrer, which are not logged either", async () => {
    const from = "198.51.100.77";
    const headers = { referer: "https://secret.example/private?q=hush", "accept-language": "de-CH" };
    for (let visit = 0; visit < 100; visit++) await send(view(anna, { source: "reddit" }), { from, headers });
    await send(view(anna), { from: "2001:db8:77::1", headers });
    const rows =
      await site.db.execute(sql`select e::text as row from events e union all select s::text from visitor_salts s
        union all select p::text from pending_counts p union all select d::text from daily_counts d`);
    const written = rows.rows.map(({ row }) => row).join("\n") + site.logLines.join("\n");
    for (const trace of [from, "2001:db8:77", PHONE, "iPhone", "secret.example", "hush", "de-CH"]) {
      expect(written).not.toContain(trace);
    }
    const hexAddress = Buffer.from(from).toString("hex");
    expect(written).not.toContain(hexAddress);
  });

  test("differs by creator, IP and browser, and is the same on every node", async () => {
    const node = await openSite({ databaseUrl: site.databaseUrl });
    await send(view(anna));
    await send(view(anna), { node });
    await send(view(ben));
    await send(view(anna), { from: "203.0.113.10" });
    await send(view(anna), { agent: DESKTOP });
    const [first, again, ...others] = await visitors();
    expect(again).toBe(first);
    expect(new Set([first, ...others]).size).toBe(4);
    expect(first).toMatch(/^[0-9a-f]{32}$/);
  });

  test("differs by day, and at most two salts are stored", async () => {
    await send(view(anna));
    for (let day = 0; day < 4; day++) {
      // Make the stored rows a day older, and this node's clock a day ahead.
      await site.db.execute(
        sql`update visitor_salts set day = day - 1 where day = (select min(day) from visitor_salts)`,
      );
      await site.db.execute(
        sql`update visitor_salts set day = day - 1 where day = (now() at time zone 'UTC')::date`,
      );
      now = new Date(now.getTime() + 24 * 3_600_000);
      await send(view(anna));
      await send(view(anna));
      const salts = await site.db.select().from(visitorSalts);
      expect(salts.length).toBeLessThanOrEqual(2);
      expect(salts.every(({ salt }) => salt.length === 32)).toBe(true);
    }
    expect(new Set(await visitors()).size).toBe(5);
  });

  test("has one salt when several nodes start a new day at once", async () => {
    await site.db.delete(visitorSalts);
    const request = { ip: "203.0.113.9", headers: { "user-agent": PHONE }, socket: {} };
    const visit = { creatorId: anna.creator.id, event: "page_view" as const };
    const nodes = Array.from({ length: 10 }, () => createNode());
    await Promise.all(nodes.map((node) => node.recordVisit(request, visit)));
    expect(new Set(await visitors()).size).toBe(1);
    expect(await site.db.select().from(visitorSalts)).toHaveLength(1);
  });

  test("cannot be computed again later, because past salts are deleted even without visits", async () => {
    await site.db.execute(
      sql`insert into visitor_salts select (now() at time zone 'UTC')::date - n, '\\x00' from generate_series(2, 8) n`,
    );
    await createNode().deleteExpiredSalts();
    const left = await site.db.select().from(visitorSalts);
    expect(left.length).toBeLessThanOrEqual(2);
    expect(left.every(({ salt }) => salt.length === 32)).toBe(true);
    expect(await site.sql`select from visitor_salts where length(salt) < 32`).toEqual([]);
  });
});

describe("events recorded by the server", () => {
  test("count a purchase for its creator and tile, in the transaction of the sale", async () => {
    const tileId = await publishTile(anna, "Sold");
    const purchase = { orderId: 1, creatorId: anna.creator.id, tileId };
    const failing = inTransaction(site.db, async (tx) => {
      await createNode().recordPurchase(tx, purchase);
      throw new Error("no");
    });
    await expect(failing).rejects.toThrow("no");
    expect(await stored()).toEqual([]);
    await inTransaction(site.db, (tx) => createNode().recordPurchase(tx, { ...purchase, device: "mobile" }));
    await site.settled();
    expect(await stored()).toMatchObject([{ event: "purchase", tileId, device: "mobile", visitor: null }]);
    const summary = await summaryOf(anna);
    expect(countOf(summary, "purchase")).toBe(1);
    expect(summary.perTile.find(({ id }) => id === tileId)).toMatchObject({ purchases: 1 });
  });

  test("store a purchase without its tile if the tile is deleted, being deleted or another creator's", async () => {
    const going = await publishTile(ben, "Going");
    const foreign = await publishTile(anna, "Foreign");
    const creatorId = ben.creator.id;
    const buy = (tileId: number | null) =>
      inTransaction(site.db, (tx) => createNode().recordPurchase(tx, { orderId: 1, creatorId, tileId }));
    await inTransaction(site.db, async (tx) => {
      await tx.execute(sql`delete from tiles where id = ${going}`);
      await buy(going);
    });
    await buy(999_999_999);
    await buy(foreign);
    await buy(null);
    await site.settled();
    expect((await stored()).map(({ event, tileId }) => [event, tileId])).toEqual(
      Array(4).fill(["purchase", null]),
    );
  });
});
