import type Stripe from "stripe";
import type { AccountMoney, Balance, Payout } from "../../account-money.ts";
import { onAccount, unwrap } from "./stripe-responses.ts";

const PAYOUTS = 5;

/** The statuses in which Stripe has taken the amount of a dispute from the balance. A warning is only an inquiry. */
const WITHHELD: readonly Stripe.Dispute.Status[] = ["needs_response", "under_review"];

/** Currencies whose amounts do not have two decimals at Stripe (https://docs.stripe.com/currencies#zero-decimal). Products are never sold in these currencies, but accounts may hold them. */
const DECIMALS: Record<string, number> = {
  ...Object.fromEntries(
    "bif clp djf gnf jpy kmf krw mga pyg rwf vnd vuv xaf xof xpf".split(" ").map((code) => [code, 0]),
  ),
  ...Object.fromEntries("bhd jod kwd omr tnd".split(" ").map((code) => [code, 3])),
};

/** Returns Stripe's amount in hundredths, like every amount that is shown. */
const toHundredths = ({ amount, currency }: { amount: number; currency: string }): number =>
  Math.round(amount * 10 ** (2 - (DECIMALS[currency] ?? 2)));

/** Reads balance, open disputes and the last payouts of an account. `null` means the account of the keys. */
export async function readStripeMoney(stripe: Stripe, account: string | null): Promise<AccountMoney> {
  const options = onAccount(account);
  const [balance, disputes, payouts] = await Promise.all([
    unwrap(stripe.balance.retrieve({}, options)),
    unwrap(stripe.disputes.list({ limit: 100 }, options)),
    unwrap(stripe.payouts.list({ limit: PAYOUTS }, options)),
  ]);
  const byCurrency = new Map<string, Balance>();
  const add = (name: "available" | "pending" | "frozen", entries: { amount: number; currency: string }[]) => {
    for (const entry of entries) {
      const { currency } = entry;
      const before = byCurrency.get(currency) ?? { currency, available: 0, pending: 0, frozen: 0 };
      byCurrency.set(currency, { ...before, [name]: before[name] + toHundredths(entry) });
    }
  };
  add("available", balance.available);
  add("pending", balance.pending);
  add(
    "frozen",
    disputes.data.filter(({ status }) => WITHHELD.includes(status)),
  );
  return { balances: [...byCurrency.values()], payouts: payouts.data.flatMap(toPayout) };
}

const STATUSES: Record<string, Payout["status"]> = {
  pending: "on_its_way",
  in_transit: "on_its_way",
  paid: "paid",
  failed: "failed",
};

/** A cancelled payout is back in the balance. */
function toPayout(payout: Stripe.Payout): Payout[] {
  const { currency, status, arrival_date: seconds } = payout;
  const known = STATUSES[status];
  const amount = toHundredths(payout);
  return known ? [{ amount, currency, status: known, arrivesAt: new Date(seconds * 1000) }] : [];
}
