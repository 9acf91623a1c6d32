import { setTimeout as delay } from "node:timers/promises";
import { expect, onTestFinished, test } from "vitest";
import { Ledger } from "../testing/ledger.ts";
import { ProductProcess } from "../testing/product-process.ts";
import { isInstalled, isReady, observed, secondsUntil } from "./drill.ts";
import { startPatroni } from "./patroni-cluster.ts";
import { startWrites } from "./steady-writes.ts";

/** In which a failover without anybody's help is over. */
const LIMIT_SECONDS = 30;

const missing = ["patroni", "etcd", "haproxy"].filter((program) => !isInstalled(program));
test.skipIf(missing.length > 0)(
  `patroni: of three members in synchronous mode the primary is killed under load${missing.length > 0 ? ` (skipped: ${missing.join(" and ")} not installed)` : ""}`,
  async () => {
    const patroni = await startPatroni();
    const product = await ProductProcess.prepare({
      DATABASE_URL: patroni.url,
      APP_SECRET: "a secret of this drill that is long enough",
    });
    onTestFinished(async () => {
      await product.remove();
      await patroni.stop();
    });
    await product.start();
    const ledger = new Ledger(product.url);
    const writes = await startWrites(product.url, { perSecond: 50 });
    let seconds = 0;
    let killed = "";
    const errors = await ledger.workDuring(async () => {
      await delay(10_000);
      const { name, restart } = await patroni.killPrimary();
      killed = name;
      await secondsUntil(async () => !(await isReady(product)), LIMIT_SECONDS);
      seconds = await secondsUntil(() => isReady(product), 2 * LIMIT_SECONDS);
      await delay(5_000);
      restart();
      await patroni.untilWhole();
      await delay(2_000);
    });
    const written = await writes.stop();
    const others = [...errors.map(({ message }) => message), ...written.failures].filter(
      (message) => !/: 503\b/.test(message),
    );
    expect(others, product.output.slice(-4_000)).toEqual([]);
    await ledger.expectEverythingConfirmed();
    await writes.expectEverythingStored();
    expect(seconds).toBeLessThan(LIMIT_SECONDS);
    observed(
      `member "${killed}" killed, ready again on another ${seconds.toFixed(1)} s later, same process; ${ledger.size} confirmed changes and ${written.sent} events and products (${written.perSecond.toFixed(0)} a second), everything confirmed is there; ${errors.length + written.failures.length} requests got 503; the killed member came back as a replica`,
    );
  },
);
