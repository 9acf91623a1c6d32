import type Stripe from "stripe";
import { type PayoutAccount, type PayoutAccounts, ProviderUnavailable } from "../../port.ts";
import { REFERENCE } from "../../stripe-event.ts";
import { toOwnAccount, toPayoutAccount } from "./stripe-account-responses.ts";
import { readStripeMoney } from "./stripe-money.ts";
import {
  createdSince,
  findListed,
  orCreationFailed,
  undefinedIfNotFound,
  unwrap,
} from "./stripe-responses.ts";

/** The metadata key of the creator, which the operator sees in Stripe's dashboard. */
export const OWNER = "tessera_creator";

const DASHBOARD = "https://dashboard.stripe.com/";

/** Parts that Stripe omits from its response unless they are requested. */
const INCLUDE = ["configuration.merchant", "defaults", "identity", "requirements"] as const;

/** Creates the part of the Stripe provider for payout accounts (Accounts v2): the creator pays Stripe's fees and bears refunds and disputes, and Stripe bears negative balances. */
export function stripeAccounts(stripe: Stripe, { live }: { live: boolean }): PayoutAccounts {
  const { accounts, accountLinks } = stripe.v2.core;

  const readConnected = (id: string) => undefinedIfNotFound(accounts.retrieve(id, { include: [...INCLUDE] }));

  /** Dashboard and responsibilities can never be changed later, so an account with others is not used. */
  const readNew = async (id: string): Promise<PayoutAccount> => {
    const account = await readConnected(id);
    if (!account || account.closed) throw new ProviderUnavailable(`the new account ${id} cannot be read`);
    const problem = liabilityProblem(account);
    if (problem) throw new ProviderUnavailable(`the new account ${id} is not used: ${problem}`);
    return toPayoutAccount(account);
  };

  return {
    async createAccount({ owner, reference, email, displayName, pageUrl, country, idempotencyKey }) {
      if (country === null) throw new Error("an account at Stripe needs a country");
      const { id } = await orCreationFailed(
        accounts.create(
          {
            contact_email: email,
            display_name: displayName,
            dashboard: "full",
            identity: { country: country.toLowerCase() },
            defaults: {
              responsibilities: { fees_collector: "stripe", losses_collector: "stripe" },
              // Stripe accepts only public URLs, and requires one later.
              profile: {
                doing_business_as: displayName,
                ...(pageUrl.startsWith("https:") ? { business_url: pageUrl } : {}),
              },
            },
            // An account gets only capabilities that are requested.
            configuration: { merchant: { capabilities: { card_payments: { requested: true } } } },
            metadata: { [REFERENCE]: reference, [OWNER]: owner },
          },
          { idempotencyKey },
        ),
      );
      return readNew(id);
    },

    async findAccount(reference, createdAfter) {
      const isTooOld = createdSince(createdAfter);
      const found = await findListed(
        accounts.list({ limit: 100 }),
        ({ metadata }) => metadata?.[REFERENCE] === reference,
        ({ created }) => isTooOld(new Date(created)),
      );
      return found && readNew(found.id);
    },

    async readAccount(id) {
      const account = await readConnected(id);
      return account?.closed ? "closed" : account && toPayoutAccount(account);
    },

    readOwnAccount: async () => toOwnAccount(await unwrap(stripe.accounts.retrieveCurrent()), { live }),

    readMoney: (id, kind) => readStripeMoney(stripe, kind === "own" ? null : id),

    async createOnboardingLink({ accountId, returnUrl, refreshUrl, kind, ready }) {
      if (kind === "own" || ready) return `${DASHBOARD}${accountId}`;
      const link = await unwrap(
        accountLinks.create({
          account: accountId,
          use_case: {
            type: "account_onboarding",
            account_onboarding: { return_url: returnUrl, refresh_url: refreshUrl },
          },
        }),
      );
      return link.url;
    },

    async createEmbeddedSession(accountId) {
      const session = await unwrap(
        stripe.accountSessions.create({
          account: accountId,
          components: {
            account_onboarding: { enabled: true },
            account_management: { enabled: true },
            notification_banner: { enabled: true },
          },
        }),
      );
      return session.client_secret;
    },
  };
}

/** Returns a difference from the required liability, or undefined if the creator pays Stripe and Stripe bears losses. */
function liabilityProblem({ dashboard, defaults }: Stripe.V2.Core.Account): string | undefined {
  const { fees_collector, losses_collector, requirements_collector } = defaults?.responsibilities ?? {};
  const found = { fees_collector, losses_collector, requirements_collector };
  const problems = Object.entries(found)
    .filter(([, collector]) => collector !== "stripe")
    .map(([name, collector]) => `${name} is ${collector ?? "missing"}`);
  if (dashboard !== "full") problems.unshift(`dashboard is ${dashboard ?? "missing"}`);
  return problems.length > 0 ? problems.join(", ") : undefined;
}
