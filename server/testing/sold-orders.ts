import { randomUUID } from "node:crypto";
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
  const [row] =
    await site.sql`insert into orders (seed, creator_id, product_id, product_name, product_type, file_id, amount_cents, item_cents, currency, fee_bps,
       fee_cents, provider, mode, buyer_email, checkout_token_hash, order_token_hash)
     values (${seed}, ${creator.creator.id}, ${product.id}, 'Notes', 'digital', ${fileId}, 1000, 1000, 'eur', 500, 50, 'stripe', 'sandbox', 'buyer@example.org', ${site.tokens.hash(site.tokens.checkout(seed))}, ${site.tokens.hash(site.tokens.order(seed))}) returning id`;
  const id = Number(row.id);
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

/** Inserts an order of 10.00 € with a platform fee of 0.50 €, paid now with real money unless `given` says otherwise, and returns its id. */
export async function insertOrder(
  site: Pick<TestApp, "query">,
  given: Readonly<Record<string, unknown>>,
): Promise<number> {
  const values = {
    product_name: "Bowl",
    product_type: "physical",
    amount_cents: 1000,
    currency: "eur",
    fee_bps: 500,
    fee_cents: 50,
    provider: "stripe",
    mode: "live",
    status: "paid",
    paid_at: new Date(),
    ...given,
  };
  const columns = Object.keys(values);
  const [row] = await site.query(
    `insert into orders (${columns}, checkout_token_hash, order_token_hash)
     values (${columns.map((_, at) => `$${at + 1}`)}, sha256(gen_random_uuid()::text::bytea), sha256(gen_random_uuid()::text::bytea))
     returning id`,
    Object.values(values),
  );
  return Number(row.id);
}
