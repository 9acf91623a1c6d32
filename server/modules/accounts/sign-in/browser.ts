import type { FastifyReply, FastifyRequest } from "fastify";
import type { Creator } from "../../../../contract/api/creators.ts";
import type { Infrastructure } from "../../../platform/infrastructure.ts";
import { findCreatorByUser, presentCreator } from "../../creators/index.ts";
import { findUser } from "../repository.ts";
import { createPendingCookie, createSessionCookie } from "../session-cookie.ts";
import { admit } from "./admit.ts";
import type { SignInResult } from "./complete-sign-in.ts";
import { createOriginReader } from "./request-origin.ts";

export type SignInBrowser = ReturnType<typeof createSignInBrowser>;

/** Creates the cookies and functions that all ways to sign in share. */
export function createSignInBrowser(infrastructure: Pick<Infrastructure, "db" | "findCountry" | "settings">) {
  const { db, settings } = infrastructure;
  const cookie = createSessionCookie(settings.publicUrl);
  const pendingCookie = createPendingCookie(settings.publicUrl);
  return {
    cookie,
    pendingCookie,
    originOf: createOriginReader(infrastructure),
    admit: (http: { request: FastifyRequest; reply: FastifyReply }, result: SignInResult) =>
      admit({ db, cookie, pendingCookie }, http, result),
    /** Returns the page of a user who has just signed in, or null. */
    async findCreator(userId: string): Promise<Creator | null> {
      const [user, creator] = await Promise.all([findUser(db, userId), findCreatorByUser(db, userId)]);
      return user && creator ? presentCreator(creator, { ...user, userId }, settings.publicUrl) : null;
    },
  };
}
