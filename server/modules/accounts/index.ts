import type { FastifyRequest } from "fastify";
import type { Infrastructure } from "../../platform/infrastructure.ts";
import type { Module } from "../../platform/module.ts";
import { audienceQuery, listAudience } from "./account-admin.ts";
import { promoteNamedAdmin } from "./admins.ts";
import type { AccountDeps, AccountUses } from "./deps.ts";
import { createEmailLinks } from "./email-links.ts";
import { deleteOldTokens } from "./one-time-tokens.ts";
import { forgotPasswordJob } from "./password-reset.ts";
import { deleteExpiredSessions } from "./repository.ts";
import { registerAccountRoutes } from "./routes.ts";
import { deleteOldEmailChanges } from "./security/email-changes.ts";
import { findViewer } from "./service.ts";
import { createReaderCookie } from "./session-cookie.ts";
import { failedSignInJob } from "./sign-in/failed-sign-ins.ts";
import { deleteOldSignIns } from "./sign-in/history.ts";
import { currentSignup } from "./signup.ts";
import { findMailAccount } from "./user-language.ts";

export {
  countAdmins,
  deleteUser,
  enqueueInvitation,
  enqueueReset,
  listAdminEmails,
  lockAdmins,
  setAdmin,
} from "./account-admin.ts";
export type { NamedAdmin } from "./admins.ts";
export {
  cancelDeletion,
  findDeletion,
  isLastAdmin,
  listDueDeletions,
  scheduleDeletion,
  useUndoLink,
} from "./deletion-state.ts";
export type { AccountUses } from "./deps.ts";
export { errors as accountErrors } from "./errors.ts";
export { findOwner, findUser, insertUser, lockUser, settleReclaim, type UserRow } from "./repository.ts";
export { PENDING_SECONDS } from "./session-cookie.ts";
export { createSignInBrowser, type SignInBrowser } from "./sign-in/browser.ts";
export { type Passkeys, type SecondFactor, startSession } from "./sign-in/complete-sign-in.ts";
export { confirmSession } from "./sign-in/confirm.ts";
export { hasSignedInFrom, recordFailure, recordSignIn } from "./sign-in/history.ts";
export type { SignInOrigin } from "./sign-in/request-origin.ts";
export { markSecondFactor, unmarkSecondFactor } from "./sign-in/second-factor-of-session.ts";
export { countWaysIn, findSignIns } from "./sign-ins.ts";
/** Exported for reading joins. Only this module writes to it. */
export { users } from "./tables.ts";
export { languageOf } from "./user-language.ts";
export { reserveUnverifiedEmail } from "./verification.ts";

export type Accounts = ReturnType<typeof createAccounts>["api"];

/** Accounts, sessions and emails that prove the ownership of an account. */
export function createAccounts(infrastructure: Infrastructure, uses: AccountUses) {
  const { db, settings } = infrastructure;
  const { cookie } = uses.browser;
  const readerCookie = createReaderCookie(settings.publicUrl);
  const deps: AccountDeps = { ...infrastructure, ...settings, ...uses, ...uses.browser, readerCookie };
  return {
    routes: ({ registerRoute }) => registerAccountRoutes(registerRoute, deps),
    jobs: [forgotPasswordJob(deps), failedSignInJob(deps)],
    maintenance: {
      "delete-expired-sessions": () => deleteExpiredSessions(db),
      "delete-old-tokens": () => deleteOldTokens(db),
      "delete-old-email-changes": () => deleteOldEmailChanges(db),
      "delete-old-sign-ins": () => deleteOldSignIns(db),
    },
    emailLinks: createEmailLinks(infrastructure),
    api: {
      cookie,
      /** Returns the signed-in user, or null without a valid session. */
      findViewer: (request: FastifyRequest) => findViewer(deps, cookie.read(request)),
      findMailAccount: (email: string) => findMailAccount(db, email),
      /** Lists the users of a campaign's audience. */
      audiences: { query: audienceQuery, list: listAudience },
      /** Returns whether registration is open now. */
      currentSignup: () => currentSignup(db, settings.signup),
      promoteNamedAdmin: (email: string) => promoteNamedAdmin(db, email),
    },
  } satisfies Module;
}
