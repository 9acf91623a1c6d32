import { z } from "zod";
import { findProblem } from "./mollie-contract.test-kit.ts";
import { newId } from "./mollie-payments.test-kit.ts";

/** The operator's app at the Mollie of the tests. */
export const APP = { clientId: "app_testsonly", clientSecret: "a-secret-of-an-app" };

type Organization = {
  country: string;
  onboarding: { status: "needs-data" | "in-review" | "completed"; canReceivePayments: boolean };
  profiles: { id: string; status: string; name?: string }[];
};
type Outcome = { status: number; body: object };
type Grant = { organization: string; returnUrl: string };

const Filled = z.string().min(1).max(2_000);
const TokenRequest = z.discriminatedUnion("grant_type", [
  z.strictObject({
    grant_type: z.literal("authorization_code"),
    code: z.string().regex(/^auth_/),
    redirect_uri: z.url(),
  }),
  z.strictObject({ grant_type: z.literal("refresh_token"), refresh_token: Filled, redirect_uri: z.url() }),
]);
const Revocation = z.strictObject({
  token_type_hint: z.enum(["access_token", "refresh_token"]),
  token: Filled,
});
const SCOPES = new Set(
  ["payments", "refunds", "profiles", "organizations", "onboarding"].flatMap((what) => [
    `${what}.read`,
    `${what}.write`,
  ]),
);
const Authorization = z.strictObject({
  client_id: z.literal(APP.clientId),
  redirect_uri: z.url(),
  state: Filled,
  scope: z.string().refine((scope) => scope.split(" ").every((each) => SCOPES.has(each))),
  response_type: z.literal("code"),
  approval_prompt: z.enum(["auto", "force"]),
});

/** An error of the endpoint of tokens. */
const oauthError = (status: number, error: string): Outcome => ({ status, body: { error } });

/** A profile as Mollie describes it. */
const showProfile = ({ id, status, name = "A shop" }: Organization["profiles"][number]) => ({
  ...{ resource: "profile", id, mode: "live", name, website: "https://shop.example", status },
  ...{ email: "shop@mollie.example", phone: "+31208202070", createdAt: "2026-01-02T03:04:05+00:00" },
  ...{ businessCategory: "OTHER_MERCHANDISE", _links: {} },
});

/** The merchants of a Mollie on this machine, and their grants for the operator's app. */
export function createMollieApp({
  callers,
}: {
  callers: Map<string, { owner: string; mode: null | "live" | "test" }>;
}) {
  const organizations = new Map<string, Organization>();
  const codes = new Map<string, string>();
  const refreshTokens = new Map<string, Grant>();
  const state = {
    /** How many seconds new access tokens last. */
    expiresIn: 3600,
    renewals: 0,
    delayMs: 0,
    /** The merchant who is signed in at Mollie's page and grants each request, or null to refuse it. */
    merchant: null as string | null,
  };

  const issue = (given: Grant): Outcome => {
    const [access, refresh] = [newId("access"), newId("refresh")];
    callers.set(access, { owner: given.organization, mode: null });
    refreshTokens.set(refresh, given);
    const fields = { token_type: "bearer", scope: "payments.read", expires_in: state.expiresIn };
    return { status: 200, body: { ...fields, access_token: access, refresh_token: refresh } };
  };
  const allow = (organization: string): string => {
    const code = newId("auth");
    codes.set(code, organization);
    return code;
  };
  const endAccess = (organization: string) => {
    for (const [token, { owner }] of callers) if (owner === organization) callers.delete(token);
  };
  const withdraw = (organization: string) => {
    for (const [token, grant] of refreshTokens)
      if (grant.organization === organization) refreshTokens.delete(token);
    endAccess(organization);
  };

  return {
    state,
    organizations,
    refreshTokens,
    /** Opens an account at Mollie with one website profile. */
    signUp(country = "DE"): string {
      const id = newId("org");
      organizations.set(id, {
        country,
        onboarding: { status: "completed", canReceivePayments: true },
        profiles: [{ id: newId("pfl"), status: "verified" }],
      });
      return id;
    },
    /** Allows the app on Mollie's page, and returns the code with which the browser is sent back. */
    allow,
    /** The merchant withdraws the grant in Mollie's dashboard. */
    withdraw,
    /** Makes access tokens expire before their time. */
    expireTokens: endAccess,

    /** Mollie's page: returns the browser's next URL, or undefined for an invalid request. */
    authorize(query: Record<string, string>): string | undefined {
      if (findProblem(Authorization, query)) return undefined;
      const url = new URL(query.redirect_uri ?? "");
      url.searchParams.set("state", query.state ?? "");
      if (state.merchant) url.searchParams.set("code", allow(state.merchant));
      else url.searchParams.set("error", "access_denied");
      return url.href;
    },

    /** Responds to a request that issues or revokes tokens. */
    async respond(
      method: string | undefined,
      authorization: string | undefined,
      json: Record<string, unknown> = {},
    ): Promise<Outcome | { problem: string }> {
      const problem = findProblem(method === "DELETE" ? Revocation : TokenRequest, json);
      if (problem) return { problem: `${problem.field}: ${problem.detail}` };
      const expected = Buffer.from(`${APP.clientId}:${APP.clientSecret}`).toString("base64");
      if (authorization !== `Basic ${expected}`) return oauthError(401, "invalid_client");
      if (state.delayMs > 0) await new Promise((resolve) => setTimeout(resolve, state.delayMs));
      const returnUrl = String(json.redirect_uri);
      if (method === "DELETE") {
        const grant = refreshTokens.get(String(json.token));
        if (grant) withdraw(grant.organization);
        return { status: 204, body: {} };
      }
      if (json.grant_type === "authorization_code") {
        const organization = codes.get(String(json.code));
        codes.delete(String(json.code));
        return organization ? issue({ organization, returnUrl }) : oauthError(400, "invalid_grant");
      }
      state.renewals++;
      const grant = refreshTokens.get(String(json.refresh_token));
      // A renewal names the address of the first request.
      return grant && grant.returnUrl === returnUrl ? issue(grant) : oauthError(400, "invalid_grant");
    },

    /** Responds to a request that reads the organization of an access token. */
    show(owner: string, call: string): Outcome | undefined {
      const found = organizations.get(owner);
      if (!found) return undefined;
      const ok = (body: object): Outcome => ({ status: 200, body: { ...body, _links: {} } });
      if (call === "GET /v2/organizations/me")
        return ok({
          ...{ resource: "organization", id: owner, name: "A shop", email: "shop@mollie.example" },
          address: { country: found.country },
        });
      if (call === "GET /v2/onboarding/me")
        return ok({
          ...{ resource: "onboarding", name: "A shop", signedUpAt: "2026-01-02T03:04:05+00:00" },
          ...{ ...found.onboarding, canReceiveSettlements: true },
        });
      if (call === "GET /v2/profiles")
        return ok({ count: found.profiles.length, _embedded: { profiles: found.profiles.map(showProfile) } });
      return undefined;
    },
  };
}
