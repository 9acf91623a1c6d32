import { expect, test, vi } from "vitest";
import { ProviderUnavailable } from "../../platform/payments/port.ts";
import { createPaymentSimulator } from "../../testing/payment-simulator.ts";
import { check, faultsOf, install } from "./installation.test-kit.ts";

test("reports a fault if the payment provider rejects the key", async () => {
  const simulator = createPaymentSimulator();
  const findOffer = async () => {
    throw new ProviderUnavailable("Invalid API Key provided: sk_live_***");
  };
  const { admin } = await install({ payments: { ...simulator.payments, findOffer } });
  const findings = await check(admin);
  expect(faultsOf(findings)).toEqual(["Payments"]);
  expect(findings.Payments).toMatchObject({
    seen: "Invalid API Key provided: sk_live_***",
    advice: expect.stringContaining("STRIPE_SECRET_KEY"),
  });
});

test("reports a fault for accounts unknown to a provider with the present keys", async () => {
  const { admin, site } = await install({ payments: createPaymentSimulator().payments });
  expect(faultsOf(await check(admin))).toEqual([]);
  await site.query(
    "insert into connect_accounts (creator_id, provider, mode, account_id, unknown_since) select id, 'stripe', 'test', 'acct_lost', now() from creators limit 1",
  );
  await site.query(
    "insert into connect_accounts (creator_id, provider, mode, account_id, unknown_since) select id, 'mollie', 'test', 'org_lost', now() from creators limit 1",
  );
  const findings = await check(admin);
  expect(findings["Sellers' accounts at Stripe"]).toMatchObject({
    verdict: "fault",
    seen: "unknown with the present keys, so that they sell nothing: 1",
    advice: expect.stringContaining("STRIPE_SECRET_KEY belongs to another Stripe account"),
  });
  expect(findings["Sellers' accounts at Mollie"]?.advice).toContain(
    "MOLLIE_API_KEY or MOLLIE_CLIENT_ID belongs to another Mollie account",
  );
});

test("reports a fault for undelivered events older than ten minutes that have not arrived", async () => {
  const simulator = createPaymentSimulator();
  const ago = (minutes: number) => new Date(Date.now() - minutes * 60_000);
  const event = (id: string, type: string, minutes: number) => ({ id, type, createdAt: ago(minutes) });
  const listUndelivered = vi.fn(async () => [
    event("evt_young", "checkout.session.completed", 1),
    event("evt_lost", "checkout.session.completed", 60),
  ]);
  const { admin, site } = await install({ payments: { ...simulator.payments, listUndelivered } });
  expect((await check(admin))["Payment events"]).toMatchObject({
    verdict: "fault",
    seen: expect.stringMatching(/^1 of the last week have not arrived, such as evt_lost/),
    advice: expect.stringContaining("STRIPE_WEBHOOK_SECRET is the secret of another endpoint"),
  });
  await site.query(
    "insert into payment_events (id, type, live, resource) values ('evt_lost', 'checkout.session.completed', false, 'checkout')",
  );
  expect((await check(admin))["Payment events"]).toMatchObject({ verdict: "ok" });
  listUndelivered.mockRejectedValue(new ProviderUnavailable("a restricted key may not"));
  expect((await check(admin))["Payment events"]).toMatchObject({ verdict: "ok" });
});
