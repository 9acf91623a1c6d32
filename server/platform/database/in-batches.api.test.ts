import { isNotNull } from "drizzle-orm";
import { bigint, pgTable, timestamp } from "drizzle-orm/pg-core";
import { expect, test } from "vitest";
import { testSite } from "../../testing/test-site.ts";
import { deleteInBatches, updateInBatches } from "./in-batches.ts";

const site = testSite();
const notes = pgTable("batch_notes", {
  id: bigint({ mode: "number" }).primaryKey(),
  seenAt: timestamp("seen_at"),
});

test("changes and deletes every row that matches, at most 10,000 per statement", async () => {
  await site.query("create table batch_notes (id bigint primary key, seen_at timestamp)");
  await site.query(
    "insert into batch_notes select n, case when n > 5 then now() end from generate_series(1, 20010) n",
  );
  await site.query("create table batches (kind text, count int)");
  await site.query(`create function note_batch() returns trigger language plpgsql as $$ begin
    insert into batches select tg_op, count(*) from rows having count(*) > 0; return null; end $$`);
  for (const kind of ["update", "delete"])
    await site.query(`create trigger note_${kind} after ${kind} on batch_notes referencing old table as rows
      for each statement execute function note_batch()`);

  await updateInBatches(site.db, notes, { set: { seenAt: null }, where: isNotNull(notes.seenAt) });
  expect(await site.query("select kind, count from batches")).toEqual([
    { kind: "UPDATE", count: 10_000 },
    { kind: "UPDATE", count: 10_000 },
    { kind: "UPDATE", count: 5 },
  ]);
  await site.query("update batch_notes set seen_at = now() where id <= 10002");
  await site.query("delete from batches");
  await deleteInBatches(site.db, notes, isNotNull(notes.seenAt));
  expect(await site.query("select count from batches")).toEqual([{ count: 10_000 }, { count: 2 }]);
  expect(await site.query("select count(*)::int from batch_notes")).toEqual([{ count: 10_008 }]);
});
