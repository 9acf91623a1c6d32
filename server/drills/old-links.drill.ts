import { createHash, randomUUID } from "node:crypto";
import pLimit from "p-limit";
import { expect, test } from "vitest";
import type { Product } from "../../contract/api/products.ts";
import { createOrderTokens } from "../modules/orders/access/tokens.ts";
import { createTokenDeriver } from "../platform/tokens.ts";
import { HttpClient } from "../testing/http-client.ts";
import { isInstalled, observed, PREVIOUS } from "./drill.ts";
import { startWrites } from "./steady-writes.ts";
import { SECRET, testTwoNodes } from "./two-nodes.ts";

const hasCaddy = isInstalled("caddy");
const ORDERS = 1000;
const tokens = createOrderTokens(createTokenDeriver(SECRET));

const site = testTwoNodes([{ RATE_LIMITS: "off" }, { RATE_LIMITS: "off" }]);

/** An order of each kind: the status of its payment, the refunded part of €10.00, and its dispute. */
type Kind = { status: string; payment?: string; refunded?: number; dispute?: string; provider?: string };
const KINDS: Kind[] = [
  { status: "pending" },
  { status: "paid", provider: "mock" },
  { status: "cancelled", provider: "mock" },
  { status: "paid", provider: "free" },
  { status: "pending", payment: "open" },
  { status: "processing", payment: "processing" },
  { status: "paid", payment: "paid" },
  { status: "partially_refunded", payment: "paid", refunded: 400 },
  { status: "refunded", payment: "paid", refunded: 1000 },
  { status: "disputed", payment: "paid", dispute: "open" },
  { status: "disputed", payment: "paid", dispute: "lost" },
  { status: "paid", payment: "paid", dispute: "won" },
  { status: "failed", payment: "failed" },
  { status: "expired", payment: "expired" },
  { status: "cancelled", payment: "cancelled" },
];
const PAID = new Set(["paid", "partially_refunded", "refunded", "disputed"]);

/** Inserts an order as the previous release stored it. Returns its seed. */
async function insertOrder(kind: Kind, { creatorId, product }: { creatorId: number; product: Product }) {
  const { status, payment, refunded = 0, dispute, provider = payment ? "stripe" : "mock" } = kind;
  const seed = randomUUID();
  const amount = provider === "free" ? 0 : 1000;
  const mode = provider === "mock" ? null : "live";
  const {
    rows: [order],
  } = await site.db.query(
    `with sold as (insert into orders (seed, creator_id, amount_cents, item_cents, currency, fee_bps, fee_cents,
       provider, mode, status, refunded_cents, buyer_email, checkout_token_hash, order_token_hash, paid_at, number)
     values ($1, $2, $4, $4, 'eur', 500, $4 / 20, $5, $6, $7, $8, 'buyer@example.org', $9, $10, case when $11::bytea is not null then now() end, $12)
     returning *),
     line as (insert into order_lines (order_id, position, product_id, name, type, item_cents, amount_cents, refunded_cents)
     select id, 0, $3, 'Notes', 'digital', item_cents, amount_cents, refunded_cents from sold returning id, order_id)
     insert into access (order_id, line_id, file_id, seed, starts_at, token_hash, link_expires_at)
     select line.order_id, line.id, listed.file_id, null, sold.paid_at, $11, sold.paid_at + interval '3 days'
     from line, sold, product_files listed where listed.product_id = $3 returning order_id as id`,
    [
      ...[seed, creatorId, product.id, amount, provider, mode, status, refunded],
      ...[tokens.hash(tokens.checkout(seed)), tokens.hash(tokens.order(seed))],
      ...(PAID.has(status) ? [tokens.hash(tokens.download(seed, 0)), seed] : [null, null]),
    ],
  );
  if (!payment) return seed;
  const id = randomUUID();
  await site.db.query(
    `insert into order_payments (id, order_id, provider, mode, provider_id, status, amount_cents, currency, fee_cents)
     values ($1, $2, 'stripe', 'live', $3, $4, 1000, 'eur', 50)`,
    [id, order.id, `cs_${id}`, payment],
  );
  if (refunded > 0) {
    await site.db.query(
      `insert into order_refunds (order_id, order_payment_id, provider_id, amount_cents, status, source) values ($1, $2, $3, $4, 'done', 'creator')`,
      [order.id, id, `re_${id}`, refunded],
    );
  }
  if (dispute) {
    await site.db.query(
      `insert into order_disputes (provider, provider_id, order_id, order_payment_id, amount_cents, status) values ('stripe', $1, $2, $3, 1000, $4)`,
      [`du_${id}`, order.id, id, dispute],
    );
  }
  return seed;
}

/** Returns the links to an order in emails and browsers. */
const linksOf = (seed: string) => [
  `/api/public/orders/${tokens.order(seed)}`,
  `/orders/${tokens.order(seed)}`,
  `/api/orders/download/${tokens.download(seed, 0)}`,
  `/api/public/checkout/${tokens.checkout(seed)}`,
];

type Answer = { status: number; json: unknown; sha256: string };

/** Returns the responses to links. Keeps only the status of pages, because their words and styles change. */
async function readAll(links: readonly string[]): Promise<Map<string, Answer>> {
  const limit = pLimit(10);
  const read = async (link: string): Promise<[string, Answer]> => {
    const response = await fetch(new URL(link, site.url), { redirect: "manual" });
    const bytes = Buffer.from(await response.arrayBuffer());
    const isJson = response.headers.get("content-type")?.startsWith("application/json");
    const isPage = response.headers.get("content-type")?.startsWith("text/html");
    const answer = {
      status: response.status,
      json: isJson ? JSON.parse(bytes.toString()) : null,
      sha256: isJson || isPage ? "" : createHash("sha256").update(bytes).digest("hex"),
    };
    return [link, answer];
  };
  return new Map(await Promise.all(links.map((link) => limit(read, link))));
}

test.skipIf(!hasCaddy)(
  "old-links: links of orders in every state respond as before, during and after an upgrade of two nodes",
  async () => {
    await site.start(PREVIOUS);
    const client = new HttpClient(site.url);
    const creator = await client.register("anna");
    const form = new FormData();
    form.append("file", new Blob(["What the buyer pays for"]), "notes.txt");
    const { path } = await client.postForJson<{ path: string }>("/api/files/upload?purpose=digital", form);
    const { product } = await client.postForJson<{ product: Product }>("/api/products", {
      name: "Notes",
      priceCents: 1000,
      type: "digital",
      digitalFilePath: path,
    });
    const seeds: string[] = [];
    for (let number = 0; number < ORDERS; number++) {
      const kind = KINDS[number % KINDS.length] as Kind;
      seeds.push(await insertOrder(kind, { creatorId: creator.id, product }));
    }
    const links = seeds.flatMap(linksOf);
    const before = await readAll(links);

    const writes = await startWrites(site.url, { perSecond: 30 });
    for (const node of site.nodes) {
      expect((await node.stop()).code, node.output).toBe(0);
      await node.start();
      const after = await readAll(links);
      for (const [link, answer] of before)
        expect({ link, ...after.get(link) }).toMatchObject({ link, ...answer });
    }
    const written = await writes.stop();
    expect(written.failures).toEqual([]);
    const statuses = Object.groupBy(before.values(), ({ status }) => String(status));
    const counts = Object.entries(statuses).map(([status, answers]) => `${status}: ${answers?.length}`);
    observed(
      `${links.length} links of ${ORDERS} orders of ${KINDS.length} kinds answer as before (${counts.join(", ")}); ${written.sent} writes meanwhile, none failed`,
    );
  },
);
