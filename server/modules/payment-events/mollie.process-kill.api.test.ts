import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import pg from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Product } from "../../../contract/api/products.ts";
import type { Tile } from "../../../contract/api/tiles.ts";
import { APP } from "../../platform/payments/mollie-app.test-kit.ts";
import { TEST_KEY, testMollie } from "../../platform/payments/mollie-server.test-kit.ts";
import { createTestDatabase } from "../../testing/create-database.ts";
import { ADDRESS } from "../../testing/factories.ts";
import { SECRET } from "../../testing/harness.ts";
import { HttpClient } from "../../testing/http-client.ts";
import { ProductProcess } from "../../testing/product-process.ts";
import { prepare } from "../../testing/test-site.ts";

const PRICE = 1_999;
/** 5 % of the free plan, rounded half up. */
const FEE = 100;
const ORDERS = 12;

const mollie = testMollie();
const database = prepare(() => createTestDatabase());
const nodes: ProductProcess[] = [];
const connection = { client: undefined as pg.Client | undefined };
let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "tessera-nodes-"));
  const settings = {
    ...{ APP_SECRET: SECRET, DATABASE_URL: database.url, DATA_DIR: folder },
    ...{ MOLLIE_API_BASE: mollie.url },
    ...{ MOLLIE_API_KEY: TEST_KEY, MOLLIE_CLIENT_ID: APP.clientId, MOLLIE_CLIENT_SECRET: APP.clientSecret },
  };
  for (let count = 0; count < 2; count++) nodes.push(await ProductProcess.prepare(settings));
  connection.client = new pg.Client({ connectionString: database.url });
  await connection.client.connect();
});
afterAll(async () => {
  for (const node of nodes) await node.remove();
  await connection.client?.end();
  await database.drop();
  await rm(folder, { recursive: true, force: true });
});

const node = (at: number): ProductProcess => {
  const found = nodes[at % nodes.length];
  if (!found) throw new Error("no node");
  return found;
};
const read = async <Row extends pg.QueryResultRow>(text: string, values: unknown[] = []) =>
  (await connection.client?.query<Row>(text, values))?.rows ?? [];

/** Opens a page that sells goods on an account that its creator has connected at Mollie; returns its tile. */
async function openShop(): Promise<number> {
  const creator = new HttpClient(node(0).url);
  await creator.postForJson("/api/auth/register", {
    ...{ email: "mara@example.org", handle: "mara", displayName: "Mara" },
    password: "a quiet little mosaic",
  });
  await read("update users set email_verified_at = now()");
  mollie.app.state.merchant = mollie.app.signUp();
  const { onboardingUrl } = await creator.postForJson<{ onboardingUrl: string }>("/api/connect/onboard", {
    provider: "mollie",
  });
  const allowed = await fetch(onboardingUrl, { redirect: "manual" });
  const { pathname, search } = new URL(allowed.headers.get("location") ?? "");
  const back = await creator.get(pathname + search);
  expect(new URL(back.url).search).toBe("?onboarding=return");
  await creator.postForJson("/api/seller", {
    ...{ legalName: "Mara Maas", address: "Hauptstraße 1, 10115 Berlin", country: "DE" },
    ...{ email: "shop@mara.example", isTrader: true },
  });
  const bowl = { name: "Bowl", priceCents: PRICE, currency: "eur", type: "physical" };
  const { product } = await creator.postForJson<{ product: Product }>("/api/products", bowl);
  const { tile } = await creator.postForJson<{ tile: Tile }>("/api/tiles", {
    ...{ type: "product", title: "Bowl", productId: product.id },
  });
  return tile.id;
}

/** Starts a payment on one of the nodes; returns the checkout's token and the id at Mollie. */
async function order(tileId: number, at: number): Promise<{ token: string; id: string }> {
  const buyer = new HttpClient(node(at).url);
  const { mockCheckoutUrl } = await buyer.postForJson<{ mockCheckoutUrl: string }>("/api/public/checkout", {
    tileId,
  });
  const token = mockCheckoutUrl.split("/").at(-1) ?? "";
  const { returnUrl } = await buyer.postForJson<{ returnUrl: string }>(`/api/public/checkout/${token}/pay`, {
    ...{ email: `buyer${at}@example.org`, totalCents: PRICE, address: ADDRESS },
  });
  return { token, id: returnUrl.split("/").at(-1) ?? "" };
}

/** Mollie repeats a notice that was not accepted; here, to the other node. */
const tell = async (id: string, at: number) => {
  const body = new URLSearchParams({ id });
  const send = (to: ProductProcess) => fetch(`${to.url}/api/webhooks/mollie`, { method: "POST", body });
  const { status } = await send(node(at)).catch(() => send(node(at + 1)));
  expect(status).toBe(200);
};

test("every order that is paid at Mollie is delivered once and right to the cent, though notices are shuffled, doubled, late and lost, and both nodes are killed", {
  timeout: 240_000,
}, async () => {
  for (const each of nodes) await each.start();
  const tileId = await openShop();
  const orders = await Promise.all(Array.from({ length: ORDERS }, (_, at) => order(tileId, at)));
  const [unpaid, ...paid] = orders;
  const [lost, lostToo, ...told] = paid;
  for (const { id } of paid) await mollie.bank.pay({ id });

  const notices = [...told, ...told, ...told.slice(0, 4), ...(unpaid ? [unpaid] : [])]
    .map(({ id }) => ({ id, place: Math.random() }))
    .sort((one, other) => one.place - other.place);
  const half = Math.floor(notices.length / 2);
  const first = Promise.all(notices.slice(0, half).map(({ id }, at) => tell(id, at)));
  await new Promise((resolve) => setTimeout(resolve, Math.random() * 60));
  await node(1).kill();
  await first;
  await node(1).start();
  const second = Promise.all(notices.slice(half).map(({ id }, at) => tell(id, at)));
  await new Promise((resolve) => setTimeout(resolve, Math.random() * 60));
  await node(0).kill();
  await second;
  // Two notices were lost: their buyers return, one of them twice at once. What the other node had begun is finished here.
  const back = (token = "") => new HttpClient(node(1).url).get(`/checkout/pay/${token}/return`);
  await Promise.all([back(lost?.token), back(lost?.token), back(lostToo?.token)]);

  const countPaid = async () => (await read("select from orders where status = 'paid'")).length;
  await expect.poll(countPaid, { timeout: 60_000, interval: 200, message: node(1).output }).toBe(paid.length);
  const rows = await read<{ status: string; amount: number; fee: number; deliveries: number }>(
    `select o.status, o.amount_cents as amount, o.fee_cents as fee, o.provider, o.number,
       (select count(*) from order_events e where e.order_id = o.id and e.what = 'paid') as deliveries,
       (select count(*) from order_payments p where p.order_id = o.id) as payments
     from orders o order by o.id`,
  );
  for (const row of rows.filter(({ status }) => status === "paid"))
    expect(row).toMatchObject({
      ...{ amount: PRICE, fee: FEE, provider: "mollie", deliveries: 1, payments: 1 },
    });
  expect(rows.filter(({ status }) => status !== "paid")).toMatchObject([{ deliveries: 0 }]);
  const numbers = await read<{ number: string }>("select distinct number from orders where status = 'paid'");
  expect(numbers).toHaveLength(paid.length);
  const taken = [...mollie.payments.values()].filter(({ status }) => status === "paid");
  expect(taken.map(({ amount, request }) => [amount, request.applicationFee])).toEqual(
    paid.map(() => [
      { currency: "EUR", value: "19.99" },
      { amount: { currency: "EUR", value: "1.00" }, description: "Platform fee" },
    ]),
  );
});
