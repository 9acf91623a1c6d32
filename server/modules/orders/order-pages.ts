import { BuyerInput } from "../../../contract/api/buyer-orders.ts";
import { pageRoutes } from "../../../contract/pages/page-routes.ts";
import type { PageModel } from "../../../contract/pages/pages.ts";
import { limits } from "../../../contract/rules/limits.ts";
import { paths } from "../../../contract/rules/paths.ts";
import { sentence } from "../../../contract/texts.ts";
import { AppError } from "../../platform/http/app-error.ts";
import { isInAppBrowser } from "../../platform/http/in-app-browser.ts";
import type { PageContext, RegisterPage } from "../../platform/http/register-page.ts";
import { unlessNotFound } from "../../platform/http/unless-not-found.ts";
import { parseInput } from "../../platform/http/validation.ts";
import { findAccess } from "./access/access.ts";
import type { OrderDeps } from "./deps.ts";
import { findContact, orderBranding } from "./emails/buyer-email-frame.ts";
import { areReceiptsSent } from "./emails/receipt-rules.ts";
import { mailOrder } from "./emails/resend-receipt.ts";
import { presentBuyerOrder } from "./listing/presenter.ts";
import { getOrder, renewOrder } from "./service.ts";

type OrderModel = Extract<PageModel, { page: "order" }>;
type OrderContext = Pick<
  PageContext<typeof pageRoutes.mailOrder>,
  "params" | "request" | "sendPage" | "sendNotFound"
>;

/** Registers the buyer's page of an order and its forms, which work without scripts. */
export function registerOrderPages(registerPage: RegisterPage, deps: OrderDeps): void {
  const sendOrder = async (
    { params, request, sendPage, sendNotFound }: OrderContext,
    mailed: OrderModel["mailed"],
    status = 200,
  ) => {
    const orderToken = params.token;
    const row = await unlessNotFound(getOrder(deps, orderToken));
    if (!row) return sendNotFound();
    const order = await presentBuyerOrder(deps, row);
    const model = {
      page: "order",
      orderToken,
      order,
      checkoutPath: paths.checkout(row.provider, deps.tokens.checkout(row.seed)),
      mode: row.mode,
      hasFile: row.downloadTokenHash !== null,
      access: await findAccess(deps.db, row),
      isHeld: row.heldReason !== null,
      contact: await findContact(deps.db, deps, row),
      sendsReceipts: await areReceiptsSent(deps.db, row),
      mailed,
      isInAppBrowser: isInAppBrowser(request),
      ...orderBranding(row, deps.publicUrl),
    } as const;
    return sendPage(model, { status });
  };

  registerPage(pageRoutes.order, (context) =>
    sendOrder(context, context.query.mailed === "1" ? { sent: true } : null),
  );

  registerPage(pageRoutes.renewOrder, async ({ params, reply, sendNotFound }) => {
    if (!(await unlessNotFound(renewOrder(deps, params.token)))) return sendNotFound();
    return reply.redirect(paths.order(params.token), 303);
  });

  registerPage(pageRoutes.downloadOrder, async ({ params, reply, sendNotFound }) => {
    const row = await unlessNotFound(getOrder(deps, params.token));
    if (!row) return sendNotFound();
    const { download } = await presentBuyerOrder(deps, row);
    return reply.redirect(download?.url ?? paths.order(params.token), 303);
  });

  registerPage(pageRoutes.mailOrder, async (context) => {
    const { params, form, request, reply } = context;
    const orderToken = params.token;
    try {
      const { email } = parseInput(BuyerInput, { email: form.email });
      await mailOrder(deps, { orderToken, email, ip: request.ip });
      return reply.redirect(paths.orderMailed(orderToken), 303);
    } catch (error) {
      if (!(error instanceof AppError) || error.status >= 500) throw error;
      const mailed = { sent: false, problem: sentence(error.text), email: typedEmail(form) } as const;
      return sendOrder(context, mailed, error.status);
    }
  });
}

/** Returns the value to show in the form again, unless it is too long for the field. */
const typedEmail = ({ email }: { email: string }) => email.slice(0, limits.email.max);
