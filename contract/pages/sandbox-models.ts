import type { PaymentStatus } from "../rules/order-states.ts";

/** The models of the pages of the sandbox, on which no money moves. */
export type SandboxModel =
  | {
      /** The subscription's checkout where no money moves. */
      page: "sandbox-checkout";
      sessionId: string;
      status: "open" | "complete" | "expired";
      offer: { name: string; amount: number; currency: string; interval: string };
      problem: string | null;
    }
  | {
      /** Card and invoices of a subscription for which no money moves. */
      page: "sandbox-portal";
      /** The path of this page. */
      path: string;
      /** The URL to return to. */
      back: string;
      state: "active" | "overdue" | "ended";
      invoices: { at: string; amount: number; currency: string; isPaid: boolean }[];
      /** The result of the last action; null at first. */
      done: string | null;
    }
  | {
      /** Onboarding without a provider: one question per step, null when all are answered. */
      page: "sandbox-onboarding";
      token: string;
      step: number | null;
      steps: number;
      isLate: boolean;
    }
  | {
      /** The payment page of the sandbox, where no money moves. */
      page: "sandbox-payment";
      paymentId: string;
      status: PaymentStatus;
      orderNumber: string;
      lines: { name: string; amount: number }[];
      amount: number;
      currency: string;
      email: string | null;
      /** The next action of the buyer or the bank sends no event. */
      losesNextEvent: boolean;
      problem: string | null;
      /** Slow methods are offered. */
      allowLate: boolean;
      /** The seller's simulated events, or null for other users, and until the payment is paid. */
      later: { refundable: number; isDisputed: boolean } | null;
    }
  | { page: "sandbox-missing" };
