import { z } from "zod";
import { isLiveKey } from "../../live-key.ts";
import {
  type AccountProvider,
  type EventSource,
  type PayoutAccount,
  ProviderUnavailable,
} from "../../port.ts";
import { WITHOUT_ACCOUNTS } from "../unavailable.ts";
import type { Access } from "./mollie-access.ts";
import type { CallMollie } from "./mollie-client.ts";
import type { MollieGrants } from "./mollie-grants.ts";
import { readOrganization, readProfiles } from "./mollie-organizations.ts";
import { MollieId } from "./mollie-payments.ts";
import type { mollieTokens } from "./mollie-tokens.ts";

const Profile = z.object({ id: MollieId, mode: z.enum(["live", "test"]), status: z.string() });

type Parts = {
  call: CallMollie;
  apiKey: string | undefined;
  live: boolean;
  /** The operator's app. Without it creators cannot connect accounts. */
  app: { grants: MollieGrants; tokens: ReturnType<typeof mollieTokens> } | undefined;
};

/** Creates Mollie's accounts: the profile of the installation's key, and organizations that creators connect. */
export function mollieAccounts({ call, apiKey, live, app }: Parts): AccountProvider {
  const refuse = () => Promise.reject(new ProviderUnavailable("accounts are not created at Mollie"));

  /** Reads an organization, and stores the profile on which it sells now. */
  const read = async ({ grants }: NonNullable<Parts["app"]>, id: string, access: Access) => {
    const { account, profileId } = await readOrganization(call, access, grants.findProfile);
    if (account.id !== id) throw new ProviderUnavailable(`the token of ${id} is of ${account.id}`);
    if (profileId !== access.app?.profileId) await grants.setProfile(id, profileId);
    return account;
  };

  return {
    provider: "mollie",
    mode: "mollie",
    offers: [...(app ? (["connected"] as const) : []), ...(apiKey ? (["own"] as const) : [])],
    live,
    // Balances need an access token of the organization (https://docs.mollie.com/reference/get-balance): an API key may not read them.
    ...WITHOUT_ACCOUNTS,
    authorization: app
      ? {
          url: (way) => app.tokens.authorizationUrl(way),
          async connect(given) {
            const tokens = await app.tokens.exchange(given);
            const access = { token: tokens.accessToken, app: { testmode: !live, profileId: null } };
            const { account, profileId } = await readOrganization(call, access, app.grants.findProfile);
            const { returnUrl } = given;
            await app.grants.save({ organizationId: account.id, returnUrl, profileId, tokens });
            return account;
          },
          async listProfiles(id) {
            const access = await app.grants.findAccess(id);
            if (!access) return [];
            return (await readProfiles(call, access, await app.grants.findProfile(id))).profiles;
          },
          async selectProfile(id, profileId) {
            const access = await app.grants.findAccess(id);
            if (!access) return false;
            const { profileId: selected } = await readProfiles(call, access, profileId);
            if (selected !== profileId) return false;
            await app.grants.setProfile(id, profileId);
            return true;
          },
          check: () => app.tokens.check(),
          endUnused: (isUsed) => app.grants.endUnused(isUsed),
        }
      : null,

    createAccount: refuse,
    async readAccount(id) {
      const access = await app?.grants.findAccess(id);
      if (!app || access === undefined) return (await app?.grants.isRevoked(id)) ? "closed" : undefined;
      try {
        return await read(app, id, access);
      } catch (error) {
        // The merchant has withdrawn the grant before the token expired.
        if (await app.grants.isRevoked(id)) return "closed";
        throw error;
      }
    },

    async readOwnAccount() {
      if (!apiKey) return null;
      const profile = await call({ method: "GET", path: "profiles/me", token: apiKey, schema: Profile });
      return toPayoutAccount(profile, { live: isLiveKey(apiKey) });
    },

    createOnboardingLink: async ({ ready }) => (ready ? DASHBOARD : `${DASHBOARD}/onboarding`),
    verifyEvent: verifyMollieEvent({ live }),
  };
}

const DASHBOARD = "https://my.mollie.com/dashboard";

/** Mollie takes test payments for a profile that was not reviewed yet, but not for a blocked one. */
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

/** Parses the form that Mollie posts when a payment has changed. It has only an id and no signature, so anyone can send one. */
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
