import { setTimeout } from "node:timers/promises";
import { afterAll, beforeAll, beforeEach, expect, test, vi } from "vitest";
import { createTestDatabase } from "../../testing/create-database.ts";
import { setDatabaseClock } from "../../testing/database-clock.ts";
import { addTile, modelOf } from "../../testing/factories.ts";
import type { TestApp } from "../../testing/harness.ts";
import { prepare } from "../../testing/prepare.ts";
import { testSite, testUser } from "../../testing/test-site.ts";

const database = prepare(() => createTestDatabase());
beforeAll(async () => {
  await setClock("2026-10-03T12:00:00Z");
});
afterAll(() => database.drop());
const openNode = () => testSite(() => ({ databaseUrl: database.url }));
const nodes = [openNode(), openNode()] as const;
const anna = testUser(nodes[0], { handle: "anna" });
beforeEach(() => nodes[0].sql`delete from tiles where creator_id = ${anna.creator.id}`);

const live = (timeZone: string) =>
  anna.call("POST", "/api/creators/me", { handle: "anna", displayName: "Anna", timeZone });
const setClock = (time: string) => setDatabaseClock(database.url, time);
const pageOn = (app: TestApp, etag?: string) =>
  app.call("GET", "/@anna", undefined, etag === undefined ? {} : { "if-none-match": etag });
const titlesOn = async (app: TestApp): Promise<string> =>
  modelOf((await pageOn(app)).text)
    .tiles.map(({ title }: { title: string }) => title)
    .join();
const titles = () => Promise.all(nodes.map(titlesOn));

/**
 * Sets the clock to `lead` milliseconds before a time and reads the pages of both nodes twice. Returns nothing
 * if the time may have been reached meanwhile.
 */
async function readBefore(time: string, lead: number) {
  const setFrom = performance.now();
  await setClock(new Date(new Date(time).getTime() - lead).toISOString());
  const setUntil = performance.now();
  await setTimeout(700);
  // Both nodes have cached the page by now.
  const before = [await titles(), await titles()];
  const pages = await Promise.all(nodes.map((app) => pageOn(app)));
  if (performance.now() >= setFrom + lead) return;
  return { before, reached: setUntil + lead, etags: pages.map(({ headers }) => String(headers.etag)) };
}

/**
 * Sets the clock to shortly before a time and waits for that time on both nodes. Returns their pages right
 * before the time and within a second after it.
 */
async function around(time: string) {
  let lead = 1_500;
  let read = await readBefore(time, lead);
  // A busy machine needs more time.
  while (!read) {
    lead *= 2;
    expect(lead).toBeLessThan(30_000);
    read = await readBefore(time, lead);
  }
  const { before, reached, etags } = read;
  await setTimeout(reached - performance.now() + 100);
  const after = await titles();
  const statuses = (await Promise.all(nodes.map((app, index) => pageOn(app, etags[index])))).map(
    ({ status }) => status,
  );
  return { before, after, statuses };
}

test("moves a time that the clocks skip an hour later on every node", async () => {
  await live("Australia/Sydney");
  await addTile(anna, { title: "Winter", endsAt: "2026-10-04T02:30" });
  await addTile(anna, { title: "Summer", startsAt: "2026-10-04T02:30" });
  const { before, after } = await around("2026-10-03T16:30:00Z");
  expect(before.flat()).toEqual(Array(4).fill("Winter"));
  expect(after).toEqual(["Summer", "Summer"]);
});

test("starts and ends tiles at the creator's midnight on every node without a notification", async () => {
  await setClock("2026-10-23T12:00:00Z");
  await live("Europe/Berlin");
  await addTile(anna, { title: "Friday", endsAt: "2026-10-24T00:00" });
  await addTile(anna, { title: "Saturday", startsAt: "2026-10-24T00:00" });
  expect(await around("2026-10-23T22:00:00Z")).toEqual({
    before: [
      ["Friday", "Friday"],
      ["Friday", "Friday"],
    ],
    after: ["Saturday", "Saturday"],
    statuses: [200, 200],
  });
});

test("takes the first occurrence of a time that the clocks repeat, on every node", async () => {
  await setClock("2026-10-24T12:00:00Z");
  await addTile(anna, { title: "Night", endsAt: "2026-10-25T02:30" });
  await addTile(anna, { title: "Morning", startsAt: "2026-10-25T02:30" });
  const { before, after } = await around("2026-10-25T00:30:00Z");
  expect(before.flat()).toEqual(Array(4).fill("Night"));
  expect(after).toEqual(["Morning", "Morning"]);
  await setClock("2026-10-25T01:30:00Z");
  await setTimeout(700);
  expect(await titles()).toEqual(["Morning", "Morning"]);
});

test("ignores the clock of a node's machine", async () => {
  await setClock("2026-10-26T12:00:00Z");
  await addTile(anna, { title: "Gone", endsAt: "2026-10-27T00:00" });
  // Fake only the date, so that timers continue.
  vi.useFakeTimers({ toFake: ["Date"], now: new Date("2031-05-05T05:05:05Z") });
  try {
    const { before, after } = await around("2026-10-26T23:00:00Z");
    expect(before.flat()).toEqual(Array(4).fill("Gone"));
    expect(after).toEqual(["", ""]);
  } finally {
    vi.useRealTimers();
  }
});
