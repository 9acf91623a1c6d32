import type { OpenIdProfile } from "./port.ts";

type Claims = { readonly [name: string]: unknown };

/** Claims with a user's groups and roles, as providers name them. */
const GROUP_CLAIMS = ["groups", "roles"] as const;

const textOf = (value: unknown): string | null => (typeof value === "string" ? value : null);
const textsOf = (value: unknown): string[] =>
  [value].flat().filter((one): one is string => typeof one === "string");

/** Returns whether the claims name the user's groups. */
export const hasGroupClaims = (claims: Claims): boolean =>
  GROUP_CLAIMS.some((name) => claims[name] !== undefined);

/** The trust in a provider that the operator runs or rents. Undefined for a provider that anybody may join. */
export type OwnProvider = {
  /** Whether emails count as verified unless the provider denies it. */
  vouchesForEmails: boolean;
};

/**
 * Returns the user of an ID token, completed by the user info endpoint. The proof of authentication is read only from the signed ID token.
 * `own` is undefined for a provider that anybody may join.
 */
export function toProfile(
  identity: Claims & { iss: string; sub: string },
  userInfo: Claims,
  own?: OwnProvider,
): OpenIdProfile {
  const { auth_time, amr, acr } = identity;
  const account = identity.email === undefined ? userInfo : identity;
  const grouped = hasGroupClaims(identity) ? identity : userInfo;
  return {
    issuer: identity.iss,
    subject: identity.sub,
    email: textOf(account.email),
    emailVerified: isVerified(account.email_verified, own),
    name: textOf(account.name),
    groups: GROUP_CLAIMS.flatMap((name) => textsOf(grouped[name])),
    hasAllGroups: ![identity, userInfo].some(leavesOutGroups),
    authentication: {
      at: typeof auth_time === "number" ? new Date(auth_time * 1000) : null,
      methods: textsOf(amr),
      contextClass: textOf(acr),
    },
  };
}

/** Returns whether the provider has verified the email, or null if it does not say. */
function isVerified(claim: unknown, own: OwnProvider | undefined): boolean | null {
  if (claim === undefined || claim === null) return own?.vouchesForEmails ? true : null;
  // Cognito and Apple write booleans as text, and so does Entra ID where the claim is mapped.
  return claim === true || (own !== undefined && claim === "true");
}

/** Returns whether the claims only refer to a list of the user's groups, as Entra ID does for more than 200. */
const leavesOutGroups = ({ _claim_names, hasgroups }: Claims): boolean =>
  hasgroups === true ||
  (typeof _claim_names === "object" && _claim_names !== null && "groups" in _claim_names);
