import type { Emulator } from "emulate";
import { createStripeCharges } from "./stripe-charges.test-kit.ts";
import {
  expandedBy,
  type Fields,
  problem,
  type StubResponse,
  toResponse,
} from "./stripe-requests.test-kit.ts";
import { createStripeSessions, PLATFORM } from "./stripe-sessions.test-kit.ts";

/** The accounts of this Stripe that can sell. A request without the header is for the platform's own account. */
export const ACCOUNTS = ["acct_first", "acct_second"] as const;

/** Direct charges: sessions and their payment page are the emulator's. Charges, refunds, disputes and accounts are added. */
export function createStripeSales({
  emulator,
  accounts,
}: {
  emulator: Pick<Emulator, "url">;
  /** Sessions opened here. */
  accounts: Pick<ReadonlyMap<string, object>, "has">;
}) {
  const charges = createStripeCharges();
  const sessions = createStripeSessions({ emulator, charges });
  const state = Object.assign(sessions.state, {
    /** The response to a read that expands the application fee, or null to expand it. */
    feeExpansion: null as 400 | 403 | 404 | null,
  });

  /** Responds to a request about payments, or undefined for any other. */
  async function respond(call: string, account: string, fields: Fields): Promise<StubResponse | undefined> {
    const isKnown = account === PLATFORM || ACCOUNTS.some((known) => known === account);
    if (!isKnown && !accounts.has(account)) {
      return problem(403, "account_invalid", "The account does not exist or has revoked access.");
    }
    if (call === "POST /v1/checkout/sessions")
      return fields.mode === "payment" ? sessions.create(account, fields) : undefined;
    if (call === "GET /v1/checkout/sessions") return sessions.list(account);
    const charge = charges.ofIntent(account, fields.payment_intent);
    if (call === "GET /v1/refunds") return { status: 200, body: charges.listRefunds(charge) };
    if (call === "GET /v1/disputes" && fields.payment_intent)
      return { status: 200, body: charges.listDisputes(charge) };
    if (call === "POST /v1/refunds") return toResponse(charges.refund(account, fields));
    const [, feeId] = /^\w+ \/v1\/application_fees\/(\w+)\/refunds$/.exec(call) ?? [];
    if (feeId) {
      // The fee is the platform's.
      if (account !== PLATFORM) return problem(404, "resource_missing", `No such fee: ${feeId}`);
      return toResponse(charges.refundFee(feeId, call.startsWith("POST") ? fields : null));
    }
    const [, id, expire] = /^\w+ \/v1\/checkout\/sessions\/([\w-]+)(\/expire)?$/.exec(call) ?? [];
    const session = sessions.find(id ?? "");
    if (!id || (!session && account === PLATFORM)) return undefined;
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

  return {
    respond,
    state,
    chargeOf: sessions.chargeOf,
    findCharge: sessions.findCharge,
    /** The party with an empty balance. */
    setEmptyBalance: (party: typeof charges.state.emptyBalanceOf) => {
      charges.state.emptyBalanceOf = party;
    },
    /** Buyer, bank and dashboard. */
    bank: {
      ...sessions.buyer,
      /** The session stays open. The buyer sees the error on Stripe's page. */
      async decline() {},
      expire: async ({ id }: { id: string }) => void (await sessions.expire(sessions.found(id))),
      dispute: async ({ id }: { id: string }) => charges.dispute(sessions.chargeOf(id)),
      endDispute: async ({ id }: { id: string }, status: "won" | "lost") =>
        charges.endDispute(sessions.chargeOf(id), status),
      refundOutside: async ({ id }: { id: string }, amount: number) =>
        charges.refundOutside(sessions.chargeOf(id), amount),
    },
  };
}
