import { accountDeletionRoutes } from "../../../contract/api/account-deletion.ts";
import { adminRoutes } from "../../../contract/api/admin.ts";
import { audienceRoutes } from "../../../contract/api/audience.ts";
import { audienceCampaignRoutes } from "../../../contract/api/audience-campaigns.ts";
import { buyerOrderRoutes } from "../../../contract/api/buyer-orders.ts";
import { checkoutRoutes } from "../../../contract/api/checkout.ts";
import { connectRoutes } from "../../../contract/api/connect.ts";
import { creatorRoutes } from "../../../contract/api/creators.ts";
import { funnelRoutes } from "../../../contract/api/funnel.ts";
import { letterRoutes } from "../../../contract/api/letters.ts";
import { marketingRoutes } from "../../../contract/api/marketing.ts";
import { orderActionRoutes } from "../../../contract/api/order-actions.ts";
import { orderRoutes } from "../../../contract/api/orders.ts";
import { paymentEventRoutes } from "../../../contract/api/payment-events.ts";
import { withdrawalRoutes } from "../../../contract/api/withdrawals.ts";
import type { MailModel } from "../../../contract/mails/mails.ts";
import { pageRoutes } from "../../../contract/pages/page-routes.ts";
import {
  CREATOR_EMAILS_PER_DAY,
  RECEIPT_CAPS,
  SALE_EMAIL_MINUTES,
  SIGNUP_CAPS,
} from "../../../contract/rules/limits.ts";

import { accountEmails } from "./account-emails.ts";
import { moderationEmails } from "./moderation-emails.ts";

type Cap = { readonly points: number; readonly seconds: number };
type Cause = { readonly method: string; readonly path: string };

/** What bounds one kind of email. */
export type EmailRule = {
  /** The row in docs/email.md. */
  row: string;
  /** Routes and forms whose handlers, or the jobs and provider events that they cause, may queue it. */
  causes: readonly Cause[];
  /** Who can cause it: `anyone` without an account, a `user`, a `creator`, an `admin`; the payment `provider` reports what a buyer did there. */
  by: "anyone" | "user" | "creator" | "admin" | "operator" | "provider";
  /** Who receives it: `chosen` by whoever causes it, the own `account`, or those who have `confirmed` that they want it. */
  to: "chosen" | "account" | "confirmed";
  /** It is dropped once the account of its recipient is deleted. */
  requiresAccount: boolean;
  /** By client IP, the mailbox's emails of one client, mailbox, creator and whole installation; null: none. `once`: by the kind of event that causes it.
   * `client` is smaller than `mailbox` and counted before it: otherwise one client could use up a mailbox's cap, and its owner would miss the emails that they wait for. */
  caps: Readonly<Record<"ip" | "client" | "mailbox" | "creator" | "installation", Cap | "once" | null>>;
};

/** Emails to one creator about scheduled emails that were not sent: a creator can schedule many that cannot be. */
export const LETTER_EMAILS = { points: 10, seconds: 86_400 } as const;

const toAccount = { to: "account", requiresAccount: true } as const;
const toChosen = { to: "chosen", requiresAccount: false } as const;
const none = { ip: null, client: null, mailbox: null, creator: null, installation: null };
const receipts = {
  ...none,
  ip: RECEIPT_CAPS.ip,
  client: RECEIPT_CAPS.client,
  mailbox: RECEIPT_CAPS.recipient,
  creator: RECEIPT_CAPS.creator,
};
const sellers = { ...receipts, ip: null, client: null, creator: RECEIPT_CAPS.sellerWithoutMoney };
const webhooks = Object.values(paymentEventRoutes);
const payments = [
  checkoutRoutes.pay,
  pageRoutes.sendPay,
  pageRoutes.sendMockCheckout,
  pageRoutes.actOnSandboxPayment,
  ...webhooks,
];
const saleEmail = {
  row: "sale, several sales",
  causes: payments,
  by: "anyone",
  ...toAccount,
  caps: { ...none, creator: { points: 1, seconds: SALE_EMAIL_MINUTES * 60 } },
} as const;
const withdrawals = [withdrawalRoutes.withdraw, pageRoutes.confirmWithdrawal];

/** All emails of the product: a kind that is not here does not compile and cannot be queued. Caps of orders with real money are left out: money is their cap. */
export const emailTable: Readonly<Record<MailModel["mail"], EmailRule>> = {
  ...accountEmails,
  "confirm-signup": {
    row: "signup confirmation",
    causes: [audienceRoutes.signUp, pageRoutes.signUp, ...payments],
    by: "anyone",
    ...toChosen,
    caps: {
      ...none,
      ip: SIGNUP_CAPS.ip,
      client: SIGNUP_CAPS.client,
      mailbox: SIGNUP_CAPS.recipient,
      creator: SIGNUP_CAPS.creator,
    },
  },
  receipt: {
    row: "receipt",
    causes: [...payments, buyerOrderRoutes.mail, pageRoutes.mailOrder, orderRoutes.resend],
    by: "anyone",
    ...toChosen,
    caps: receipts,
  },
  "payment-notice": {
    row: "payment notice",
    causes: payments,
    by: "provider",
    ...toChosen,
    caps: { ...receipts, ip: null, client: null },
  },
  refund: {
    row: "refund",
    causes: [orderActionRoutes.refund, ...withdrawals, ...webhooks],
    by: "creator",
    ...toChosen,
    caps: sellers,
  },
  shipped: { row: "shipped", causes: [orderActionRoutes.ship], by: "creator", ...toChosen, caps: sellers },
  "refund-notice": {
    row: "refund notice",
    causes: [...webhooks],
    by: "provider",
    ...toAccount,
    caps: { ...none, creator: "once" },
  },
  dispute: {
    row: "dispute",
    causes: [...webhooks, pageRoutes.actOnSandboxPayment],
    by: "provider",
    ...toAccount,
    caps: { ...none, creator: "once" },
  },
  sale: saleEmail,
  sales: saleEmail,
  "sale-refused": {
    row: "sale refused",
    causes: [checkoutRoutes.pay, pageRoutes.sendPay],
    by: "anyone",
    ...toAccount,
    caps: { ...none, creator: { points: 1, seconds: 86_400 } },
  },
  "sales-stopped": {
    row: "sales stopped",
    causes: [...webhooks, connectRoutes.status, connectRoutes.refresh],
    by: "provider",
    ...toAccount,
    caps: { ...none, creator: "once" },
  },
  "payout-changed": {
    row: "payout account changed",
    causes: [
      connectRoutes.onboard,
      connectRoutes.callback,
      connectRoutes.own,
      connectRoutes.disconnect,
      creatorRoutes.save,
    ],
    by: "creator",
    ...toAccount,
    caps: none,
  },
  "sales-mode-changed": {
    row: "real sales or a rehearsal",
    causes: [],
    by: "operator",
    ...toAccount,
    caps: { ...none, creator: "once" },
  },
  "plan-ended": {
    row: "plan ended",
    causes: webhooks,
    by: "provider",
    ...toAccount,
    caps: { ...none, creator: "once" },
  },
  "weekly-digest": {
    row: "weekly digest",
    causes: [funnelRoutes.saveDigest],
    by: "creator",
    ...toAccount,
    caps: { ...none, creator: { points: 1, seconds: 6 * 86_400 } },
  },
  "orders-export": {
    row: "orders of a deleted account",
    causes: [adminRoutes.deleteUser, accountDeletionRoutes.delete],
    by: "user",
    to: "account",
    requiresAccount: false,
    caps: { ...none, creator: "once" },
  },
  withdrawal: { row: "withdrawal", causes: withdrawals, by: "anyone", ...toChosen, caps: receipts },
  "withdrawal-notice": {
    row: "withdrawal notice",
    causes: withdrawals,
    by: "anyone",
    to: "account",
    requiresAccount: false,
    caps: { ...receipts, ip: null, client: null },
  },
  "order-link": {
    row: "order link",
    causes: [withdrawalRoutes.find, pageRoutes.mailOrderLink],
    by: "anyone",
    to: "confirmed",
    requiresAccount: false,
    caps: receipts,
  },
  ...moderationEmails,
  marketing: {
    row: "marketing",
    causes: [marketingRoutes.send],
    by: "admin",
    to: "chosen",
    requiresAccount: false,
    caps: none,
  },
  "letter-not-sent": {
    row: "news not sent",
    causes: [audienceCampaignRoutes.send, letterRoutes.create, letterRoutes.update],
    by: "creator",
    ...toAccount,
    caps: { ...none, creator: LETTER_EMAILS },
  },
  "creator-news": {
    row: "news of a creator",
    causes: [
      audienceCampaignRoutes.send,
      audienceCampaignRoutes.test,
      letterRoutes.create,
      letterRoutes.update,
    ],
    by: "creator",
    to: "confirmed",
    requiresAccount: false,
    caps: { ...none, creator: { points: CREATOR_EMAILS_PER_DAY, seconds: 86_400 } },
  },
};
