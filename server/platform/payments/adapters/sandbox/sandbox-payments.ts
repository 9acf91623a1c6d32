import { randomUUID } from "node:crypto";
import { and, desc, eq, isNull, type SQL } from "drizzle-orm";
import type { Clock } from "../../../clock/index.ts";
import { type Database, inTransaction, type Transaction } from "../../../database/index.ts";
import {
  type NewPayment,
  type NewRefund,
  type PaymentRef,
  type Refund,
  RefundRejected,
} from "../../sales.ts";
import { sandboxPayments } from "../../tables.ts";
import type { SandboxEvents } from "./sandbox-events.ts";
import { chargeObject, disputeObject, intentObject, sessionObject } from "./sandbox-objects.ts";

export type PaymentRow = typeof sandboxPayments.$inferSelect;
type Change = Partial<PaymentRow>;
type Parts = {
  db: Database;
  clock: Clock;
  provider: PaymentRow["provider"];
  /** Null for a provider without events. */
  emit: SandboxEvents["emit"] | null;
};

const RESPOND_DAYS = 7;
/** The most refunds and disputes of a payment each, because they are stored in its row. */
const MAX_ENTRIES = 100;
const DAY_MS = 24 * 60 * 60 * 1000;

export type SandboxPaymentRecords = ReturnType<typeof createSandboxPayments>;

/** Stores payments as a provider does. Each change sends an event in Stripe's format if, and only if, the change is committed. */
export function createSandboxPayments(parts: Parts) {
  const rows = paymentRows(parts);
  return { ...sellersSide(parts, rows), ...buyersSide(parts, rows) };
}

type Rows = ReturnType<typeof paymentRows>;

/** The rows of one provider, and their changes under a lock. */
function paymentRows({ db, clock, provider, emit }: Parts) {
  const own = (id: string) => and(eq(sandboxPayments.provider, provider), eq(sandboxPayments.id, id));
  const ofAccount = (account: string | null) =>
    account === null ? isNull(sandboxPayments.account) : eq(sandboxPayments.account, account);

  const withExpiry = (row: PaymentRow): PaymentRow =>
    row.status === "open" && row.expiresAt <= clock.now() ? { ...row, status: "expired" } : row;

  const find = async (condition: SQL | undefined): Promise<PaymentRow | undefined> => {
    const [row] = await db.select().from(sandboxPayments).where(condition);
    return row && withExpiry(row);
  };
  const findByReference = (reference: string) =>
    find(and(eq(sandboxPayments.provider, provider), eq(sandboxPayments.reference, reference)));

  const send = async (tx: Transaction, row: PaymentRow, type: string, object: object) => {
    if (!emit) return;
    if (row.losesNextEvent) {
      await tx.update(sandboxPayments).set({ losesNextEvent: false }).where(own(row.id));
    } else await emit(tx, type, object, row.account);
  };

  /** Locks and returns a payment, or undefined if it does not exist or is of another account. */
  const lock = async (tx: Transaction, { id, account }: { id: string; account?: string | null }) => {
    const whose = account === undefined ? own(id) : and(own(id), ofAccount(account));
    const [row] = await tx.select().from(sandboxPayments).where(whose).for("update");
    return row && withExpiry(row);
  };

  const write = async (tx: Transaction, row: PaymentRow, change: Change): Promise<PaymentRow> => {
    await tx.update(sandboxPayments).set(change).where(own(row.id));
    return { ...row, ...change };
  };

  /** Changes a payment if it is in this status. Has no effect in any other. */
  const move = (
    id: string,
    from: PaymentRow["status"],
    effect: (tx: Transaction, row: PaymentRow) => Promise<void>,
  ) =>
    inTransaction(db, async (tx) => {
      const row = await lock(tx, { id });
      if (row?.status === from) await effect(tx, row);
    });

  const addRefund = async (tx: Transaction, row: PaymentRow, request: Pick<Refund, "ours" | "amount">) => {
    const refund: Refund = { id: `re_${hex()}`, status: "done", ...request };
    const changed = await write(tx, row, { refunds: [...row.refunds, refund] });
    await send(tx, changed, "charge.refunded", chargeObject(changed));
    return refund;
  };

  return { own, ofAccount, find, findByReference, send, lock, write, move, addRefund };
}

/** The requests on behalf of a seller. */
function sellersSide({ db, provider }: Parts, rows: Rows) {
  const { own, ofAccount, find, findByReference, send, lock, write, addRefund } = rows;
  return {
    /** Stores a payment unless its id is known, and returns the stored one. */
    async start({ id: reference, ...payment }: NewPayment, state: { id: string } & Change) {
      const { address, locale: _locale, ...parameters } = payment;
      const country = address?.country ?? null;
      const [created] = await db
        .insert(sandboxPayments)
        .values({ ...parameters, country, provider, reference, ...state })
        .onConflictDoNothing({ target: [sandboxPayments.provider, sandboxPayments.reference] })
        .returning();
      if (created) return created;
      const stored = await findByReference(reference);
      if (!stored) throw new Error("the sandbox lost a payment");
      return stored;
    },

    findStarted: findByReference,
    find: ({ account, id }: PaymentRef) => find(and(own(id), ofAccount(account))),
    /** Finds a payment of any account, for the provider's own pages. */
    findAny: (id: string) => find(own(id)),

    /** Lists the paid payments of an account, newest first, at most a thousand. */
    listPaid: (account: string) =>
      db
        .select()
        .from(sandboxPayments)
        .where(
          and(eq(sandboxPayments.provider, provider), ofAccount(account), eq(sandboxPayments.status, "paid")),
        )
        .orderBy(desc(sandboxPayments.paidAt))
        .limit(1000),

    /** Expires an open payment. Returns false if it is in progress and may still become paid. */
    close: (ref: PaymentRef) =>
      inTransaction(db, async (tx) => {
        const row = await lock(tx, ref);
        if (row?.status !== "open") return row?.status !== "processing";
        const closed = await write(tx, row, { status: "expired" });
        await send(tx, closed, "checkout.session.expired", sessionObject(closed));
        return true;
      }),

    refund: ({ account, paymentId, id: ours, amount }: NewRefund) =>
      inTransaction(db, async (tx) => {
        const row = await lock(tx, { id: paymentId, account });
        const known = row?.refunds.find((refund) => refund.ours === ours);
        if (known) return known;
        if (row?.status !== "paid" || amount <= 0 || row.refunds.length >= MAX_ENTRIES) {
          throw new RefundRejected("other");
        }
        if (row.disputes.some(({ status }) => status === "open" || status === "lost")) {
          throw new RefundRejected("disputed");
        }
        if (amount > refundable(row)) throw new RefundRejected("too_much");
        return addRefund(tx, row, { ours, amount });
      }),
  };
}

/** Actions of buyers, their banks and the provider itself. */
function buyersSide({ db, clock }: Parts, { own, move, write, send, addRefund }: Rows) {
  return {
    pay: (id: string) =>
      move(id, "open", async (tx, row) => {
        const paid = await write(tx, row, { status: "paid", method: "card", paidAt: clock.now() });
        await send(tx, paid, "checkout.session.completed", sessionObject(paid));
      }),

    /** Pays by a method that takes days. */
    payLate: (id: string) =>
      move(id, "open", async (tx, row) => {
        const changed = await write(tx, row, { status: "processing", method: "sepa_debit" });
        await send(tx, changed, "checkout.session.completed", sessionObject(changed));
      }),

    /** Ends a payment that takes days. */
    settle: (id: string, status: "paid" | "failed") =>
      move(id, "processing", async (tx, row) => {
        const paidAt = status === "paid" ? clock.now() : null;
        const changed = await write(tx, row, { status, paidAt });
        const type = status === "paid" ? "succeeded" : "failed";
        await send(tx, changed, `checkout.session.async_payment_${type}`, sessionObject(changed));
      }),

    /** Declines the card. The payment stays open. */
    decline: (id: string) =>
      move(id, "open", (tx, row) => send(tx, row, "payment_intent.payment_failed", intentObject(row))),

    /** Refunds in the provider's dashboard, at most the rest. */
    refundOutside: (id: string, amount: number) =>
      move(id, "paid", async (tx, row) => {
        const refunded = Math.min(amount, refundable(row));
        if (refunded > 0 && row.refunds.length < MAX_ENTRIES)
          await addRefund(tx, row, { ours: null, amount: refunded });
      }),

    /** Opens a dispute about the amount that is not refunded, unless one is open. */
    dispute: (id: string, url: string | null) =>
      move(id, "paid", async (tx, row) => {
        const amount = refundable(row);
        const isFull = row.disputes.length >= MAX_ENTRIES;
        if (amount === 0 || isFull || row.disputes.some(({ status }) => status === "open")) return;
        const respondBy = new Date(clock.now().getTime() + RESPOND_DAYS * DAY_MS).toISOString();
        const dispute = { id: `du_${hex()}`, amount, status: "open" as const, respondBy, url };
        const changed = await write(tx, row, { disputes: [...row.disputes, dispute] });
        await send(tx, changed, "charge.dispute.created", disputeObject(changed, dispute));
      }),

    /** Ends the open dispute. */
    endDispute: (id: string, status: "won" | "lost") =>
      move(id, "paid", async (tx, row) => {
        const open = row.disputes.find((dispute) => dispute.status === "open");
        if (!open) return;
        const ended = { ...open, status };
        const disputes = row.disputes.map((dispute) => (dispute.id === open.id ? ended : dispute));
        const changed = await write(tx, row, { disputes });
        await send(tx, changed, "charge.dispute.closed", disputeObject(changed, ended));
      }),

    /** Does not deliver the next event about a payment. */
    async loseNextEvent(id: string) {
      await db.update(sandboxPayments).set({ losesNextEvent: true }).where(own(id));
    },
  };
}

/** Returns the amount that can still be refunded, in minor units. */
export function refundable({ amount, refunds }: PaymentRow): number {
  return amount - refundedOf(refunds);
}

export function refundedOf(refunds: Refund[]): number {
  return refunds.reduce((sum, { status, amount }) => (status === "failed" ? sum : sum + amount), 0);
}

function hex(): string {
  return randomUUID().replaceAll("-", "");
}
