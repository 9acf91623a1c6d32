import type { pageRoutes } from "../../../contract/pages/page-routes.ts";
import { AppError } from "../../platform/http/app-error.ts";
import { errorContext } from "../../platform/http/errors.ts";
import type { PageContext } from "../../platform/http/register-page.ts";

type Context = Pick<PageContext<typeof pageRoutes.creator>, "request" | "reply" | "sendPage">;

const UNAVAILABLE = 503;

/** Renders the error page that replaces a creator's page after a failure. It offers a reload. */
export function sendUnavailable({ request, reply, sendPage }: Context, error: unknown) {
  const { log, requestId, method, route } = errorContext(request);
  const line = { err: error, method, route, status: UNAVAILABLE };
  if (error instanceof AppError) log.warn(line, "creator page rejected");
  else log.error(line, "creator page failed");
  reply.header("Retry-After", "2");
  return sendPage({ page: "creator-unavailable", requestId }, { status: UNAVAILABLE });
}
