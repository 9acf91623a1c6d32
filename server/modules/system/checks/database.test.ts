import { expect, test } from "vitest";
import { latestReleases } from "../../../platform/database/bundled/binaries.ts";
import { type Installation, inWords } from "../check.ts";
import { databaseCheck } from "./database.ts";

/** Returns the values of a healthy server of this version. */
const serverOf = (version: string) => ({
  ...{ version, encoding: "UTF8", standby: false, read_only: "off", connections: 1 },
  ...{ fsync: "on", full_page_writes: "on", synchronous_commit: "on", max_connections: 100, limit: 100 },
});

async function check(version: string) {
  const installation = {
    settings: { workers: 1, databaseConnections: 22, isDatabasePooled: false },
    db: { $client: { query: async () => ({ rows: [serverOf(version)] }) } },
  };
  const found = await databaseCheck.run(installation as unknown as Installation, {});
  return found.map(inWords).find(({ name }) => name === undefined);
}

test("reports a fault if the setting of the direct connection leads to a pooler", async () => {
  const found = async (isDatabasePooled: boolean) => {
    const installation = { settings: { isDatabasePooled }, isDirect: async () => false };
    return (await databaseCheck.run(installation as unknown as Installation, {})).map(inWords);
  };
  const atOnly = { verdict: "fault", seen: expect.stringContaining("PgBouncer responds at DATABASE_URL,") };
  expect(await found(false)).toEqual([expect.objectContaining(atOnly)]);
  const atDirect = { verdict: "fault", seen: expect.stringContaining("at DATABASE_DIRECT_URL,") };
  expect(await found(true)).toEqual([expect.objectContaining(atDirect)]);
});

test("warns of a PostgreSQL without the latest security fixes and names the release", async () => {
  for (const [major, latest] of Object.entries(latestReleases.minors)) {
    expect(await check(`${major}.${latest}`)).toMatchObject({ verdict: "ok" });
    expect(await check(`${major}.${latest - 1} (Debian ${major}.${latest - 1}-1)`)).toMatchObject({
      verdict: "warning",
      seen: expect.stringContaining(`${major}.${latest}, released by ${latestReleases.date}`),
      advice: expect.stringContaining(`Install PostgreSQL ${major}.${latest}`),
    });
  }
});
