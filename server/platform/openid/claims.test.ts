import { describe, expect, test } from "vitest";
import { type OwnProvider, toProfile } from "./claims.ts";

const STRICT: OwnProvider = { vouchesForEmails: false };
const VOUCHING: OwnProvider = { vouchesForEmails: true };
const ENTRA = "https://login.microsoftonline.com/72f988bf-86f1-41af-91ab-2d7cd011db47/v2.0";

type Claims = Parameters<typeof toProfile>[0];
type Case = { token: Claims; userInfo?: Record<string, unknown>; strict: boolean | null; vouched: boolean };

/** The claims of each provider's tokens that the product reads, as in the provider's documentation. */
const PROVIDERS: Record<string, Case> = {
  Google: {
    token: { iss: "https://accounts.google.com", sub: "1", email: "a@example.org", email_verified: true },
    strict: true,
    vouched: true,
  },
  "Entra ID": {
    token: { iss: ENTRA, sub: "AAAA", oid: "x", email: "a@example.org", preferred_username: "a@example.org" },
    userInfo: { sub: "AAAA", email: "a@example.org", picture: "https://graph.microsoft.com/photo" },
    strict: null,
    vouched: true,
  },
  "Entra ID with the claim mapped": {
    token: { iss: ENTRA, sub: "AAAA", email: "a@example.org", email_verified: "true" },
    strict: true,
    vouched: true,
  },
  "Entra ID without an email": {
    token: { iss: ENTRA, sub: "AAAA", preferred_username: "a@example.org" },
    strict: null,
    vouched: true,
  },
  Okta: {
    token: { iss: "https://example.okta.com", sub: "00u1", amr: ["pwd", "mfa"], auth_time: 1_800_000_000 },
    userInfo: { sub: "00u1", email: "a@example.org", email_verified: true },
    strict: true,
    vouched: true,
  },
  Auth0: {
    token: {
      iss: "https://example.eu.auth0.com/",
      sub: "auth0|1",
      email: "a@example.org",
      email_verified: false,
    },
    strict: false,
    vouched: false,
  },
  Keycloak: {
    token: {
      iss: "https://sso.example/realms/staff",
      sub: "x",
      email: "a@example.org",
      email_verified: true,
      acr: "1",
    },
    strict: true,
    vouched: true,
  },
  Cognito: {
    token: { iss: "https://cognito-idp.eu-west-1.amazonaws.com/x", sub: "x" },
    userInfo: { sub: "x", email: "a@example.org", email_verified: "true" },
    strict: true,
    vouched: true,
  },
  "Cognito, unconfirmed": {
    token: { iss: "https://cognito-idp.eu-west-1.amazonaws.com/x", sub: "x" },
    userInfo: { sub: "x", email: "a@example.org", email_verified: "false" },
    strict: false,
    vouched: false,
  },
  "Apple with a hidden email": {
    token: {
      iss: "https://appleid.apple.com",
      sub: "000.x.1",
      email: "q7@privaterelay.appleid.com",
      email_verified: "true",
      is_private_email: "true",
    },
    strict: true,
    vouched: true,
  },
  Authentik: {
    token: {
      iss: "https://auth.example/application/o/t/",
      sub: "x",
      email: "a@example.org",
      email_verified: false,
    },
    strict: false,
    vouched: false,
  },
  "GitLab without a public email": {
    token: { iss: "https://gitlab.example", sub: "7", auth_time: 1_800_000_000 },
    userInfo: { sub: "7", email: null, email_verified: null, groups: ["staff"] },
    strict: null,
    vouched: true,
  },
};

describe.each(Object.entries(PROVIDERS))(
  "a token of %s",
  (_name, { token, userInfo = {}, strict, vouched }) => {
    test("has a verified email if the provider says so, and with vouching unless it denies it", () => {
      expect(toProfile(token, userInfo, STRICT).emailVerified).toBe(strict);
      expect(toProfile(token, userInfo, VOUCHING).emailVerified).toBe(vouched);
    });

    test("needs a boolean email_verified if anybody may join the provider", () => {
      const claim = (token.email === undefined ? userInfo : token).email_verified;
      expect(toProfile(token, userInfo).emailVerified === true).toBe(claim === true);
    });
  },
);

test.each([1, "1", "yes", "TRUE", "true ", {}, [true], ["true"]])(
  "ignores an email_verified of %j, even with vouching",
  (email_verified) => {
    const token = { iss: ENTRA, sub: "x", email: "a@example.org", email_verified };
    for (const own of [undefined, STRICT, VOUCHING])
      expect(toProfile(token, {}, own).emailVerified).toBe(false);
  },
);

test("does not use a user name as an email", () => {
  const token = { iss: ENTRA, sub: "x", preferred_username: "a@example.org", upn: "a@example.org" };
  expect(toProfile(token, {}, VOUCHING).email).toBeNull();
});

test("returns no time and no method for a token without auth_time and amr", () => {
  const { authentication } = toProfile({ iss: ENTRA, sub: "x" }, { auth_time: 1, amr: ["mfa"] }, VOUCHING);
  expect(authentication).toEqual({ at: null, methods: [], contextClass: null });
});

test("reports incomplete groups if the token leaves some out", () => {
  const token = { iss: ENTRA, sub: "x" };
  expect(toProfile({ ...token, groups: ["a"], roles: ["b"] }, {}, STRICT)).toMatchObject({
    groups: ["a", "b"],
    hasAllGroups: true,
  });
  const overage = {
    _claim_names: { groups: "src1" },
    _claim_sources: { src1: { endpoint: "https://graph.windows.net/x/users/y/getMemberObjects" } },
  };
  expect(toProfile({ ...token, ...overage, roles: ["ops"] }, {}, STRICT)).toMatchObject({
    groups: ["ops"],
    hasAllGroups: false,
  });
  expect(toProfile({ ...token, hasgroups: true }, {}, STRICT).hasAllGroups).toBe(false);
});
