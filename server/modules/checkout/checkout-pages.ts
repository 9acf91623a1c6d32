import { CheckoutInput } from "../../../contract/api/checkout.ts";
import { withCode } from "../../../contract/pages/code-in-url.ts";
import { pageRoutes } from "../../../contract/pages/page-routes.ts";
import { isPossibleHandle } from "../../../contract/rules/handles.ts";
import { RETURN_POLLS } from "../../../contract/rules/limits.ts";
import { paths } from "../../../contract/rules/paths.ts";
import { AppError } from "../../platform/http/app-error.ts";
import { isInAppBrowser } from "../../platform/http/in-app-browser.ts";
import type { RegisterPage } from "../../platform/http/register-page.ts";
import { unlessNotFound } from "../../platform/http/unless-not-found.ts";
import { recordUnlessOwner } from "../analytics/index.ts";
import { findShownCreator, visibleBranding } from "../creators/index.ts";
import type { CheckoutDeps } from "./deps.ts";
import { createPayingBrowserCookie } from "./paying-browser.ts";
import { finishReturn } from "./service.ts";
import { startCheckout } from "./start.ts";

/** Registers the pages and forms up to a paid order. Every step works without scripts. */
export function registerCheckoutPages(registerPage: RegisterPage, deps: CheckoutDeps): void {
  const { orders } = deps;
  const payingBrowser = createPayingBrowserCookie(deps.settings.publicUrl);

  registerPage(pageRoutes.startCheckout, async ({ form, request, reply, sendNotFound }) => {
    const requested = CheckoutInput.safeParse(
      form.productId === "" ? { tileId: Number(form.tileId) } : { productId: Number(form.productId) },
    );
    if (!requested.success) return sendNotFound();
    try {
      const { creatorId, tileId, address } = await startCheckout(deps, requested.data, request);
      // Not awaited, because statistics must not delay or fail a purchase.
      recordUnlessOwner(deps.analytics, request, { creatorId, tileId, event: "checkout_start" }).catch(
        (error: unknown) => request.log.warn({ err: error }, "checkout_start event was not recorded"),
      );
      // The browser sends the same form again, so that its amount and note are checked where they can be corrected.
      if (form.choice !== "") return reply.redirect(address, 307);
      // Not a field of the form: cached pages are the same with and without a code.
      return reply.redirect(withCode(address, request.headers.referer), 303);
    } catch (error) {
      // Other errors, such as a product sold out meanwhile, are shown with their reason.
      if (!(error instanceof AppError) || error.status !== 404) throw error;
      return sendNotFound();
    }
  });

  registerPage(pageRoutes.payReturn, async ({ params, query, reply, sendNotFound }) => {
    const left = query.cancelled === "1";
    const url = await unlessNotFound(finishReturn(deps, { checkoutToken: params.checkoutToken, left }));
    if (url === undefined) return sendNotFound();
    return reply.redirect(query.look > 0 && !left ? `${url}&look=${query.look}` : url, 303);
  });

  registerPage(pageRoutes.checkoutReturn, async ({ query, request, sendPage }) => {
    const { status, downloadToken, handle, order, checkout: checkoutToken, look } = query;
    const browserToken = payingBrowser.read(request);
    const tokens = { downloadToken, orderToken: order, checkoutToken, browserToken };
    const { order: row, ...found } = await orders.findReturn(tokens);
    const unfinished = status === "pending" && checkoutToken !== null ? row : null;
    const isProcessing = unfinished?.status === "processing";
    const pollsAgain = unfinished && !isProcessing && look < RETURN_POLLS;
    return sendPage({
      page: "checkout-return",
      status,
      downloadToken,
      handle,
      checkoutToken,
      isProcessing,
      nextPollUrl: pollsAgain && checkoutToken ? paths.payReturn(checkoutToken, look + 1) : null,
      ...found,
      isInAppBrowser: isInAppBrowser(request),
      sendsReceipts: row !== null && (await orders.areReceiptsSent(row)),
      ...(row ? orders.pageFrame(row) : await findFrame(deps, handle)),
    });
  });
}

/** Returns the branding and language of the buyer's creator, or nothing for an unknown handle. */
async function findFrame({ db, settings }: CheckoutDeps, handle: string | null) {
  const creator = handle !== null && isPossibleHandle(handle) && (await findShownCreator(db, handle));
  if (!creator) return {};
  return { ...visibleBranding(creator, settings.publicUrl), pageLanguage: creator.language };
}
