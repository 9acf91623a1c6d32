import { setTimeout } from "node:timers/promises";
import type pg from "pg";
import { onTestFinished } from "vitest";
import type { TestApp } from "./harness.ts";

/**
 * Begins a transaction on another connection than the site's own work. It is rolled back after the test
 * unless committed.
 */
export async function beginTransaction(site: { db: { $client: pg.Pool } }) {
  const client = await site.db.$client.connect();
  await client.query("begin");
  onTestFinished(async () => {
    await client.query("rollback");
    client.release();
  });
  return {
    /** Runs SQL. Interpolated values are sent as parameters. */
    async sql(parts: TemplateStringsArray, ...values: unknown[]) {
      const text = parts.reduce((before, part, index) => `${before}$${index}${part}`);
      return (await client.query(text, values)).rows;
    },
    commit: () => client.query("commit"),
    rollback: () => client.query("rollback"),
  };
}

/** Waits until a number of statements in the site's database wait for locks. */
export async function untilWaiting(site: Pick<TestApp, "query">, count = 1): Promise<void> {
  const waiting =
    "select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'";
  while ((await site.query(waiting)).length < count) await setTimeout(10);
}

/** Deletes a product in a transaction that commits once all requests of `meanwhile` wait for it. */
export async function deleteDuring<T>(site: TestApp, productId: number, meanwhile: () => Promise<T>[]) {
  const deletion = await beginTransaction(site);
  await deletion.sql`delete from products where id = ${productId}`;
  const responses = meanwhile();
  await untilWaiting(site, responses.length);
  await deletion.commit();
  return Promise.all(responses);
}
