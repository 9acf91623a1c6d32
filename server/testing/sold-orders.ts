import { randomBytes, randomUUID } from "node:crypto";
import type { RefundReason } from "../../contract/api/orders.ts";
import type { OrderActor } from "../../contract/rules/order-states.ts";
import { lockOrder } from "../modules/orders/index.ts";
import { inTransaction } from "../platform/database/index.ts";
import { offerFile, signUpVerified, submitForm } from "./factories.ts";
import type { TestApp } from "./harness.ts";
import { onboard } from "./payers.ts";
import { newPayment } from "./sales.ts";

/** A creator who sells a file on a sandbox account. */
export async function openShop(site: TestApp) {
  const creator = await signUpVerified(site);
  await onboard(site, creator);
  const [row] =
    await site.sql`select account_id from connect_accounts where creator_id = ${creator.creator.id}`;
  const { path, product } = await offerFile(site, creator);
  return { creator, account: String(row.account_id), fileId: path.split("/")[0] ?? path, product };
}
type Shop = Awaited<ReturnType<typeof openShop>>;

/** An order of 10.00 € with a platform fee of 0.50 €, paid on the sandbox's payment page. */
export async function sellAtProvider(site: TestApp, { creator, account, fileId, product }: Shop) {
  const seed = randomUUID();
  const id = await insertOrder(site, {
    ...{ seed, creator_id: creator.creator.id, product_id: product.id, name: "Notes", type: "digital" },
    ...{ item_cents: 1000, mode: "sandbox", status: "pending", paid_at: null },
    buyer_email: "buyer@example.org",
    checkout_token_hash: site.tokens.hash(site.tokens.checkout(seed)),
    order_token_hash: site.tokens.hash(site.tokens.order(seed)),
  });
  await site.sql`insert into access (order_id, line_id, file_id, seed)
    select order_id, id, ${fileId}, ${seed} from order_lines where order_id = ${id}`;
  const payment = await payAtProvider(site, { id, account });
  /** The creator's actions on the sandbox's page of the payment: `refund`, `refund-rest`, `dispute`, `win`, `lose`. */
  const act = async (action: string, fields: Record<string, string> = {}) => {
    const response = await submitForm(creator, payment.page, { action, ...fields });
    if (response.status !== 303) throw new Error(`${action}: ${response.text}`);
    await site.settled();
  };
  return {
    id,
    ...payment,
    orderToken: site.tokens.order(seed),
    downloadToken: site.tokens.download(seed, 0),
    act,
    read: async () => (await creator.call("GET", `/api/orders/${id}`)).body.order,
    refund: (given: Record<string, unknown> = {}) =>
      creator.call("POST", `/api/orders/${id}/refund`, {
        requestId: randomUUID(),
        reason: "requested",
        ...given,
      }),
    /** Requests a refund outside of the console, as a withdrawal does; a job makes it. */
    requestRefund: (by: OrderActor, reason: RefundReason = "withdrawal") =>
      inTransaction(site.db, async (tx) => {
        const order = await lockOrder(tx, { orderId: id });
        if (!order) throw new Error("no order");
        const request = { requestId: null, reason, note: null, by };
        await site.orderPayments.requestRefund(tx, site.orders.paidOrder(order), request);
      }),
    /** Changes the sandbox's own record of the refunds, as a bank does later, and reads it back. */
    async settleRefunds(state: { status: string; failure?: string }) {
      await site.sql`update sandbox_payments set refunds = (select jsonb_agg(refund || ${JSON.stringify(state)}::jsonb) from jsonb_array_elements(refunds) refund)
         where id = ${payment.providerId}`;
      await site.orderPayments.refreshPayment(payment.paymentId);
      await site.settled();
    },
    refundsAtProvider: async (): Promise<{ amount: number }[]> =>
      (await site.sql`select refunds from sandbox_payments where id = ${payment.providerId}`)[0].refunds,
  };
}

/**
 * Splits an order of one file into lines of these amounts, all with access to that file and all in a product's stock.
 * Returns the ids of the lines.
 */
export async function splitOrder(
  site: TestApp,
  { id }: { id: number },
  lines: readonly { name: string; type?: string; cents: number; productId?: number }[],
): Promise<number[]> {
  const ids: number[] = [];
  const [main] = await site.sql`select id from order_lines where order_id = ${id}`;
  for (const [position, { name, type = "digital", cents, productId = null }] of lines.entries()) {
    const [row] =
      position === 0
        ? await site.sql`update order_lines set name = ${name}, type = ${type}, item_cents = ${cents}, amount_cents = ${cents},
            product_id = ${productId}, stock_reserved = ${productId !== null} where id = ${main.id} returning id`
        : await site.sql`insert into order_lines (order_id, position, name, type, item_cents, amount_cents, product_id, stock_reserved)
            values (${id}, ${position}, ${name}, ${type}, ${cents}, ${cents}, ${productId}, ${productId !== null}) returning id`;
    ids.push(Number(row.id));
    if (position > 0 && type === "digital")
      await site.sql`insert into access (order_id, line_id, file_id, starts_at)
        select order_id, ${row.id}, file_id, now() from access where line_id = ${main.id} limit 1`;
    if (position === 0 && type !== "digital") await site.sql`delete from access where line_id = ${main.id}`;
  }
  return ids;
}

/** Starts a payment of an order and pays it; a second one is a duplicate. `losesEvent`: the event of the payment is not sent. */
export async function payAtProvider(
  site: TestApp,
  { id, account, losesEvent = false }: { id: number; account: string; losesEvent?: boolean },
) {
  const paymentId = randomUUID();
  const started = await site.sales.stripe.startPayment(newPayment({ id: paymentId, account }));
  await site.sql`insert into order_payments (id, order_id, provider, mode, account, provider_id, amount_cents, currency, fee_cents)
     values (${paymentId}, ${id}, 'stripe', 'sandbox', ${account}, ${started.id}, 1000, 'eur', 50)`;
  const page = new URL(started.url ?? "").pathname;
  for (const action of losesEvent ? ["lose-event", "pay"] : ["pay"]) {
    await submitForm(site, page, { action });
  }
  await site.settled();
  return { paymentId, providerId: started.id, page };
}

const LINE_COLUMNS = [
  ...["product_id", "name", "type", "media_url", "accent_id", "stock_reserved"],
  ...["shipped_at", "tracking", "withdrawn_at", "withdrawal_name"],
];

/**
 * Inserts an order of 10.00 € with one line and a platform fee of 0.50 €, paid now with real money unless `given` says otherwise, and returns its id.
 * `given` has columns of the order, and columns that only the line has.
 */
export async function insertOrder(
  site: Pick<TestApp, "query">,
  given: Readonly<Record<string, unknown>>,
): Promise<number> {
  const isOfLine = ([column]: [string, unknown]) => LINE_COLUMNS.includes(column);
  const order = {
    amount_cents: 1000,
    currency: "eur",
    fee_bps: 500,
    fee_cents: 50,
    provider: "stripe",
    mode: "live",
    status: "paid",
    paid_at: new Date(),
    checkout_token_hash: randomBytes(32),
    order_token_hash: randomBytes(32),
    ...Object.fromEntries(Object.entries(given).filter((entry) => !isOfLine(entry))),
  };
  const columns = Object.keys(order);
  const [row] = await site.query(
    `insert into orders (${columns}) values (${columns.map((_, at) => `$${at + 1}`)}) returning id`,
    Object.values(order),
  );
  await addLines(site, Object.fromEntries(Object.entries(given).filter(isOfLine)), [row.id]);
  return Number(row.id);
}

/** Adds a line with the whole amount to each order without lines, or only to those of `orderIds`. */
export async function addLines(
  site: Pick<TestApp, "query">,
  given: Readonly<Record<string, unknown>> = {},
  orderIds: readonly number[] | null = null,
): Promise<void> {
  const line = { name: "Bowl", type: "physical", ...given };
  const columns = Object.keys(line);
  await site.query(
    `insert into order_lines (order_id, position, item_cents, discount_cents, shipping_cents, amount_cents, refunded_cents, ${columns})
     select o.id, 0, amount_cents + discount_cents - shipping_cents, discount_cents, shipping_cents, amount_cents, refunded_cents,
       ${columns.map((column) => `(jsonb_populate_record(null::order_lines, $1)).${column}`)}
     from orders o where not exists (select from order_lines l where l.order_id = o.id)
       and ($2::bigint[] is null or o.id = any($2))`,
    [JSON.stringify(line), orderIds],
  );
}
