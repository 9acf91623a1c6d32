import type { FastifyRequest } from "fastify";
import { AppError } from "./app-error.ts";
import { warnOfPublicUrl } from "./proxy-warnings.ts";

const LOOPBACK = new Set(["localhost", "127.0.0.1", "[::1]"]);

/** Refuses a state-changing call that a page of another site made (cross-site request forgery). Callers that are no browsers send no `Origin` and pass. */
export function refuseForeignOrigin(request: FastifyRequest, publicUrl: string): void {
  const { origin } = request.headers;
  const site = request.headers["sec-fetch-site"];
  const foreign =
    origin !== undefined ? !isOwnOrigin(origin, publicUrl) : site === "cross-site" || site === "same-site";
  if (foreign) {
    warnOfPublicUrl(request, publicUrl);
    throw new AppError(403, "foreign_origin", "This request came from another site.");
  }
}

/** On a loopback installation all of the machine's own names mean the same site. */
export function isOwnOrigin(origin: string, publicUrl: string): boolean {
  if (origin === publicUrl) return true;
  if (!URL.canParse(origin)) return false;
  const theirs = new URL(origin);
  const ours = new URL(publicUrl);
  return (
    LOOPBACK.has(ours.hostname) &&
    LOOPBACK.has(theirs.hostname) &&
    theirs.port === ours.port &&
    theirs.protocol === ours.protocol
  );
}
