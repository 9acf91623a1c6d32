import { expect, test } from "vitest";
import { addTile } from "../../server/testing/factories.ts";
import { rollUpNow } from "../../server/testing/roll-up-now.ts";
import { ask, borrowInstallation, createArchiveFolder, openSite, restore, save } from "./backup.test-kit.ts";

const archive = createArchiveFolder();

/** What is stored, however many counts a roll-up has moved meanwhile. */
const STORED = `select (select count(*)::int from events), (select last_value::int from events_id_seq),
  (select sum(count)::int from (select count from daily_counts where kind = 'event' union all select count from pending_counts) c),
  (select sum(count)::int from (select count from daily_tile_counts union all select count from pending_counts) c)`;

test("a backup has the visits of a database of their own, and a restore brings all into the main one", async () => {
  const [source, target] = [await borrowInstallation(), await borrowInstallation()];
  const site = await openSite(source, { events: "separate" });
  const user = await site.signUp();
  const [tile, gone] = [await addTile(user), await addTile(user)];
  const visit = (tileId: number) =>
    site.call(
      "POST",
      "/api/public/analytics",
      { creatorId: user.creator.id, event: "tile_click", tileId },
      { "user-agent": "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0" },
    );
  for (const { id } of [tile, tile, gone]) expect((await visit(id)).status).toBe(202);
  await rollUpNow(site.events.latest());
  await visit(tile.id);
  await site.visits
    .sql`insert into events (creator_id, event, created_at) values (${user.creator.id}, 'page_view', '2024-02-29T12:00:00Z')`;
  // Its counts are deleted within the hour.
  await site.sql`delete from tiles where id = ${gone.id}`;

  const file = archive("separate.tar");
  await expect(save(source, file)).rejects.toThrow("Name it in EVENTS_DATABASE_URL");
  const config = { ...source.config, eventsDatabaseUrl: site.eventsUrl };
  expect((await save({ config }, file)).end.rows["public.events"]).toBe(5);
  await restore(target, file);
  expect(await ask(target.url, STORED)).toEqual([5, 5, 4, 3]);

  const again = await openSite(target);
  expect((await again.call("GET", `/api/public/creator/${user.creator.handle}`)).status).toBe(200);
  await again.close();
});

test("a backup during the last seconds of a move says so", async () => {
  const source = await borrowInstallation();
  const site = await openSite(source, { events: "separate" });
  await site.query("update event_location set is_moving = true");
  const config = { ...source.config, eventsDatabaseUrl: site.eventsUrl };
  await expect(save({ config }, archive("moving.tar"))).rejects.toThrow("A move of visits is not finished");
});
