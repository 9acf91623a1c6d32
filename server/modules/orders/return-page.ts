import type { BuyerMessage } from "../../../contract/api/buyer-message.ts";
import type { BoughtItem } from "../../../contract/pages/bought-item.ts";
import { boughtFiles } from "./access/access.ts";
import { listMessages, nextStepOf } from "./access/messages.ts";
import { findOrderOfLink } from "./access/repository.ts";
import { linkSeedOf } from "./access/tokens.ts";
import type { OrderDeps } from "./deps.ts";
import { findContact } from "./emails/buyer-email-frame.ts";
import { typeOf } from "./lines/lines.ts";
import { maskEmail } from "./listing/presenter.ts";
import { findOrder, type OrderRow } from "./repository.ts";

/** The token of the return page's URL (one of the two) and the cookie's token. */
type Tokens = {
  downloadToken: string | null;
  orderToken: string | null;
  checkoutToken: string | null;
  browserToken: string | undefined;
};

/**
 * Returns the model of the return page.
 * The order page is linked, and messages are shown, only in the browser that paid or shortly after payment, because it stays valid longer than the download link.
 */
export async function findReturn(deps: OrderDeps, sent: Tokens) {
  const { db, tokens } = deps;
  if (sent.downloadToken !== null) {
    const link = await findOrderOfLink(db, tokens.hash(sent.downloadToken));
    const order = link && (await findOrder(db, { orderId: link.id }));
    if (!order)
      return {
        orderToken: null,
        isReceiptSent: null,
        order: null,
        bought: null,
        messages: [],
        paymentUrl: null,
      };
    const { browserToken } = sent;
    const paidHere =
      browserToken !== undefined && tokens.hash(browserToken).equals(tokens.hash(tokens.browser(order.seed)));
    // The receiver of a gift has its download links, and must not see the payment.
    const isBuyer = paidHere || (link.paidRecently && !order.gift);
    const messages = isBuyer ? await listMessages(db, order) : [];
    return {
      orderToken: isBuyer ? tokens.order(linkSeedOf(order)) : null,
      isReceiptSent: order.receiptQueuedAt !== null,
      order,
      bought: await presentBought(deps, order, isBuyer ? messages : null),
      messages,
      paymentUrl: null,
    };
  }
  const order = await findByToken(deps, sent);
  const messages = order && sent.orderToken !== null ? await listMessages(db, order) : null;
  return {
    orderToken: sent.orderToken,
    isReceiptSent: order?.paidAt ? order.receiptQueuedAt !== null : null,
    order: order ?? null,
    bought: order ? await presentBought(deps, order, messages) : null,
    messages: messages ?? [],
    paymentUrl: order?.status === "pending" ? await deps.orderPayments.findPaymentPage(order.id) : null,
  };
}

/** Finds the order of a URL that has no download token. */
async function findByToken({ db, tokens }: OrderDeps, { orderToken, checkoutToken }: Tokens) {
  if (orderToken !== null) return findOrder(db, { orderTokenHash: tokens.hash(orderToken) });
  return checkoutToken === null
    ? undefined
    : findOrder(db, { checkoutTokenHash: tokens.hash(checkoutToken) });
}

/** Formats the order of a return page. `messages` are null for a visitor who may not be its buyer. */
const presentBought = async (
  deps: OrderDeps,
  order: OrderRow,
  messages: readonly BuyerMessage[] | null,
): Promise<BoughtItem> => ({
  type: typeOf(order),
  files: boughtFiles(order).length,
  mode: order.mode,
  isFree: order.amountCents === 0,
  isHeld: order.heldReason !== null,
  isCancelled: order.status === "cancelled",
  creator: order.creator?.displayName ?? "",
  email: messages && order.buyerEmail && maskEmail(order.buyerEmail),
  next: messages && nextStepOf(order, messages),
  contact: await findContact(deps.db, deps, order),
});
