import { pageRoutes } from "../../../../contract/pages/page-routes.ts";
import type { ModelOf } from "../../../../contract/pages/pages.ts";
import { paths } from "../../../../contract/rules/paths.ts";
import { AppError } from "../../../platform/http/app-error.ts";
import type { PageContext, RegisterPage } from "../../../platform/http/register-page.ts";
import type { OrderDeps } from "../deps.ts";
import { orderLanguage } from "../emails/buyer-email-frame.ts";
import { readStoppableGift, stopGift } from "../gifts/stop-gift.ts";
import { maskEmail } from "../listing/presenter.ts";
import type { OrderRow } from "../repository.ts";
import { confirmEmailChange, readEmailChange, undoEmailChange } from "./correct-email.ts";
import type { ChangeLink } from "./repository.ts";

type LinkContext = Pick<
  PageContext<typeof pageRoutes.confirmOrderEmail>,
  "params" | "reply" | "sendPage" | "sendNotFound"
>;
type Asks = NonNullable<ModelOf<"order-email">["asks"]>;
type OrderLink = {
  link: Asks["link"];
  /** Returns the order and email that the link is about; undefined once it is over. */
  read: (token: string) => Promise<{ order: OrderRow; email: string } | undefined>;
  /** Does it, and returns the path to continue at. Throws 410. */
  apply: (token: string) => Promise<string>;
};

/** Registers the pages of the emailed links that confirm or undo a correction, or take a gift back. */
export function registerEmailChangePages(registerPage: RegisterPage, deps: OrderDeps): void {
  const readChange = (link: ChangeLink) => async (token: string) => {
    const found = await readEmailChange(deps, link, token);
    if (!found) return undefined;
    const email = link === "confirm" ? found.change.toEmail : found.change.fromEmail;
    return { order: found.order, email: maskEmail(email ?? "") };
  };
  const confirm: OrderLink = {
    link: "confirm",
    read: readChange("confirm"),
    apply: async (token) => paths.order(await confirmEmailChange(deps, token)),
  };
  const undo: OrderLink = {
    link: "undo",
    read: readChange("undo"),
    apply: async (token) => paths.order(await undoEmailChange(deps, token)),
  };
  const gift: OrderLink = {
    link: "gift",
    read: async (token) => {
      const order = await readStoppableGift(deps, token);
      return order && { order, email: maskEmail(order.gift?.toEmail ?? "") };
    },
    apply: (token) => stopGift(deps, token),
  };
  registerPage(pageRoutes.askToConfirmOrderEmail, (context) => sendLink(context, confirm));
  registerPage(pageRoutes.confirmOrderEmail, (context) => applyLink(context, confirm));
  registerPage(pageRoutes.askToUndoOrderEmail, (context) => sendLink(context, undo));
  registerPage(pageRoutes.undoOrderEmail, (context) => applyLink(context, undo));
  registerPage(pageRoutes.askToStopGift, (context) => sendLink(context, gift));
  registerPage(pageRoutes.stopGift, (context) => applyLink(context, gift));
}

async function sendLink({ params: { token }, sendPage }: LinkContext, { link, read }: OrderLink) {
  const found = await read(token);
  if (!found) return sendPage({ page: "order-email", asks: null }, { status: 410 });
  const { order, email } = found;
  const asks = { link, token, number: order.number, email };
  return sendPage({ page: "order-email", asks, pageLanguage: orderLanguage(order) });
}

async function applyLink(context: LinkContext, link: OrderLink) {
  try {
    return context.reply.redirect(await link.apply(context.params.token), 303);
  } catch (error) {
    if (!(error instanceof AppError) || error.status !== 410) throw error;
    return sendLink(context, link);
  }
}
