import type { FastifyRequest } from "fastify";
import { httpErrors } from "./app-error.ts";
import { ownHostOf } from "./host-gate.ts";
import { warnOfPublicUrl } from "./proxy-warnings.ts";

const LOOPBACK = new Set(["localhost", "127.0.0.1", "[::1]"]);

/** Rejects a state-changing request from a page of another site (cross-site request forgery). Clients that are not browsers send no `Origin` and are accepted. */
export function rejectForeignOrigin(request: FastifyRequest, publicUrl: string): void {
  const { origin } = request.headers;
  // On an own domain only its own pages count. It reaches no route of accounts.
  const own = ownHostOf(request.raw);
  const site = request.headers["sec-fetch-site"];
  const foreign =
    origin !== undefined
      ? !(own ? origin === own.origin : isOwnOrigin(origin, publicUrl))
      : site === "cross-site" || site === "same-site";
  if (foreign) {
    warnOfPublicUrl(request, publicUrl);
    throw httpErrors.foreignOrigin();
  }
}

/** Returns true for the origin of `publicUrl`. An installation on a loopback host can be opened under every loopback name. */
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
