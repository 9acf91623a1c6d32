import { setTimeout as delay } from "node:timers/promises";
import pg from "pg";
import { expect, onTestFinished, test } from "vitest";
import { HttpClient } from "../testing/http-client.ts";
import { Ledger } from "../testing/ledger.ts";
import { startPgBouncer } from "../testing/pgbouncer.ts";
import { ProductProcess } from "../testing/product-process.ts";
import { countJobs, isInstalled, observed, otherThan503, repeat, SECONDS, secondsUntil } from "./drill.ts";
import { startPostgres } from "./outside-product.ts";
import { startWrites } from "./steady-writes.ts";
import { prepareTwoNodes, SECRET } from "./two-nodes.ts";

/** Fewer connections than a single node may open, so that each transaction may get another one. */
const CONNECTIONS = 6;
const DIRECT_CONNECTIONS = 4;
const HANDLE = "mara-behind-a-pooler";

const missing = ["pgbouncer", "caddy"].filter((program) => !isInstalled(program));
test.skipIf(missing.length > 0)(
  `pooler: two nodes behind PgBouncer in transaction mode, which is killed once${missing.length > 0 ? ` (skipped: ${missing.join(" and ")} not installed)` : ""}`,
  async () => {
    const postgres = await startPostgres();
    const pooler = await startPgBouncer(postgres.url, { connections: CONNECTIONS });
    const variables = { DATABASE_DIRECT_URL: postgres.url };
    const site = await prepareTwoNodes(pooler.url, [variables, variables]);
    const direct = new pg.Client({ connectionString: postgres.url, application_name: "drill" });
    onTestFinished(async () => {
      await direct.end();
      await site.remove();
      await pooler.remove();
      await postgres.stop();
    });
    await direct.connect();
    await site.start();

    // Caddy distributes the requests of one session, one sale and one download over both nodes.
    const ledger = new Ledger(site.url);
    const writes = await startWrites(site.url, { perSecond: 100 });
    let most = { direct: 0, pooled: 0 };
    const stopWatching = repeat(async () => {
      const now = await countConnections(direct);
      most = { direct: Math.max(most.direct, now.direct), pooled: Math.max(most.pooled, now.pooled) };
      await delay(200);
    });
    const errors = await ledger.workDuring(() => delay(SECONDS * 1_000));
    const delays = await measureInvalidation(site.nodes[0].url, site.nodes[1].url);
    await stopWatching();
    const written = await writes.stop();
    expect(errors.map(({ message }) => message)).toEqual([]);
    expect(written.failures).toEqual([]);
    expect(Math.max(...delays), "seconds until the other node shows a change").toBeLessThan(1);
    expect(most.pooled).toBeLessThanOrEqual(CONNECTIONS);
    expect(most.direct).toBeLessThanOrEqual(2 * DIRECT_CONNECTIONS);
    const warnings = site.nodes.map(({ output }) =>
      output.split("\n").filter((line) => /no time limits/.test(line)),
    );
    expect(warnings.flat()).toEqual([]);

    const interrupted = await ledger.workDuring(async () => {
      await delay(1_000);
      await pooler.stop();
      await delay(2_000);
      expect((await fetch(`${site.nodes[1].url}/@${HANDLE}`)).status, "a cached page is served").toBe(200);
      expect((await fetch(`${site.nodes[1].url}/readyz`)).status).toBe(503);
      await pooler.start();
      await delay(3_000);
    });
    expect(otherThan503(interrupted)).toEqual([]);
    const isIdle = async () => (await countJobs(site.nodes[0].url, "waiting|running")) === 0;
    const idle = await secondsUntil(isIdle, 120);
    await writes.expectEverythingStored();
    await ledger.expectEverythingConfirmed();
    observed(
      `${ledger.size} confirmed changes and ${written.sent} events and products (${written.perSecond.toFixed(0)} a second) all there over ${most.pooled} connections of the pooler and ${most.direct} direct ones; the other node showed ${delays.length} changes after ${Math.max(...delays).toFixed(2)} s at most; ${interrupted.length} requests got 503 while the pooler was away; no job left ${idle.toFixed(0)} s later`,
    );

    const doctor = await site.nodes[0].run("scripts/doctor.ts");
    expect(doctor.output).toContain("Database pooler: its connections have time limits");
    const settings: Record<string, string>[] = [{}, { DATABASE_DIRECT_URL: pooler.url }];
    for (const wrong of settings) {
      const misled = await ProductProcess.prepare({
        DATABASE_URL: pooler.url,
        APP_SECRET: SECRET,
        ...wrong,
      });
      onTestFinished(() => misled.remove());
      const setting = Object.keys(wrong)[0] ?? "DATABASE_URL";
      expect((await misled.run("scripts/doctor.ts")).output).toContain(`PgBouncer responds at ${setting},`);
    }
  },
);

async function countConnections(client: pg.Client): Promise<{ direct: number; pooled: number }> {
  const { rows } = await client.query<{ direct: number; pooled: number }>(
    `select count(*) filter (where application_name like 'tessera %')::int as direct,
       count(*) filter (where application_name = 'tessera')::int as pooled
     from pg_stat_activity where backend_type = 'client backend'`,
  );
  return rows[0] ?? { direct: 0, pooled: 0 };
}

/**
 * Returns the seconds until a page cached by one node shows changes made on the other, for each tile of the
 * Free plan.
 */
async function measureInvalidation(writer: string, reader: string): Promise<number[]> {
  const client = new HttpClient(writer);
  await client.register(HANDLE);
  const readPage = async () => (await fetch(`${reader}/@${HANDLE}`)).text();
  const seconds: number[] = [];
  for (let round = 0; round < 5; round++) {
    const title = `Mosaic number ${round}.`;
    expect(await readPage()).not.toContain(title);
    await client.postForJson("/api/tiles", { type: "link", title, url: "https://example.org/" });
    seconds.push(await secondsUntil(async () => (await readPage()).includes(title), 10));
  }
  return seconds;
}
