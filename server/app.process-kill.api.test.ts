import { setTimeout as delay } from "node:timers/promises";
import { afterAll, beforeAll, expect, test } from "vitest";
import { advisoryLocks } from "./platform/database/advisory-locks.ts";
import { HttpClient } from "./testing/http-client.ts";
import { Ledger } from "./testing/ledger.ts";
import { ProductProcess } from "./testing/product-process.ts";

let product: ProductProcess;
let ledger: Ledger;
beforeAll(async () => {
  product = await ProductProcess.prepare();
  ledger = new Ledger(product.url);
});
afterAll(() => product.remove());

// The drill `nodes` kills more often.
test("keeps everything confirmed after a kill of the process and of its database", async () => {
  await product.start();
  await ledger.workUntil(async () => {
    await delay(Math.random() * 400);
    await makeMaintenanceDue();
    await product.kill();
  });
  await product.start();
  await ledger.expectEverythingConfirmed();
  await ledger.workUntil(() => product.killPostgres());
  await product.waitUntilReady();
  await ledger.expectEverythingConfirmed();

  const [first] = ledger.sales;
  const page = await new HttpClient(product.url).get(first?.returnUrl ?? "");
  expect(await page.text()).toContain("Order confirmed");
});

/** A file is left over, and maintenance has run at an earlier start than the next one: it runs once an hour. */
async function makeMaintenanceDue(): Promise<void> {
  await product.query(
    `insert into files (id, creator_id, purpose, name, content_type, size, sha256, unnamed_since)
     select 'old', id, 'digital', 'old', 'application/octet-stream', 1, '', now() - interval '8 days' from creators limit 1
     on conflict do nothing`,
  );
  await product.query("delete from pgboss.job where name = 'maintenance'");
}

test("runs due maintenance at startup", async () => {
  const isDeleted = async () => (await product.query("select from files where id = 'old'")) === 0;
  await expect.poll(isDeleted, { message: product.output }).toBe(true);
});

// `start-workers.api.test.ts` has the exit code of a daily alert.
test("exits the doctor with 0 for an installation with warnings alone", async () => {
  const usual = await product.run("scripts/doctor.ts");
  expect(usual.output).toMatch(/^warning Backup: none was made/m);
  expect(usual.output).toMatch(/^Faults: 0\. Warnings: [1-9]/m);
  expect(usual.code).toBe(0);
});

test("leaves no process running after a graceful shutdown", async () => {
  expect(await product.listPostgresProcesses()).not.toEqual([]);
  const { code } = await product.stop();
  expect(code, product.output).toBe(0);
  expect(await product.listPostgresProcesses()).toEqual([]);
});

test("stops the database and exits with 0 on a signal while the start waits", {
  timeout: 600_000,
}, async () => {
  await product.start();
  const holder = await product.connect();
  holder.on("error", () => undefined);
  await holder.query("select pg_advisory_lock($1)", [advisoryLocks.migration]);
  await product.kill();
  product.launch();
  const isWaiting = async () =>
    (await holder.query("select from pg_stat_activity where application_name = 'tessera migrations'"))
      .rowCount;
  await expect.poll(isWaiting).toBe(1);
  expect((await product.stop()).code, product.output).toBe(0);
  expect(await product.listPostgresProcesses()).toEqual([]);
});
