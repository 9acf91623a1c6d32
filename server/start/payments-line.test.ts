import { expect, test } from "vitest";
import { readConfig } from "../config/config.ts";
import { paymentsLine } from "./payments-line.ts";

const MOCK = "creators who have connected no account sell in a mock checkout";
const NOT_SOLD = "nobody can buy the Creator plan, administrators give it";
const STRIPE_TEST = { STRIPE_SECRET_KEY: "sk_test_key" };
const STRIPE_LIVE = { STRIPE_SECRET_KEY: "sk_live_key" };
const MOLLIE_TEST = { MOLLIE_API_KEY: "test_thekeyofatestprofile0001" };
const MOLLIE_LIVE = { MOLLIE_API_KEY: "live_thekeyofaliveprofile0001" };
const MOLLIE_APP = { MOLLIE_CLIENT_ID: "app_4KsCyMVrRhJzPu9q7L", MOLLIE_CLIENT_SECRET: "secret of the app" };

test.for([
  [{}, "in the sandbox; no money moves, so anyone can take the Creator plan"],
  [STRIPE_LIVE, `by Stripe; ${MOCK}`],
  [STRIPE_TEST, `by Stripe in test mode; ${MOCK}`],
  [MOLLIE_LIVE, `by Mollie; ${MOCK}; ${NOT_SOLD}`],
  [MOLLIE_APP, `by Mollie; ${MOCK}; ${NOT_SOLD}`],
  [
    { ...MOLLIE_APP, ...MOLLIE_TEST },
    `by Mollie in test mode; ${MOCK}; the Creator plan is in the sandbox, so anyone can take it`,
  ],
  [{ ...STRIPE_LIVE, ...MOLLIE_LIVE }, `by Stripe and Mollie; ${MOCK}`],
  [{ ...STRIPE_TEST, ...MOLLIE_LIVE }, `by Stripe in test mode and Mollie; ${MOCK}; ${NOT_SOLD}`],
] as const)("names the payment provider and the seller of the plan for %j", ([settings, line]) => {
  expect(paymentsLine(readConfig(settings))).toBe(line);
});
