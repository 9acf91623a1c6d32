import { DEFAULT_SITE } from "../../contract/rules/site.ts";
import { APP } from "../platform/payments/adapters/mollie/mollie-app.test-kit.ts";
import { TEST_KEY } from "../platform/payments/adapters/mollie/mollie-server.test-kit.ts";
import { openMollie } from "../platform/payments/adapters/mollie/open-mollie.ts";
import type { TestUser } from "./factories.ts";
import type { TestApp, TestOptions } from "./harness.ts";
import { saveSeller } from "./payers.ts";

/** Options for a site with Mollie as the second provider, connected by the operator's key. */
export const mollieOptions = (
  { url: apiBase }: { url: string },
  { apiKey = TEST_KEY, ...given }: TestOptions & { apiKey?: string } = {},
): TestOptions => ({
  ...given,
  mollie: (parts) =>
    openMollie({
      mollie: { apiKey, app: APP, apiBase },
      publicUrl: "https://tessera.example",
      site: DEFAULT_SITE,
      ...parts,
    }),
});

/** Posts the notification of a payment. Mollie sends it unsigned, so anybody can. */
export const sendNotice = (site: TestApp, id: string, node: TestApp = site) =>
  node.call("POST", "/api/webhooks/mollie", new URLSearchParams({ id }).toString(), {
    "content-type": "application/x-www-form-urlencoded",
  });

/** Posts Mollie's notification and waits until it has taken effect. */
export async function processEventOf(site: TestApp, id: string) {
  const response = await sendNotice(site, id);
  await site.settled();
  return response;
}

/** Lets an administrator sell on the account of the operator's key at Mollie. */
export async function sellAtMollie(user: TestUser): Promise<void> {
  const own = await user.call("POST", "/api/connect/own", { provider: "mollie" });
  if (own.status !== 200) throw new Error(`no account: ${own.text}`);
  await saveSeller(user);
}

type Connection = {
  mollie: { app: { allow(organization: string): string } };
  user: TestUser;
  organization: string;
};

/** Connects an account at Mollie. Can be repeated. */
export async function connectAtMollie({ mollie, user, organization }: Connection): Promise<void> {
  const { body, text } = await user.call("POST", "/api/connect/onboard", { provider: "mollie" });
  if (!body.onboardingUrl) throw new Error(`not started: ${text}`);
  const state = new URL(body.onboardingUrl).searchParams.get("state") ?? "";
  const query = new URLSearchParams({ state, code: mollie.app.allow(organization) });
  const { headers } = await user.call("GET", `/api/connect/mollie/callback?${query}`);
  if (headers.location !== "/dashboard/settings?onboarding=return")
    throw new Error(`not connected: ${headers.location}`);
}
