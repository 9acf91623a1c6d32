import { setTimeout as delay } from "node:timers/promises";
import { expect, onTestFinished, test } from "vitest";
import { startOutsidePostgres } from "../../scripts/outside-postgres.ts";
import { startDatabaseProxy } from "../testing/database-proxy.ts";
import { Ledger } from "../testing/ledger.ts";
import { ProductProcess } from "../testing/product-process.ts";
import { observed, secondsUntil } from "./drill.ts";

test("failover: the primary is killed, and its synchronous streaming replica takes over", async () => {
  const primary = await startOutsidePostgres();
  if (!primary) throw new Error("PostgreSQL is not installed");
  const replica = await primary.startReplica();
  // What a virtual IP or the name of the primary is to real installations.
  const proxy = await startDatabaseProxy(primary.url);
  const product = await ProductProcess.prepare({
    DATABASE_URL: proxy.url,
    APP_SECRET: "what this node knows and nobody else, long enough",
  });
  onTestFinished(async () => {
    await product.remove();
    await proxy.close();
    await replica.stop();
    await primary.stop();
  });
  await product.start();
  const ledger = new Ledger(product.url);
  let seconds = 0;
  const errors = await ledger.workDuring(async () => {
    await delay(5_000);
    await primary.kill();
    await replica.promote();
    proxy.state.target = { path: replica.socket };
    proxy.reset();
    seconds = await secondsUntil(async () => (await fetch(`${product.url}/readyz`)).ok, 60);
    await delay(5_000);
  });
  expect(errors.filter(({ message }) => !/: 503 /.test(message)).map(({ message }) => message)).toEqual([]);
  await ledger.expectEverythingConfirmed();
  observed(
    `ready ${seconds.toFixed(1)} s after the promotion, same process; ${errors.length} requests got 503, ${ledger.size} confirmed changes all there`,
  );
});
