export { deleteReleasedFiles } from "./delete-person.ts";
export type { AdminDeps } from "./deps.ts";
export { registerAdminRoutes } from "./routes.ts";
