import { setTimeout as delay } from "node:timers/promises";
import { expect, test } from "vitest";
import { Ledger } from "../testing/ledger.ts";
import {
  isInstalled,
  isReady,
  KILLS,
  observed,
  otherThan503,
  PREVIOUS,
  RESTARTS,
  repeat,
  secondsUntil,
} from "./drill.ts";
import { startWrites } from "./steady-writes.ts";
import { testTwoNodes } from "./two-nodes.ts";

const hasCaddy = isInstalled("caddy");
const site = testTwoNodes();

test.skipIf(!hasCaddy)(
  "rolling: restarting or upgrading one node after the other under load loses no request",
  async () => {
    await site.start(PREVIOUS);
    const ledger = new Ledger(site.url);
    const writes = await startWrites(site.url, { perSecond: 200 });
    let failed = 0;
    let sent = 0;
    const stopReading = repeat(async () => {
      sent += 1;
      if (!(await fetch(`${site.url}/`).catch(() => undefined))?.ok) failed += 1;
      await delay(20);
    });
    const errors = await ledger.workDuring(async () => {
      for (let restart = 0; restart < RESTARTS; restart++) {
        const node = restart % 2 === 0 ? site.nodes[0] : site.nodes[1];
        await delay(3_000);
        expect((await node.stop()).code, node.output).toBe(0);
        await node.start();
        await delay(5_000);
      }
    });
    await stopReading();
    const written = await writes.stop();
    observed(
      `${RESTARTS} ${PREVIOUS ? "upgrades" : "restarts"}: ${sent} pages, ${failed} failed; ${ledger.size} confirmed changes, ${errors.length} errors; ${written.sent} events and products sent (${written.perSecond.toFixed(0)} a second), ${written.failures.length} failed`,
    );
    expect(errors.map(({ message }) => message)).toEqual([]);
    expect(failed).toBe(0);
    expect(written.failures).toEqual([]);
    await writes.expectEverythingStored();
    await ledger.expectEverythingConfirmed();
  },
);

test.skipIf(!hasCaddy)(
  "kill-node: kill -9 of a node loses nothing, and the other node keeps serving",
  async () => {
    await site.start();
    const ledger = new Ledger(site.url);
    const times: number[] = [];
    const errors = await ledger.workDuring(async () => {
      for (let kill = 0; kill < KILLS; kill++) {
        const [node, other] = kill % 2 === 0 ? site.nodes : [site.nodes[1], site.nodes[0]];
        await delay(1_000 + Math.random() * 2_000);
        await node.kill();
        expect((await fetch(`${other.url}/readyz`)).status).toBe(200);
        const startedAt = performance.now();
        await node.start();
        times.push((performance.now() - startedAt) / 1000);
      }
    });
    await ledger.expectEverythingConfirmed();
    observed(
      `${KILLS} kills: ${ledger.size} confirmed changes all there, ${errors.length} requests in progress lost, ready again after ${Math.min(...times).toFixed(1)} to ${Math.max(...times).toFixed(1)} s`,
    );
  },
);

test.skipIf(!hasCaddy)(
  "stopped-database: nodes respond with 503 while PostgreSQL restarts, and need no restart",
  async () => {
    await site.start();
    const ledger = new Ledger(site.url);
    let seconds = 0;
    const errors = await ledger.workDuring(async () => {
      await delay(3_000);
      await site.postgres.restart();
      seconds = await secondsUntil(() => isReady(site), 30);
      await delay(3_000);
    });
    expect(otherThan503(errors)).toEqual([]);
    await ledger.expectEverythingConfirmed();
    observed(
      `ready ${seconds.toFixed(1)} s after the restart; ${errors.length} requests got 503, ${ledger.size} confirmed changes all there`,
    );
  },
);

test.skipIf(!hasCaddy)("racing: two nodes enforce limits and uniqueness together", async () => {
  await site.start();
  const [a, b] = site.nodes;
  const register = (url: string, handle: string, number: number) =>
    fetch(`${url}/api/auth/register`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({
        handle,
        displayName: "Race",
        email: `${handle}-${number}@example.org`,
        password: "a quiet little mosaic",
      }),
    }).then(({ status }) => status);
  for (let round = 0; round < 3; round++) {
    const handle = `race-${round}-${Date.now().toString(36)}`;
    const responses = await Promise.all(
      Array.from({ length: 20 }, (_, number) => register(number % 2 ? a.url : b.url, handle, number)),
    );
    expect(responses.filter((status) => status === 201)).toHaveLength(1);
    expect(responses.filter((status) => status === 409)).toHaveLength(19);
  }
  observed("3 rounds of 20 registrations with one handle on two nodes: one each succeeded, 19 got 409");
});
