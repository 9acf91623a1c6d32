import { DEFAULT_PROVIDER } from "../../contract/rules/order-states.ts";
import type { Config } from "../config/config.ts";
import { isLiveKey, isMollieLive } from "../platform/payments/live-key.ts";
import { isPlanSold } from "../platform/payments/plan-sale.ts";

/** Returns the line about payments of a start's output: the providers, and how the plan is sold if not by Stripe. */
export function paymentsLine({ stripe, mollie }: Pick<Config, "stripe" | "mollie">): string {
  const stripeLive = stripe !== undefined && isLiveKey(stripe.secretKey);
  const mollieLive = mollie !== undefined && isMollieLive(mollie);
  if (!stripe && !mollie) return "in the sandbox; no money moves, so anyone can take the Creator plan";
  const names = [
    stripe && `Stripe${stripeLive ? "" : " in test mode"}`,
    mollie && `Mollie${mollieLive ? "" : " in test mode"}`,
  ].filter((name) => name !== undefined);
  const isSold = isPlanSold([
    { provider: DEFAULT_PROVIDER, live: stripeLive },
    { provider: "mollie", live: mollieLive },
  ]);
  const plan = isSold
    ? "the Creator plan is in the sandbox, so anyone can take it"
    : "nobody can buy the Creator plan, administrators give it";
  return [
    `by ${names.join(" and ")}; creators who have connected no account sell in a mock checkout`,
    ...(stripe && isSold ? [] : [plan]),
  ].join("; ");
}
