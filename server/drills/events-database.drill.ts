import { setTimeout as delay } from "node:timers/promises";
import pg from "pg";
import { expect, onTestFinished, test } from "vitest";
import { Ledger } from "../testing/ledger.ts";
import { ProductProcess } from "../testing/product-process.ts";
import { EVENTS, KILLS, observed, readMetrics, secondsUntil } from "./drill.ts";
import { startPostgres } from "./outside-product.ts";
import { startWrites } from "./steady-writes.ts";

const MOVE = "scripts/events.ts";
/** Of an installation that has run for a month. */
const HISTORY = Math.min(EVENTS, 300_000);

test("events-database: visits are moved between two databases under load while the command is killed, and one of them goes down", async () => {
  const postgres = await startPostgres();
  const product = await ProductProcess.prepare({ EVENTS_DATABASE_URL: postgres.url });
  onTestFinished(async () => {
    await product.remove();
    await postgres.stop();
  });
  await product.start();
  const ledger = new Ledger(product.url);
  const writes = await startWrites(product.url, { perSecond: 100 });
  await addHistory(postgres.url);

  const seconds: Record<string, number> = {};
  let kills = 0;
  const errors = await ledger.workDuring(async () => {
    for (const place of ["main", "own"]) {
      for (let kill = 1; kill <= KILLS; kill++) {
        const { isKilled } = await product.runUntilKilled(1_000 + kill * 1_500, MOVE, "move", place);
        kills += Number(isKilled);
      }
      const startedAt = performance.now();
      const { code, output } = await product.run(MOVE, "move", place);
      expect({ code, output }).toMatchObject({ code: 0 });
      seconds[place] = (performance.now() - startedAt) / 1000;
      await delay(2_000);
    }
  });
  expect(withoutStatistics(errors)).toEqual([]);
  expect(kills).toBeGreaterThan(0);

  let ready = 0;
  const interrupted = await ledger.workDuring(async () => {
    await postgres.kill();
    await delay(3_000);
    const response = await fetch(`${product.url}/readyz`);
    expect([response.status, await response.json()]).toEqual([
      200,
      { status: "ready", visits: "unavailable" },
    ]);
    expect((await product.run("scripts/doctor.ts")).output).toMatch(/FAULT +Database of visits/);
    await postgres.start();
    const areStored = async () => !(await (await fetch(`${product.url}/readyz`)).text()).includes("visits");
    ready = await secondsUntil(areStored, 60);
    await delay(2_000);
  });
  expect(withoutStatistics(interrupted)).toEqual([]);
  const written = await writes.stop();
  expect(written.failures.filter((failure) => failure !== "event: 503")).toEqual([]);
  await secondsUntil(async () => (await readMetrics(product))(WAITING) === 0, 120);
  await writes.expectEverythingStored();
  await ledger.expectEverythingConfirmed();
  expect((await product.run("scripts/doctor.ts")).output).toContain("visits are in it");
  observed(
    `${HISTORY} visits moved to the main database and back under ${written.perSecond.toFixed(0)} writes a second, the command killed ${kills} times; the last runs took ${seconds.main?.toFixed(1)} and ${seconds.own?.toFixed(1)} s. Then the database of visits was killed: ready throughout, ${written.failures.length} visits got 503, stored again ${ready.toFixed(1)} s after its restart. ${ledger.size} confirmed changes and ${written.sent} writes all there, none twice`,
  );
});

/** While the rest of a move is copied, and while their database is down, statistics and visits get 503, and nothing else. */
const withoutStatistics = (errors: readonly Error[]) =>
  errors.map(({ message }) => message).filter((message) => !/analytics.*: 503 /.test(message));

/** Stores visits of a creator that does not exist as a page, so that no summary has them. */
async function addHistory(url: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  await client.query(
    "insert into events (creator_id, event, created_at) select 1, 'page_view', now() - random() * interval '30 days' from generate_series(1, $1::int)",
    [HISTORY],
  );
  await client.end();
}

/** Events of sales that wait for their job. */
const WAITING = 'tessera_jobs{queue="analytics.own-event",state="waiting"}';
