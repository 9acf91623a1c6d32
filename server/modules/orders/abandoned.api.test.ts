import { expect, test } from "vitest";
import { addLines } from "../../testing/sold-orders.ts";
import { testSite } from "../../testing/test-site.ts";
import { deleteAbandonedOrders } from "./anonymization.ts";

const site = testSite();

async function addOrders(
  name: string,
  { count, status, days }: { count: number; status: string; days: number },
) {
  await site.sql`insert into orders (amount_cents, currency, fee_bps, fee_cents, provider, status, created_at, paid_at,
       checkout_token_hash, order_token_hash)
     select 1000, 'eur', 500, 50, 'mock', ${status}, now() - make_interval(days => ${days}::int), case when ${status} = 'pending' or ${status} = 'cancelled' then null else now() end,
       sha256((${name} || 'c' || n)::bytea), sha256((${name} || 'o' || n)::bytea) from generate_series(1, ${count}::int) n`;
  await addLines(site, { name });
}

test("deletes orders unpaid for a month in batches and keeps paid ones", async () => {
  await addOrders("old", { count: 4500, status: "pending", days: 31 });
  await addOrders("given up", { count: 2, status: "cancelled", days: 31 });
  await addOrders("young", { count: 2, status: "pending", days: 29 });
  await addOrders("sold", { count: 2, status: "paid", days: 400 });
  await addOrders("given back", { count: 2, status: "refunded", days: 400 });
  await site.query("create table gone (count bigint)");
  await site.query(
    `create function note_gone() returns trigger language plpgsql as $$ begin
       insert into gone select count(*) from rows; return null; end $$`,
  );
  await site.query(
    `create trigger note_gone after delete on orders referencing old table as rows
       for each statement execute function note_gone()`,
  );

  await deleteAbandonedOrders(site.db);

  const left = await site.query("select name, count(*) from order_lines group by 1 order by 1");
  expect(left).toEqual([
    { name: "given back", count: 2 },
    { name: "sold", count: 2 },
    { name: "young", count: 2 },
  ]);
  const [{ most, all }] = await site.query("select max(count) as most, sum(count)::int as all from gone");
  expect(all).toBe(4502);
  expect(most).toBeLessThanOrEqual(2000);
});
