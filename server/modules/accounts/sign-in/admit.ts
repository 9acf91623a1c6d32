import type { FastifyReply, FastifyRequest } from "fastify";
import type { Database } from "../../../platform/database/index.ts";
import type { SessionCookie } from "../session-cookie.ts";
import { signOut } from "../sign-out.ts";
import type { SignInResult } from "./complete-sign-in.ts";

/**
 * Starts this browser's session and ends the previous one, so that a planted session token becomes invalid.
 * Returns false if the sign-in waits for a second factor.
 */
export async function admit(
  { db, cookie, pendingCookie }: { db: Database; cookie: SessionCookie; pendingCookie: SessionCookie },
  { request, reply }: { request: FastifyRequest; reply: FastifyReply },
  result: SignInResult,
): Promise<boolean> {
  await signOut(db, cookie.read(request));
  if ("pendingToken" in result) {
    if (cookie.read(request)) cookie.clear(reply);
    pendingCookie.set(reply, result.pendingToken);
    return false;
  }
  if (pendingCookie.read(request)) pendingCookie.clear(reply);
  cookie.set(reply, result.sessionToken);
  return true;
}
