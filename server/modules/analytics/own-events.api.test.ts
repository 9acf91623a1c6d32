import { expect, test, vi } from "vitest";
import { inTransaction } from "../../platform/database/index.ts";
import { addTile, buy, offerFile } from "../../testing/factories.ts";
import type { TestApp } from "../../testing/harness.ts";
import { rollUpNow } from "../../testing/roll-up-now.ts";
import { openSite } from "../../testing/test-site.ts";
import { OWN_EVENT_JOB } from "./own-events.ts";

vi.setConfig({ testTimeout: 90_000 });

const purchases = (site: TestApp) =>
  site.visits.query("select event, tile_id, created_at from events where event = 'purchase'");
const jobsOf = (site: TestApp) =>
  site.sql`select data, state::text from pgboss.job where name = ${OWN_EVENT_JOB}`;

test("a sale whose process dies before its event is stored has it once, at the time of the sale", async () => {
  const seller = await openSite({ events: "separate", jobs: "database" });
  const user = await seller.signUp();
  const { tile } = await offerFile(seller, user);
  // The database of visits is unavailable.
  await seller.events.own?.$client.end();
  await buy(seller, tile.id);
  expect(await seller.query("select status from orders")).toEqual([{ status: "paid" }]);
  expect(await jobsOf(seller)).toMatchObject([{ data: { event: "purchase", tileId: tile.id } }]);
  await seller.app.close();
  await seller.jobs.stop();
  await seller.query(
    "update pgboss.job set state = 'retry', start_after = now(), created_on = created_on - interval '1 hour' where name = 'analytics.own-event'",
  );

  const other = await openSite({ databaseUrl: seller.databaseUrl, jobs: "database" });
  await expect.poll(() => purchases(other)).toHaveLength(1);
  const [paid] = await other.query("select paid_at from orders");
  const [event] = await purchases(other);
  expect(event).toMatchObject({ tile_id: tile.id, created_at: paid.paid_at });

  // It died after it had stored the event, and before the job was done.
  const [job] = await jobsOf(other);
  await Promise.all([1, 2, 3].map(() => other.analytics.storeOwnEvent(job.data)));
  expect(await purchases(other)).toHaveLength(1);
  await rollUpNow(other.events.latest());
  expect(await other.visits.query("select event, count from daily_tile_counts")).toEqual([
    { event: "purchase", count: 1 },
  ]);
});

test("an event of a creator who was deleted meanwhile is not stored", async () => {
  const site = await openSite({ events: "separate" });
  const { creator } = await site.signUp();
  const event = {
    ...{ cause: "00000000-0000-4000-8000-000000000002", happenedAt: new Date().toISOString() },
    ...{ event: "signup" as const, creatorId: creator.id, tileId: null },
    ...{ device: null, country: null, source: null },
  };
  await site.sql`delete from creators where id = ${creator.id}`;
  await site.analytics.storeOwnEvent(event);
  expect(await site.visits.query("select from events")).toEqual([]);
});

test("a transaction that fails leaves no event, and a deleted tile none that names it", async () => {
  const site = await openSite({ events: "separate" });
  const user = await site.signUp();
  const tile = await addTile(user);
  const record = (orderId: number) =>
    inTransaction(site.db, async (tx) => {
      await site.analytics.recordPurchase(tx, { orderId, creatorId: user.creator.id, tileId: tile.id });
      if (orderId === 1) throw new Error("no");
    });
  await expect(record(1)).rejects.toThrow("no");
  await site.sql`delete from tiles where id = ${tile.id}`;
  await record(2);
  await site.settled();
  expect(await purchases(site)).toMatchObject([{ tile_id: null }]);
});

test("a signup that is stored hours later is in the funnel, whose earlier hours are counted", async () => {
  const site = await openSite({ events: "separate" });
  const user = await site.signUp();
  const event = {
    cause: "00000000-0000-4000-8000-000000000001",
    happenedAt: new Date(Date.now() - 5 * 3_600_000).toISOString(),
    creatorId: user.creator.id,
    tileId: null,
    device: null,
    country: null,
    source: null,
  };
  await site.analytics.storeOwnEvent({ ...event, event: "signup" });
  const [stored] = await site.visits.query(
    "select created_at >= date_trunc('hour', now() - interval '5 minutes') as open from events",
  );
  expect(stored).toEqual({ open: true });
});
