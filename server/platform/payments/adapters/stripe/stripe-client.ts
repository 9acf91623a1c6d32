import Stripe from "stripe";
import { hostOf } from "./stripe-responses.ts";

/** The API version that the code is written for, whatever the account's default is. */
const API_VERSION = "2026-10-28.endive";
const TIMEOUT_MS = 6_500;

/** Creates a client of Stripe's API. `apiBase` is the URL of a compatible server. */
export function createStripeClient({
  secretKey,
  apiBase,
}: {
  secretKey: string;
  apiBase: string | undefined;
}): Stripe {
  return new Stripe(secretKey, {
    apiVersion: API_VERSION,
    timeout: TIMEOUT_MS,
    maxNetworkRetries: 1,
    telemetry: false,
    ...hostOf(apiBase),
  });
}
