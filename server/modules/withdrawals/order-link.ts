import { and, eq } from "drizzle-orm";
import { z } from "zod";
import type { OrderLookup } from "../../../contract/api/withdrawals.ts";
import { RECEIPT_CAPS } from "../../../contract/rules/limits.ts";
import { inTransaction } from "../../platform/database/index.ts";
import { tryConsume } from "../../platform/http/rate-limiter.ts";
import { defineJob } from "../../platform/jobs/define-job.ts";
import type { Job } from "../../platform/jobs/port.ts";
import { findOrder, isPurchaseOf, orders, receiptsOfClient } from "../orders/index.ts";
import type { WithdrawalDeps } from "./deps.ts";
import { queueOrderLink } from "./emails.ts";

const JOB = "orders.order-link";
/** The field `email` is erased with a deleted user, as in every job. */
const LinkJob = z.object({ number: z.string(), email: z.string() });

/**
 * Emails the link of an order to its buyer when number and email match.
 * A job looks for it, so neither the response nor its timing reveals whether they do.
 */
export async function mailOrderLink(
  { db, jobs, limits, log }: WithdrawalDeps,
  { number, email, ip }: OrderLookup & { ip: string },
): Promise<void> {
  const isWithinCaps =
    (await tryConsume(limits, { name: "order links by ip", key: ip, ...RECEIPT_CAPS.ip })) &&
    (await tryConsume(limits, receiptsOfClient(ip, email)));
  if (!isWithinCaps) {
    log.info("order link not emailed: the client reached its limit");
    return;
  }
  const data: z.input<typeof LinkJob> = { number, email };
  await inTransaction(db, (tx) => jobs.enqueue(tx, { name: JOB, data }));
}

/** Defines the job that looks for an order and emails its link, within the caps of receipts. */
export const orderLinkJob = (deps: WithdrawalDeps): Job =>
  defineJob({
    name: JOB,
    payload: LinkJob,
    async handler({ data: { number, email } }) {
      const [found] = await deps.db
        .select({ id: orders.id })
        .from(orders)
        .where(and(eq(orders.number, number.toUpperCase()), isPurchaseOf(email)));
      const order = found && (await findOrder(deps.db, { orderId: found.id }));
      if (!order || !(await deps.orders.reserveReceipt({ order, to: email, ip: null }))) return;
      await inTransaction(deps.db, (tx) =>
        queueOrderLink(tx, deps, { order, to: email, now: deps.clock.now() }),
      );
    },
  });
