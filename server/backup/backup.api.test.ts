import { rm, stat } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from "vitest";
import { partitionOf } from "../modules/analytics/rules.ts";
import { isBackupRunning } from "../platform/database/backup-lock.ts";
import {
  addFile,
  addTile,
  buy,
  offerFile,
  signUpAdmin,
  signUpVerified,
  type TestUser,
} from "../testing/factories.ts";
import type { TestApp } from "../testing/harness.ts";
import {
  addImage,
  ask,
  borrowInstallation,
  createArchiveFolder,
  createInstallation,
  describeDatabase,
  describeUploads,
  type Installation,
  openSite,
  restore,
  save,
} from "./backup.test-kit.ts";

const NOTES = "The notes, of which every byte counts.";
const archive = createArchiveFolder();

describe("the backup of an installation with data", () => {
  let source: Installation;
  let target: Installation;
  let seller: TestUser;
  let sale: Awaited<ReturnType<typeof buy>>;
  const file = () => archive("whole.tar");

  beforeAll(async () => {
    source = await createInstallation();
    target = await createInstallation();
    const site = await openSite(source, { jobs: "database" });
    seller = await signUpVerified(site);
    sale = await buy(site, (await offerFile(site, seller, NOTES)).tile.id);
    await addImage(site, seller);
    await site.close();
    await leaveTraces(source, seller.creator.id);
    await save(source, file());
    await restore(target, file());
  });
  afterAll(async () => {
    await source.remove();
    await target.remove();
  });

  test("is restored in an empty target table by table and file by file", async () => {
    expect(await describeDatabase(target.url)).toEqual(await describeDatabase(source.url));
    expect(await describeUploads(target)).toEqual(await describeUploads(source));
    expect(Object.keys(await describeUploads(target))).toHaveLength(4);
    expect(await ask(target.url, "select count(*)::int from events_2024_02_29")).toEqual([3]);
    // The backup contains no search words.
    const words = "select words from order_directory union all select words from user_directory order by 1";
    expect(await ask(target.url, words)).toEqual(await ask(source.url, words));
    // A backup is recorded once it is complete, so it does not contain its own record.
    expect(await ask(source.url, "select count(*)::int from last_backup")).toEqual([1]);
  });

  test("is readable only by its owner and contains no salt of visitors", async () => {
    expect((await stat(file())).mode & 0o777).toBe(0o600);
    expect(await ask(source.url, "select count(*)::int from visitor_salts")).toEqual([1]);
    expect(await ask(target.url, "select count(*)::int from visitor_salts")).toEqual([0]);
  });

  test("keeps logins and download links valid, and sends queued emails", async () => {
    const site = await openSite(target, { jobs: "database" });
    onTestFinished(site.close);
    const { email, password, cookie } = seller;
    expect((await site.call("POST", "/api/auth/login", { email, password })).status).toBe(200);
    expect((await site.call("GET", "/api/tiles", undefined, { cookie })).status).toBe(200);
    expect((await site.call("GET", `/api/orders/download/${sale.downloadToken}`)).text).toBe(NOTES);
    // The link is derived from the restored secret.
    const again = await site.call("POST", `/api/public/checkout/${sale.checkoutToken}/pay`, {});
    const shown = new URLSearchParams(again.body.returnUrl.split("?")[1]);
    expect(shown.get("downloadToken")).toBe(sale.downloadToken);
    // The seller's email may also have been in the queue when the site closed.
    const toBuyer = async () => (await site.sentMails()).filter(({ to }) => to === "buyer@example.org");
    await expect.poll(toBuyer).toHaveLength(1);
    // Sequences continue where they were, so that new rows do not collide.
    expect((await addTile(await site.signUp())).id).toBeGreaterThan(1);
  });

  test("reports rows whose stored bytes are missing", async () => {
    const [id] = await ask(target.url, "select id from files where purpose = 'digital'");
    await rm(join(target.folder, "uploads", "digital", String(id)));
    expect((await save(target, archive("lossy.tar"))).end).toMatchObject({ files: 2, lostFiles: [id] });
  });
});

/** Inserts the results of months of use: old events, a queued email, today's salt. */
async function leaveTraces({ url }: Installation, creatorId: number): Promise<void> {
  const { name, from, to } = partitionOf("2024-02-29");
  await ask(url, `create table ${name} partition of events for values from ('${from}') to ('${to}')`);
  await ask(
    url,
    `insert into events (creator_id, event, visitor, created_at)
     select ${creatorId}, 'page_view', '\\x00ff', '2024-02-29T10:00:00.123456Z' from generate_series(1, 3)`,
  );
  await ask(
    url,
    "update pgboss.job set state = 'created', completed_on = null, started_on = null where data->>'to' = 'buyer@example.org'",
  );
  await ask(url, "insert into visitor_salts values (now()::date, '\\x00')");
}

test("is a consistent snapshot with the bytes of every row during writes", async () => {
  const source = await borrowInstallation();
  const target = await borrowInstallation();
  const site = await openSite(source);
  onTestFinished(site.close);
  const admin = await signUpAdmin(site);
  const leaving = await Promise.all([site.signUp(), site.signUp(), site.signUp()]);
  for (const user of leaving) await addFile(site, user, "nobody bought this");
  const writers = startWriters(site);
  await expect.poll(writers.pairs).toBeGreaterThan(5);
  const before = writers.pairs();
  const deletions: Promise<unknown>[] = [];
  let held: Promise<boolean> | undefined;
  const { end } = await save(source, archive("busy.tar"), {
    step(text) {
      if (text === "Saving the database") held = isBackupRunning(site.db);
      if (text !== "Saving the files") return;
      // Their rows are deleted after the snapshot, but their files must stay.
      for (const { creator } of leaving)
        deletions.push(admin.call("DELETE", `/api/admin/users/${creator.user_id}`));
    },
  });
  const after = writers.pairs();
  await Promise.all([writers.stop(), ...deletions]);
  expect([await held, await isBackupRunning(site.db)]).toEqual([true, false]);
  expect(after).toBeGreaterThan(before);
  expect(end).toMatchObject({ lostFiles: [], rows: { "public.users": end.rows["public.creators"] } });
  expect(end.files).toBeGreaterThanOrEqual(leaving.length);

  await restore(target, archive("busy.tar"));
  const [left, right, orphans] = await ask(
    target.url,
    "select (select count(*) from resting_handles)::int, (select count(*) from suppressed_addresses)::int, (select count(*) from files where creator_id is null)::int",
  );
  expect(left).toBe(right);
  expect(left).toBeGreaterThanOrEqual(before);
  expect(left).toBeLessThanOrEqual(after + 1);
  expect(orphans).toBe(0);
  expect(Object.keys(await describeUploads(target))).toHaveLength(end.files);
});

/** Clients that insert two rows at a time without pauses, register and upload. */
function startWriters(site: TestApp) {
  let pairs = 0;
  let stopping = false;
  const inPairs = async () => {
    while (!stopping) {
      await site.query(
        "with one as (insert into resting_handles values ($1, now()) returning handle) insert into suppressed_addresses (address_hash) select handle::bytea from one",
        [`pair-${pairs}`],
      );
      pairs += 1;
    }
  };
  const arriving = async () => {
    while (!stopping) await addFile(site, await site.signUp(), "just uploaded");
  };
  const writing = Promise.all([inPairs(), arriving()]);
  return {
    pairs: () => pairs,
    stop: () => {
      stopping = true;
      return writing;
    },
  };
}
