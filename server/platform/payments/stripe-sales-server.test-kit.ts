import { randomUUID } from "node:crypto";
import { once } from "node:events";
import { createServer, type IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";
import { createEmulator } from "emulate";
import { createStripeCharges, type Rejection } from "./stripe-charges.test-kit.ts";
import { contractProblems } from "./stripe-contract.test-kit.ts";
import {
  expandedBy,
  type Fields,
  linesOf,
  problem,
  readAll,
  refusal,
  type StubResponse,
  toResponse,
} from "./stripe-requests.test-kit.ts";

type RecordedCall = { call: string; fields: Fields; headers: IncomingMessage["headers"] };
type Session = {
  id: string;
  account: string;
  intent: string;
  fields: Fields;
  amount: number;
  currency: string;
  /** The emulator lacks methods that take days. */
  late: "processing" | "paid" | "failed" | null;
};
type Emulated = { id: string; status: string; payment_status: string; url: string | null };

/** The accounts of this Stripe that can sell; null is the platform's own, as in a request without the header. */
export const ACCOUNTS = ["acct_first", "acct_second"] as const;
const PLATFORM = "platform";
/** How long a debit is under way. */
const DEBIT_SECONDS = 3 * 24 * 60 * 60;
const JSON_TYPE = { "content-type": "application/json" };

/** Starts Stripe for direct charges on this machine: sessions and their payment page are the emulator's; charges, refunds, disputes, accounts and idempotency are added in front of it. */
export async function startStripeSalesServer() {
  const emulator = await createEmulator({ service: "stripe", port: 0 });
  const charges = createStripeCharges();
  const sessions = new Map<string, Session>();
  const responded = new Map<string, { parameters: string; respond: Promise<StubResponse> }>();
  const calls: RecordedCall[] = [];
  /** Requests that Stripe's types refuse. */
  const refused: string[] = [];
  const state = {
    /** The response to a read that expands the application fee; null: it is expanded. */
    feeExpansion: null as 400 | 403 | 404 | null,
    /** The response to the creation of a session; `made`: Stripe creates it nevertheless. */
    creation: null as (Rejection & { made?: true }) | null,
  };

  const emulate = async (method: string, path: string, fields?: Fields): Promise<Emulated> => {
    const response = await fetch(emulator.url + path, {
      method,
      headers: { authorization: "Bearer sk_test_emulated" },
      redirect: "manual",
      ...(fields ? { body: new URLSearchParams(fields) } : {}),
    });
    return response.ok
      ? ((await response.json()) as Emulated)
      : { id: "", status: "", payment_status: "", url: null };
  };

  async function createSession(account: string, fields: Fields): Promise<StubResponse> {
    if (state.creation && !state.creation.made) return toResponse(state.creation);
    const lines = linesOf(fields);
    const items: Fields = {};
    // The emulator lacks inline prices.
    for (const [at, { name, amount, currency }] of lines.entries()) {
      const product = await emulate("POST", "/v1/products", { name });
      const price = await emulate("POST", "/v1/prices", {
        product: product.id,
        currency,
        unit_amount: amount,
      });
      items[`line_items[${at}][price]`] = price.id;
      items[`line_items[${at}][quantity]`] = "1";
    }
    const urls = { success_url: fields.success_url ?? "", cancel_url: fields.cancel_url ?? "" };
    const { id } = await emulate("POST", "/v1/checkout/sessions", { mode: "payment", ...urls, ...items });
    const amount = lines.reduce((sum, line) => sum + Number(line.amount), 0);
    const currency = lines[0]?.currency ?? "";
    const session = { id, account, fields, amount, currency, intent: `pi_${randomUUID()}`, late: null };
    sessions.set(id, session);
    return state.creation ? toResponse(state.creation) : show(session, () => false);
  }

  /** A session with the fields that the emulator leaves out. */
  async function show(session: Session, expanded: (part: string) => boolean): Promise<StubResponse> {
    const { id, fields, amount, currency, late } = session;
    const emulated = await emulate("GET", `/v1/checkout/sessions/${id}`);
    const isComplete = late !== null || emulated.status === "complete";
    const isUnpaid = late === "processing" || late === "failed";
    const body = {
      ...emulated,
      status: isComplete ? "complete" : emulated.status,
      payment_status: late === null ? emulated.payment_status : isUnpaid ? "unpaid" : "paid",
      object: "checkout.session",
      mode: "payment",
      livemode: false,
      created: Math.floor(Date.now() / 1000),
      url: !isComplete && emulated.status === "open" ? `${emulator.url}/checkout/${id}` : null,
      amount_total: amount,
      currency,
      client_reference_id: fields.client_reference_id ?? null,
      metadata: { tessera_reference: fields["metadata[tessera_reference]"] },
      customer_email: fields.customer_email ?? null,
      customer_details: null,
      payment_intent: isComplete ? showIntent(session, expanded) : null,
    };
    return { status: 200, body };
  }

  function showIntent({ account, intent, late, fields }: Session, expanded: (part: string) => boolean) {
    if (!expanded("payment_intent")) return intent;
    const charge = charges.ofIntent(account, intent);
    const latest = charge && charges.show(charge, (part) => expanded(`payment_intent.latest_charge.${part}`));
    const fee = fields["payment_intent_data[application_fee_amount]"];
    return {
      id: intent,
      object: "payment_intent",
      status:
        late === "processing" ? "processing" : late === "failed" ? "requires_payment_method" : "succeeded",
      application_fee_amount: fee ? Number(fee) : null,
      latest_charge: expanded("payment_intent.latest_charge") ? (latest ?? null) : (charge?.id ?? null),
    };
  }

  async function respond(call: string, account: string, fields: Fields): Promise<StubResponse> {
    if (account !== PLATFORM && !ACCOUNTS.some((known) => known === account)) {
      return problem(403, "account_invalid", "The account does not exist or has revoked access.");
    }
    if (call === "POST /v1/checkout/sessions") return createSession(account, fields);
    if (call === "GET /v1/checkout/sessions") {
      const own = [...sessions.values()].filter((session) => session.account === account);
      const shown = await Promise.all(own.map((session) => show(session, () => false)));
      return { status: 200, body: { object: "list", data: shown.map(({ body }) => body), has_more: false } };
    }
    const charge = charges.ofIntent(account, fields.payment_intent);
    if (call === "GET /v1/refunds") return { status: 200, body: charges.listRefunds(charge) };
    if (call === "GET /v1/disputes") return { status: 200, body: charges.listDisputes(charge) };
    if (call === "POST /v1/refunds") return toResponse(charges.refund(account, fields));
    const [, feeId] = /^\w+ \/v1\/application_fees\/(\w+)\/refunds$/.exec(call) ?? [];
    if (feeId) {
      // The fee is the platform's.
      if (account !== PLATFORM) return problem(404, "resource_missing", `No such fee: ${feeId}`);
      return toResponse(charges.refundFee(feeId, call.startsWith("POST") ? fields : null));
    }
    const [, id = "", expire] = /^\w+ \/v1\/checkout\/sessions\/([\w-]+)(\/expire)?$/.exec(call) ?? [];
    const session = sessions.get(id);
    if (session?.account !== account) return problem(404, "resource_missing", `No such session: ${id}`);
    const isExpanded = expandedBy(fields);
    if (state.feeExpansion && isExpanded("payment_intent.latest_charge.application_fee")) {
      return problem(state.feeExpansion, undefined, "The application fee cannot be read.");
    }
    if (!expire) return show(session, isExpanded);
    const expired = session.late === null && (await emulate("POST", `/v1/checkout/sessions/${id}/expire`));
    return expired !== false && expired.id
      ? show(session, () => false)
      : problem(400, undefined, 'Only Checkout Sessions with a status in ["open"] can be expired.');
  }

  const server = createServer(async (request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? "/", "http://stripe");
    const body = await readAll(request);
    const fields = Object.fromEntries(new URLSearchParams(body || searchParams));
    const call = `${request.method} ${pathname}`;
    calls.push({ call, fields, headers: request.headers });
    const [first] = contractProblems(call, { fields });
    if (first) refused.push(`${call}: ${first.code} ${first.param}`);
    const account = String(request.headers["stripe-account"] ?? PLATFORM);
    const key = request.headers["idempotency-key"];
    const { status, body: given } = first
      ? refusal(first)
      : request.method === "POST" && key
        ? await inOrder(`${account} ${key}`, body)
        : await respond(call, account, fields);
    response
      .writeHead(status, { ...JSON_TYPE, "request-id": `req_${randomUUID()}` })
      .end(JSON.stringify(given));

    /** The same key has the same result, errors included; other parameters are rejected. */
    function inOrder(id: string, parameters: string): Promise<StubResponse> {
      const known = responded.get(id) ?? { parameters, respond: respond(call, account, fields) };
      responded.set(id, known);
      if (known.parameters === parameters) return known.respond;
      const message = "Keys for idempotent requests can only be used with the same parameters.";
      return Promise.resolve({ status: 400, body: { error: { type: "idempotency_error", message } } });
    }
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;

  const found = (id: string): Session => {
    const session = sessions.get(id);
    if (!session) throw new Error(`no session ${id}`);
    return session;
  };
  const chargeOf = (id: string) => {
    const { account, intent } = found(id);
    const charge = charges.ofIntent(account, intent);
    if (!charge) throw new Error(`no charge of ${id}`);
    return charge;
  };
  const capture = ({ account, intent, amount, currency, fields }: Session, tookSeconds = 0) => {
    const fee = Number(fields["payment_intent_data[application_fee_amount]"] ?? 0);
    charges.create({ account, intent, amount, currency, fee }, { tookSeconds });
  };
  const isOpen = async (id: string) =>
    found(id).late === null && (await emulate("GET", `/v1/checkout/sessions/${id}`)).status === "open";

  return {
    url: `http://127.0.0.1:${port}`,
    calls,
    refused,
    state,
    chargeOf,
    /** Whose balance is empty. */
    setBroke: (broke: typeof charges.state.broke) => {
      charges.state.broke = broke;
    },
    /** Buyer, bank and dashboard. */
    bank: {
      async pay({ id }: { id: string }) {
        if (!(await isOpen(id))) return;
        await fetch(`${emulator.url}/checkout/${id}/complete`, { method: "POST", redirect: "manual" });
        capture(found(id));
      },
      async payLate({ id }: { id: string }) {
        if (await isOpen(id)) found(id).late = "processing";
      },
      async settle({ id }: { id: string }, status: "paid" | "failed") {
        const session = found(id);
        session.late = status;
        if (status === "paid") capture(session, DEBIT_SECONDS);
      },
      /** The session stays open; the buyer sees the error on Stripe's page. */
      async decline() {},
      dispute: async ({ id }: { id: string }) => charges.dispute(chargeOf(id)),
      endDispute: async ({ id }: { id: string }, status: "won" | "lost") =>
        charges.endDispute(chargeOf(id), status),
      refundOutside: async ({ id }: { id: string }, amount: number) =>
        charges.refundOutside(chargeOf(id), amount),
    },
    async close() {
      server.closeAllConnections();
      server.close();
      await emulator.close();
    },
  };
}
