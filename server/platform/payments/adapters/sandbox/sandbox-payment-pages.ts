import { eq } from "drizzle-orm";
import type { FastifyRequest } from "fastify";
import { pageRoutes } from "../../../../../contract/pages/page-routes.ts";
import { paths } from "../../../../../contract/rules/paths.ts";
import type { Database } from "../../../database/index.ts";
import type { PageContext, RegisterPage } from "../../../http/register-page.ts";
import { allowFormTargets } from "../../../http/security-headers.ts";
import { cancelUrlOf } from "../../sales.ts";
import { sandboxAccounts } from "../../tables.ts";
import { type PaymentRow, refundable, type SandboxPaymentRecords } from "./sandbox-payments.ts";

type Parts = { db: Database; publicUrl: string; records: SandboxPaymentRecords };
type Send = Pick<PageContext<typeof pageRoutes.sandboxPayment>, "sendPage" | "request" | "reply">;

const DECLINED = "The card was declined. Nothing was charged; you can try again.";
const INVALID_AMOUNT = "Enter an amount such as 4.50.";

/** Registers the sandbox's payment page, which stands in for Stripe's. Anyone can simulate the buyer and the bank. Only the seller can simulate refunds and disputes. */
export function registerSandboxPaymentPages(registerPage: RegisterPage, { db, publicUrl, records }: Parts) {
  const isSeller = async (request: FastifyRequest, account: string | null) => {
    const viewer = await request.findViewer();
    if (!viewer || account === null) return false;
    const [found] = await db
      .select({ owner: sandboxAccounts.owner })
      .from(sandboxAccounts)
      .where(eq(sandboxAccounts.id, account));
    return found?.owner === String(viewer.creatorId);
  };

  const send = async (context: Send, row: PaymentRow, problem: string | null) => {
    const { id: paymentId, status, orderNumber, lines, amount, currency } = row;
    const { email, losesNextEvent, allowLate } = row;
    const showsSellerActions = status === "paid" && (await isSeller(context.request, row.account));
    // Browsers treat a form's redirects as its targets: the buyer may return to an own domain.
    allowFormTargets(context.reply, [row.returnUrl]);
    const isDisputed = row.disputes.some((dispute) => dispute.status === "open");
    return context.sendPage({
      page: "sandbox-payment",
      ...{ paymentId, status, orderNumber, lines, amount, currency },
      ...{ email, losesNextEvent, allowLate, problem },
      later: showsSellerActions ? { refundable: refundable(row), isDisputed } : null,
    });
  };

  registerPage(pageRoutes.sandboxPayment, async (context) => {
    const row = await records.findAny(context.params.id);
    return row ? send(context, row, null) : context.sendNotFound();
  });

  registerPage(pageRoutes.actOnSandboxPayment, async (context) => {
    const { params, form, reply, request } = context;
    const { id } = params;
    const row = await records.findAny(id);
    if (!row) return context.sendNotFound();
    const { action } = form;
    if (action === "leave") return reply.redirect(leaveUrl(row), 303);
    if (action === "lose-event") await records.loseNextEvent(id);

    if (action === "pay") await records.pay(id);
    if (action === "pay-late" && row.allowLate) await records.payLate(id);
    if (action === "pay" || action === "pay-late") return reply.redirect(row.returnUrl, 303);
    if (action === "decline") {
      await records.decline(id);
      return send(context, row, row.status === "open" ? DECLINED : null);
    }
    if (action === "confirm") await records.settle(id, "paid");
    if (action === "reject") await records.settle(id, "failed");

    if (await isSeller(request, row.account)) {
      if (action === "refund") {
        const amount = centsOf(form.amount) ?? 0;
        if (amount === 0) return send(context, row, INVALID_AMOUNT);
        await records.refundOutside(id, amount);
      }
      if (action === "refund-rest") await records.refundOutside(id, refundable(row));
      if (action === "dispute") await records.dispute(id, `${publicUrl}${paths.sandboxPayment(id)}`);
      if (action === "win" || action === "lose") {
        await records.endDispute(id, action === "win" ? "won" : "lost");
      }
    }
    return reply.redirect(paths.sandboxPayment(id), 303);
  });
}

/** Returns the URL for a buyer who leaves the page: the cancel URL if the payment is still open, otherwise the return URL. */
function leaveUrl({ status, returnUrl }: PaymentRow): string {
  return status === "open" ? cancelUrlOf(returnUrl) : returnUrl;
}

function centsOf(text: string): number | undefined {
  const clean = text.trim().replace(",", ".");
  return /^\d{1,6}(\.\d{1,2})?$/.test(clean) ? Math.round(Number(clean) * 100) : undefined;
}
