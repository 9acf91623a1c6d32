import { expect, test } from "vitest";
import { MAX_SOURCES_PER_DAY } from "../../../contract/rules/limits.ts";
import { prepareEach } from "../../testing/prepare.ts";
import { rollUpNow } from "../../testing/roll-up-now.ts";
import { testSite } from "../../testing/test-site.ts";

const site = testSite();
const anna = prepareEach(() => site.signUp());

/** Counts page views from these sources and rolls them up. */
async function visitFrom(sources: string[], creatorId = anna.creator.id) {
  await site.sql`insert into pending_counts (creator_id, event, device, source, count, created_at)
     select ${creatorId}, 'page_view', 'desktop', source, 1, now() - interval '1 minute' from unnest(${sources}::text[]) source`;
  await rollUpNow(site.db);
}

const names = (start: string, count: number) =>
  Array.from({ length: count }, (_, index) => `${start}${index}`);
async function storedSources(creatorId = anna.creator.id): Promise<Record<string, number>> {
  const rows = await site.sql`select name, count::int from daily_counts
    where creator_id = ${creatorId} and kind = 'source'`;
  return Object.fromEntries(rows.map(({ name, count }) => [name, count]));
}
const sum = (counts: Record<string, number>) =>
  Object.values(counts).reduce((total, each) => total + each, 0);

test("counts sources beyond a day's limit together and loses no visit", async () => {
  await visitFrom(names("first", 60));
  await visitFrom(["popular", "popular", ...names("second", 500)]);
  const stored = await storedSources();
  expect(Object.keys(stored)).toHaveLength(MAX_SOURCES_PER_DAY + 1);
  expect(stored).toMatchObject({ first0: 1, first59: 1, popular: 2, other: 461 });
  expect(sum(stored)).toBe(562);

  await visitFrom(["first0", "popular", "instagram", "direct", "another"]);
  const laterSources = await storedSources();
  expect(laterSources).toMatchObject({ first0: 2, popular: 3, instagram: 1, direct: 1, other: 462 });
  expect(Object.keys(laterSources)).toHaveLength(MAX_SOURCES_PER_DAY + 3);
  const { summary, sources } = (await anna.call("GET", "/api/analytics/summary")).body;
  expect(summary).toContainEqual({ event: "page_view", count: 567 });
  expect(sources[0]).toEqual({ source: "other", count: 462 });
});

test("gives each creator a separate limit", async () => {
  const ben = await site.signUp();
  await visitFrom(names("a", 150));
  await visitFrom(names("b", 20), ben.creator.id);
  expect(Object.keys(await storedSources(ben.creator.id))).toHaveLength(20);
});
