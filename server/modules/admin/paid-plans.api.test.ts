import { expect, test } from "vitest";
import { signUpVerified, submitForm, type TestUser } from "../../testing/factories.ts";
import { readMe, startCheckout, submit, subscribe } from "../../testing/payers.ts";
import { testSite, testUser } from "../../testing/test-site.ts";

const site = testSite();
const admin = testUser(site, { admin: true });

const address = (user: TestUser) => `/api/admin/users/${user.creator.user_id}`;
const subscriptions = () => site.query("select status from sandbox_subscriptions where status = 'active'");

test("cancels the subscription when an administrator changes the plan to Free", async () => {
  const berta = await signUpVerified(site);
  await subscribe(site, berta);
  expect(await readMe(berta)).toMatchObject({ plan: "creator", stripe_subscription_active: true });
  const response = await admin.call("PATCH", address(berta), { plan: "free" });
  expect(response.body.user).toMatchObject({ plan: "free", stripe_subscription_active: false });
  await site.settled();
  expect(await readMe(berta)).toMatchObject({ plan: "free", stripe_subscription_active: false });
  expect(await subscriptions()).toEqual([]);
});

test("closes an open checkout of the Creator plan when its user is deleted", async () => {
  const berta = await signUpVerified(site);
  const { body } = await startCheckout(berta);
  expect((await admin.call("DELETE", address(berta))).status).toBe(204);
  await submitForm(site, new URL(body.url).pathname, { action: "succeed" });
  await site.settled();
  expect(await subscriptions()).toEqual([]);
});

test("closes an open checkout of the Creator plan when an administrator changes the plan to Free", async () => {
  const berta = await signUpVerified(site);
  await admin.call("PATCH", address(berta), { plan: "creator" });
  const { body } = await startCheckout(berta);
  await admin.call("PATCH", address(berta), { plan: "free" });
  await submit(berta, body.url, { action: "succeed" });
  await site.settled();
  expect(await readMe(berta)).toMatchObject({ plan: "free", stripe_subscription_active: false });
});
