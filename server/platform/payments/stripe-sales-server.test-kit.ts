import { randomUUID } from "node:crypto";
import { once } from "node:events";
import { createServer, type IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";
import { createEmulator } from "emulate";
import { createStripeCharges } from "./stripe-charges.test-kit.ts";
import { contractProblems } from "./stripe-contract.test-kit.ts";
import {
  expandedBy,
  type Fields,
  problem,
  readAll,
  refusal,
  type StubResponse,
  toResponse,
} from "./stripe-requests.test-kit.ts";
import { createStripeSessions } from "./stripe-sessions.test-kit.ts";

type RecordedCall = { call: string; fields: Fields; headers: IncomingMessage["headers"] };
/** The accounts of this Stripe that can sell; null is the platform's own, as in a request without the header. */
export const ACCOUNTS = ["acct_first", "acct_second"] as const;
const PLATFORM = "platform";
const JSON_TYPE = { "content-type": "application/json" };

/** Starts Stripe for direct charges on this machine: sessions and their payment page are the emulator's; charges, refunds, disputes, accounts and idempotency are added in front of it. */
export async function startStripeSalesServer() {
  const emulator = await createEmulator({ service: "stripe", port: 0 });
  const charges = createStripeCharges();
  const sessions = createStripeSessions({ emulator, charges });
  const responded = new Map<string, { parameters: string; respond: Promise<StubResponse> }>();
  const calls: RecordedCall[] = [];
  /** Requests that Stripe's types refuse. */
  const refused: string[] = [];
  const state = Object.assign(sessions.state, {
    /** The response to a read that expands the application fee; null: it is expanded. */
    feeExpansion: null as 400 | 403 | 404 | null,
  });

  async function respond(call: string, account: string, fields: Fields): Promise<StubResponse> {
    if (account !== PLATFORM && !ACCOUNTS.some((known) => known === account)) {
      return problem(403, "account_invalid", "The account does not exist or has revoked access.");
    }
    if (call === "POST /v1/checkout/sessions") return sessions.create(account, fields);
    if (call === "GET /v1/checkout/sessions") return sessions.list(account);
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
    const session = sessions.find(id);
    if (session?.account !== account) return problem(404, "resource_missing", `No such session: ${id}`);
    const isExpanded = expandedBy(fields);
    if (state.feeExpansion && isExpanded("payment_intent.latest_charge.application_fee")) {
      return problem(state.feeExpansion, undefined, "The application fee cannot be read.");
    }
    if (!expire) return sessions.show(session, isExpanded);
    return (
      (await sessions.expire(session)) ??
      problem(400, undefined, 'Only Checkout Sessions with a status in ["open"] can be expired.')
    );
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

  return {
    url: `http://127.0.0.1:${port}`,
    calls,
    refused,
    state,
    chargeOf: sessions.chargeOf,
    /** Whose balance is empty. */
    setBroke: (broke: typeof charges.state.broke) => {
      charges.state.broke = broke;
    },
    /** Buyer, bank and dashboard. */
    bank: {
      ...sessions.buyer,
      /** The session stays open; the buyer sees the error on Stripe's page. */
      async decline() {},
      dispute: async ({ id }: { id: string }) => charges.dispute(sessions.chargeOf(id)),
      endDispute: async ({ id }: { id: string }, status: "won" | "lost") =>
        charges.endDispute(sessions.chargeOf(id), status),
      refundOutside: async ({ id }: { id: string }, amount: number) =>
        charges.refundOutside(sessions.chargeOf(id), amount),
    },
    async close() {
      server.closeAllConnections();
      server.close();
      await emulator.close();
    },
  };
}
