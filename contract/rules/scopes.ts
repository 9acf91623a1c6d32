/** The permissions of an API key. Each one opens the routes that name it, and no others. */
export const SCOPES = [
  "page:read",
  "page:write",
  "products:read",
  "products:write",
  "orders:read",
  "orders:write",
  "audience:read",
  "audience:write",
  "analytics:read",
] as const;

export type Scope = (typeof SCOPES)[number];
