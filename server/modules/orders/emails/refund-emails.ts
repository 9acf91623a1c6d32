import { paths } from "../../../../contract/rules/paths.ts";
import type { Transaction } from "../../../platform/database/index.ts";
import { findOwner } from "../../accounts/index.ts";
import type { DisputeRow, RefundRow } from "../../order-payments/index.ts";
import type { OrderDeps } from "../deps.ts";
import { titleOf } from "../lines/lines.ts";
import type { OrderRow } from "../repository.ts";
import { isTestMode } from "./receipt-rules.ts";

/** Emails the creator once about a refund that was made elsewhere, waits for their balance, or failed. */
export async function queueRefundNotice(
  tx: Transaction,
  deps: OrderDeps,
  { order, refund }: { order: OrderRow; refund: RefundRow },
): Promise<void> {
  const { id, amountCents, failure, source } = refund;
  const isFailed = refund.status === "failed";
  const isWaiting = refund.status === "asked";
  await emailCreator(tx, deps, order, {
    cause: `refund ${id} ${isFailed ? "failed" : isWaiting ? "waits" : "made"}`,
    mail: {
      mail: "refund-notice",
      ...{ amountCents, source },
      failure: isWaiting ? "waiting_for_balance" : isFailed ? (failure ?? "unknown") : null,
    },
  });
}

/** Emails the creator once about each state of a dispute. */
export async function queueDisputeEmail(
  tx: Transaction,
  deps: OrderDeps,
  { order, dispute, withdrawal }: { order: OrderRow; dispute: DisputeRow; withdrawal: WithdrawalRefund },
): Promise<void> {
  const { provider, providerId, amountCents, status, respondBy } = dispute;
  await emailCreator(tx, deps, order, {
    cause: `dispute ${provider} ${providerId} ${status}`,
    mail: {
      ...{ mail: "dispute", amountCents, status, provider, withdrawal },
      respondBy: respondBy?.toISOString() ?? null,
    },
  });
}

type Notice =
  | { mail: "refund-notice"; amountCents: number; source: RefundRow["source"]; failure: string | null }
  | {
      mail: "dispute";
      amountCents: number;
      status: DisputeRow["status"];
      respondBy: string | null;
      provider: DisputeRow["provider"];
      withdrawal: WithdrawalRefund;
    };
/** The party that refunds the rest to a buyer who has withdrawn. */
type WithdrawalRefund = "refunded" | "seller" | null;

async function emailCreator(
  tx: Transaction,
  { mails }: OrderDeps,
  order: OrderRow,
  { mail, cause }: { mail: Notice; cause: string },
): Promise<void> {
  const to = order.creatorId === null ? null : (await findOwner(tx, order.creatorId)).email;
  if (to === null) return;
  await mails.enqueueEmail(tx, {
    to,
    mail: {
      ...mail,
      order: order.id,
      number: order.number,
      product: titleOf(order),
      currency: order.currency,
      ...(isTestMode(order) && { isTest: true }),
      links: { main: { to: "page", path: paths.creatorOrder(order.id) } },
    },
    cause,
  });
}
