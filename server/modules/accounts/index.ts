import type { FastifyRequest } from "fastify";
import type { Infrastructure } from "../../platform/infrastructure.ts";
import type { Module } from "../../platform/module.ts";
import { audienceQuery, hasAccount, listAudience } from "./account-admin.ts";
import { promoteNamedAdmin } from "./admins.ts";
import type { AccountDeps } from "./deps.ts";
import { createEmailLinks } from "./email-links.ts";
import { forgotPasswordJob } from "./jobs.ts";
import { deleteOldTokens } from "./one-time-tokens.ts";
import { deleteExpiredSessions } from "./repository.ts";
import { registerAccountRoutes } from "./routes.ts";
import { findViewer } from "./service.ts";
import { createSessionCookie } from "./session-cookie.ts";
import { currentSignup } from "./signup.ts";

export {
  deleteUser,
  enqueueInvitation,
  enqueueReset,
  lockAdmins,
  setAdmin,
} from "./account-admin.ts";
export type { NamedAdmin } from "./admins.ts";
export { signupClosed } from "./errors.ts";
export { findOwner, insertUser, lockUser } from "./repository.ts";
/** For reading joins; only this module writes it. */
export { users } from "./tables.ts";

export type Accounts = ReturnType<typeof createAccounts>["api"];

/** Accounts, sessions and the emails that prove who owns an account. */
export function createAccounts(infrastructure: Infrastructure) {
  const { db, settings } = infrastructure;
  const cookie = createSessionCookie(settings.publicUrl);
  const deps: AccountDeps = { ...infrastructure, ...settings, cookie };
  return {
    routes: ({ registerRoute }) => registerAccountRoutes(registerRoute, deps),
    jobs: [forgotPasswordJob(deps)],
    maintenance: {
      "delete-expired-sessions": () => deleteExpiredSessions(db),
      "delete-old-tokens": () => deleteOldTokens(db),
    },
    emailLinks: createEmailLinks(infrastructure),
    api: {
      /** The session cookie. */
      cookie,
      /** Returns who is signed in; null without a valid session. */
      findViewer: (request: FastifyRequest) => findViewer(deps, cookie.read(request)),
      hasAccount: (email: string) => hasAccount(db, email),
      /** Users by plan, whom a campaign is sent to. */
      audiences: { query: audienceQuery, list: listAudience },
      /** Returns who may register now. */
      currentSignup: () => currentSignup(db, settings.signup),
      promoteNamedAdmin: (email: string) => promoteNamedAdmin(db, email),
    },
  } satisfies Module;
}
