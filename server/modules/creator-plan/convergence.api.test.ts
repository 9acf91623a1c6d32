import { setTimeout } from "node:timers/promises";
import fc from "fast-check";
import { beforeEach, describe, expect, onTestFinished, test } from "vitest";
import { ProviderUnavailable, type SubscriptionStatus } from "../../platform/payments/port.ts";
import { concurrently } from "../../testing/concurrently.ts";
import { signUpVerified } from "../../testing/factories.ts";
import { PRODUCT, readMe, startCheckout } from "../../testing/payers.ts";
import { createPaymentSimulator } from "../../testing/payment-simulator.ts";
import { prepare } from "../../testing/prepare.ts";
import { testSite } from "../../testing/test-site.ts";

const provider = createPaymentSimulator();
const site = testSite({ payments: provider.payments });
const other = testSite(() => ({ payments: provider.payments, databaseUrl: site.databaseUrl }));
let sessionId: string;
let subscription: { id: string; customer: string };
let runs = 0;

const anna = prepare(() => signUpVerified(site));
beforeEach(restart);

/** Deletes all subscriptions and starts a new checkout. */
async function restart() {
  provider.state.behavior = "normal";
  runs += 1;
  provider.subscriptions.clear();
  await site.query(`
    delete from subscriptions;
    delete from billing_checkouts;
    update creators set plan = 'free', plan_paid = false, subscription_active = false`);
  ({ sessionId } = (await startCheckout(anna)).body);
  subscription = { id: `sub_${runs}`, customer: `cus_${runs}` };
}

/** Sets the subscription's state at the provider. */
function setTruth(status: SubscriptionStatus) {
  const { id, customer } = subscription;
  provider.subscriptions.set(id, {
    id,
    status,
    customerId: customer,
    reference: null,
    productIds: [PRODUCT],
  });
  const checkout = provider.checkouts.get(sessionId);
  if (!checkout) throw new Error("no checkout");
  provider.checkouts.set(sessionId, { ...checkout, status: "complete", url: null, subscriptionId: id });
}

/** Returns the states of a subscription, each with the event that reports it. */
function life() {
  const { id, customer } = subscription;
  const about = (status: string) => ({ id, object: "subscription", customer, status });
  const invoice = { id: "in_1", object: "invoice", customer };
  return [
    {
      truth: "active" as const,
      event: provider.event("checkout.session.completed", {
        id: sessionId,
        object: "checkout.session",
        subscription: id,
        customer,
      }),
    },
    {
      truth: "inactive" as const,
      event: provider.event("customer.subscription.created", about("incomplete")),
    },
    { truth: "active" as const, event: provider.event("customer.subscription.updated", about("active")) },
    {
      truth: "active" as const,
      event: provider.event("invoice.paid", {
        ...invoice,
        parent: { subscription_details: { subscription: id } },
      }),
    },
    { truth: "ended" as const, event: provider.event("customer.subscription.deleted", about("canceled")) },
  ];
}

const settled = () => Promise.all([site.settled(), other.settled()]);
const expectPlan = async (active: boolean) => {
  const { plan, stripe_subscription_active } = await readMe(anna);
  expect({ plan, stripe_subscription_active }).toEqual({
    plan: active ? "creator" : "free",
    stripe_subscription_active: active,
  });
};

function permutations<T>(items: readonly T[]): T[][] {
  if (items.length <= 1) return [[...items]];
  return items.flatMap((item, at) =>
    permutations([...items.slice(0, at), ...items.slice(at + 1)]).map((rest) => [item, ...rest]),
  );
}

describe("the events of a subscription's life", () => {
  test("converge to the provider's state in each of their 120 orders", async () => {
    for (const [at, order] of permutations([0, 1, 2, 3, 4]).entries()) {
      await restart();
      const ends = at % 2 === 0;
      setTruth(ends ? "ended" : "active");
      const events = life();
      for (const index of order) {
        const event = events[index]?.event;
        if (event) expect((await provider.send(site, event)).status).toBe(200);
      }
      await settled();
      await expectPlan(!ends);
    }
  });

  test("converge to the provider's state when they are late, repeated or concurrent on two nodes", async () => {
    const deliveries = fc.array(fc.record({ index: fc.nat(4), node: fc.nat(1) }), {
      minLength: 0,
      maxLength: 8,
    });
    await fc.assert(
      fc.asyncProperty(
        deliveries,
        fc.shuffledSubarray([0, 1, 2, 3, 4], { minLength: 5 }),
        fc.nat(4),
        async (extra, order, last) => {
          await restart();
          provider.state.behavior = "slow";
          const steps = life().slice(0, last + 1);
          let reached = -1;
          const responses: Promise<{ status: number }>[] = [];
          const all = [...extra, ...order.map((index) => ({ index, node: index % 2 }))];
          for (const { index, node } of all.filter(({ index }) => index <= last)) {
            // The provider sends an event after its change, so further changes may have followed.
            for (; reached < index; reached++) setTruth(steps[reached + 1]?.truth ?? "inactive");
            const step = steps[index];
            if (step) responses.push(provider.send(node === 0 ? site : other, step.event));
            await setTimeout(Math.random() * 10);
          }
          for (const { status } of await Promise.all(responses)) expect(status).toBe(200);
          await settled();
          await expectPlan(provider.subscriptions.get(subscription.id)?.status === "active");
        },
      ),
      { numRuns: 15, seed: 20_261_121 },
    );
  });

  test("reads a subscription whose events arrived too early, once its creator is known", async () => {
    setTruth("inactive");
    const [completed, , updated] = life();
    if (!completed || !updated) throw new Error("no events");
    provider.state.delay = async (question) => {
      if (!question.startsWith("readSubscription")) return;
      // Change the state while the checkout's response is in transit.
      provider.state.delay = undefined;
      setTruth("active");
      await provider.send(other, updated.event);
      await other.settled();
    };
    await provider.send(site, completed.event);
    await settled();
    await expectPlan(true);
  });

  test("ignores a late event of an active subscription after the end", async () => {
    setTruth("ended");
    const [, , updated, , deleted] = life();
    if (!updated || !deleted) throw new Error("no events");
    await provider.send(site, life()[0]?.event ?? deleted.event);
    await provider.send(site, deleted.event);
    await settled();
    await provider.send(site, updated.event);
    await settled();
    await expectPlan(false);
  });

  test("discards a delayed response after a newer one", async () => {
    setTruth("active");
    const [completed, , updated, , deleted] = life();
    if (!completed || !updated || !deleted) throw new Error("no events");
    await provider.send(site, completed.event);
    await settled();
    let release = () => {};
    const held = new Promise<void>((resolve) => {
      release = resolve;
    });
    let isFirst = true;
    provider.state.delay = async () => {
      if (!isFirst) return;
      isFirst = false;
      await held;
    };
    await provider.send(site, updated.event);
    await expect.poll(() => isFirst).toBe(false);
    setTruth("ended");
    await provider.send(other, deleted.event);
    await other.settled();
    await expectPlan(false);
    release();
    await settled();
    provider.state.delay = undefined;
    await expectPlan(false);
  });

  test("keeps the plan after a late payment until the provider cancels the subscription", async () => {
    setTruth("active");
    const events = life();
    for (const { event } of events.slice(0, 3)) await provider.send(site, event);
    await settled();
    await expectPlan(true);
    setTruth("inactive");
    await provider.send(
      site,
      provider.event("customer.subscription.updated", {
        ...subscription,
        object: "subscription",
        status: "unpaid",
      }),
    );
    await settled();
    await expectPlan(false);
    setTruth("active");
    await provider.send(
      site,
      provider.event("invoice.paid", { object: "invoice", subscription: subscription.id }),
    );
    await settled();
    await expectPlan(true);
  });
});

test("detects within a day that a subscription ended without an event", async () => {
  setTruth("active");
  await site.call("GET", `/api/stripe/checkout/session/${sessionId}`, undefined, { cookie: anna.cookie });
  await expectPlan(true);
  setTruth("ended");
  await site.runNow("billing.reconcile");
  await expectPlan(true);
  await site.query("update subscriptions set updated_at = now() - interval '25 hours'");
  provider.state.behavior = "down";
  await site.runNow("billing.reconcile");
  await expectPlan(true);
  provider.state.behavior = "normal";
  await site.query("update subscriptions set updated_at = now() - interval '25 hours'");
  await site.runNow("billing.reconcile");
  await expectPlan(false);
});

test("reads the other subscriptions after one that always fails", async () => {
  setTruth("active");
  await site.call("GET", `/api/stripe/checkout/session/${sessionId}`, undefined, { cookie: anna.cookie });
  setTruth("ended");
  await site.query(`update subscriptions set updated_at = now() - interval '25 hours';
    insert into subscriptions (id, creator_id, customer_id, status, revision, updated_at)
    select 'sub_broken', creator_id, customer_id, 'inactive', 1, now() - interval '26 hours' from subscriptions`);
  const { readSubscription } = site.payments;
  site.payments.readSubscription = async (id) => {
    if (id === "sub_broken") throw new ProviderUnavailable("test");
    return readSubscription(id);
  };
  onTestFinished(() => {
    Object.assign(site.payments, { readSubscription });
  });
  await site.runNow("billing.reconcile");
  await expectPlan(true);
  await site.runNow("billing.reconcile");
  await expectPlan(false);
});

test("writes nothing to the database for repeated reads of a paid checkout", async () => {
  setTruth("active");
  const look = () =>
    site.call("GET", `/api/stripe/checkout/session/${sessionId}`, undefined, { cookie: anna.cookie });
  await look();
  const everything = async () =>
    JSON.stringify([
      await site.query("select * from subscriptions"),
      await site.query("select * from billing_checkouts"),
      await site.query("select * from creators"),
    ]);
  const before = await everything();
  expect((await look()).body).toEqual({ planUpdated: true, stripeActive: true });
  expect(await everything()).toBe(before);
});

test("stores and processes an event once, even if it is sent ten times at once to two nodes", async () => {
  setTruth("active");
  await provider.send(site, life()[0]?.event ?? provider.event("x", {}));
  await settled();
  const event = provider.event("customer.subscription.updated", { ...subscription, object: "subscription" });
  provider.calls.length = 0;
  const responses = await concurrently(10, (at) => provider.send(at % 2 ? site : other, event));
  await settled();
  expect(responses.map(({ status }) => status)).toEqual(Array(10).fill(200));
  expect(provider.calls).toEqual([`readSubscription ${subscription.id}`]);
  const rows = await site.sql`select handled_at from payment_events where id = ${event.id}`;
  expect(rows).toHaveLength(1);
  expect(rows[0].handled_at).not.toBeNull();
});

test("starts one checkout when two nodes start it at once", async () => {
  await site.query("delete from billing_checkouts");
  provider.state.behavior = "slow";
  const nodes = [site, other];
  const responses = await concurrently(12, (at) =>
    nodes[at % 2]?.call(
      "POST",
      "/api/stripe/checkout/session",
      {
        productId: "prod_test",
        successUrl: "/checkout/stripe?status=success",
        cancelUrl: "/checkout/stripe",
      },
      { cookie: anna.cookie },
    ),
  );
  expect(responses.map((response) => response?.status)).toEqual(Array(12).fill(200));
  expect(new Set(responses.map((response) => response?.body.sessionId)).size).toBe(1);
});

test("completes twelve concurrent downgrades on two nodes with a slow provider", async () => {
  setTruth("active");
  await provider.send(site, life()[0]?.event ?? provider.event("x", {}));
  await settled();
  await expectPlan(true);
  provider.state.behavior = "slow";
  const { handle, display_name: displayName } = await readMe(anna);
  const nodes = [site, other];
  const responses = await concurrently(12, (at) =>
    nodes[at % 2]?.call(
      "POST",
      "/api/creators/me",
      { handle, displayName, bio: null, avatarUrl: null, socials: [], plan: "free" },
      { cookie: anna.cookie },
    ),
  );
  expect(responses.map((response) => response?.body.error ?? response?.body.creator.plan)).toEqual(
    Array(12).fill("free"),
  );
  await expectPlan(false);
});

test("also cancels a checkout that is paid during a downgrade, so that no creator pays for the Free plan", async () => {
  setTruth("active");
  await provider.send(site, life()[0]?.event ?? provider.event("x", {}));
  await settled();
  const late = { id: `${subscription.id}_late`, customer: subscription.customer };
  let isPaying = false;
  provider.state.delay = async (question) => {
    // Another browser pays while the response about the first checkout is in transit.
    if (isPaying || question !== `readSubscription ${subscription.id}`) return;
    isPaying = true;
    const paid = {
      id: late.id,
      status: "active" as const,
      customerId: late.customer,
      reference: null,
      productIds: [PRODUCT],
    };
    provider.subscriptions.set(late.id, paid);
    await provider.send(
      other,
      provider.event("customer.subscription.created", { ...late, status: "active" }),
    );
    await other.settled();
  };
  const { handle, display_name: displayName } = await readMe(anna);
  const left = await anna.call("POST", "/api/creators/me", { handle, displayName, plan: "free" });
  provider.state.delay = undefined;
  expect(isPaying).toBe(true);
  expect(left.body.creator).toMatchObject({ plan: "free", stripe_subscription_active: false });
  await settled();
  expect([...provider.subscriptions.values()].filter(({ status }) => status === "active")).toEqual([]);
  await expectPlan(false);
});

test("changes nothing on a downgrade that the provider does not confirm", async () => {
  setTruth("active");
  await provider.send(site, life()[0]?.event ?? provider.event("x", {}));
  await settled();
  const paid = provider.subscriptions.get(subscription.id);
  provider.state.delay = async (question) => {
    if (paid && question.startsWith("cancelSubscription")) provider.subscriptions.set(paid.id, paid);
  };
  const left = await anna.call("POST", "/api/creators/me", {
    handle: (await readMe(anna)).handle,
    displayName: "Renamed",
    plan: "free",
  });
  provider.state.delay = undefined;
  expect(left).toMatchObject({ status: 503, body: { code: "payments.unavailable" } });
  expect((await readMe(anna)).display_name).not.toBe("Renamed");
  await expectPlan(true);
});
