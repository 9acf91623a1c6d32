import type { PaymentStatus } from "../rules/order-states.ts";

/** The models of the sandbox's pages. No money moves in the sandbox. */
export type SandboxModel =
  | {
      /** The checkout of a subscription. */
      page: "sandbox-checkout";
      sessionId: string;
      status: "open" | "complete" | "expired";
      offer: { name: string; amount: number; currency: string; interval: string };
      problem: string | null;
    }
  | {
      /** The card and invoices of a subscription. */
      page: "sandbox-portal";
      /** The path of this page. */
      path: string;
      /** The URL to return to. */
      back: string;
      state: "active" | "overdue" | "ended";
      invoices: { at: string; amount: number; currency: string; isPaid: boolean }[];
      /** The result of the last action, or null before the first action. */
      done: string | null;
    }
  | {
      /** The onboarding, with one question per step, which is null once all are answered. */
      page: "sandbox-onboarding";
      token: string;
      step: number | null;
      steps: number;
      isLate: boolean;
    }
  | {
      /** The payment page. */
      page: "sandbox-payment";
      paymentId: string;
      status: PaymentStatus;
      orderNumber: string;
      lines: { name: string; amount: number }[];
      amount: number;
      currency: string;
      email: string | null;
      /** True if the next action of the buyer or the bank sends no event. */
      losesNextEvent: boolean;
      problem: string | null;
      /** True if slow payment methods are offered. */
      allowLate: boolean;
      /** The actions that simulate refunds and disputes, or null for other users than the seller and for an unpaid payment. */
      later: { refundable: number; isDisputed: boolean } | null;
    }
  | { page: "sandbox-missing" };
