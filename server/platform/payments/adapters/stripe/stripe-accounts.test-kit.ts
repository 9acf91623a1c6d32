import { randomUUID } from "node:crypto";
import { failure, ok, type StubResponse } from "./stripe-requests.test-kit.ts";

type Fields = Record<string, unknown>;
/** Parts that Stripe leaves out unless the request includes them. */
const OPTIONAL = ["configuration", "defaults", "identity", "requirements"];

/** An entry of the requirements of a v2 account. */
export const v2Entry = (description: string, status = "currently_due", from = "user") => ({
  description,
  awaiting_action_from: from,
  minimum_deadline: { status },
});

/** Accounts v2 as stripe-node's types describe them, and the account of the key. No public emulator has them. */
export function createStripeAccounts() {
  const accounts = new Map<string, Fields>();
  const own = {
    id: "acct_own",
    object: "account",
    country: "DE",
    charges_enabled: true,
    requirements: { currently_due: [] as string[], past_due: [] as string[] },
  };
  /** Stripe's changes to an account that it creates. */
  const state = { created: {} as Fields };

  const create = (sent: Fields) => {
    const { defaults, configuration, identity, ...given } = sent as Record<string, Record<string, unknown>>;
    const account = {
      ...given,
      id: `acct_${randomUUID().slice(0, 8)}`,
      object: "v2.core.account",
      created: new Date().toISOString(),
      livemode: false,
      applied_configurations: Object.keys(configuration ?? {}),
      identity,
      defaults: {
        ...defaults,
        responsibilities: { ...(defaults?.responsibilities as object), requirements_collector: "stripe" },
      },
      configuration: { merchant: { applied: true, capabilities: { card_payments: { status: "pending" } } } },
      requirements: { entries: [v2Entry("external_account")] },
      ...state.created,
    };
    accounts.set(account.id, account);
    return account;
  };

  return {
    accounts,
    own,
    state,
    /** Completes all requirements, so that Stripe accepts payments. */
    complete(id: string) {
      accounts.set(id, {
        ...accounts.get(id),
        configuration: { merchant: { capabilities: { card_payments: { status: "active" } } } },
        requirements: { entries: [] },
      });
    },
    /** Responds to a request about accounts, or undefined for any other. */
    respond(call: string, search: URLSearchParams, json: unknown): StubResponse | undefined {
      const [, method, id = ""] = /^(\w+) \/v2\/core\/accounts(?:\/(\w+))?$/.exec(call) ?? [];
      const included = [...search].filter(([name]) => name.startsWith("include")).map(([, value]) => value);
      const shown = (account: Fields) =>
        Object.fromEntries(
          Object.entries(account).filter(
            ([name]) => !OPTIONAL.includes(name) || included.some((value) => value.split(".")[0] === name),
          ),
        );
      if (method === "POST" && id === "") return ok(shown(create(json as Fields)));
      if (method === "GET" && id === "") {
        return ok({ data: [...accounts.values()].reverse().map(shown), next_page_url: null });
      }
      const known = accounts.get(id);
      if (method === "GET") return known ? ok(shown(known)) : failure(404, "not_found");
      if (call === "POST /v2/core/account_links")
        return ok({ object: "v2.core.account_link", url: `https://connect.example/${randomUUID()}` });
      return call === "GET /v1/account" ? ok(own) : undefined;
    },
  };
}

/** The account that the connect module requests. */
export const newAccount = (given: object = {}) => ({
  owner: "7",
  reference: "r",
  email: "a@b.example",
  displayName: "Anna",
  pageUrl: "https://tessera.example/@anna",
  country: "AT",
  idempotencyKey: randomUUID(),
  ...given,
});
