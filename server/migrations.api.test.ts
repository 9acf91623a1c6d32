import { execFile } from "node:child_process";
import { cp, readdir, writeFile } from "node:fs/promises";
import { basename, join, relative } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import pg from "pg";
import { PgBoss } from "pg-boss";
import { pino } from "pino";
import { expect, onTestFinished, test } from "vitest";
import { QueuedMail } from "../contract/mails/mails.ts";
import settings from "../drizzle.config.ts";
import { borrowInstallation, openSite } from "./backup/backup.test-kit.ts";
import { migrate } from "./platform/database/migrate.ts";
import { migrateJobs } from "./platform/jobs/adapters/pg-boss-open.ts";
import { migrationsFolder } from "./testing/database.ts";
import { SELLER } from "./testing/sales.ts";
import { makeTestFolder } from "./testing/temporary-folder.ts";

const root = fileURLToPath(new URL("../", import.meta.url));

test("has the same tables in the code and the migrations", async () => {
  const folder = await makeTestFolder();
  const copy = join(folder, "migrations");
  await cp(migrationsFolder, copy, { recursive: true });
  // The tool takes paths from where it runs, and no absolute ones.
  const config = join(folder, "drizzle.config.json");
  await writeFile(config, JSON.stringify({ ...settings, out: relative(root, copy) }));
  const tool = join(root, "node_modules/drizzle-kit/bin.cjs");
  const { stdout, stderr } = await promisify(execFile)(
    process.execPath,
    [tool, "generate", `--config=${relative(root, config)}`],
    { cwd: root },
  );
  expect(stdout + stderr).toContain("No schema changes");
  expect(await readdir(copy)).toEqual(await readdir(migrationsFolder));
});

const log = pino({ level: "silent" });

/** Applies the migrations before one. */
async function migrateUntil(first: string, { url }: { url: string }): Promise<void> {
  const earlier = join(await makeTestFolder(), "migrations");
  await cp(migrationsFolder, earlier, {
    recursive: true,
    filter: (path) => !path.endsWith(".sql") || basename(path) < first,
  });
  await migrate({ url, folder: earlier, log });
}

async function connectTo({ url }: { url: string }): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  onTestFinished(() => client.end());
  return client;
}

/** Opens the job queue of a database, with a queue of failed jobs. */
async function openQueue({ url }: { url: string }): Promise<PgBoss> {
  await migrateJobs({ url, log });
  const boss = new PgBoss({ connectionString: url, supervise: false, schedule: false });
  await boss.start();
  onTestFinished(() => boss.stop({ graceful: false }));
  await boss.createQueue("dead");
  return boss;
}

test("moves the jobs of creators' emails to the queues of all campaigns", async () => {
  const { url } = await borrowInstallation();
  await migrateUntil("0095", { url });
  const boss = await openQueue({ url });
  for (const name of ["fill", "fill-letter", "send", "send-letter"])
    await boss.createQueue(`marketing.${name}`, { deadLetter: "dead", retryLimit: 0 });
  await boss.send("marketing.fill-letter", { campaignId: 1, after: null });
  await boss.send("marketing.send-letter", { recipientId: 1 });
  const [job] = await boss.fetch("marketing.send-letter");
  await boss.fail("marketing.send-letter", job?.id ?? "");
  await boss.send("marketing.send-letter", { recipientId: 2 });

  await migrate({ url, folder: migrationsFolder, log });
  expect(await boss.fetch("marketing.fill")).toMatchObject([{ data: { campaignId: 1, after: null } }]);
  expect(await boss.fetch("marketing.send")).toMatchObject([{ data: { recipientId: 2 } }]);
  const client = await connectTo({ url });
  const { rows } = await client.query("select source_name, data from pgboss.job where name = 'dead'");
  expect(rows).toEqual([{ source_name: "marketing.send", data: { recipientId: 1 } }]);
  const queues = (await boss.getQueues()).map(({ name }) => name).filter((name) => name.endsWith("-letter"));
  expect(queues).toEqual([]);
});

test("moves the sold products of orders of every status to lines", async () => {
  const place = await borrowInstallation();
  await migrateUntil("0098", place);
  const client = await connectTo(place);
  await client.query(`
    with owner as (insert into users (email, password_hash) values ('anna@example.org', '-') returning id),
      seller as (insert into creators (user_id, handle, display_name) select id, 'anna', 'Anna' from owner returning id)
    insert into products (creator_id, name, type, price_cents, currency, slug) select id, 'Bowl today', 'physical', 1, 'eur', 'bowl' from seller`);
  await client.query(
    `insert into orders (creator_id, product_id, product_name, product_type, accent_id, media_url, item_cents, discount_cents, shipping_cents,
      amount_cents, refunded_cents, currency, fee_bps, fee_cents, provider, mode, status, seller, paid_at, shipped_at, tracking,
      withdrawn_at, withdrawal_name, stock_reserved, checkout_token_hash, order_token_hash)
    select p.creator_id, p.id, 'Bowl ' || status, kind, 7, '/files/bowl.webp', 0, 100, 400,
      1300, refunded, 'eur', 500, 50, 'stripe', 'live', status, $1::jsonb, paid_at,
      case when kind = 'physical' then paid_at + interval '1 day' end, case when kind = 'physical' then 'DHL 1' end,
      case when status = 'refunded' then paid_at + interval '2 days' end, case when status = 'refunded' then 'Vera' end, paid_at is null,
      sha256(random()::text::bytea), sha256((status || '-' || kind)::bytea)
    from products p, unnest(array['physical', 'digital', 'tip']) kind, (values
      ('pending', null, 0), ('processing', null, 0), ('failed', null, 0), ('expired', null, 0), ('cancelled', null, 0),
      ('paid', now(), 0), ('partially_refunded', now(), 500), ('refunded', now(), 1300), ('disputed', now(), 0)
    ) as state (status, paid_at, refunded)`,
    [SELLER],
  );
  const { rows: before } = await client.query(
    `select id, product_id, product_name as name, product_type as type, 1000 as item_cents, discount_cents, shipping_cents,
       amount_cents, refunded_cents, media_url, accent_id, stock_reserved, shipped_at, tracking, withdrawn_at, withdrawal_name
     from orders order by id`,
  );
  expect(before).toHaveLength(27);

  const site = await openSite(place);
  onTestFinished(() => site.close());
  const { rows: lines } = await client.query("select * from order_lines order by order_id");
  expect(lines).toMatchObject(before.map(({ id, ...line }) => ({ ...line, order_id: id, position: 0 })));
  for (const status of ["paid", "partially_refunded", "refunded", "disputed"]) {
    for (const type of ["physical", "digital", "tip"]) {
      const { body } = await site.call("GET", `/api/public/orders/${status}-${type}`);
      const product = { name: `Bowl ${status}`, type, accent_id: 7 };
      expect(body.order).toMatchObject({ status, amount_cents: 1300, product });
    }
  }
  const words = await client.query("select words from order_directory where words like '%today%'");
  expect(words.rows).toEqual([]);
  await client.query("update order_lines set name = 'Vase' where order_id = $1", [before[0].id]);
  const { rows } = await client.query("select words from order_directory where order_id = $1", [
    before[0].id,
  ]);
  expect(rows).toEqual([{ words: "vase" }]);
});

test("links receipts queued by commit 25e65fde to the order page, failed ones included", async () => {
  const { url } = await borrowInstallation();
  await migrateUntil("0105", { url });
  const boss = await openQueue({ url });
  await boss.createQueue("mail.deliver", { deadLetter: "dead", retryLimit: 0 });
  const page = { to: "order", seed: "a" };
  const receipt = {
    mail: "receipt",
    product: "Notes",
    amountCents: 2500,
    currency: "eur",
    creator: "Anna",
    paidAt: "2026-11-21T14:05:00.000Z",
    links: { main: { to: "download", seed: "a", generation: 0 }, order: page },
  };
  for (const mail of [receipt, receipt, { ...receipt, links: { main: page, order: null } }])
    await boss.send("mail.deliver", { to: "a@example.org", messageId: "<1@x>", mail });
  const [job] = await boss.fetch("mail.deliver");
  await boss.fail("mail.deliver", job?.id ?? "");

  await migrate({ url, folder: migrationsFolder, log });
  const client = await connectTo({ url });
  const { rows } = await client.query(
    "select data -> 'mail' as mail from pgboss.job where 'mail.deliver' in (name, source_name) and state < 'completed'",
  );
  const mails = rows.map(({ mail }) => QueuedMail.parse(mail));
  expect(mails.map((mail) => "links" in mail && mail.links)).toEqual(
    Array.from({ length: 3 }, () => ({ main: page })),
  );
  expect(mails.filter((mail) => "hasDownload" in mail && mail.hasDownload)).toHaveLength(2);
});
