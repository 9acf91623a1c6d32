import { z } from "zod";
import { isLiveKey } from "../live-key.ts";
import { type AccountProvider, type EventSource, type PayoutAccount, ProviderUnavailable } from "../port.ts";
import { createMollieClient } from "./mollie-client.ts";
import { MollieId } from "./mollie-payments.ts";

const Profile = z.object({ id: MollieId, mode: z.enum(["live", "test"]), status: z.string() });

type Settings = { apiKey: string; apiBase: string | undefined };

/** Creates Mollie's accounts: the profile of the installation's key. */
export function mollieAccounts({ apiKey, apiBase }: Settings): AccountProvider {
  const { call } = createMollieClient({ apiBase });
  const refuse = () => Promise.reject(new ProviderUnavailable("no accounts are connected at Mollie"));
  return {
    provider: "mollie",
    mode: "mollie",
    offers: ["own"],
    live: isLiveKey(apiKey),
    embedHosts: [],
    publishableKey: null,
    sandboxHost: null,

    createAccount: refuse,
    findAccount: async () => undefined,
    readAccount: async () => undefined,

    async readOwnAccount() {
      const profile = await call({ method: "GET", path: "profiles/me", token: apiKey, schema: Profile });
      return toPayoutAccount(profile, { live: isLiveKey(apiKey) });
    },

    // Balances need an access token of the organization (https://docs.mollie.com/reference/get-balance): an API key may not read them.
    readMoney: async () => null,

    createOnboardingLink: async () => DASHBOARD,
    createEmbeddedSession: async () => null,
    listUndelivered: async () => [],
    listWebhookEndpoints: async () => null,
    verifyEvent: verifyMollieEvent({ live: isLiveKey(apiKey) }),
  };
}

export const DASHBOARD = "https://my.mollie.com/dashboard";

/** Test payments are taken for a profile that was not reviewed yet, but for none that is blocked. */
function toPayoutAccount(
  { id, status }: z.infer<typeof Profile>,
  { live }: { live: boolean },
): PayoutAccount {
  const canSell = live ? status === "verified" : status !== "blocked";
  return {
    id,
    country: null,
    canSell,
    requirements: { currentlyDue: [], pastDue: [] },
    restriction: canSell
      ? null
      : { status: status === "blocked" ? "rejected" : "restricted", code: status, resolution: null },
  };
}

const MAX_BODY = 200;

/** Parses the form that Mollie posts when something of a payment has changed. It has nothing but an id and no signature: anyone can send one. */
function verifyMollieEvent({ live }: { live: boolean }): EventSource["verifyEvent"] {
  return (body) => {
    const text = body.length > MAX_BODY ? "" : body.toString("utf8");
    const id = MollieId.regex(/^tr_/).safeParse(new URLSearchParams(text).get("id")).data;
    return {
      provider: "mollie",
      id: `mollie ${id}`,
      type: "payment",
      live,
      unsigned: true,
      resource:
        id === undefined ? null : { kind: "payment", account: null, id, intent: null, reference: null },
    };
  };
}
