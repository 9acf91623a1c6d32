export { type ConnectDeps, onAccountEvent } from "./accounts.ts";
export { registerConnectRoutes } from "./routes.ts";
