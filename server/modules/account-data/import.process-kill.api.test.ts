import { readdir, readFile, utimes, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { beforeEach, expect, test } from "vitest";
import type { AccountImport } from "../../../contract/api/account-imports.ts";
import { HttpClient } from "../../testing/http-client.ts";
import type { ProductProcess } from "../../testing/product-process.ts";
import { runQueuedNow, runScheduledNow, takeOverNow } from "../../testing/queued-jobs.ts";
import { beginTransaction, untilWaiting } from "../../testing/transactions.ts";
import { testNodes } from "../../testing/two-nodes.ts";
import { SHOP_FILES, SHOP_MEMBERS, shopArchive } from "./archives.test-kit.ts";

const site = testNodes();
let client: HttpClient;
let creatorId: number;
let users = 0;

beforeEach(async () => {
  const [first, second] = site.nodes;
  for (const node of site.nodes) if (!node.isRunning) await node.start();
  first.resume();
  // Paused, because the second node would otherwise run imports of the first.
  second.pause();
  client = new HttpClient(first.url);
  users += 1;
  creatorId = (await client.register(`anna-${users}`)).id;
  await site.query("update users set email_verified_at = coalesce(email_verified_at, now())");
});

/** Sends an archive to a node, and returns status and code of its response. */
async function send(node: ProductProcess, archive: Buffer): Promise<[number, string?]> {
  const form = new FormData();
  form.set("file", new Blob([new Uint8Array(archive)], { type: "application/zip" }), "tessera.zip");
  const response = await client.post(`${node.url}/api/account/imports`, form);
  return [response.status, ((await response.json()) as { code?: string }).code];
}

async function latestImport(node: ProductProcess): Promise<AccountImport | undefined> {
  const { imports } = await client.getJson<{ imports: AccountImport[] }>(`${node.url}/api/account/imports`);
  return imports[0];
}

/** Resolves when the import has ended. */
async function expectEnded(node: ProductProcess, state: AccountImport["state"]): Promise<void> {
  const message = () => site.nodes.map(({ output }) => output).join("\n");
  await expect.poll(async () => (await latestImport(node))?.state, { interval: 200 }).not.toBe("waiting");
  expect((await latestImport(node))?.state, message()).toBe(state);
}

type Holder = Awaited<ReturnType<typeof beginTransaction>>;
const MOMENTS = {
  "the bytes of the second file are stored, its row is not": ({ sql }: Holder) =>
    sql`insert into imported_items select user_id, 'https://old.example 7', 'file', ${SHOP_FILES[1]}, 'held', gen_random_uuid() from creators where id = ${creatorId}`,
  "the page is added": ({ sql }: Holder) =>
    sql`select from creators where id = ${creatorId} for no key update`,
  "the second step of the audience is added": ({ sql }: Holder) =>
    sql`insert into audience_members (creator_id, email, email_hash, source, source_title, consent_text, consented_at) values (${creatorId}, 'reader-700@example.org', sha256('reader-700@example.org'), 'signup', 'News', '', now())`,
} as const;
type Moment = keyof typeof MOMENTS;

/** Stops the import at a moment: its transaction waits until the returned one is rolled back. */
async function holdAt(moment: Moment) {
  const holder = await beginTransaction(site);
  await MOMENTS[moment](holder);
  return holder;
}

/** Sends an archive to a node, and stops its import at a moment. Returns the transaction to roll back. */
async function sendAndHold(node: ProductProcess, moment: Moment) {
  const holder = await holdAt(moment);
  expect(await send(node, await shopArchive())).toEqual([202, undefined]);
  await untilWaiting(site);
  return holder;
}

/** Expects every item once: in the counts that the user sees, in the tables, and in the folder of the files. */
async function expectComplete(node: ProductProcess): Promise<void> {
  await expectEnded(node, "done");
  const all = (added: number) => ({ added, present: 0, left_out: 0 });
  const found = await latestImport(node);
  expect(found?.done).toBe(found?.total);
  expect(found?.result?.counts).toMatchObject({
    file: all(SHOP_FILES.length),
    product: all(SHOP_FILES.length),
    tile: all(SHOP_FILES.length),
    discount: all(1),
    audience: all(SHOP_MEMBERS),
  });
  const rows = await site.query(
    `select (select count(*)::int from files where creator_id = $1) as files,
      (select count(*)::int from products where creator_id = $1) as products,
      (select count(distinct listed.file_id)::int from product_files listed join products on products.id = product_id where creator_id = $1) as sold,
      (select count(*)::int from tiles where creator_id = $1) as tiles,
      (select taken from discounts where creator_id = $1) as taken,
      (select count(*)::int from audience_members where creator_id = $1) as members`,
    [creatorId],
  );
  expect(rows).toEqual([{ files: 3, products: 3, sold: 3, tiles: 3, taken: 4, members: SHOP_MEMBERS }]);
  await expectNoOtherBytes();
}

/** Cleans up as if an hour had passed. Expects only the bytes of files that have rows. */
async function expectNoOtherBytes(): Promise<void> {
  await site.query("update pending_uploads set started_at = started_at - interval '61 minutes'");
  await site.query(
    "update account_imports set created_at = created_at - interval '61 minutes' where state = 'receiving'",
  );
  const incoming = join(site.folder, "uploads/.incoming");
  const earlier = new Date(Date.now() - 61 * 60_000);
  // A file that was just rejected may be deleted meanwhile.
  for (const name of await readdir(incoming))
    await utimes(join(incoming, name), earlier, earlier).catch(() => undefined);
  await runScheduledNow(site, "maintenance");
  const rows = await site.query("select 'digital/' || id as key from files order by 1");
  const keys = async () => {
    const entries = await readdir(join(site.folder, "uploads"), { recursive: true, withFileTypes: true });
    const files = entries.filter((entry) => entry.isFile() && entry.name !== ".storage-id");
    return files.map(({ parentPath, name }) => join(parentPath, name).split("/uploads/")[1]).sort();
  };
  await expect.poll(keys, { interval: 200 }).toEqual(rows.map(({ key }) => key));
}

const keyOf = async () =>
  `imports/${(await site.query("select id from account_imports order by created_at desc limit 1"))[0].id}.zip`;

test("adds nothing twice when a frozen node wakes up in an import that another node has continued", async () => {
  const [frozen, other] = site.nodes;
  const held = await sendAndHold(frozen, "the bytes of the second file are stored, its row is not");
  frozen.pause();
  other.resume();
  const takenOver = async () =>
    (
      await site.query(
        "select from pgboss.job where name = 'account-data.import' and state = 'active' and retry_count = 1",
      )
    ).length;
  await expect.poll(takenOver, { interval: 200 }).toBe(1);
  frozen.resume();
  await held.rollback();
  await expectComplete(other);
});

test("accepts one of two imports that a user starts on two nodes at once", async () => {
  const [first, second] = site.nodes;
  second.resume();
  // The frozen process must first notice that its connections are lost.
  await second.waitUntilReady();
  const held = await holdAt("the page is added");
  const archive = await shopArchive();
  expect((await Promise.all([send(first, archive), send(second, archive)])).sort()).toEqual([
    [202, undefined],
    [409, "account_data.import_unfinished"],
  ]);
  await held.rollback();
  await expectComplete(second);
});

test("fails an import whose archive is changed between two attempts, and completes it with the next import", async () => {
  const [node] = site.nodes;
  const held = await sendAndHold(node, "the page is added");
  await site.query(
    "select pg_terminate_backend(pid) from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()",
  );
  await held.rollback();
  const failed = "select from pgboss.job where name = 'account-data.import' and state = 'retry'";
  await expect.poll(() => site.query(failed)).toHaveLength(1);
  const path = join(site.folder, "uploads", await keyOf());
  expect((await readFile(path)).length).toBeGreaterThan(0);
  // The changed archive is valid, because anyone can calculate the hashes of a manifest.
  await writeFile(path, await shopArchive({ tileTitle: "Forged" }));
  await runQueuedNow(site, "account-data.import");
  await expectEnded(node, "failed");
  expect(await site.query("select from tiles where creator_id = $1", [creatorId])).toEqual([]);
  expect(await send(node, await shopArchive())).toEqual([202, undefined]);
  await expectEnded(node, "done");
  expect((await latestImport(node))?.result?.counts).toMatchObject({
    file: { added: 0, present: SHOP_FILES.length },
    product: { added: SHOP_FILES.length },
    audience: { added: SHOP_MEMBERS },
  });
  await expectNoOtherBytes();
});

test("adds everything once and leaves no bytes when the process is killed twice, each time on another node", async () => {
  const [first, second] = site.nodes;
  const page = await sendAndHold(first, "the page is added");
  await first.kill();
  await page.rollback();
  const audience = await holdAt("the second step of the audience is added");
  await takeOverNow(site);
  second.resume();
  await second.waitUntilReady();
  await runQueuedNow(site, "account-data.import");
  await untilWaiting(site);
  await second.kill();
  await audience.rollback();
  await takeOverNow(site);
  await first.start();
  await expectComplete(first);
});
