import { setTimeout as delay } from "node:timers/promises";
import { expect, onTestFinished, test } from "vitest";
import { Ledger } from "../testing/ledger.ts";
import { isReady, observed, otherThan503, secondsUntil } from "./drill.ts";
import { prepareOnOutsidePostgres } from "./outside-product.ts";

test("failover: the synchronous streaming replica takes over after the primary is killed", async () => {
  // The proxy simulates a virtual IP or the host name of the primary.
  const { postgres: primary, proxy, product } = await prepareOnOutsidePostgres();
  const replica = await primary.startReplica();
  onTestFinished(() => replica.stop());
  await product.start();
  const ledger = new Ledger(product.url);
  let seconds = 0;
  const errors = await ledger.workDuring(async () => {
    await delay(5_000);
    await primary.kill();
    await replica.promote();
    proxy.state.target = { path: replica.socket };
    proxy.reset();
    seconds = await secondsUntil(() => isReady(product), 60);
    await delay(5_000);
  });
  expect(otherThan503(errors)).toEqual([]);
  await ledger.expectEverythingConfirmed();
  observed(
    `ready ${seconds.toFixed(1)} s after the promotion, same process; ${errors.length} requests got 503, ${ledger.size} confirmed changes all there`,
  );
});
