import { randomUUID } from "node:crypto";
import { and, eq, lt, type SQL, sql } from "drizzle-orm";
import { paths } from "../../../../../contract/rules/paths.ts";
import type { Site } from "../../../../../contract/rules/site.ts";
import type { Clock } from "../../../clock/index.ts";
import type { Database } from "../../../database/index.ts";
import type { Jobs } from "../../../jobs/port.ts";
import { hashToken, randomToken } from "../../../tokens.ts";
import type { Payments, SubscriptionStatus } from "../../port.ts";
import type { Sales } from "../../sales.ts";
import { verifySignature } from "../../stripe-signature.ts";
import { sandboxAccounts, sandboxCheckouts, sandboxLinks, sandboxSubscriptions } from "../../tables.ts";
import { createSandboxEvents, type SandboxEvents } from "./sandbox-events.ts";
import { moneyOf } from "./sandbox-money.ts";
import { registerSandboxPages } from "./sandbox-pages.ts";
import { registerSandboxPaymentPages } from "./sandbox-payment-pages.ts";
import { createSandboxPayments, type SandboxPaymentRecords } from "./sandbox-payments.ts";
import { findSandboxPortal, registerSandboxPortal } from "./sandbox-portal.ts";
import { sandboxSales } from "./sandbox-sales.ts";
import { createSandboxState, ONBOARDING_STEPS, sandboxPrice } from "./sandbox-state.ts";

type SandboxParts = {
  db: Database;
  jobs: Jobs;
  clock: Clock;
  /** Verifies events that are sent to the webhook from outside. The sandbox's own events do not use the webhook. */
  webhookSecret: string | undefined;
  publicUrl: string;
  site: Site;
  productId: string;
};

/** The parts that payments and sales share. */
type SharedParts = { events: SandboxEvents; records: SandboxPaymentRecords };

const LINK_MINUTES = 30;
const STATUSES: Record<string, SubscriptionStatus> = {
  active: "active",
  past_due: "active",
  canceled: "ended",
};

/** Creates the built-in payment provider and its sales: their state is in the product's database, and no money moves. */
export function createSandbox(parts: SandboxParts): { payments: Payments; sales: Sales } {
  const { db, clock, publicUrl } = parts;
  const events = createSandboxEvents(parts);
  const records = createSandboxPayments({ db, clock, provider: "stripe", emit: events.emit });
  return {
    payments: sandboxPayments({ ...parts, events, records }),
    sales: sandboxSales({ db, publicUrl, records }),
  };
}

// biome-ignore lint/complexity/noExcessiveLinesPerFunction: an adapter is one object whose methods share its state
function sandboxPayments(parts: SandboxParts & SharedParts): Payments {
  const { db, clock, publicUrl, productId, site, webhookSecret, events, records } = parts;
  const price = sandboxPrice(site.plans);
  const state = createSandboxState({ db, emit: events.emit, clock, price });
  const offer = { id: productId, name: `${site.name} Creator`, price };

  const toCheckout = ({ id, status, subscriptionId }: typeof sandboxCheckouts.$inferSelect) => ({
    sessionId: id,
    status,
    url: status === "open" ? `${publicUrl}${paths.sandboxCheckout(id)}` : null,
    subscriptionId,
  });
  const toAccount = ({ id, country, canSell, ...due }: typeof sandboxAccounts.$inferSelect) => ({
    ...{ id, country, canSell, restriction: null },
    requirements: { currentlyDue: due.currentlyDue, pastDue: due.pastDue },
  });
  const findCheckoutBy = async (condition: SQL) => {
    const [row] = await db.select().from(sandboxCheckouts).where(condition);
    return row && toCheckout(row);
  };
  const findAccountBy = async (condition: SQL | undefined) => {
    const [row] = await db.select().from(sandboxAccounts).where(condition);
    return row && toAccount(row);
  };

  return {
    provider: "stripe",
    mode: "sandbox",
    offers: ["connected"],
    live: false,
    embedHosts: [],
    publishableKey: null,
    authorization: null,

    findOffer: async (requestedId) => (requestedId === productId ? offer : undefined),

    async startCheckout({ customerId, email: _, ...checkout }) {
      const id = `cs_test_${randomToken()}`;
      await db
        .insert(sandboxCheckouts)
        .values({ ...checkout, id, customerId: customerId ?? newId("cus") })
        .onConflictDoNothing({ target: sandboxCheckouts.idempotencyKey });
      const stored = await findCheckoutBy(eq(sandboxCheckouts.idempotencyKey, checkout.idempotencyKey));
      if (!stored) throw new Error("the sandbox lost a checkout");
      return stored;
    },

    findCheckout: (reference) => findCheckoutBy(eq(sandboxCheckouts.reference, reference)),
    readCheckout: (sessionId) => findCheckoutBy(eq(sandboxCheckouts.id, sessionId)),
    expireCheckout: (sessionId) => state.expireCheckout(sessionId),

    async readSubscription(id) {
      const [row] = await db
        .select({
          customerId: sandboxSubscriptions.customerId,
          reference: sandboxSubscriptions.reference,
          status: sandboxSubscriptions.status,
          productId: sandboxCheckouts.productId,
        })
        .from(sandboxSubscriptions)
        .leftJoin(sandboxCheckouts, eq(sandboxCheckouts.subscriptionId, sandboxSubscriptions.id))
        .where(eq(sandboxSubscriptions.id, id));
      if (!row) return undefined;
      const { customerId, reference, status, productId: product } = row;
      const productIds = product === null ? [] : [product];
      return { id, customerId, reference, productIds, status: STATUSES[status] ?? "inactive" };
    },

    createPortalSession: ({ customerId, returnUrl }) =>
      findSandboxPortal({ db, publicUrl }, { customerId, returnUrl }),

    cancelSubscription: (id) => state.endSubscription(id),

    async createAccount({ owner, reference, country, idempotencyKey }) {
      const currentlyDue = ONBOARDING_STEPS.flat();
      await db
        .insert(sandboxAccounts)
        .values({ id: newId("acct"), owner, reference, country, idempotencyKey, currentlyDue })
        .onConflictDoNothing({ target: sandboxAccounts.idempotencyKey });
      const stored = await findAccountBy(eq(sandboxAccounts.idempotencyKey, idempotencyKey));
      if (!stored) throw new Error("the sandbox lost an account");
      return stored;
    },

    findAccount: (reference) => findAccountBy(eq(sandboxAccounts.reference, reference)),
    readAccount: (id) =>
      findAccountBy(and(eq(sandboxAccounts.id, id), eq(sandboxAccounts.deauthorized, false))),
    readOwnAccount: async () => null,

    readMoney: async (id) => moneyOf(await records.listPaid(id), clock.now()),

    async createOnboardingLink({ accountId, returnUrl, refreshUrl }) {
      const token = randomToken();
      const isLongExpired = lt(sandboxLinks.expiresAt, sql`now() - interval '1 day'`);
      await db.delete(sandboxLinks).where(and(eq(sandboxLinks.accountId, accountId), isLongExpired));
      const expiresAt = sql`now() + make_interval(mins => ${LINK_MINUTES})`;
      await db
        .insert(sandboxLinks)
        .values({ tokenHash: hashToken(token), accountId, returnUrl, refreshUrl, expiresAt });
      return `${publicUrl}${paths.sandboxOnboarding(token)}`;
    },

    createEmbeddedSession: async () => null,

    listUndelivered: async () => [],
    listWebhookEndpoints: async () => null,
    verifyEvent:
      webhookSecret === undefined
        ? null
        : (body, headers) => verifySignature({ secret: webhookSecret, body, now: clock.now() }, headers),

    sandboxHost: {
      deliverTo: events.deliverTo,
      registerPages(registerPage) {
        registerSandboxPages(registerPage, { db, state, offer });
        registerSandboxPortal(registerPage, { db, state, price });
        registerSandboxPaymentPages(registerPage, { db, publicUrl, records });
      },
    },
  };
}

function newId(kind: string): string {
  return `${kind}_${randomUUID().replaceAll("-", "")}`;
}
