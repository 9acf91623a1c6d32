import { randomBytes } from "node:crypto";
import { cp, mkdir, writeFile } from "node:fs/promises";
import { basename, join } from "node:path";
import pg from "pg";
import { pino } from "pino";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createInstallation, type Installation, openSite } from "./backup/backup.test-kit.ts";
import { createOrderTokens } from "./modules/orders/access/tokens.ts";
import { migrate } from "./platform/database/migrate.ts";
import { createTokenDeriver } from "./platform/tokens.ts";
import { migrationsFolder } from "./testing/database.ts";
import { formerRecords } from "./testing/former-migrations.ts";
import { SECRET, type TestApp } from "./testing/harness.ts";
import { testFolder } from "./testing/temporary-folder.ts";

const FILE = "a".repeat(32);
const CONTENT = "What the buyer pays for";
const tokens = createOrderTokens(createTokenDeriver(SECRET));

/** An order of a file at commit 25e65fde: what differs from a paid one, and its dispute. */
type Former = { columns?: Record<string, unknown>; dispute?: string; isUnpaid?: true };
type Answer = { download: number; downloads?: number; version?: number; own?: false };

const now = new Date();
const past = new Date(now.getTime() - 60_000);
const unpaid = (status: string): Former => ({ columns: { status }, isUnpaid: true });
const refunded = { status: "refunded", refunded_cents: 1000 };

/** The former orders and how their links answer: the status of the download, and whether the order page names it. */
const ORDERS: Record<string, [Former, Answer]> = {
  pending: [unpaid("pending"), { download: 404, own: false }],
  processing: [unpaid("processing"), { download: 404, own: false }],
  failed: [unpaid("failed"), { download: 404, own: false }],
  expired: [unpaid("expired"), { download: 404, own: false }],
  cancelled: [unpaid("cancelled"), { download: 404, own: false }],
  paid: [{}, { download: 200 }],
  downloaded: [{ columns: { download_count: 2 } }, { download: 200, downloads: 2 }],
  "partially refunded": [
    { columns: { status: "partially_refunded", refunded_cents: 400 } },
    { download: 200 },
  ],
  refunded: [{ columns: refunded }, { download: 410, own: false }],
  "refunded, access kept": [{ columns: { ...refunded, keep_access: true } }, { download: 200 }],
  disputed: [
    { columns: { status: "disputed" }, dispute: "open" },
    { download: 409, own: false },
  ],
  lost: [
    { columns: { status: "disputed" }, dispute: "lost" },
    { download: 410, own: false },
  ],
  won: [{ dispute: "won" }, { download: 200 }],
  withdrawn: [
    { columns: { ...refunded, withdrawn_at: now, withdrawal_name: "Vera", access_ended_at: now } },
    { download: 410, own: false },
  ],
  "with an expired link": [{ columns: { download_expires_at: past } }, { download: 410 }],
  renewed: [{ columns: { download_generation: 2 } }, { download: 200, version: 2 }],
  released: [
    { columns: { file_id: null, download_token_hash: null, download_expires_at: null, download_count: 3 } },
    { download: 404, downloads: 3, own: false },
  ],
  "of goods": [
    {
      columns: {
        product_type: "physical",
        file_id: null,
        download_token_hash: null,
        download_expires_at: null,
      },
    },
    { download: 404, own: false },
  ],
};

const folder = testFolder();
let place: Installation;
let site: TestApp;
let creatorId: number;
const sold = new Map<string, { id: number; seed: string }>();

beforeAll(async () => {
  place = await createInstallation();
  const start = join(folder.path, "migrations");
  const isStart = (path: string) => !path.endsWith(".sql") || basename(path).startsWith("0000");
  await cp(migrationsFolder, start, { recursive: true, filter: isStart });
  await migrate({ url: place.url, folder: start, log: pino({ level: "silent" }) });
  const client = new pg.Client({ connectionString: place.url });
  await client.connect();
  await fill(client);
  for (const statement of formerRecords()) await client.query(statement);
  await client.end();
  const stored = join(place.folder, "uploads", "digital");
  await mkdir(stored, { recursive: true });
  await writeFile(join(stored, FILE), CONTENT);
  site = await openSite(place);
});
afterAll(async () => {
  await site.close();
  await place.remove();
});

async function fill(client: pg.Client): Promise<void> {
  const insert = async (table: string, values: Record<string, unknown>) => {
    const columns = Object.keys(values);
    const { rows } = await client.query(
      `insert into ${table} (${columns}) values (${columns.map((_, at) => `$${at + 1}`)}) returning *`,
      Object.values(values),
    );
    return rows[0];
  };
  const user = await insert("users", { email: "anna@example.org" });
  const creator = await insert("creators", { user_id: user.id, handle: "anna", display_name: "Anna" });
  creatorId = creator.id;
  const owned = { creator_id: creatorId };
  const file = { ...owned, id: FILE, purpose: "digital", name: "notes.txt", content_type: "text/plain" };
  await insert("files", { ...file, size: CONTENT.length, sha256: randomBytes(32) });
  for (const [name, [former, { version = 0 }]] of Object.entries(ORDERS)) {
    const seed = crypto.randomUUID();
    const link = {
      paid_at: now,
      download_token_hash: tokens.hash(tokens.download(seed, version)),
      download_expires_at: new Date(now.getTime() + 3_600_000),
    };
    const order = await insert("orders", {
      ...owned,
      ...{
        seed,
        product_name: name,
        product_type: "digital",
        file_id: FILE,
        amount_cents: 1000,
        currency: "eur",
      },
      ...{ item_cents: 1000, fee_bps: 500, fee_cents: 50, provider: "stripe", mode: "live", status: "paid" },
      checkout_token_hash: tokens.hash(tokens.checkout(seed)),
      order_token_hash: tokens.hash(tokens.order(seed)),
      ...(former.isUnpaid ? {} : link),
      ...former.columns,
    });
    sold.set(name, { id: Number(order.id), seed });
    if (!former.dispute) continue;
    const paid = { order_id: order.id, provider: "stripe", amount_cents: 1000 };
    const payment = await insert("order_payments", {
      ...paid,
      currency: "eur",
      fee_cents: 50,
      status: "paid",
    });
    const dispute = { ...paid, order_payment_id: payment.id, provider_id: `du_${order.id}` };
    await insert("order_disputes", { ...dispute, status: former.dispute });
  }
}

test("keeps the number of downloads", async () => {
  const counts = await site.query("select order_id, use_count from access where use_count > 0 order by id");
  const expected = Object.entries(ORDERS).flatMap(([name, [, { downloads }]]) =>
    downloads ? { order_id: sold.get(name)?.id, use_count: downloads } : [],
  );
  expect(counts).toEqual(expected);
});

test.each(Object.entries(ORDERS))("keeps the links of an order that was %s", async (name, [, answer]) => {
  const { seed } = sold.get(name) ?? { seed: "" };
  const token = tokens.download(seed, answer.version ?? 0);
  const path = `/api/orders/download/${token}`;
  const response = await site.call("GET", path);
  expect(response.status).toBe(answer.download);
  if (answer.download === 200) expect(response.text).toBe(CONTENT);
  const page = await site.call("GET", `/api/public/orders/${tokens.order(seed)}`);
  expect(page.status).toBe(200);
  expect(page.body.order.product.name).toBe(name);
  expect(page.body.order.download?.url ?? null).toBe(answer.own === false ? null : path);
});
