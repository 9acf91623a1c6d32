import { expect, test } from "vitest";
import { signUpVerified } from "../../testing/factories.ts";
import { createPaymentSimulator } from "../../testing/payment-simulator.ts";
import { openShop, sellAtProvider } from "../../testing/sold-orders.ts";
import { openSite, testSite } from "../../testing/test-site.ts";

const simulator = createPaymentSimulator();
let passedMs = 0;
const now = () => new Date(Date.now() + passedMs);
const advance = (ms: number) => {
  passedMs += ms;
};
const site = testSite({ payments: simulator.payments, now });
const read = async (user: Awaited<ReturnType<typeof signUpVerified>>) =>
  (await user.call("GET", "/api/connect/balance")).body;
const reads = () => simulator.calls.filter((call) => call.startsWith("readMoney")).length;

const arrivesAt = new Date("2026-03-02T00:00:00Z");
const balances = [{ currency: "eur", available: 1250, pending: 700, frozen: 500 }];
const shown = [{ currency: "eur", available_cents: 1250, pending_cents: 700, frozen_cents: 500 }];

test("reads balance and payouts from the provider every few minutes, and keeps them readable while it is unavailable", async () => {
  const anna = await signUpVerified(site);
  expect(await read(anna)).toEqual({ state: "no_account", readAt: null, balances: [], payouts: [] });
  await anna.call("POST", "/api/connect/onboard", { country: "DE" });

  simulator.state.behavior = "down";
  expect(await read(anna)).toMatchObject({ state: "unreadable", readAt: null, balances: [] });
  simulator.state.behavior = "normal";
  simulator.state.money = {
    balances,
    payouts: [{ amount: 4000, currency: "eur", status: "on_its_way", arrivesAt }],
  };
  // A provider that has just failed is not read again at once.
  expect((await read(anna)).state).toBe("unreadable");
  advance(60_000);
  const before = reads();
  const [first, second] = await Promise.all([read(anna), read(anna)]);
  expect(first).toMatchObject({
    state: "current",
    balances: shown,
    payouts: [{ amount_cents: 4000, status: "on_its_way", arrives_at: arrivesAt.toISOString() }],
  });
  expect(second).toEqual(first);
  expect(await read(anna)).toEqual(first);
  expect(reads()).toBe(before + 1);

  simulator.state.behavior = "down";
  advance(6 * 60_000);
  expect(await read(anna)).toEqual({ ...first, state: "earlier" });
  simulator.state.behavior = "normal";
  simulator.state.money = null;
  advance(6 * 60_000);
  expect(await read(anna)).toMatchObject({ state: "not_reported", balances: [], payouts: [] });
});

test("shows the balance of the installation's own account only to administrators", async () => {
  simulator.state.money = { balances, payouts: [] };
  const anna = await signUpVerified(site);
  await site.sql`update users set is_admin = true where id = ${anna.creator.user_id}`;
  await anna.call("POST", "/api/connect/own");
  expect(await read(anna)).toMatchObject({ state: "current", balances: shown });
  await site.sql`update users set is_admin = false where id = ${anna.creator.user_id}`;
  expect(await read(anna)).toMatchObject({ state: "not_reported", balances: [] });
});

test("reports sales and amounts withheld for disputes in the sandbox, too", async () => {
  const sandbox = await openSite({ now });
  const shop = await openShop(sandbox);
  const order = await sellAtProvider(sandbox, shop);
  const balanceOf = async () => (await read(shop.creator)).balances;
  const [pending] = await balanceOf();
  expect(pending).toMatchObject({ currency: "eur", available_cents: 0, frozen_cents: 0 });
  expect(pending.pending_cents).toBeGreaterThan(0);
  await order.act("dispute");
  advance(6 * 60_000);
  expect(await balanceOf()).toEqual([
    { currency: "eur", available_cents: 0, pending_cents: 0, frozen_cents: pending.pending_cents },
  ]);
});
