import { sql } from "drizzle-orm";
import { pino } from "pino";
import { afterAll, describe, expect, test } from "vitest";
import { type Database, openDatabase } from "../../platform/database/index.ts";
import { noReplica, type ReadReplica } from "../../platform/database/read-replica.ts";
import type { Log } from "../../platform/log/index.ts";
import { addTile, offer } from "../../testing/factories.ts";
import type { TestApp } from "../../testing/harness.ts";
import { openSite, testSite } from "../../testing/test-site.ts";

/** A replica that stays as it is until `replay`: the snapshot of a transaction. */
function createFrozenReplica({ url, log }: { url: string; log: Log }) {
  const db = openDatabase({ url, log, maxConnections: 1 });
  let completeUntil = Number.NEGATIVE_INFINITY;
  const counts = { replica: 0, primary: 0 };
  const replica: ReadReplica = {
    ...noReplica(db),
    recent: () => ({ db, completeUntil }),
    count: (from) => {
      counts[from] += 1;
    },
  };
  return {
    ...replica,
    counts,
    async replay() {
      // This process is told of its own changes twice, the second time by the database.
      const now = performance.now();
      await expect.poll(() => site.pageInvalidations.appliedUntil()).toBeGreaterThan(now);
      const from = performance.now();
      await db.execute(sql`commit`);
      await db.execute(sql`set idle_in_transaction_session_timeout = 0`);
      await db.execute(sql`begin isolation level repeatable read`);
      await db.execute(sql`select 1 from creators`);
      completeUntil = from;
      counts.replica = 0;
      counts.primary = 0;
    },
    end: () => db.$client.end(),
  };
}

let frozen: ReturnType<typeof createFrozenReplica>;
const site = testSite({
  replica: ({ url, log }: { url: string; db: Database; log: Log }) => {
    frozen = createFrozenReplica({ url, log });
    return frozen;
  },
});
const other = testSite(() => ({ databaseUrl: site.databaseUrl }));
afterAll(() => frozen.end());

const textOf = async (path: string, from: TestApp = site) =>
  (await from.call("GET", path, undefined, { accept: "text/html" })).text;

describe("a page", () => {
  test("is read from a replica that has every change, and from the primary as long as one is missing", async () => {
    const anna = await site.signUp();
    const path = `/@${anna.creator.handle}`;
    const tile = await addTile(anna, { type: "link", title: "Before", url: "https://a.example/" });
    await frozen.replay();
    expect(await textOf(path)).toContain("Before");
    expect(frozen.counts).toEqual({ replica: 2, primary: 0 });

    await anna.call("PATCH", `/api/tiles/${tile.id}`, { title: "After" });
    for (let view = 0; view < 3; view++) expect(await textOf(path)).toContain("After");
    expect(await textOf(`${path}?tile=${tile.id}`)).toContain("After");
    const listed = await site.call("GET", `/api/public/creator/${anna.creator.handle}`);
    expect(JSON.stringify(listed.body)).toContain("After");
    expect(frozen.counts.replica).toBe(2);
    expect(frozen.counts.primary).toBeGreaterThan(0);

    await frozen.replay();
    await anna.call("PATCH", `/api/tiles/${tile.id}`, { title: "Later" });
    await frozen.replay();
    expect(await textOf(path)).toContain("Later");
    expect(frozen.counts).toEqual({ replica: 2, primary: 0 });
  });

  test("that is new, has another handle or another product is there at once", async () => {
    await frozen.replay();
    const berta = await site.signUp();
    expect(await textOf(`/@${berta.creator.handle}`)).toContain(berta.creator.display_name);
    await frozen.replay();
    const { product } = await offer(berta, { name: "Blue bowl", priceCents: 2500 });
    expect(await textOf(`/@${berta.creator.handle}/${product.slug}`)).toContain("Blue bowl");
    await frozen.replay();
    const handle = `${berta.creator.handle}-new`;
    expect(
      (await berta.call("POST", "/api/creators/me", { handle, displayName: berta.creator.display_name }))
        .status,
    ).toBe(200);
    expect(await textOf(`/@${handle}`)).toContain(berta.creator.display_name);
  });

  test("shows a change that was made on another node", async () => {
    const carla = await other.signUp();
    const path = `/@${carla.creator.handle}`;
    await frozen.replay();
    expect(await textOf(path)).not.toContain("From elsewhere");
    await addTile(carla, { type: "link", title: "From elsewhere", url: "https://a.example/" });
    await expect.poll(() => textOf(path)).toContain("From elsewhere");
    expect(await textOf(path)).toContain("From elsewhere");
  });

  test("that changes while it is read from the replica is read again", async () => {
    const dora = await site.signUp();
    const path = `/@${dora.creator.handle}`;
    await frozen.replay();
    const [, tile] = await Promise.all([
      textOf(path),
      addTile(dora, { type: "link", title: "Meanwhile", url: "https://a.example/" }),
    ]);
    expect(tile.id).toBeGreaterThan(0);
    expect(await textOf(path)).toContain("Meanwhile");
  });

  test("is read from the primary while notices may be missing, and after an error of the replica", async () => {
    const emma = await site.signUp();
    const path = `/@${emma.creator.handle}`;
    const deaf = await openSite({
      databaseUrl: site.databaseUrl,
      noticesUrl: "postgresql://nobody@127.0.0.1:1/none",
      replica: () => frozen,
    });
    await frozen.replay();
    expect(await textOf(path, deaf)).toContain(emma.creator.display_name);
    expect(frozen.counts.replica).toBe(0);
    const ended = createFrozenReplica({ url: site.databaseUrl, log: pino({ level: "silent" }) });
    await ended.replay();
    await ended.end();
    const alone = await openSite({ databaseUrl: site.databaseUrl, replica: () => ended });
    await expect.poll(() => performance.now() - alone.pageInvalidations.appliedUntil()).toBeLessThan(600);
    expect(await textOf(path, alone)).toContain(emma.creator.display_name);
    expect(ended.counts.replica).toBe(0);
  });
});
