import { expect, test, vi } from "vitest";
import { inTransaction } from "../../platform/database/index.ts";
import { rejection, signUpVerified } from "../../testing/factories.ts";
import { PUBLIC_URL, type TestApp } from "../../testing/harness.ts";
import { prepareEach } from "../../testing/prepare.ts";
import { openSite, testSite } from "../../testing/test-site.ts";
import { beginTransaction, untilWaiting } from "../../testing/transactions.ts";
import { importArchive, lastImport, SHOP_FILES, SHOP_MEMBERS, shopArchive } from "./archives.test-kit.ts";

const site = testSite();
const other = testSite(() => ({ databaseUrl: site.databaseUrl, storage: site.storage }));
const anna = prepareEach(() => signUpVerified(site));

/** Runs the job of an import again on a node, as after its process was killed. */
async function runAgain(node: TestApp, importId: string): Promise<void> {
  await inTransaction(node.db, (tx) =>
    node.jobs.enqueue(tx, { name: "account-data.import", data: { importId } }),
  );
  await node.settled();
}

/** Starts an import that fails at a row with a forbidden value. Another attempt can finish it. Returns its id. */
async function interruptImport(table = "tiles", condition = "title <> 'Tile c'"): Promise<string> {
  await site.query(`alter table ${table} add constraint interruption check (${condition}) not valid`);
  await importArchive(anna, await shopArchive());
  const { id } = await lastImport(site, anna);
  await site.query(`alter table ${table} drop constraint interruption`);
  return id;
}

/** Expects every item once, and no other bytes. */
async function expectComplete(): Promise<void> {
  const { state, done, total, result } = await lastImport(site, anna);
  expect([state, done]).toEqual(["done", total]);
  const all = (added: number) => ({ added, present: 0, left_out: 0 });
  expect(result.counts).toMatchObject({
    file: all(3),
    product: all(3),
    tile: all(3),
    discount: all(1),
    audience: all(SHOP_MEMBERS),
  });
  const { id } = anna.creator;
  const [rows] = await site.sql`select
    (select count(*)::integer from files where creator_id = ${id}) as files,
    (select count(*)::integer from products where creator_id = ${id}) as products,
    (select count(*)::integer from tiles where creator_id = ${id}) as tiles,
    (select taken from discounts where creator_id = ${id}) as taken,
    (select count(*)::integer from audience_members where creator_id = ${id}) as members,
    (select count(*)::integer from pending_uploads) as pending`;
  expect(rows).toEqual({ files: 3, products: 3, tiles: 3, taken: 4, members: SHOP_MEMBERS, pending: 0 });
}

const INTERRUPTIONS = {
  "while files are stored": ["imported_items", `source_id <> '${SHOP_FILES[1]}'`],
  "while the page is added": ["tiles", "title <> 'Tile c'"],
  "while the audience is added": ["audience_members", "email <> 'reader-700@example.org'"],
} as const;

for (const [when, [table, condition]] of Object.entries(INTERRUPTIONS))
  test(`continues an import on another node that was interrupted ${when}, and adds nothing twice`, async () => {
    await site.query(`alter table ${table} add constraint interruption check (${condition}) not valid`);
    await importArchive(anna, await shopArchive());
    const interrupted = await lastImport(site, anna);
    expect(interrupted.state).toBe("waiting");
    expect(interrupted.done).toBeLessThan(interrupted.total);
    expect(await importArchive(anna, await shopArchive())).toMatchObject(
      rejection(409, "account_data.import_unfinished"),
    );
    await site.query(`alter table ${table} drop constraint interruption`);
    await runAgain(other, interrupted.id);
    await expectComplete();
    // A node that continues late finds the import done.
    await runAgain(site, interrupted.id);
    await expectComplete();
  });

test("adds everything once when two nodes run the same import at once", async () => {
  const id = await interruptImport();
  await site.sql`delete from imported_items where user_id = ${anna.creator.user_id}`;
  await site.sql`delete from files where creator_id = ${anna.creator.id}`;
  await Promise.all([runAgain(site, id), runAgain(other, id)]);
  // The slower node may still wait for its next attempt.
  await runAgain(other, id);
  await expectComplete();
});

test("adds nothing to an account that is deleted meanwhile, and deletes its archive", async () => {
  const id = await interruptImport();
  await site.sql`delete from users where id = ${anna.creator.user_id}`;
  await runAgain(other, id);
  expect(await site.sql`select 1 from products where creator_id = ${anna.creator.id}`).toEqual([]);
  await site.runMaintenance();
  expect(await site.storage.openFile(`imports/${id}.zip`)).toBeNull();
  expect(await site.sql`select 1 from account_imports where id = ${id}`).toEqual([]);
});

for (const [when, [table, condition]] of Object.entries(INTERRUPTIONS))
  test(`ends an import if its account is deleted ${when}`, async () => {
    const id = await interruptImport(table, condition);
    const deletion = await beginTransaction(site);
    const { user_id: userId, id: creatorId } = anna.creator;
    await deletion.sql`select from users where id = ${userId} for no key update`;
    await deletion.sql`select from creators where id = ${creatorId} for update`;
    const importing = runAgain(other, id);
    await untilWaiting(site);
    await deletion.sql`set local lock_timeout = '500ms'`;
    await deletion.sql`delete from users where id = ${userId}`;
    await deletion.commit();
    await importing;
    await site.runMaintenance();
    expect(await site.sql`select 1 from account_imports where id = ${id}`).toEqual([]);
    expect(await site.storage.openFile(`imports/${id}.zip`)).toBeNull();
  });

test("fails an import whose process was killed in every attempt, so that its user can start another", async () => {
  const id = await interruptImport();
  await site.storage.deleteFile(`imports/${id}.zip`);
  await runAgain(site, id);
  expect(await lastImport(site, anna)).toMatchObject({ id, state: "failed" });
  // The state after a killed process: its job is dead, but its row does not say so.
  await site.sql`update account_imports set state = 'waiting' where id = ${id}`;
  await site.runMaintenance();
  expect(await lastImport(site, anna)).toMatchObject({ id, state: "failed" });
  expect((await importArchive(anna, await shopArchive())).status).toBe(202);
  expect(await lastImport(site, anna)).toMatchObject({ state: "done" });
});

test("stops reading an archive when its client leaves", async () => {
  const leaving = await openSite({ databaseUrl: site.databaseUrl, storage: site.storage });
  const address = await leaving.app.listen({ port: 0, host: "127.0.0.1" });
  const received = Promise.withResolvers<void>();
  const left = Promise.withResolvers<void>();
  const ended = Promise.withResolvers<void>();
  leaving.app.server.once("request", (_request, response) => response.once("close", () => left.resolve()));
  const createTemp = site.storage.createTemp.bind(site.storage);
  vi.spyOn(site.storage, "createTemp").mockImplementationOnce(async (source) => {
    const temp = await createTemp(source);
    received.resolve();
    await left.promise;
    return { ...temp, discard: () => temp.discard().finally(ended.resolve) };
  });
  const client = new AbortController();
  const body = new FormData();
  body.append("file", new Blob([new Uint8Array(await shopArchive())]), "archive.zip");
  const sent = fetch(`${address}/api/account/imports`, {
    ...{ method: "POST", headers: { cookie: anna.cookie, origin: PUBLIC_URL }, body },
    signal: client.signal,
  });
  await received.promise;
  client.abort();
  await expect(sent).rejects.toThrow();
  await ended.promise;
  expect(await site.sql`select from account_imports where user_id = ${anna.creator.user_id}`).toEqual([]);
});
