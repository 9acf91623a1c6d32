import { createServer, type IncomingMessage } from "node:http";
import { afterAll, afterEach, beforeEach, expect } from "vitest";
import { listen } from "../../../../testing/listen.ts";
import { prepare } from "../../../../testing/prepare.ts";
import { readAll } from "../stripe/stripe-requests.test-kit.ts";
import { createMollieApp } from "./mollie-app.test-kit.ts";
import {
  Cancellation,
  findProblem,
  KEY,
  ListQuery,
  NewPayment,
  NewRefund,
  NoQuery,
  PaymentQuery,
} from "./mollie-contract.test-kit.ts";
import { createMolliePayments, rejection } from "./mollie-payments.test-kit.ts";

type RecordedCall = {
  call: string;
  query: Record<string, string>;
  json: Record<string, unknown> | undefined;
  headers: IncomingMessage["headers"];
};
type Outcome = { status: number; body: object };
/** The owner of a token: a profile in one mode for an API key, an organization for an access token. */
type Caller = { owner: string; mode: "live" | "test" | null };

export const TEST_KEY = "test_thekeyofatestprofile0001";
export const LIVE_KEY = "live_thekeyofaliveprofile0001";
const HOUR_MS = 60 * 60 * 1000;

/** Starts an emulator of Mollie's API on this machine, written from the API's published description. It refuses requests that the description does not allow. */
export async function startMollie() {
  let port = 0;
  const url = () => `http://127.0.0.1:${port}`;
  const payments = createMolliePayments({ url });
  const callers = new Map<string, Caller>();
  const app = createMollieApp({ callers });
  const calls: RecordedCall[] = [];
  /** Requests that the description does not allow. */
  const refused: string[] = [];
  const answered = new Map<string, { request: string; at: number; outcome: Outcome | null }>();
  const state = {
    profile: { status: "verified" },
    behavior: "normal" as
      | "normal"
      | "broken"
      | "rate-limited"
      | "silent"
      | "unauthorized"
      | "forbidden"
      | "empty 200"
      | "breaks after success",
    /** Moves the clock by which keys are forgotten. */
    skew: 0,
    /** How long a creation takes. */
    delayMs: 0,
    /** The error with which the next creation is rejected. */
    refusal: null as { status: number; detail: string; field?: string } | null,
  };

  const server = createServer(async (request, response) => {
    const body = await readAll(request);
    const { pathname, searchParams } = new URL(request.url ?? "/", "http://mollie");
    const query = Object.fromEntries(searchParams);
    const json = body === "" ? undefined : JSON.parse(body);
    const call = `${request.method} ${pathname}`;
    calls.push({ call, query, json, headers: request.headers });
    const send = ({ status, body: sent }: Outcome) =>
      void response
        .writeHead(status, { "content-type": "application/hal+json" })
        .end(status === 204 ? "" : JSON.stringify(sent));
    if (state.behavior === "silent") return;
    if (state.behavior === "empty 200") return send({ status: 200, body: {} });
    const failures = { broken: 500, "rate-limited": 429, unauthorized: 401, forbidden: 403 };
    const failure = state.behavior in failures && failures[state.behavior as keyof typeof failures];
    if (failure) return send(rejection(failure, "Mollie fails"));
    if (pathname === "/oauth2/authorize") {
      const location = app.authorize(query);
      if (!location) return send(refuse(call, 400, "The authorization is not as described"));
      return void response.writeHead(302, { location }).end();
    }
    if (pathname === "/oauth2/tokens") {
      const outcome = await app.respond(request.method, request.headers.authorization, json);
      return send("problem" in outcome ? refuse(call, 400, outcome.problem) : outcome);
    }
    const caller = callers.get(String(request.headers.authorization).replace("Bearer ", ""));
    if (!caller) return send(rejection(401, "Missing authentication, or failed to authenticate"));
    const outcome = await respond({ request, call, query, json, caller });
    if (state.behavior === "breaks after success" && request.method === "POST")
      return send(rejection(500, "Something went wrong after the payment was made"));
    send(outcome);
  });
  ({ port } = await listen(server));
  callers.set(TEST_KEY, { owner: "pfl_own", mode: "test" });
  callers.set(LIVE_KEY, { owner: "pfl_own", mode: "live" });

  type Request = Omit<RecordedCall, "headers"> & { request: IncomingMessage; caller: Caller };

  async function respond(given: Request): Promise<Outcome> {
    const key = given.request.headers["idempotency-key"];
    if (key !== undefined && !KEY.test(String(key))) return refuse(given.call, 400, "The key is no UUID");
    if (given.request.method !== "POST" || key === undefined) return handle(given);
    const id = `${given.caller.owner} ${key}`;
    const text = JSON.stringify([given.call, given.json]);
    const known = answered.get(id);
    if (known && known.at > Date.now() + state.skew - HOUR_MS) {
      if (known.request !== text) return refuse(given.call, 400, "The key was used for another request");
      return known.outcome ?? rejection(409, "A request with the same key is being handled");
    }
    const entry = { request: text, at: Date.now() + state.skew, outcome: null as Outcome | null };
    answered.set(id, entry);
    if (state.delayMs > 0) await new Promise((resolve) => setTimeout(resolve, state.delayMs));
    entry.outcome = handle(given);
    return entry.outcome;
  }

  function refuse(call: string, status: number, detail: string, field?: string): Outcome {
    refused.push(`${call}: ${field ?? ""} ${detail}`);
    return rejection(status, detail, field);
  }

  /** Refuses a request that the description does not allow. The mode is that of the API key, or named in each request with an access token. */
  function check(
    { call, query, json, caller }: Request,
    parts: { query?: Schema; body?: Schema },
  ): Outcome | undefined {
    const problem =
      findProblem(parts.query ?? NoQuery, query) ?? (parts.body && findProblem(parts.body, json ?? {}));
    if (problem) return refuse(call, 422, problem.detail, problem.field);
    const isKey = caller.mode !== null;
    if (
      isKey &&
      (json?.testmode !== undefined || query.testmode !== undefined || json?.profileId !== undefined)
    )
      return refuse(call, 422, "An API key has a mode and a profile", "testmode");
    if (isKey && json?.applicationFee !== undefined)
      return refuse(call, 422, "Only an app can take a fee", "applicationFee");
    if (!isKey && call === "POST /v2/payments" && json?.profileId === undefined)
      return refuse(call, 422, "The profile is missing", "profileId");
    return undefined;
  }
  type Schema = Parameters<typeof findProblem>[0];

  function handle(given: Request): Outcome {
    const { call, query, json = {}, caller } = given;
    const mode = caller.mode ?? (json.testmode === true || query.testmode === "true" ? "test" : "live");
    if (call === "GET /v2/profiles/me") {
      if (caller.mode === null) return refuse(call, 403, "Only for API keys");
      return (
        check(given, {}) ?? {
          status: 200,
          body: { resource: "profile", id: caller.owner, mode, ...state.profile },
        }
      );
    }
    const own = caller.mode === null ? app.show(caller.owner, call) : undefined;
    if (own) return findProblem(ListQuery, query) ? refuse(call, 400, "The query is wrong") : own;
    if (call === "POST /v2/payments") {
      const wrong = check(given, { body: NewPayment });
      if (wrong) return wrong;
      if (state.refusal) return rejection(state.refusal.status, state.refusal.detail, state.refusal.field);
      return payments.create(caller.owner, mode, json);
    }
    const [, id = "", more = ""] = /^\w+ \/v2\/payments\/(\w+)(\/refunds)?$/.exec(call) ?? [];
    const found = payments.payments.get(id);
    if (!found || found.owner !== caller.owner || found.mode !== mode)
      return rejection(404, `No payment exists with token ${id}.`);
    if (call.startsWith("GET ") && !more) {
      return (
        check(given, { query: PaymentQuery }) ?? {
          status: 200,
          body: payments.show(found, query.embed ?? ""),
        }
      );
    }
    if (call.startsWith("DELETE ")) return check(given, { body: Cancellation }) ?? payments.cancel(found);
    if (call.startsWith("POST ") && more)
      return check(given, { body: NewRefund }) ?? payments.refund(found, json);
    return refuse(call, 404, "No such resource");
  }

  return {
    url: url(),
    calls,
    refused,
    state,
    callers,
    app,
    payments: payments.payments,
    paymentsState: payments.state,
    bank: payments.bank,
    async close() {
      server.closeAllConnections();
      server.close();
    },
  };
}

/** Starts Mollie before the tests of a file, and stops it after them. No test may send a request that its description does not allow. */
export function testMollie() {
  const mollie = prepare(startMollie);
  beforeEach(() => {
    Object.assign(mollie.state, {
      behavior: "normal",
      skew: 0,
      delayMs: 0,
      refusal: null,
      profile: { status: "verified" },
    });
    Object.assign(mollie.app.state, { expiresIn: 3600, renewals: 0, delayMs: 0, merchant: null });
    Object.assign(mollie.paymentsState, { refundStatus: "refunded", balance: null, isCancelable: true });
    mollie.calls.length = 0;
    mollie.refused.length = 0;
  });
  afterEach(() => expect(mollie.refused).toEqual([]));
  afterAll(() => mollie.close());
  return mollie;
}
