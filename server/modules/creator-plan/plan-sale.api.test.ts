import { expect, test } from "vitest";
import { LIVE_KEY, testMollie } from "../../platform/payments/adapters/mollie/mollie-server.test-kit.ts";
import { rejection, signUpVerified } from "../../testing/factories.ts";
import { mollieOptions } from "../../testing/mollie-site.ts";
import { readMe, startCheckout, submit, subscribe } from "../../testing/payers.ts";
import { prepareEach } from "../../testing/prepare.ts";
import { testSite } from "../../testing/test-site.ts";
import { RECONCILE_JOB } from "./reconcile.ts";

const mollie = testMollie();
/** Installations before and after Mollie takes real money. */
const before = testSite(() => mollieOptions(mollie));
const live = testSite(() => mollieOptions(mollie, { apiKey: LIVE_KEY, databaseUrl: before.databaseUrl }));
const anna = prepareEach(() => signUpVerified(before));
const atLive = (): typeof anna => ({
  ...anna,
  call: (method, path, payload, headers) =>
    live.call(method, path, payload, { ...headers, cookie: anna.cookie }),
});

const readDay = async () => {
  await before.sql`update subscriptions set updated_at = now() - interval '2 days'`;
  await live.runNow(RECONCILE_JOB);
};

test("sells the plan in the sandbox while Mollie is in test mode", async () => {
  expect((await before.call("GET", "/api/public/config")).body).toMatchObject({ planSold: true });
  await subscribe(before, anna);
  expect(await readMe(anna)).toMatchObject({ plan: "creator" });
});

test("returns 409 for a sandbox checkout of the plan if Mollie takes real money", async () => {
  expect((await live.call("GET", "/api/public/config")).body).toMatchObject({
    billingMode: "sandbox",
    planSold: false,
  });
  expect(await startCheckout(atLive())).toMatchObject(
    rejection(
      409,
      "billing.not_sold",
      "The Creator plan cannot be bought here. The administrators of this site can give it to you.",
    ),
  );
});

test("gives no plan for an open sandbox checkout once Mollie takes real money", async () => {
  const { body } = await startCheckout(anna);
  await submit(atLive(), body.url, { action: "succeed" });
  await live.settled();
  expect(await readMe(anna)).toMatchObject({ plan: "free" });
});

test("ends earlier sandbox subscriptions within a day, but no plan given by an administrator", async () => {
  const given = await signUpVerified(before);
  await before.sql`update creators set plan = 'creator' where id = ${given.creator.id}`;
  await subscribe(before, anna);
  await readDay();
  expect(await readMe(anna)).toMatchObject({ plan: "free", stripe_subscription_active: false });
  expect(await readMe(given)).toMatchObject({ plan: "creator" });
});
