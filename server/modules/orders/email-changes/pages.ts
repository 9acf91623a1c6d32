import { pageRoutes } from "../../../../contract/pages/page-routes.ts";
import { paths } from "../../../../contract/rules/paths.ts";
import { AppError } from "../../../platform/http/app-error.ts";
import type { PageContext, RegisterPage } from "../../../platform/http/register-page.ts";
import type { OrderDeps } from "../deps.ts";
import { maskEmail } from "../listing/presenter.ts";
import { confirmEmailChange, readEmailChange, undoEmailChange } from "./correct-email.ts";
import type { ChangeLink } from "./repository.ts";

type ChangeContext = Pick<
  PageContext<typeof pageRoutes.confirmOrderEmail>,
  "params" | "reply" | "sendPage" | "sendNotFound"
>;

/** Registers the pages of the emailed links that confirm or undo a correction. */
export function registerEmailChangePages(registerPage: RegisterPage, deps: OrderDeps): void {
  const sendChange = async ({ params: { token }, sendPage }: ChangeContext, link: ChangeLink) => {
    const found = await readEmailChange(deps, link, token);
    if (!found) return sendPage({ page: "order-email", asks: null }, { status: 410 });
    const { change, order } = found;
    const email = link === "confirm" ? change.toEmail : change.fromEmail;
    return sendPage({
      page: "order-email",
      asks: { link, token, number: order.number, email: maskEmail(email ?? "") },
    });
  };
  const applyChange = async (context: ChangeContext, link: ChangeLink) => {
    const apply = link === "confirm" ? confirmEmailChange : undoEmailChange;
    try {
      return context.reply.redirect(paths.order(await apply(deps, context.params.token)), 303);
    } catch (error) {
      if (!(error instanceof AppError) || error.status !== 410) throw error;
      return sendChange(context, link);
    }
  };
  registerPage(pageRoutes.askToConfirmOrderEmail, (context) => sendChange(context, "confirm"));
  registerPage(pageRoutes.confirmOrderEmail, (context) => applyChange(context, "confirm"));
  registerPage(pageRoutes.askToUndoOrderEmail, (context) => sendChange(context, "undo"));
  registerPage(pageRoutes.undoOrderEmail, (context) => applyChange(context, "undo"));
}
