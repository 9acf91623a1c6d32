export type { AccountDeps } from "./deps.ts";
export { handleAccountJobs } from "./jobs.ts";
export { deleteOldTokens, deriveMailToken } from "./one-time-tokens.ts";
export { deleteExpiredSessions, insertUser, promoteVerified } from "./repository.ts";
export { registerAccountRoutes } from "./routes.ts";
export { findViewer } from "./service.ts";
export { createSessionCookie, type SessionCookie } from "./session-cookie.ts";
