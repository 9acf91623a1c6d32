import { randomUUID } from "node:crypto";
import { and, eq, ne } from "drizzle-orm";
import type { Plans } from "../../../../../contract/rules/plans.ts";
import type { Clock } from "../../../clock/index.ts";
import { type Database, inTransaction, type Transaction } from "../../../database/index.ts";
import { REFERENCE } from "../../stripe-event.ts";
import { sandboxAccounts, sandboxCheckouts, sandboxSubscriptions } from "../../tables.ts";
import type { SandboxEvents } from "./sandbox-events.ts";

export type SandboxPrice = ReturnType<typeof sandboxPrice>;
type Parts = { db: Database; clock: Clock; emit: SandboxEvents["emit"]; price: SandboxPrice };
type CheckoutRow = typeof sandboxCheckouts.$inferSelect;
type SubscriptionRow = typeof sandboxSubscriptions.$inferSelect;
export type AccountRow = typeof sandboxAccounts.$inferSelect;

/** Returns the monthly price of the Creator plan in the sandbox. */
export const sandboxPrice = ({ creator: { priceCents: amount, currency } }: Plans) =>
  ({ amount, currency, interval: "month" }) as const;

/** The required details of an account by onboarding step, in Stripe's names. */
export const ONBOARDING_STEPS = [
  ["business_type", "business_profile.product_description"],
  ["external_account"],
  ["individual.verification.document"],
] as const;

export type SandboxState = ReturnType<typeof createSandboxState>;

/**
 * Creates the state of the sandbox, which is stored in the database.
 * Each change sends an event in Stripe's format if, and only if, the change is committed.
 */
export const createSandboxState = (parts: Parts) => ({ ...subscriptionState(parts), ...accountState(parts) });

/** The checkouts of the plan, and the subscriptions that they start. */
function subscriptionState({ db, clock, emit, price }: Parts) {
  const setSubscription = async (tx: Transaction, id: string, status: string) => {
    const [row] = await tx
      .update(sandboxSubscriptions)
      .set({ status })
      .where(and(eq(sandboxSubscriptions.id, id), ne(sandboxSubscriptions.status, "canceled")))
      .returning();
    return row;
  };
  const renew = (id: string, status: "active" | "past_due") =>
    inTransaction(db, async (tx) => {
      const row = await setSubscription(tx, id, status);
      if (!row) return;
      if (status === "active")
        await emit(tx, "invoice.paid", invoiceObject({ of: row, status: "paid", price }));
      else await emit(tx, "invoice.payment_failed", invoiceObject({ of: row, status: "open", price }));
      await emit(tx, "customer.subscription.updated", subscriptionObject(row));
    });

  return {
    /** Pays a checkout. Repeated calls have no effect. */
    payCheckout: (id: string) =>
      inTransaction(db, async (tx) => {
        const checkout = await lockOpenCheckout(tx, id);
        if (!checkout) return;
        const { reference, customerId } = checkout;
        const subscription = {
          id: `sub_${randomUUID().replaceAll("-", "")}`,
          reference,
          customerId,
          status: "active",
          createdAt: clock.now(),
        };
        await tx.insert(sandboxSubscriptions).values(subscription);
        const paid = { status: "complete" as const, subscriptionId: subscription.id };
        await tx.update(sandboxCheckouts).set(paid).where(eq(sandboxCheckouts.id, id));
        await emit(tx, "customer.subscription.created", subscriptionObject(subscription));
        await emit(tx, "invoice.paid", invoiceObject({ of: subscription, status: "paid", price }));
        await emit(tx, "checkout.session.completed", checkoutObject({ ...checkout, ...paid }));
      }),

    /** Declines the card. The checkout stays open. */
    refusePayment: (id: string) =>
      inTransaction(db, async (tx) => {
        const checkout = await lockOpenCheckout(tx, id);
        if (checkout)
          await emit(tx, "invoice.payment_failed", invoiceObject({ of: checkout, status: "open", price }));
      }),

    expireCheckout: (id: string) =>
      inTransaction(db, async (tx) => {
        const checkout = await lockOpenCheckout(tx, id);
        if (!checkout) return;
        await tx.update(sandboxCheckouts).set({ status: "expired" }).where(eq(sandboxCheckouts.id, id));
        await emit(tx, "checkout.session.expired", checkoutObject({ ...checkout, status: "expired" }));
      }),

    /** Fails a renewal payment, which the provider will retry. */
    failRenewal: (id: string) => renew(id, "past_due"),
    /** Changes the card, which pays a failed renewal. */
    changeCard: (id: string) => renew(id, "active"),

    endSubscription: (id: string) =>
      inTransaction(db, async (tx) => {
        const row = await setSubscription(tx, id, "canceled");
        if (row) await emit(tx, "customer.subscription.deleted", subscriptionObject(row));
      }),
  };
}

/** The payout accounts. */
function accountState({ db, emit }: Parts) {
  const changeAccount = (id: string, change: (row: AccountRow) => Partial<AccountRow>) =>
    inTransaction(db, async (tx) => {
      const [row] = await tx.select().from(sandboxAccounts).where(eq(sandboxAccounts.id, id)).for("update");
      if (!row || row.deauthorized) return;
      const [changed] = await tx
        .update(sandboxAccounts)
        .set(change(row))
        .where(eq(sandboxAccounts.id, id))
        .returning();
      if (!changed) return;
      if (changed.deauthorized) {
        const application = { id: "ca_sandbox", object: "application", name: "Tessera" };
        await emit(tx, "account.application.deauthorized", application, id);
      } else await emit(tx, "account.updated", accountObject(changed), id);
    });

  return {
    /** Completes one step of the onboarding. */
    answerStep: (accountId: string, step: number) =>
      changeAccount(accountId, ({ currentlyDue, pastDue }) => {
        const answered: readonly string[] = ONBOARDING_STEPS[step] ?? [];
        const withoutAnswered = (names: string[]) => names.filter((name) => !answered.includes(name));
        const due = { currentlyDue: withoutAnswered(currentlyDue), pastDue: withoutAnswered(pastDue) };
        return due.currentlyDue.length === 0 ? { ...due, canSell: true } : due;
      }),

    /** Makes a detail that was provided before due again, past its deadline. */
    missRequirement: (accountId: string) =>
      changeAccount(accountId, () => {
        const late = [...ONBOARDING_STEPS[2]];
        return { currentlyDue: late, pastDue: late, canSell: false };
      }),

    deauthorize: (accountId: string) => changeAccount(accountId, () => ({ deauthorized: true })),
  };
}

async function lockOpenCheckout(tx: Transaction, id: string): Promise<CheckoutRow | undefined> {
  const [row] = await tx.select().from(sandboxCheckouts).where(eq(sandboxCheckouts.id, id)).for("update");
  return row?.status === "open" ? row : undefined;
}

function checkoutObject({ id, status, customerId, subscriptionId, reference }: CheckoutRow) {
  return {
    id,
    object: "checkout.session",
    mode: "subscription",
    status,
    payment_status: status === "complete" ? "paid" : "unpaid",
    customer: customerId,
    subscription: subscriptionId,
    client_reference_id: reference,
    metadata: { [REFERENCE]: reference },
  };
}

function subscriptionObject({ id, status, customerId, reference }: SubscriptionRow) {
  return { id, object: "subscription", status, customer: customerId, metadata: { [REFERENCE]: reference } };
}

function invoiceObject({
  of,
  status,
  price,
}: {
  of: { id: string; customerId: string };
  status: "paid" | "open";
  price: SandboxPrice;
}) {
  const subscription = of.id.startsWith("sub_") ? of.id : null;
  return {
    id: `in_${of.id}`,
    object: "invoice",
    status,
    customer: of.customerId,
    amount_due: price.amount,
    currency: price.currency,
    parent: { type: "subscription_details", subscription_details: { subscription } },
  };
}

function accountObject({ id, currentlyDue, pastDue }: AccountRow) {
  const requirements = { currently_due: currentlyDue, past_due: pastDue };
  return {
    id,
    object: "account",
    type: "express",
    details_submitted: currentlyDue.length === 0,
    requirements,
  };
}
