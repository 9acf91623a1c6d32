import { cp, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { pino } from "pino";
import { expect, test } from "vitest";
import { migrate } from "../platform/database/migrate.ts";
import { migrationsFolder } from "../testing/database.ts";
import { HttpClient } from "../testing/http-client.ts";
import { makeTestFolder } from "../testing/temporary-folder.ts";
import { EVENTS, isInstalled, observed, PREVIOUS, repeat, secondsUntil } from "./drill.ts";
import { startWrites } from "./steady-writes.ts";
import { testTwoNodes } from "./two-nodes.ts";

const hasCaddy = isInstalled("caddy");
const site = testTwoNodes([{}, { WORKERS: "2" }]);

const one = async <Value>(text: string, values: unknown[] = []): Promise<Value> =>
  Object.values((await site.db.query(text, values)).rows[0])[0] as Value;
const seconds = (since: number) => `${((performance.now() - since) / 1000).toFixed(1)} s`;

/** Migrates like a next release that adds types of tiles and events. */
async function migrateToNextRelease(url: string) {
  const folder = await makeTestFolder();
  await cp(migrationsFolder, folder, { recursive: true });
  const known = (table: string, name: string, condition: string) =>
    `alter table ${table} drop constraint ${name};\nalter table ${table} add constraint ${name} check (${condition}) not valid;`;
  const steps = {
    "9997_new-types.sql": `${known("events", "events_event_known", "event <> ''")}\n${known("tiles", "tiles_type_known", "type <> ''")}`,
    "9998_validate.sql":
      "alter table events validate constraint events_event_known;\nalter table tiles validate constraint tiles_type_known;",
  };
  for (const [name, sql] of Object.entries(steps)) await writeFile(join(folder, name), sql);
  await migrate({ url, folder, log: pino({ level: "silent" }) });
}

/** Sends one event after the other. Reports the slowest response and the failed ones. */
function probeEvents(url: string, creatorId: number) {
  let slowest = 0;
  let sent = 0;
  let failed = 0;
  const body = JSON.stringify({ creatorId, event: "page_view" });
  const headers = { "content-type": "application/json", "user-agent": "Mozilla/5.0 Firefox/140.0" };
  const stop = repeat(async () => {
    const startedAt = performance.now();
    const { status } = await fetch(`${url}/api/public/analytics`, { method: "POST", headers, body });
    sent += 1;
    if (status !== 202) failed += 1;
    slowest = Math.max(slowest, performance.now() - startedAt);
    await delay(20);
  });
  return async () => {
    await stop();
    return `${sent} events, ${failed} failed, the slowest in ${slowest.toFixed(0)} ms`;
  };
}

test.skipIf(!hasCaddy)(
  "one-release-back: nodes of the previous release serve and restart on a database of the next one",
  async () => {
    const { db, postgres } = site;
    const [newer, older] = site.nodes;
    await site.start(PREVIOUS);
    const writes = await startWrites(site.url, { perSecond: 50 });
    const creatorId = (await new HttpClient(site.url).register("visited")).id;
    let startedAt = performance.now();
    await db.query(
      "insert into events (creator_id, event, created_at) select $1, 'page_view', now() - random() * interval '20 days' from generate_series(1, $2::int)",
      [creatorId, EVENTS],
    );
    observed(`${EVENTS} events inserted in ${seconds(startedAt)}`);

    startedAt = performance.now();
    const stopFirst = probeEvents(older.url, creatorId);
    expect((await newer.stop()).code, newer.output).toBe(0);
    await newer.start();
    observed(`upgraded in ${seconds(startedAt)}; ${await stopFirst()}`);
    startedAt = performance.now();
    const stopSecond = probeEvents(older.url, creatorId);
    await migrateToNextRelease(postgres.url);
    observed(`new constraints on events in ${seconds(startedAt)}; ${await stopSecond()}`);

    // Caddy sends requests to a node again after its next health check.
    await delay(5_000);
    const [worker] = await older.listWorkers();
    process.kill(worker ?? 0, "SIGKILL");
    const isReplaced = async () => {
      const workers = await older.listWorkers();
      return workers.length === 2 && !workers.includes(worker ?? 0);
    };
    await secondsUntil(isReplaced, 30);
    await delay(15_000);
    expect(await isReplaced()).toBe(true);
    expect(older.output).not.toContain("newer than this release");
    expect((await older.stop()).code, older.output).toBe(0);
    startedAt = performance.now();
    await older.start(PREVIOUS);
    observed(`worker of the release before replaced; its node restarted in ${seconds(startedAt)}`);

    const mail = { mail: "of-the-next-release", links: {} };
    await db.query(
      "insert into pgboss.job (name, data, retry_limit, dead_letter) select 'mail.deliver', $1, 10, 'dead' from generate_series(1, 10)",
      [{ to: "anna@example.org", messageId: "<a@b>", mail }],
    );
    const ida = await new HttpClient(newer.url).register("ida");
    await db.query(
      "insert into tiles (creator_id, type, title, position) values ($1, 'embed', 'Newer', 99)",
      [ida.id],
    );
    await db.query("insert into events (creator_id, event) values ($1, 'applause')", [ida.id]);
    await delay(15_000);
    const pages = await Promise.all(
      site.nodes.map(async ({ url }) => (await fetch(`${url}/@${ida.handle}`)).status),
    );
    const waiting = await one(
      "select count(*)::int from pgboss.job where data->'mail'->>'mail' = $1 and state in ('created', 'retry')",
      [mail.mail],
    );
    const dead = await one("select count(*)::int from pgboss.job where name = 'dead'");
    const sent = await one(
      "select count(*)::int from pgboss.job where name = 'mail.deliver' and state = 'completed' and data->>'to' = 'ida@example.org'",
    );
    observed(
      `${waiting} of 10 emails of a new kind wait, ${dead} jobs dead, ${sent} emails of the newer node sent; page with a new tile type: ${pages[0]} on the newer node, ${pages[1]} on the one before`,
    );
    const written = await writes.stop();
    observed(
      `${written.sent} writes meanwhile, ${written.failures.length} failed ${[...new Set(written.failures)]}`,
    );
    expect({ waiting, dead }).toEqual({ waiting: 10, dead: 0 });
    expect(sent).toBe(1);
    expect(pages[0]).toBe(200);
    // Releases up to migration 0045 cannot show a page with an unknown type.
    if (!PREVIOUS) expect(pages[1]).toBe(200);
    // Requests in progress end with the killed worker.
    expect(written.failures.filter((failure) => !failure.endsWith(": 502"))).toEqual([]);
    await writes.expectEverythingStored();
  },
);
