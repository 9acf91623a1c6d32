import { setTimeout as delay } from "node:timers/promises";
import pg from "pg";
import { expect, onTestFinished, test } from "vitest";
import type { AnalyticsSummary } from "../../contract/api/analytics.ts";
import { HttpClient } from "../testing/http-client.ts";
import { Ledger } from "../testing/ledger.ts";
import { isInstalled, observed, readMetrics, repeat, SECONDS, secondsUntil } from "./drill.ts";
import { startPostgres } from "./outside-product.ts";
import { prepareTwoNodes } from "./two-nodes.ts";

const HANDLE = "mara-and-her-replica";
/** Longer than the replica may be behind. */
const FAR_BEHIND_MS = 6_000;

const hasCaddy = isInstalled("caddy");
test.skipIf(!hasCaddy)(
  `read-replica: pages and reports of two nodes are read from a streaming replica, which pauses, falls behind and is killed${hasCaddy ? "" : " (skipped: caddy not installed)"}`,
  async () => {
    const postgres = await startPostgres();
    const replica = await postgres.startReplica();
    const variables = { DATABASE_READ_URL: replica.url };
    const site = await prepareTwoNodes(postgres.url, [variables, variables]);
    const standby = new pg.Client({ connectionString: replica.url, application_name: "drill" });
    standby.on("error", () => undefined);
    onTestFinished(async () => {
      await standby.end();
      await site.remove();
      await replica.stop().catch(() => undefined);
      await postgres.stop();
    });
    await standby.connect();
    await site.start();
    const [writer, reader] = site.nodes;
    const { rename, pageOf, view, countViews } = await signUpMara(writer.url);
    const resume = pauseAtRandom(standby);
    const ledger = new Ledger(site.url);
    const delays: number[] = [];
    let rounds = 0;
    const errors = await ledger.workDuring(async () => {
      const end = performance.now() + SECONDS * 1_000;
      for (; performance.now() < end; rounds++) {
        const title = await rename(rounds);
        expect(await pageOf(writer.url), "the own change, at once").toContain(title);
        delays.push(await secondsUntil(async () => (await pageOf(reader.url)).includes(title), 10));
        expect(await pageOf(writer.url), "and afterwards").toContain(title);
        await view();
        expect(await countViews(), "a report has every visit").toBe(rounds + 1);
      }
    });
    await resume();
    expect(errors.map(({ message }) => message)).toEqual([]);
    // With what one request takes while all cores are busy.
    expect(Math.max(...delays), "seconds until the other node shows a change").toBeLessThan(2);
    await ledger.expectEverythingConfirmed();
    const reads = await readCounts(site.nodes);
    expect(reads.replica).toBeGreaterThan(0);
    observed(
      `${rounds} changes of a page and visits, each seen at once on the own node, in the next report, and after ${Math.max(...delays).toFixed(2)} s at most on the other; ${reads.replica} reads from the replica, ${reads.primary} from the primary; ${ledger.size} confirmed changes of others all there`,
    );

    await standby.query("select pg_wal_replay_pause()");
    const behind = await rename("behind");
    await delay(FAR_BEHIND_MS);
    expect(await pageOf(reader.url)).toContain(behind);
    const age = await readAge(writer);
    expect(age).toBeGreaterThan(FAR_BEHIND_MS / 1_000 - 1);
    expect((await fetch(`${writer.url}/readyz`)).status).toBe(200);
    const startedAt = performance.now();
    expect(await countViews()).toBe(rounds);
    const milliseconds = performance.now() - startedAt;
    expect((await writer.run("scripts/doctor.ts")).output).toMatch(/warning +Read replica: /);
    await standby.query("select pg_wal_replay_resume()");
    await secondsUntil(async () => (await readAge(writer)) < 3, 10);
    expect((await writer.run("scripts/doctor.ts")).output).toMatch(/ok +Read replica: /);

    await replica.leave();
    const title = await rename("without");
    expect(await pageOf(writer.url)).toContain(title);
    await secondsUntil(async () => (await pageOf(reader.url)).includes(title), 10);
    expect(await countViews()).toBe(rounds);
    expect((await fetch(`${reader.url}/readyz`)).status).toBe(200);
    expect((await writer.run("scripts/doctor.ts")).output).toMatch(/FAULT +Read replica: /);
    observed(
      `${FAR_BEHIND_MS / 1_000} s behind (metric ${age.toFixed(1)} s) the primary answers, a report in ${milliseconds.toFixed(0)} ms; pages, reports and /readyz go on without it`,
    );
  },
);

/** Registers a creator, and returns what the drill does with the page of this account. */
async function signUpMara(url: string) {
  const mara = new HttpClient(url);
  const creator = await mara.register(HANDLE);
  return {
    pageOf: async (node: string) => (await fetch(`${node}/@${HANDLE}`)).text(),
    /** Returns what the page shows from now on. */
    async rename(to: number | string) {
      const displayName = `Mara the ${to}.`;
      await mara.postForJson("/api/creators/me", { handle: HANDLE, displayName });
      return displayName;
    },
    async view() {
      const { status } = await fetch(`${url}/api/public/analytics`, {
        method: "POST",
        headers: { "content-type": "application/json", "user-agent": "Mozilla/5.0 Firefox/140.0" },
        body: JSON.stringify({ creatorId: creator.id, event: "page_view" }),
      });
      expect(status).toBe(202);
    },
    async countViews() {
      const { summary } = await mara.getJson<AnalyticsSummary>("/api/analytics/summary");
      return summary.find(({ event }) => event === "page_view")?.count ?? 0;
    },
  };
}

/** Lets a replica pause for up to a second at random moments; returns the function that ends it. */
const pauseAtRandom = (standby: pg.Client) =>
  repeat(async () => {
    await standby.query("select pg_wal_replay_pause()");
    await delay(Math.random() * 1_000);
    await standby.query("select pg_wal_replay_resume()");
    await delay(Math.random() * 500);
  });

async function readCounts(nodes: readonly { url: string }[]) {
  const sums = { replica: 0, primary: 0 };
  for (const node of nodes) {
    const read = await readMetrics(node);
    sums.replica += read('tessera_replica_reads_total{from="replica"}');
    sums.primary += read('tessera_replica_reads_total{from="primary"}');
  }
  return sums;
}

const readAge = async (node: { url: string }) => (await readMetrics(node))("tessera_replica_age_seconds");
