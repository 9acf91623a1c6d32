import { paths } from "../../../contract/rules/paths.ts";
import type { Transaction } from "../../platform/database/index.ts";
import { findOwner } from "../accounts/index.ts";
import {
  boughtFiles,
  isTestMode,
  linkSeedOf,
  type OrderLine,
  type OrderRow,
  type Orders,
  titleOf,
} from "../orders/index.ts";
import type { WithdrawalDeps } from "./deps.ts";

/** Days within which money is returned after a withdrawal (article 13 of directive 2011/83/EU). */
const REFUND_DAYS = 14;
const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

type MailDeps = Pick<WithdrawalDeps, "mails" | "orders">;

type Withdrawal = {
  order: OrderRow;
  /** The lines that the buyer withdraws from now. */
  lines: readonly OrderLine[];
  /** The buyer's name as declared. */
  name: string;
  withdrawnAt: Date;
  refund: Awaited<ReturnType<Orders["refundWithdrawn"]>>;
  /** The recipient of the confirmation, or null if none may be sent. */
  to: string | null;
  /** Whether the creator is emailed. */
  isCreatorEmailed: boolean;
};

/** Queues the confirmation to the buyer and the notice to the creator, in the transaction of the withdrawal. */
export async function queueWithdrawalEmails(
  tx: Transaction,
  deps: MailDeps,
  { order, lines, name, withdrawnAt, refund, to, isCreatorEmailed }: Withdrawal,
): Promise<void> {
  const ids = lines.map(({ id }) => id);
  const cause = ids.length < order.lines.length ? `${order.seed} ${ids.join(" ")}` : order.seed;
  const facts = {
    order: order.id,
    product: titleOf({ ...order, lines }),
    // Earlier refunds are not returned again.
    amountCents: lines.reduce((sum, line) => sum + line.amountCents - line.refundedCents, 0),
    currency: order.currency,
    number: order.number ?? "",
    name,
    at: withdrawnAt.toISOString(),
    isRefunded: refund === "requested",
    isDisputed: refund === "disputed",
    ...(lines.some(({ type }) => type === "service") && { hasService: true }),
    hasFile: boughtFiles(order).some(({ lineId }) => ids.includes(lineId)),
  };
  if (to !== null) {
    await deps.mails.enqueueEmail(tx, {
      to,
      creatorId: order.creatorId,
      mail: {
        mail: "withdrawal",
        ...(await deps.orders.buyerEmailFrame(tx, order)),
        ...facts,
        seller: order.seller?.legal_name ?? "",
        paidAt: (order.paidAt ?? order.createdAt).toISOString(),
        links: { main: { to: "order", seed: linkSeedOf(order) } },
      },
      cause: `withdrawal ${cause}`,
    });
  }
  if (!isCreatorEmailed) return;
  const creator = order.creatorId === null ? null : (await findOwner(tx, order.creatorId)).email;
  if (creator === null) return;
  await deps.mails.enqueueEmail(tx, {
    to: creator,
    mail: {
      mail: "withdrawal-notice",
      ...facts,
      ...(isTestMode(order) && { isTest: true }),
      refundBy: new Date(withdrawnAt.getTime() + REFUND_DAYS * DAY_MS).toISOString(),
      links: { main: { to: "page", path: paths.creatorOrder(order.id) } },
    },
    cause: `withdrawal notice ${cause}`,
  });
}

/** Queues the link of an order found by number and email, once an hour. */
export async function queueOrderLink(
  tx: Transaction,
  deps: MailDeps,
  { order, to, now }: { order: OrderRow; to: string; now: Date },
): Promise<void> {
  await deps.mails.enqueueEmail(tx, {
    to,
    creatorId: order.creatorId,
    mail: {
      mail: "order-link",
      ...(await deps.orders.buyerEmailFrame(tx, order)),
      number: order.number ?? "",
      links: { main: { to: "order", seed: linkSeedOf(order) } },
    },
    cause: `order link ${order.seed} ${Math.floor(now.getTime() / HOUR_MS)}`,
  });
}
