import { OpaqueIdParams, route } from "./route.ts";

/** For pages whose owner cannot end a key, or misuses it. */
export const adminApiKeyRoutes = {
  revokeKeys: route("DELETE", "/api/admin/users/:id/api-keys", "admin", {
    recent: true,
    summary: "Revoke all API keys of a user's page at once, and email the user",
    params: OpaqueIdParams,
    responses: { 204: null },
  }),
  revokeKey: route("DELETE", "/api/admin/users/:id/api-keys/:key", "admin", {
    recent: true,
    summary: "Revoke an active API key of a user's page at once, and email the user",
    params: OpaqueIdParams.extend({ key: OpaqueIdParams.shape.id }),
    responses: { 204: null },
  }),
};
