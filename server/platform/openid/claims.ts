import type { OpenIdProfile } from "./port.ts";

type Claims = { readonly [name: string]: unknown };

/** Claims with a user's groups and roles, as providers name them. */
const GROUP_CLAIMS = ["groups", "roles"] as const;

const textOf = (value: unknown): string | null => (typeof value === "string" ? value : null);
const textsOf = (value: unknown): string[] =>
  [value].flat().filter((one): one is string => typeof one === "string");

/** Returns whether the claims name the user's groups. */
export const nameGroups = (claims: Claims): boolean =>
  GROUP_CLAIMS.some((name) => claims[name] !== undefined);

/** Returns the user of an ID token, completed by the user info endpoint. What proves the authentication is read from the signed ID token alone. */
export function toProfile(identity: Claims & { iss: string; sub: string }, userInfo: Claims): OpenIdProfile {
  const { auth_time, amr, acr } = identity;
  const account = identity.email === undefined ? userInfo : identity;
  const grouped = nameGroups(identity) ? identity : userInfo;
  return {
    issuer: identity.iss,
    subject: identity.sub,
    email: textOf(account.email),
    emailVerified: account.email_verified === true,
    name: textOf(account.name),
    groups: GROUP_CLAIMS.flatMap((name) => textsOf(grouped[name])),
    authentication: {
      at: typeof auth_time === "number" ? new Date(auth_time * 1000) : null,
      methods: textsOf(amr),
      contextClass: textOf(acr),
    },
  };
}
