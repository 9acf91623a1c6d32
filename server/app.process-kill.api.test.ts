import { setTimeout as delay } from "node:timers/promises";
import { afterAll, beforeAll, expect, test } from "vitest";
import { HttpClient } from "./testing/http-client.ts";
import { Ledger } from "./testing/ledger.ts";
import { ProductProcess } from "./testing/product-process.ts";

/** The drill `nodes` kills more often. */
const KILLS = 2;

let product: ProductProcess;
let ledger: Ledger;
beforeAll(async () => {
  product = await ProductProcess.prepare();
  ledger = new Ledger(product.url);
});
afterAll(() => product.remove());

test("everything that was confirmed survives kills of the process and of its database", {
  timeout: 400_000,
}, async () => {
  await product.start();
  for (let kill = 1; kill <= KILLS; kill += 1) {
    await ledger.workUntil(async () => {
      await delay(Math.random() * 400);
      await product.kill();
    });
    await product.start();
    await ledger.expectEverythingConfirmed();
  }
  await ledger.workUntil(() => product.killPostgres());
  await product.waitUntilReady();
  await ledger.expectEverythingConfirmed();

  const [first] = ledger.sales;
  const page = await new HttpClient(product.url).get(first?.returnUrl ?? "");
  expect(await page.text()).toContain("Order confirmed");
});

test("maintenance that is due runs at startup", { timeout: 120_000 }, async () => {
  await product.query(
    `insert into files (id, creator_id, purpose, name, content_type, size, sha256, unnamed_since)
     select 'old', id, 'digital', 'old', 'application/octet-stream', 1, '', now() - interval '8 days' from creators limit 1`,
  );
  // It has run at an earlier start, and runs once an hour.
  await product.query("delete from pgboss.job where name = 'maintenance'");
  await product.kill();
  await product.start();
  const isDeleted = async () => (await product.query("select from files where id = 'old'")) === 0;
  await expect.poll(isDeleted, { message: product.output }).toBe(true);
});

test("an installation with warnings alone exits the doctor with 0, and for a daily alert with 2", {
  timeout: 180_000,
}, async () => {
  const usual = await product.run("scripts/doctor.ts");
  expect(usual.output).toMatch(/^warning Backup: none was made/m);
  expect(usual.output).toMatch(/^Faults: 0\. Warnings: [1-9]/m);
  expect(usual.code).toBe(0);
  expect((await product.run("scripts/doctor.ts", "--strict")).code).toBe(2);
});

test("a graceful shutdown takes less than ten seconds and leaves no process running", {
  timeout: 60_000,
}, async () => {
  expect(await product.listPostgresProcesses()).not.toEqual([]);
  const { code, milliseconds } = await product.stop();
  expect(code, product.output).toBe(0);
  expect(milliseconds).toBeLessThan(10_000);
  expect(await product.listPostgresProcesses()).toEqual([]);
});
