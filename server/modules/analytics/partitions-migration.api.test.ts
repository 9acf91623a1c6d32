import { expect, test } from "vitest";
import { databaseBefore } from "../../testing/earlier-database.ts";

test("a database with events of an earlier release is migrated with its counts, and creators that were deleted before are looked at once", async () => {
  const { client, migrate } = await databaseBefore("event_partitions");
  await client.query(`
    insert into users (id, email, password_hash) values ('00000000-0000-4000-8000-000000000001', 'a@example.org', '-');
    insert into creators (user_id, handle, display_name) values ('00000000-0000-4000-8000-000000000001', 'gone', 'Gone');
    delete from creators;
    insert into creators (user_id, handle, display_name) values ('00000000-0000-4000-8000-000000000001', 'anna', 'Anna');
    insert into tiles (creator_id, type, title, position, created_at) select id, 'link', 'One', 0, '2026-03-05T12:00:00Z' from creators;
    insert into events (creator_id, tile_id, event, device, country, source, created_at)
      select c.id, case when event = 'tile_click' then t.id end, event, 'mobile', 'DE', 'direct', at::timestamptz from creators c, tiles t, (values
        ('page_view', '2026-03-05T11:59:59Z'), ('page_view', '2026-03-05T12:00:00Z'), ('page_view', '2026-03-05T23:59:59.999Z'),
        ('page_view', '2026-03-06T00:00:00Z'), ('tile_click', '2026-03-31T23:59:59Z'), ('tile_click', '2024-01-31T00:00:00Z')
      ) given (event, at);`);
  await migrate();
  const read = async (text: string) => (await client.query({ text, rowMode: "array" })).rows.map(String);
  expect(
    await read(
      "select tableoid::regclass, count(*) from events group by tableoid order by tableoid::regclass::text",
    ),
  ).toEqual(["events_2024_01,1", "events_2026_03,5"]);
  expect(
    await read(
      "select day::text, count from daily_counts where kind = 'event' and name = 'page_view' order by day",
    ),
  ).toEqual(["2026-03-05,3", "2026-03-06,1"]);
  expect(
    await read(
      "select kind, name, sum(count) from daily_counts where kind <> 'event' group by 1, 2 order by 1",
    ),
  ).toEqual(["country,DE,4", "device,mobile,4", "source,direct,4"]);
  expect(await read("select day::text, event, count from daily_tile_counts order by 1, 2")).toEqual([
    "2024-01-31,tile_click,1",
    "2026-03-05,page_view,2",
    "2026-03-31,tile_click,1",
  ]);
  const [next] = await read(
    "insert into events (creator_id, event) select id, 'page_view' from creators returning id",
  );
  expect(Number(next)).toBe(7);
  expect(await read("select creator_id from deleted_creators")).toEqual(["1"]);
});
