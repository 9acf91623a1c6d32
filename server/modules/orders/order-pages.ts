import { BuyerInput, type BuyerOrder } from "../../../contract/api/buyer-orders.ts";
import { CorrectionInput } from "../../../contract/api/order-emails.ts";
import type { OrderPages } from "../../../contract/pages/order-pages.ts";
import type { PageModel } from "../../../contract/pages/pages.ts";
import { limits } from "../../../contract/rules/limits.ts";
import { paths } from "../../../contract/rules/paths.ts";
import { AppError } from "../../platform/http/app-error.ts";
import { isInAppBrowser } from "../../platform/http/in-app-browser.ts";
import type { PageContext, RegisterPage } from "../../platform/http/register-page.ts";
import { unlessNotFound } from "../../platform/http/unless-not-found.ts";
import { parseInput } from "../../platform/http/validation.ts";
import { boughtFiles, findAccess } from "./access/access.ts";
import { presentMessages } from "./access/messages.ts";
import { linkSeedOf } from "./access/tokens.ts";
import { listNewVersions } from "./access/versions.ts";
import type { OrderDeps } from "./deps.ts";
import { requestEmailChange } from "./email-changes/correct-email.ts";
import { findContact, orderPageFrame } from "./emails/buyer-email-frame.ts";
import { areReceiptsSent } from "./emails/receipt-rules.ts";
import { mailOrder } from "./emails/resend-receipt.ts";
import { registerGiftForms } from "./gifts/forms.ts";
import { presentGift, type RejectedGift } from "./gifts/present-gift.ts";
import type { LocatedOrder, OrderLocator } from "./library/locate-order.ts";
import { presentBuyerOrder } from "./listing/presenter.ts";
import { getOrder, renewOrder } from "./service.ts";

type OrderModel = Extract<PageModel, { page: "order" }>;
export type OrderContext = Pick<
  PageContext<OrderPages["mailOrder"]>,
  "request" | "sendPage" | "sendNotFound"
>;

type OrderAnswers = Partial<Pick<OrderModel, "mailed" | "corrected">> & { rejectedGift?: RejectedGift };

/** Registers the buyer's page of an order and its forms, which work without scripts. */
export function registerOrderPages(
  registerPage: RegisterPage,
  deps: OrderDeps,
  { pages, locate }: { pages: OrderPages; locate: OrderLocator },
): void {
  const sendOrder = async (
    { request, sendPage, sendNotFound }: OrderContext,
    { key, path }: LocatedOrder,
    { mailed = null, corrected = null, rejectedGift }: OrderAnswers,
    status = 200,
  ) => {
    const row = await unlessNotFound(getOrder(deps, key));
    if (!row) return sendNotFound();
    const order = await presentBuyerOrder(deps, row);
    const model = {
      page: "order",
      path,
      order,
      checkoutPath: paths.checkout(row.provider, deps.tokens.checkout(linkSeedOf(row))),
      mode: row.mode,
      hasFile: boughtFiles(row).length > 0,
      access: (await findAccess(deps.db, row)).state,
      versions: await listNewVersions(deps.db, row),
      ...(await presentMessages(deps.db, row)),
      isHeld: row.heldReason !== null,
      contact: await findContact(deps.db, deps, row),
      sendsReceipts: await areReceiptsSent(deps.db, row),
      mailed,
      corrected,
      gift: await presentGift(deps, row, rejectedGift),
      isInAppBrowser: isInAppBrowser(request),
      ...orderPageFrame(row, deps.publicUrl),
    } as const;
    return sendPage(model, { status });
  };

  registerPage(
    pages.order,
    locate<PageContext<OrderPages["order"]>>((context, located) =>
      sendOrder(context, located, {
        mailed: context.query.mailed === "1" ? { sent: true } : null,
        corrected: context.query.corrected === "1" ? { sent: true } : null,
      }),
    ),
  );

  registerPage(
    pages.renewOrder,
    locate<PageContext<OrderPages["renewOrder"]>>(async ({ reply, sendNotFound }, { key, path }) => {
      if (!(await unlessNotFound(renewOrder(deps, key)))) return sendNotFound();
      return reply.redirect(path, 303);
    }),
  );

  registerPage(
    pages.downloadOrder,
    locate<PageContext<OrderPages["downloadOrder"]>>(async ({ form, reply, sendNotFound }, { key, path }) => {
      const row = await unlessNotFound(getOrder(deps, key));
      if (!row) return sendNotFound();
      return reply.redirect(findUrl(await presentBuyerOrder(deps, row), form) ?? path, 303);
    }),
  );

  registerPage(
    pages.mailOrder,
    locate<PageContext<OrderPages["mailOrder"]>>(async (context, located) => {
      const { form, request, reply } = context;
      const { key, path } = located;
      try {
        const { email } = parseInput(BuyerInput, { email: form.email });
        await mailOrder(deps, { key, email, ip: request.ip });
        return await reply.redirect(paths.orderMailed(path), 303);
      } catch (error) {
        if (!(error instanceof AppError) || error.status >= 500) throw error;
        const mailed = { sent: false, problem: error.text, email: typedEmail(form) } as const;
        return sendOrder(context, located, { mailed }, error.status);
      }
    }),
  );

  registerGiftForms(registerPage, deps, { pages, locate, sendOrder });

  registerPage(
    pages.correctOrderEmail,
    locate<PageContext<OrderPages["correctOrderEmail"]>>(async (context, located) => {
      const { form, request, reply } = context;
      const { key, path } = located;
      try {
        const { email } = parseInput(CorrectionInput, form);
        await requestEmailChange(deps, { key, email, ip: request.ip });
        return await reply.redirect(paths.orderCorrected(path), 303);
      } catch (error) {
        if (!(error instanceof AppError) || error.status >= 500) throw error;
        const corrected = { sent: false, problem: error.text, email: typedEmail(form) } as const;
        return sendOrder(context, located, { corrected }, error.status);
      }
    }),
  );
}

/** Returns the download link of the chosen file, or null without access. */
function findUrl(
  { download, lines }: BuyerOrder,
  { file, bought }: { file: string; bought: string },
): string | null | undefined {
  if (!file && !bought) return download?.url;
  const files = lines.flatMap(({ access }) => access.files);
  const chosen = files.find(({ id }) => String(id) === (bought || file));
  return bought ? (chosen?.bought_url ?? chosen?.url) : chosen?.url;
}

/** Returns the value to show in the form again, unless it is too long for the field. */
const typedEmail = ({ email }: { email: string }) => email.slice(0, limits.email.max);
