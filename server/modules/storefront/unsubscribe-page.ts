import { pageRoutes } from "../../../contract/pages/page-routes.ts";
import type { RegisterPage } from "../../platform/http/register-page.ts";
import type { PageDeps } from "./page-deps.ts";

const DIGEST = { page: "unsubscribe", creator: null, isDigest: true } as const;

/** Registers the page that confirms unsubscribing from marketing emails or from the weekly digest, and its POST, which email programs send as well. */
export function registerUnsubscribePage(registerPage: RegisterPage, { marketing, digests }: PageDeps): void {
  registerPage(pageRoutes.askToUnsubscribe, async ({ params: { token }, sendPage, sendNotFound }) => {
    if (digests.readDigestToken(token) !== undefined) return sendPage({ ...DIGEST, state: "asks", token });
    const sender = await marketing.findSender(token);
    return sender ? sendPage({ page: "unsubscribe", state: "asks", token, ...sender }) : sendNotFound();
  });

  registerPage(pageRoutes.unsubscribe, async ({ params: { token }, sendPage, sendNotFound }) => {
    const creatorId = digests.readDigestToken(token);
    if (creatorId !== undefined) {
      await digests.endDigest(creatorId);
      return sendPage({ ...DIGEST, state: "done", token: "" });
    }
    const sender = await marketing.findSender(token);
    return sender && (await marketing.unsubscribe(token))
      ? sendPage({ page: "unsubscribe", state: "done", token: "", ...sender })
      : sendNotFound();
  });
}
