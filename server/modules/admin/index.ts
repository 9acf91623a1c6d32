export { deleteReleasedFiles } from "./delete-account.ts";
export type { AdminDeps } from "./deps.ts";
export { registerAdminRoutes } from "./routes.ts";
