import { describe, expect, test } from "vitest";
import { problemsOf } from "../testing/config-problems.ts";
import { readConfig } from "./config.ts";

describe("the operator's own provider", () => {
  const oidc = { OIDC_ISSUER: "https://sso.example", OIDC_CLIENT_ID: "id", OIDC_CLIENT_SECRET: "secret" };

  test("requires an issuer, an id and a secret, and accepts a name, domains and a group", () => {
    expect(readConfig({}).oidc).toBeUndefined();
    expect(readConfig(oidc)).toMatchObject({
      oidc: { issuer: "https://sso.example", clientId: "id", clientSecret: "secret" },
      oidcName: "SSO",
      oidcAllowedDomains: undefined,
      oidcAdminGroup: undefined,
      passwordLogin: true,
    });
    const more = {
      OIDC_NAME: "Example Inc",
      OIDC_ALLOWED_DOMAINS: " Example.org, müller.example\u200b ",
      OIDC_ADMIN_GROUP: "ops",
    };
    expect(readConfig({ ...oidc, ...more })).toMatchObject({
      oidcName: "Example Inc",
      oidcAllowedDomains: ["example.org", "xn--mller-kva.example"],
      oidcAdminGroup: "ops",
    });
    expect(problemsOf({ OIDC_ISSUER: "https://sso.example" })).toEqual([
      "OIDC_CLIENT_ID is required beside OIDC_ISSUER and OIDC_CLIENT_SECRET",
      "OIDC_CLIENT_SECRET is required beside OIDC_ISSUER and OIDC_CLIENT_ID",
    ]);
    expect(problemsOf({ ...oidc, OIDC_ISSUER: "http://sso.example" })).toEqual([
      expect.stringMatching(/^OIDC_ISSUER must be an https address/),
    ]);
  });

  test.each(["@example.org", "example", "*.example.org", ",", "a@example.org"])(
    "rejects %s as a domain",
    (OIDC_ALLOWED_DOMAINS) => {
      expect(problemsOf({ ...oidc, OIDC_ALLOWED_DOMAINS })).toEqual([
        expect.stringMatching(/^OIDC_ALLOWED_DOMAINS must be domains/),
      ]);
    },
  );

  test("vouches for emails of named domains, unless anybody can have an account there", () => {
    const trust = { ...oidc, OIDC_TRUST_EMAILS: "true" };
    expect(readConfig(oidc).oidcTrustsEmails).toBe(false);
    expect(problemsOf(trust)).toEqual([expect.stringMatching(/set OIDC_ALLOWED_DOMAINS to the domains/)]);
    const bounded = { ...trust, OIDC_ALLOWED_DOMAINS: "example.org" };
    expect(readConfig(bounded).oidcTrustsEmails).toBe(true);
    const entra = "https://login.microsoftonline.com";
    const tenant = `${entra}/72f988bf-86f1-41af-91ab-2d7cd011db47/v2.0`;
    expect(readConfig({ ...bounded, OIDC_ISSUER: tenant }).oidcTrustsEmails).toBe(true);
    for (const OIDC_ISSUER of [
      `${entra}/common/v2.0`,
      `${entra}/Organizations/v2.0`,
      `${entra}/consumers`,
      `${entra}/9188040d-6c67-4c5b-b112-36a304b66dad/v2.0`,
      "https://accounts.google.com",
      "https://gitlab.com/",
    ])
      expect(problemsOf({ ...bounded, OIDC_ISSUER }), OIDC_ISSUER).toEqual([
        expect.stringMatching(/^OIDC_TRUST_EMAILS lets anybody sign in with any email/),
      ]);
  });

  test("is required, or Google, if there are no passwords", () => {
    const off = { PASSWORD_LOGIN: "off" };
    expect(problemsOf(off)).toEqual([expect.stringMatching(/^PASSWORD_LOGIN=off lets nobody sign in/)]);
    expect(readConfig({ ...oidc, ...off }).passwordLogin).toBe(false);
    const google = { GOOGLE_CLIENT_ID: "id", GOOGLE_CLIENT_SECRET: "secret" };
    expect(readConfig({ ...google, ...off }).passwordLogin).toBe(false);
    expect(problemsOf({ PASSWORD_LOGIN: "false" })).toEqual(["PASSWORD_LOGIN must be on or off"]);
  });
});
