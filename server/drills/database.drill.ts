import { setTimeout as delay } from "node:timers/promises";
import { expect, test } from "vitest";
import { Ledger } from "../testing/ledger.ts";
import { isReady, KILLS, observed, otherThan503, secondsUntil } from "./drill.ts";
import { prepareOnOutsidePostgres, startProduct } from "./outside-product.ts";

test("kill-postgres: kill -9 of the bundled PostgreSQL under load", async () => {
  const product = await startProduct();
  const ledger = new Ledger(product.url);
  const times: number[] = [];
  for (let kill = 0; kill < KILLS; kill++) {
    await ledger.workUntil(() => product.killPostgres());
    times.push(await secondsUntil(() => isReady(product), 30));
  }
  await ledger.expectEverythingConfirmed();
  observed(
    `${KILLS} kills: ready again after ${Math.min(...times).toFixed(1)} to ${Math.max(...times).toFixed(1)} s, same process, ${ledger.size} confirmed changes all there`,
  );
});

test("slow-database: latency, silence and resets between node and database", async () => {
  const { proxy, product } = await prepareOnOutsidePostgres();
  await product.start();
  const ledger = new Ledger(product.url);
  let slowest = 0;
  const probe = async (path: string) => {
    const startedAt = performance.now();
    const { status } = await fetch(`${product.url}${path}`);
    slowest = Math.max(slowest, (performance.now() - startedAt) / 1000);
    return status;
  };
  const errors = await ledger.workDuring(async () => {
    for (const broken of [{ delayMs: 2_000 }, { silent: true }]) {
      Object.assign(proxy.state, broken);
      for (let round = 0; round < 3; round++) {
        await probe("/readyz");
        expect(await probe("/healthz")).toBe(200);
      }
      Object.assign(proxy.state, { silent: false, delayMs: 0 });
      // Packets that were dropped during the silence stay lost.
      proxy.reset();
      const seconds = await secondsUntil(() => isReady(product), 30);
      observed(`${JSON.stringify(broken)}: ready ${seconds.toFixed(1)} s after it ended`);
      await delay(2_000);
    }
  });
  expect(slowest).toBeLessThan(10);
  expect(otherThan503(errors)).toEqual([]);
  await ledger.expectEverythingConfirmed();
  observed(
    `slowest request ${slowest.toFixed(1)} s, ${errors.length} got 503, ${ledger.size} confirmed changes all there`,
  );
});
