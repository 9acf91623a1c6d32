import { z } from "zod";
import { IsoTime } from "../rules/fields.ts";
import { NamedProvider } from "./connect.ts";
import { route } from "./route.ts";

/** An account's money as reported by the provider. Amounts are in hundredths, even of currencies without decimals, such as yen. */
export const PayoutMoney = z.object({
  /**
   * `current`: read within the last minutes. `earlier`: the provider cannot be read now, so the money is of
   * `readAt`. `unreadable`: the provider could never be read. `not_reported`: the provider reports no balances to this
   * installation. `no_account`: no account is connected.
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
  /** The last payouts, newest first. */
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
    summary: "Balance and payouts of the payout account as reported by its provider, cached for minutes",
    query: z.object({ provider: NamedProvider }),
    responses: { 200: PayoutMoney },
  }),
};
