import { sql } from "drizzle-orm";
import { pino } from "pino";
import { expect, onTestFinished, test } from "vitest";
import { testSite } from "../../testing/test-site.ts";
import { measureReplica, openReadReplica } from "./read-replica.ts";

const site = testSite();
const settings = { databaseConnections: 22, isDatabasePooled: false };

function openReplica(databaseReadUrl: string) {
  const lines: string[] = [];
  const log = pino(
    { level: "info" },
    { write: (line: string) => void lines.push(JSON.parse(line).err?.message) },
  );
  const replica = openReadReplica({ ...settings, databaseReadUrl }, { primary: site.db, log });
  onTestFinished(() => replica.stop());
  return { replica, lines };
}

test.each([
  ["a server that accepts writes", () => site.databaseUrl, /is no replica: it accepts writes/],
  ["an unreachable one", () => "postgresql://nobody@127.0.0.1:1/none", /ECONNREFUSED|Failed query/],
])("%s is not read from, and said to be none once", async (_, url, reason) => {
  const { replica, lines } = openReplica(url());
  await expect.poll(() => lines).toEqual([expect.stringMatching(reason)]);
  expect(replica.recent()).toBeUndefined();
  for (let read = 0; read < 3; read++)
    expect(await replica.read((db) => Promise.resolve(db === site.db))).toBe(true);
  expect(await replica.latest()).toBe(site.db);
  expect(replica.reads()).toEqual({ replica: 0, primary: 4 });
  expect(lines).toHaveLength(1);
  expect(replica.age()).toBeGreaterThan(0);
  const log = pino({ level: "silent" });
  const measured = measureReplica({ ...settings, databaseReadUrl: url() }, { primary: site.db, log });
  await expect(measured).rejects.toThrow();
});

test("without a replica the primary reads, and nothing is late", async () => {
  const log = pino({ level: "silent" });
  const replica = openReadReplica({ ...settings, databaseReadUrl: undefined }, { primary: site.db, log });
  expect((await replica.read((db) => db.execute(sql`select 1 as one`))).rows).toEqual([{ one: 1 }]);
  expect(replica.recent()).toBeUndefined();
  expect(replica.age()).toBeUndefined();
  expect(
    await measureReplica({ ...settings, databaseReadUrl: undefined }, { primary: site.db, log }),
  ).toBeUndefined();
});
