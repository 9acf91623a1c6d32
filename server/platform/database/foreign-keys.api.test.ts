import { expect, test } from "vitest";
import { testSite } from "../../testing/test-site.ts";

const site = testSite();

/** Selects the foreign keys without a valid index that begins with their columns. A partial index of the rows with a value counts. */
const UNINDEXED = `
  select c.conrelid::regclass || '.' || (
    select string_agg(attname, ', ' order by place) from unnest(c.conkey) with ordinality as key (attnum, place)
    join pg_attribute a on a.attrelid = c.conrelid and a.attnum = key.attnum
  ) as name
  from pg_constraint c
  where c.contype = 'f' and c.conparentid = 0 and not exists (
    select from pg_index i
    where i.indrelid = c.conrelid and i.indisvalid
      and (i.indkey::int2[])[0:cardinality(c.conkey) - 1] @> c.conkey
      and (i.indpred is null or (cardinality(c.conkey) = 1 and pg_get_expr(i.indpred, i.indrelid) = format(
        '(%I IS NOT NULL)',
        (select attname from pg_attribute where attrelid = c.conrelid and attnum = c.conkey[1])
      )))
  )
  order by name`;

test("has an index for every foreign key, so that no deletion reads a whole table", async () => {
  expect(await site.query(UNINDEXED)).toEqual([]);
  await site.query("create table marks (id int, creator_id bigint references creators)");
  expect(await site.query(UNINDEXED)).toEqual([{ name: "marks.creator_id" }]);
  await site.query("create index on marks (creator_id) where id > 0");
  expect(await site.query(UNINDEXED)).toEqual([{ name: "marks.creator_id" }]);
  await site.query("create index on marks (creator_id) where creator_id is not null");
  expect(await site.query(UNINDEXED)).toEqual([]);
});
