import { beforeEach, expect, test } from "vitest";
import { testMollie } from "../../platform/payments/adapters/mollie/mollie-server.test-kit.ts";
import { signUpVerified } from "../../testing/factories.ts";
import { connectAtMollie, mollieOptions } from "../../testing/mollie-site.ts";
import { prepareEach } from "../../testing/prepare.ts";
import { newPayment } from "../../testing/sales.ts";
import { testSite } from "../../testing/test-site.ts";

const mollie = testMollie();
const site = testSite(() => mollieOptions(mollie));

const anna = prepareEach(() => signUpVerified(site));
let organization: string;
beforeEach(async () => {
  organization = mollie.app.signUp();
  setProfiles([
    { id: `pfl_old${organization.slice(4)}`, name: "An old shop", status: "blocked" },
    { id: `pfl_books${organization.slice(4)}`, name: "Books", status: "verified" },
    { id: `pfl_bowls${organization.slice(4)}`, name: "Bowls", status: "verified" },
  ]);
  await connectAtMollie({ mollie, user: anna, organization });
});

const setProfiles = (profiles: { id: string; name?: string; status: string }[], whose = organization) =>
  Object.assign(mollie.app.organizations.get(whose) ?? {}, { profiles });
const idOf = (name: string) => `pfl_${name}${organization.slice(4)}`;
const list = async (user = anna) =>
  (await user.call("GET", "/api/connect/profiles?provider=mollie")).body.profiles;
const select = (profileId: unknown, user = anna) =>
  user.call("POST", "/api/connect/profile", { provider: "mollie", profileId });
/** Returns the profile of a new payment. */
async function sellsOn() {
  await site.sales.mollie.startPayment(newPayment({ account: organization }));
  return mollie.calls.at(-1)?.json?.profileId;
}

test("selects the first profile that takes payments by default, and another on request", async () => {
  expect(await list()).toEqual([
    { id: idOf("old"), name: "An old shop", can_sell: false, selected: false },
    { id: idOf("books"), name: "Books", can_sell: true, selected: true },
    { id: idOf("bowls"), name: "Bowls", can_sell: true, selected: false },
  ]);
  expect(await sellsOn()).toBe(idOf("books"));
  const selected = await select(idOf("bowls"));
  expect(selected.status).toBe(200);
  expect(selected.body.profiles.map((each: { selected: boolean }) => each.selected)).toEqual([
    false,
    false,
    true,
  ]);
  expect(await sellsOn()).toBe(idOf("bowls"));
});

test("keeps the selected profile after reads and another connection", async () => {
  await select(idOf("bowls"));
  await anna.call("GET", "/api/connect/status?provider=mollie");
  await site.runNow("connect.read-own-account");
  expect(await sellsOn()).toBe(idOf("bowls"));
  await connectAtMollie({ mollie, user: anna, organization });
  expect(await sellsOn()).toBe(idOf("bowls"));
});

test("replaces a profile that no longer takes payments with another one, without an error for buyers", async () => {
  await select(idOf("bowls"));
  setProfiles([
    { id: idOf("bowls"), status: "blocked" },
    { id: idOf("books"), status: "verified" },
  ]);
  expect((await anna.call("GET", "/api/connect/status?provider=mollie")).body.canSell).toBe(true);
  expect(await sellsOn()).toBe(idOf("books"));
});

test("rejects a blocked, an unknown and another account's profile at its field", async () => {
  const berta = await signUpVerified(site);
  const hers = mollie.app.signUp();
  await connectAtMollie({ mollie, user: berta, organization: hers });
  const foreign = mollie.app.organizations.get(hers)?.profiles[0]?.id;
  for (const wrong of [foreign, idOf("old"), "", "pfl_none", "../me", 5, null, undefined, "x".repeat(101)]) {
    const response = await select(wrong);
    expect([response.status, response.body.details.fieldErrors], String(wrong)).toEqual([
      400,
      { profileId: ["Choose one of the profiles of your account that takes payments."] },
    ]);
  }
  expect(await sellsOn()).toBe(idOf("books"));
});

test("lists no profiles without an account, selects none after access was withdrawn, and changes nothing while Mollie is unavailable", async () => {
  const berta = await signUpVerified(site);
  expect(await list(berta)).toEqual([]);
  expect((await select(idOf("books"), berta)).body.code).toBe("connect.not_connected");
  expect((await site.call("GET", "/api/connect/profiles")).status).toBe(401);
  mollie.state.behavior = "broken";
  expect((await select(idOf("bowls"))).status).toBe(503);
  expect((await anna.call("GET", "/api/connect/profiles?provider=mollie")).status).toBe(503);
  mollie.state.behavior = "normal";
  expect(await sellsOn()).toBe(idOf("books"));
  mollie.app.withdraw(organization);
  await site.runNow("connect.read-own-account");
  expect(await list()).toEqual([]);
  expect((await select(idOf("bowls"))).status).toBe(409);
});
