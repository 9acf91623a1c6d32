import type { FastifyReply, FastifyRequest } from "fastify";
import type { AccountDeps } from "../deps.ts";
import { signOut } from "../service.ts";
import type { SignInResult } from "./complete-sign-in.ts";

/** Gives a browser the session of its sign-in. The previous session ends, so that a session token that was planted in this browser becomes invalid. */
export async function admit(
  { db, cookie }: Pick<AccountDeps, "db" | "cookie">,
  { request, reply }: { request: FastifyRequest; reply: FastifyReply },
  { sessionToken }: SignInResult,
): Promise<void> {
  await signOut(db, cookie.read(request));
  cookie.set(reply, sessionToken);
}
