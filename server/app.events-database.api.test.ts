import { setTimeout as delay } from "node:timers/promises";
import { pino } from "pino";
import { expect, onTestFinished, test, vi } from "vitest";
import { ACCEPT_EVENTS, REJECT_EVENTS } from "./platform/database/event-location.ts";
import { type Database, openDatabase } from "./platform/database/index.ts";
import { openEvents } from "./start/open-events.ts";
import { concurrently } from "./testing/concurrently.ts";
import { createTestDatabase } from "./testing/create-database.ts";
import { startDatabaseProxy } from "./testing/database-proxy.ts";
import { addTile, buy, offerFile, signUpAs } from "./testing/factories.ts";
import type { TestApp } from "./testing/harness.ts";
import { openSite } from "./testing/test-site.ts";

vi.setConfig({ testTimeout: 120_000 });

const BROWSER = "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0";
const silent = pino({ level: "silent" });

const visit = (site: TestApp, creatorId: number) =>
  site.call("POST", "/api/public/analytics", { creatorId, event: "page_view" }, { "user-agent": BROWSER });
const readMetric = async (site: TestApp) =>
  /^tessera_events_database_up (\d)$/m.exec((await site.call("GET", "/metrics")).text)?.[1];

async function emptyDatabase(template: "template" | "eventsTemplate"): Promise<string> {
  const { url, drop } = await createTestDatabase(template);
  onTestFinished(drop);
  return url;
}

test.each(["silent", "closed"] as const)(
  "while the database of visits is %s, pages and sales go on, visits get 503, and all is well once it is back",
  async (how) => {
    const proxy = await startDatabaseProxy(await emptyDatabase("eventsTemplate"));
    const site = await openSite({ events: { url: proxy.url } });
    onTestFinished(() => proxy.close());
    const user = await signUpAs(site, { plan: "creator" });
    const { tile } = await offerFile(site, user);
    const { id } = user.creator;
    expect((await visit(site, id)).status).toBe(202);
    expect((await site.call("GET", "/readyz")).body).toEqual({ status: "ready" });
    expect(await readMetric(site)).toBe("1");

    const { target } = proxy.state;
    if (how === "silent") proxy.state.silent = true;
    else {
      proxy.state.target = { path: "/nowhere/.s.PGSQL.5432" };
      proxy.reset();
    }
    const visits = Array.from({ length: 100 }, () => visit(site, id));
    const summary = user.call("GET", "/api/analytics/summary");
    const funnel = user.call("GET", "/api/analytics/funnel");
    for (let round = 0; round < 5; round++) {
      expect((await site.call("GET", `/@${user.creator.handle}`)).status).toBe(200);
      await addTile(user);
      await buy(site, tile.id);
    }
    const statuses = (await Promise.all([...visits, summary, funnel])).map(({ status }) => status);
    expect(new Set(statuses)).toEqual(new Set([503]));
    expect(await site.call("GET", "/readyz")).toMatchObject({
      status: 200,
      body: { status: "ready", visits: "unavailable" },
    });
    expect(await readMetric(site)).toBe("0");

    proxy.state.target = target;
    proxy.state.silent = false;
    await expect.poll(async () => (await visit(site, id)).status).toBe(202);
    const purchases = () => site.visits.query("select 1 from events where event = 'purchase'");
    await expect.poll(() => purchases().catch(() => [])).toHaveLength(5);
    expect((await site.call("GET", "/readyz")).body).toEqual({ status: "ready" });
    expect((await user.call("GET", "/api/analytics/summary")).status).toBe(200);
  },
);

test("visits of a new installation are in the database of their own at once, and no process starts without it", async () => {
  const main = open(await emptyDatabase("template"));
  const url = await emptyDatabase("eventsTemplate");
  const events = await openEvents({ eventsDatabaseUrl: url }, { main, log: silent });
  expect(events.latest().db).toBe(events.own);
  await events.stop();
  await expect(openEvents({ eventsDatabaseUrl: undefined }, { main, log: silent })).rejects.toThrow(
    "Name it in EVENTS_DATABASE_URL",
  );
  const other = await emptyDatabase("eventsTemplate");
  await expect(openEvents({ eventsDatabaseUrl: other }, { main, log: silent })).rejects.toThrow(
    "does not hold the visits of this installation",
  );
  // Whoever starts without it all the same stores nothing in the main one.
  const store = "insert into pending_counts (creator_id, event) values (1, 'page_view')";
  await expect(main.$client.query(store)).rejects.toThrow("events_moved");
});

test("a process without the setting rejects visits once they were moved, and loses no event of a sale", async () => {
  const site = await openSite();
  const user = await signUpAs(site, { plan: "creator" });
  const { tile } = await offerFile(site, user);
  await site.query("alter table pending_counts add constraint events_moved check (false) not valid");
  const visits = await concurrently(20, () => visit(site, user.creator.id));
  expect(new Set(visits.map(({ status }) => status))).toEqual(new Set([503]));
  await buy(site, tile.id);
  await site.query("alter table pending_counts drop constraint events_moved");
  const purchases = () => site.query("select 1 from events where event = 'purchase'");
  await expect.poll(purchases).toHaveLength(1);
});

test("a process without the setting shows no statistics once visits were moved, until they are back", async () => {
  const site = await openSite();
  const user = await site.signUp();
  const summary = async () => (await user.call("GET", "/api/analytics/summary")).status;
  expect(await summary()).toBe(200);
  await site.sql`insert into event_location (database_id, location) values (gen_random_uuid(), 'own')`;
  await site.query(REJECT_EVENTS);
  expect((await visit(site, user.creator.id)).status).toBe(503);
  expect(await summary()).toBe(503);
  await site.sql`update event_location set location = 'main'`;
  await site.query(ACCEPT_EVENTS);
  await expect.poll(summary).toBe(200);
  expect((await visit(site, user.creator.id)).status).toBe(202);
});

test("visits of before stay where they are until they are moved, and a database that others use is refused", async () => {
  const main = open(await emptyDatabase("template"));
  const used = open(await emptyDatabase("eventsTemplate"));
  for (const db of [main, used])
    await db.$client.query("insert into events (creator_id, event) values (1, 'page_view')");
  const url = used.$client.options.connectionString;
  await expect(openEvents({ eventsDatabaseUrl: url }, { main, log: silent })).rejects.toThrow(
    "holds other visits",
  );
  const lines: string[] = [];
  const log = pino({}, { write: (line: string) => void lines.push(line) });
  const events = await openEvents(
    { eventsDatabaseUrl: await emptyDatabase("eventsTemplate") },
    { main, log },
  );
  expect(events.latest().db).toBe(main);
  expect(lines.join("")).toContain("npm run events -- move");
  await events.stop();
  expect((await openEvents({ eventsDatabaseUrl: undefined }, { main, log: silent })).own).toBeUndefined();
});

test("a process starts while the database of visits is unavailable, and stores them once it responds", async () => {
  const main = open(await emptyDatabase("template"));
  const proxy = await startDatabaseProxy(await emptyDatabase("eventsTemplate"));
  onTestFinished(() => proxy.close());
  const settings = { eventsDatabaseUrl: proxy.url };
  const { target } = proxy.state;
  proxy.state.target = { path: "/nowhere/.s.PGSQL.5432" };
  await expect(openEvents(settings, { main, log: silent })).rejects.toThrow(
    "The database of EVENTS_DATABASE_URL cannot be used",
  );
  proxy.state.target = target;
  await (await openEvents(settings, { main, log: silent })).stop();
  proxy.state.target = { path: "/nowhere/.s.PGSQL.5432" };
  const events = await openEvents(settings, { main, log: silent });
  onTestFinished(() => events.stop());
  await expect(events.own?.execute("select 1")).rejects.toThrow();
  proxy.state.target = target;
  await delay(10);
  expect((await events.own?.execute("select 1"))?.rows).toHaveLength(1);
});

function open(url: string): Database {
  const db = openDatabase({ url, log: silent, maxConnections: 3 });
  onTestFinished(() => db.$client.end());
  return db;
}
