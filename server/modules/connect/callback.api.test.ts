import { beforeEach, expect, test } from "vitest";
import { testMollie } from "../../platform/payments/adapters/mollie/mollie-server.test-kit.ts";
import { signUpVerified } from "../../testing/factories.ts";
import { mollieOptions } from "../../testing/mollie-site.ts";
import { prepareEach } from "../../testing/prepare.ts";
import { testSite } from "../../testing/test-site.ts";

const mollie = testMollie();
const site = testSite(() => mollieOptions(mollie));
const withoutMollie = testSite();

const anna = prepareEach(() => signUpVerified(site));
let organization: string;
beforeEach(async () => {
  organization = mollie.app.signUp();
});

/** Requests the callback as a browser that returns from the provider's page. */
async function come(cookie: string | undefined, query: string, { node = site, provider = "mollie" } = {}) {
  const { status, headers, text } = await node.call(
    "GET",
    `/api/connect/${provider}/callback?${query}`,
    undefined,
    { accept: "text/html,application/xhtml+xml", ...(cookie && { cookie }) },
  );
  return { status, location: headers.location, type: String(headers["content-type"] ?? ""), text };
}
async function returnQuery() {
  const { body } = await anna.call("POST", "/api/connect/onboard", { provider: "mollie" });
  const state = new URL(body.onboardingUrl).searchParams.get("state") ?? "";
  return String(new URLSearchParams({ state, code: mollie.app.allow(organization) }));
}
const SETTINGS = "/dashboard/settings?connect=expired&provider=mollie";

test("leads a return without a session to the sign-in page, then to the settings with an explanation", async () => {
  const query = await returnQuery();
  await anna.call("POST", "/api/auth/logout");
  for (const cookie of [undefined, anna.cookie, "tessera_session=invented"]) {
    const { status, location } = await come(cookie, query);
    expect([status, location]).toEqual([302, `/auth?${new URLSearchParams({ redirect: SETTINGS })}`]);
  }
  expect(await site.sql`select 1 from connect_accounts where creator_id = ${anna.creator.id}`).toEqual([]);
});

test("leads a return with a wrong, missing or damaged state to the settings", async () => {
  const long = "x".repeat(5_000);
  for (const query of [
    "",
    "state=1.x&code=auth_1",
    "state=%00&code=%ff",
    `state=${long}&code=${long}`,
    "state=1&state=2",
  ]) {
    const { status, location } = await come(anna.cookie, query);
    expect([status, location], query.slice(0, 40)).toEqual([302, SETTINGS]);
  }
});

test.for([
  ["an unknown provider", "paypal", 404],
  ["a provider whose accounts are created here", "stripe", 404],
  ["a name that is too long", "p".repeat(33), 400],
] as const)("renders a page for %s", async ([, provider, expected]) => {
  const { status, type, text } = await come(anna.cookie, await returnQuery(), { provider });
  expect([status, type]).toEqual([expected, "text/html; charset=utf-8"]);
  expect(text).toContain("<h1>That did not work</h1>");
});

test("explains on a page that the operator has removed Mollie", async () => {
  const berta = await signUpVerified(withoutMollie);
  const { status, type } = await come(berta.cookie, "state=1.x", { node: withoutMollie });
  expect([status, type]).toEqual([404, "text/html; charset=utf-8"]);
});

test("shows a suspended creator a page and connects nothing", async () => {
  const query = await returnQuery();
  await site.sql`update creators set suspension = 'account', suspended_for = 'law' where id = ${anna.creator.id}`;
  const suspended = await come(anna.cookie, query);
  expect([suspended.status, suspended.type]).toEqual([403, "text/html; charset=utf-8"]);
  expect(suspended.text).toContain("Your account is suspended.");
});

test("responds with JSON to API clients", async () => {
  const { status, headers } = await anna.call("GET", "/api/connect/paypal/callback");
  expect([status, headers["content-type"]]).toEqual([404, "application/json; charset=utf-8"]);
});
