import type { Access, Route } from "../../../contract/api/route.ts";

type Json = Record<string, unknown>;

const ACCESS: Record<Access, string> = {
  public: "",
  "signed-in": "For signed-in users.",
  creator: "For signed-in users with a creator page.",
  admin: "For administrators.",
};

const RECENT =
  "Only within ten minutes after the user proved who they are: by signing in, or by `POST /api/account/confirm`.";

/** Returns the description of who may use an operation. */
export function describeAccess(route: Route): Json {
  const scopes = route.scopes?.map((scope) => `\`${scope}\``).join(" or ");
  const keys = scopes && `API keys need the scope ${scopes}.`;
  const description = [ACCESS[route.access], route.recent && RECENT, keys].filter(Boolean).join(" ");
  return description ? { description } : {};
}

export const acceptsIdempotencyKey = ({ method, scopes, bodyType }: Route) =>
  method === "POST" && scopes !== undefined && !bodyType;
export const IDEMPOTENCY_KEY = {
  name: "Idempotency-Key",
  in: "header",
  required: false,
  description: "With an API key: a repetition within 24 hours changes nothing and gets the first response.",
  schema: { type: "string", minLength: 1, maxLength: 255 },
};

/** A user's session, or a key with any of the scopes. */
export function describeSecurity({ access, scopes = [] }: Route): Json[] {
  if (access === "public") return [];
  return [{ session: [] }, ...scopes.map((scope) => ({ apiKey: [scope] }))];
}
