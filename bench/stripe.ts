import { randomUUID } from "node:crypto";
import { once } from "node:events";
import { createServer } from "node:http";
import { setTimeout as delay } from "node:timers/promises";

/** The delay of each response of this server. */
const DELAY_MS = 20;
const JSON_TYPE = { "content-type": "application/json" };

type Session = { id: string; account: string; amount: number; currency: string; reference: string };

/** Starts a server with Stripe's sessions, without their rules. It records each payment's wait. */
export async function startStripe() {
  const sessions = new Map<string, Session>();
  /** Milliseconds by our payment id. */
  const waited = new Map<string, number>();

  const server = createServer(async (request, response) => {
    const startedAt = performance.now();
    let body = "";
    for await (const part of request) body += part;
    const fields = new URLSearchParams(body);
    const { pathname } = new URL(request.url ?? "/", "http://stripe");
    const [, id = ""] = /^\/v1\/checkout\/sessions\/(\w+)$/.exec(pathname) ?? [];
    const made =
      request.method === "POST" && pathname === "/v1/checkout/sessions"
        ? makeSession(fields, String(request.headers["stripe-account"] ?? ""))
        : undefined;
    if (made) sessions.set(made.id, made);
    const session = made ?? sessions.get(id);
    await delay(DELAY_MS);
    response.writeHead(session ? 200 : 404, JSON_TYPE);
    const reply = session
      ? showSession(session, { isPaid: !made })
      : { error: { type: "invalid_request_error", code: "resource_missing", message: "not found" } };
    response.end(JSON.stringify(reply));
    if (session) waited.set(session.reference, performance.now() - startedAt);
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("no port");
  return {
    url: `http://127.0.0.1:${address.port}`,
    sessions,
    waited,
    stop: () => void server.close().closeAllConnections(),
  };
}

function makeSession(fields: URLSearchParams, account: string): Session {
  return {
    id: `cs_test_${randomUUID().replaceAll("-", "")}`,
    account,
    amount: Number(fields.get("line_items[0][price_data][unit_amount]")),
    currency: fields.get("line_items[0][price_data][currency]") ?? "",
    reference: fields.get("client_reference_id") ?? "",
  };
}

/** A session after its creation, or after the payment. */
function showSession({ id, amount, currency, reference }: Session, { isPaid }: { isPaid: boolean }) {
  const fee = Math.floor((amount * 500 + 5000) / 10_000);
  const created = Math.floor(Date.now() / 1000);
  const charge = {
    id: `ch_${id}`,
    object: "charge",
    created,
    currency,
    disputed: false,
    application_fee_amount: fee,
    application_fee: { id: `fee_${id}`, amount_refunded: 0 },
    balance_transaction: { id: `txn_${id}`, created, currency, fee: 40, fee_details: [] },
    refunds: { object: "list", data: [], has_more: false },
    payment_method_details: { type: "card" },
  };
  return {
    id,
    object: "checkout.session",
    mode: "payment",
    livemode: false,
    created,
    status: isPaid ? "complete" : "open",
    payment_status: isPaid ? "paid" : "unpaid",
    url: isPaid ? null : `https://checkout.stripe.test/${id}`,
    amount_total: amount,
    currency,
    client_reference_id: reference,
    metadata: { tessera_reference: reference },
    customer_email: "buyer@example.org",
    customer_details: null,
    payment_intent: isPaid
      ? { id: `pi_${id}`, object: "payment_intent", status: "succeeded", latest_charge: charge }
      : null,
  };
}
