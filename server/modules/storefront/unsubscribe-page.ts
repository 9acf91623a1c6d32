import { pageRoutes } from "../../../contract/pages/page-routes.ts";
import type { RegisterPage } from "../../platform/http/register-page.ts";
import type { PageDeps } from "./page-deps.ts";

/** Registers the page that confirms unsubscribing from marketing emails, and its POST, which email programs send as well. */
export function registerUnsubscribePage(registerPage: RegisterPage, { marketing }: PageDeps): void {
  registerPage(pageRoutes.askToUnsubscribe, async ({ params: { token }, sendPage, sendNotFound }) => {
    const sender = await marketing.findSender(token);
    return sender ? sendPage({ page: "unsubscribe", state: "asks", token, ...sender }) : sendNotFound();
  });

  registerPage(pageRoutes.unsubscribe, async ({ params: { token }, sendPage, sendNotFound }) => {
    const sender = await marketing.findSender(token);
    return sender && (await marketing.unsubscribe(token))
      ? sendPage({ page: "unsubscribe", state: "done", token: "", ...sender })
      : sendNotFound();
  });
}
