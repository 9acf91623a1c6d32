export {
  audienceQuery,
  deleteUser,
  enqueueInvitation,
  enqueueReset,
  hasAccount,
  listAudience,
  lockAdmins,
  setAdmin,
} from "./account-admin.ts";
export { type NamedAdmin, promoteNamedAdmin } from "./admins.ts";
export type { AccountDeps } from "./deps.ts";
export { signupClosed } from "./errors.ts";
export { handleAccountJobs } from "./jobs.ts";
export { deleteOldTokens, deriveMailToken, refreshToken } from "./one-time-tokens.ts";
export { deleteExpiredSessions, findOwner, insertUser, lockUser } from "./repository.ts";
export { registerAccountRoutes } from "./routes.ts";
export { findViewer } from "./service.ts";
export { createSessionCookie, type SessionCookie } from "./session-cookie.ts";
export { currentSignup } from "./signup.ts";
/** For reading joins; only this module writes it. */
export { users } from "./tables.ts";
