import { beforeEach, expect, test } from "vitest";
import { signUpVerified, type TestUser } from "../../testing/factories.ts";
import { PRODUCT, readMe, startCheckout } from "../../testing/payers.ts";
import { createPaymentSimulator } from "../../testing/payment-simulator.ts";
import { prepareEach } from "../../testing/prepare.ts";
import { testSite } from "../../testing/test-site.ts";
import { RECONCILE_JOB } from "./reconcile.ts";

const provider = createPaymentSimulator();
let userCount = 0;
const site = testSite(() => ({ payments: provider.payments }));
const anna = prepareEach(() => signUpVerified(site));
beforeEach(async () => {
  userCount += 1;
});

const subscriptionOf = (id: string, productIds: string[]) => {
  const customerId = `cus_${userCount}`;
  provider.subscriptions.set(id, { id, status: "active", customerId, reference: null, productIds });
};
const send = async (id: string) => {
  await provider.send(site, provider.event("customer.subscription.updated", { id, object: "subscription" }));
  await site.settled();
};
/** Pays the plan's checkout with a subscription to these products. */
const pay = async (id: string, productIds: string[]) => {
  const { sessionId } = (await startCheckout(anna)).body;
  subscriptionOf(id, productIds);
  provider.checkouts.set(sessionId, { sessionId, status: "complete", url: null, subscriptionId: id });
  return anna.call("GET", `/api/stripe/checkout/session/${sessionId}`);
};
const planOf = async (user: TestUser) => (await readMe(user)).plan;

test("ignores a customer's subscription to another product and does not cancel it", async () => {
  await pay(`sub_plan_${userCount}`, [PRODUCT]);
  expect(await planOf(anna)).toBe("creator");
  const { handle, displayName } = anna;
  await anna.call("POST", "/api/creators/me", { handle, displayName, plan: "free" });
  const cheap = `sub_cheap_${userCount}`;
  subscriptionOf(cheap, ["prod_cheap"]);
  await send(cheap);
  expect(await readMe(anna)).toMatchObject({ plan: "free", stripe_subscription_active: false });
  await anna.call("POST", "/api/creators/me", { handle, displayName, plan: "free" });
  expect(provider.subscriptions.get(cheap)?.status).toBe("active");
});

test("gives no plan for a checkout that ends in a subscription to another product", async () => {
  const { body } = await pay(`sub_other_${userCount}`, ["prod_cheap"]);
  expect(body).toEqual({ planUpdated: false, stripeActive: false });
  expect(await planOf(anna)).toBe("free");
});

test("gives the plan for a subscription to its product among others", async () => {
  await pay(`sub_both_${userCount}`, ["prod_cheap", PRODUCT]);
  expect(await planOf(anna)).toBe("creator");
});

test("ends the plan on a switch to another product, and restores it on a switch back", async () => {
  const id = `sub_switched_${userCount}`;
  await pay(id, [PRODUCT]);
  subscriptionOf(id, ["prod_cheap"]);
  await send(id);
  expect(await planOf(anna)).toBe("free");
  subscriptionOf(id, [PRODUCT]);
  await send(id);
  expect(await planOf(anna)).toBe("creator");
});

test("ends a plan that another product had given in the daily reconciliation", async () => {
  const id = `sub_reconciled_${userCount}`;
  await pay(id, [PRODUCT]);
  subscriptionOf(id, ["prod_cheap"]);
  await site.sql`update subscriptions set updated_at = now() - interval '2 days' where id = ${id}`;
  await site.runNow(RECONCILE_JOB);
  expect(await planOf(anna)).toBe("free");
});
