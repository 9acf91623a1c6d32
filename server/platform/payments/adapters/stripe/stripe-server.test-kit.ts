import { randomUUID } from "node:crypto";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { createEmulator } from "emulate";
import { afterAll, afterEach, beforeEach, expect } from "vitest";
import { listen } from "../../../../testing/listen.ts";
import { prepare } from "../../../../testing/prepare.ts";
import { createStripeAccounts } from "./stripe-accounts.test-kit.ts";
import { contractProblems } from "./stripe-contract.test-kit.ts";
import { failure, ok, problem, readAll, refusal, type StubResponse } from "./stripe-requests.test-kit.ts";
import { createStripeSales } from "./stripe-sales.test-kit.ts";
import { PLATFORM } from "./stripe-sessions.test-kit.ts";

type RecordedCall = {
  call: string;
  fields: Record<string, string>;
  json: unknown;
  headers: IncomingMessage["headers"];
};
type StripeOptions = { webhookUrl?: string; webhookSecret?: string };

const CREATIONS = new Set(["POST /v1/checkout/sessions", "POST /v2/core/accounts"]);
const PRODUCT = { id: "prod_plan", name: "Tessera Creator" };

/** Starts a local Stripe. The emulator serves products, prices, checkouts and signed webhooks. A server in front of it adds subscriptions, accounts, payments, idempotency and failures. */
export async function startStripe({ webhookUrl, webhookSecret }: StripeOptions = {}) {
  const emulator = await createEmulator({
    service: "stripe",
    port: 0,
    seed: {
      stripe: {
        products: [PRODUCT, { id: "prod_free", name: "Without a price" }],
        prices: [{ product_name: PRODUCT.name, currency: "EUR", unit_amount: 900 }],
        ...(webhookUrl ? { webhooks: [{ url: webhookUrl, events: ["*"], secret: webhookSecret }] } : {}),
      },
    },
  });
  const subscriptions = new Map<string, object>();
  const v2 = createStripeAccounts();
  /** Events that no endpoint has accepted. */
  const undelivered: object[] = [];
  const sales = createStripeSales({ emulator, accounts: v2.accounts });
  const responded = new Map<string, { parameters: string; response: Promise<StubResponse> }>();
  const calls: RecordedCall[] = [];
  /** Requests that do not match Stripe's published types. */
  const refused: string[] = [];
  const state = Object.assign(sales.state, {
    /** Overrides fields of the product's price. */
    price: {} as object,
    balance: { available: [] as object[], pending: [] as object[] },
    payouts: [] as object[],
    disputes: [] as object[],
    /** The event destinations, or null if the key may not read them. */
    destinations: [] as object[] | null,
    behavior: "normal" as
      | "normal"
      | "failing creations"
      | "broken"
      | "rate-limited"
      | "silent"
      | "unauthorized"
      | "forbidden"
      | "empty 500"
      | "empty 200",
  });

  const server = createServer(async (request, response) => {
    const body = await readAll(request);
    const { pathname, search, searchParams } = new URL(request.url ?? "/", "http://stripe");
    const isJson = request.headers["content-type"] === "application/json";
    const fields = isJson ? {} : Object.fromEntries(new URLSearchParams(body || searchParams));
    const json = isJson && body ? JSON.parse(body) : undefined;
    const call = `${request.method} ${pathname}`;
    calls.push({ call, fields, json, headers: request.headers });
    const [first] = contractProblems(call, { fields, json });
    if (first) {
      refused.push(`${call}: ${first.code} ${first.param}`);
      return send(response, refusal(first));
    }
    if (state.behavior === "silent") return;
    // A proxy may send a response of its own, which Stripe's library does not recognise as foreign.
    if (state.behavior === "empty 500") return send(response, { status: 500, body: {} });
    if (state.behavior === "empty 200") return send(response, ok({}));
    const refusals = { broken: 500, "rate-limited": 429, unauthorized: 401, forbidden: 403 };
    const rejection = state.behavior in refusals && refusals[state.behavior as keyof typeof refusals];
    if (rejection) return send(response, failure(rejection, "api_error"));
    const account = String(request.headers["stripe-account"] ?? PLATFORM);
    const respond = async (): Promise<StubResponse> => {
      if (state.behavior === "failing creations" && CREATIONS.has(call)) return failure(500, "api_error");
      return (
        v2.respond(call, searchParams, json) ??
        (await sales.respond(call, account, fields)) ??
        ownResponse(call, fields) ??
        forward(request, pathname + search, body)
      );
    };
    const key = request.headers["idempotency-key"];
    const isIdempotent = request.method === "POST" && key !== undefined;
    send(response, await (isIdempotent ? respondOnce(`${account} ${key}`, body, respond) : respond()));
  });
  const { port } = await listen(server);

  /** Returns the first response to an idempotency key, errors included. Rejects other parameters. */
  function respondOnce(id: string, parameters: string, respond: () => Promise<StubResponse>) {
    const known = responded.get(id) ?? { parameters, response: respond() };
    responded.set(id, known);
    if (known.parameters === parameters) return known.response;
    const message = "Keys for idempotent requests can only be used with the same parameters.";
    return { status: 400, body: { error: { type: "idempotency_error", message } } };
  }

  /** Responds to requests that the emulator does not support, or returns undefined. */
  function ownResponse(call: string, fields: Record<string, string>): StubResponse | undefined {
    if (call === "GET /v2/core/event_destinations") {
      return state.destinations ? ok({ data: state.destinations, next_page_url: null }) : failure(403);
    }
    if (call === "GET /v1/webhook_endpoints") {
      const endpoint = {
        id: "we_1",
        url: "https://tessera.example",
        status: "enabled",
        enabled_events: ["*"],
      };
      return ok({ object: "list", data: [endpoint], has_more: false });
    }
    if (call === "POST /v1/billing_portal/sessions") {
      const { customer, return_url: back } = fields;
      if (customer === "cus_unknown")
        return problem(400, "resource_missing", "No such customer", { param: "customer" });
      const url = `https://billing.example/p/session/${customer}`;
      return ok({ object: "billing_portal.session", id: "bps_1", customer, return_url: back, url });
    }
    if (call === "POST /v1/account_sessions")
      return ok({ object: "account_session", client_secret: `secret_${fields.account}` });
    if (call === "GET /v1/events") return ok({ object: "list", data: undelivered, has_more: false });
    if (call === "GET /v1/balance") return ok({ object: "balance", livemode: false, ...state.balance });
    if (call === "GET /v1/disputes") return ok({ object: "list", data: state.disputes, has_more: false });
    if (call === "GET /v1/payouts") return ok({ object: "list", data: state.payouts, has_more: false });
    const [, id] = /^\w+ \/v1\/subscriptions\/(\w+)$/.exec(call) ?? [];
    if (id === undefined) return undefined;
    const known = subscriptions.get(id);
    if (!known) return failure(404, "resource_missing");
    if (!call.startsWith("DELETE")) return ok(known);
    const ended = { ...known, status: "canceled" };
    subscriptions.set(id, ended);
    return ok(ended);
  }

  async function forward(request: IncomingMessage, path: string, body: string): Promise<StubResponse> {
    const type = request.headers["content-type"];
    const reply = await fetch(emulator.url + path, {
      method: request.method ?? "GET",
      headers: { authorization: "Bearer sk_test_emulated", ...(type ? { "content-type": type } : {}) },
      ...(body ? { body } : {}),
    });
    const given = (await reply.json()) as { data: object[] };
    if (path.split("?")[0] !== "/v1/prices") return { status: reply.status, body: given };
    // The emulator's prices are not recurring.
    const recurring = { type: "recurring", recurring: { interval: "month", interval_count: 1 } };
    return ok({ ...given, data: given.data.map((price) => ({ ...price, ...recurring, ...state.price })) });
  }

  return {
    url: `http://127.0.0.1:${port}`,
    productId: PRODUCT.id,
    /** The emulator's own URL, where tests pay a checkout. */
    emulatorUrl: emulator.url,
    subscriptions,
    undelivered,
    v2,
    calls,
    refused,
    state,
    chargeOf: sales.chargeOf,
    findCharge: sales.findCharge,
    setEmptyBalance: sales.setEmptyBalance,
    bank: sales.bank,
    async close() {
      server.closeAllConnections();
      server.close();
      await emulator.close();
    },
  };
}

/** Starts Stripe before the tests of a file, and stops it after them. Fails a test that sends a request outside Stripe's types. */
export function testStripe(options: () => StripeOptions = () => ({})) {
  const stripe = prepare(() => startStripe(options()));
  beforeEach(() => {
    Object.assign(stripe.state, { behavior: "normal", price: {}, creation: null, feeExpansion: null });
    stripe.setEmptyBalance(null);
    stripe.calls.length = 0;
    stripe.refused.length = 0;
  });
  afterEach(() => expect(stripe.refused).toEqual([]));
  afterAll(() => stripe.close());
  return stripe;
}

/** A subscription in Stripe's form, with one line for each product. */
export function stripeSubscription(
  subscription: { id: string; status: string; customer?: string; metadata?: object },
  productIds: string[] = [PRODUCT.id],
) {
  const data = productIds.map((product, at) => ({
    id: `si_${at}`,
    object: "subscription_item",
    price: { product },
  }));
  const items = { object: "list", data, has_more: false };
  return { customer: "cus_1", metadata: {}, ...subscription, object: "subscription", items };
}

function send(response: ServerResponse, { status, body }: StubResponse) {
  const id = `req_${randomUUID()}`;
  response
    .writeHead(status, { "content-type": "application/json", "request-id": id })
    .end(JSON.stringify(body));
}
