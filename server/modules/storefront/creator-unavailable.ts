import type { pageRoutes } from "../../../contract/page-routes.ts";
import { AppError } from "../../platform/http/app-error.ts";
import type { PageContext } from "../../platform/http/register-page.ts";

type Context = Pick<PageContext<typeof pageRoutes.creator>, "request" | "reply" | "sendPage">;

/** Renders the page for a creator's page that failed; it offers to load it again. */
export function sendUnavailable({ request, reply, sendPage }: Context, error: unknown) {
  if (error instanceof AppError) request.log.warn({ err: error }, "creator page rejected");
  else request.log.error({ err: error }, "creator page failed");
  reply.header("Retry-After", "2");
  return sendPage({ page: "creator-unavailable" }, { status: 503 });
}
