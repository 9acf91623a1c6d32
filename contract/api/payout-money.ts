import { z } from "zod";
import { IsoTime } from "../rules/fields.ts";
import { NamedProvider } from "./connect.ts";
import { route } from "./route.ts";

/** An account's money as reported by the provider, in hundredths, also of currencies without decimals, such as yen. */
export const PayoutMoney = z.object({
  /**
   * `current`: read within the last minutes. `earlier`: the provider could not be read now; reported at
   * `readAt`. `unreadable`: it could not be read, and nothing is known. `not_reported`: it reports no balances to this
   * installation. `no_account`: none is connected.
   */
  state: z.enum(["current", "earlier", "unreadable", "not_reported", "no_account"]),
  readAt: IsoTime.nullable(),
  balances: z.array(
    z.object({
      currency: z.string(),
      available_cents: z.number(),
      pending_cents: z.number(),
      /** Withheld while banks review disputes. */
      frozen_cents: z.number(),
    }),
  ),
  /** The last ones, newest first. */
  payouts: z.array(
    z.object({
      amount_cents: z.number(),
      currency: z.string(),
      status: z.enum(["on_its_way", "paid", "failed"]),
      arrives_at: IsoTime,
    }),
  ),
});
export type PayoutMoney = z.infer<typeof PayoutMoney>;

export const payoutMoneyRoutes = {
  show: route("GET", "/api/connect/balance", "creator", {
    summary: "Balance and payouts of the payout account as its provider reports them, cached for minutes",
    query: z.object({ provider: NamedProvider }),
    responses: { 200: PayoutMoney },
  }),
};
