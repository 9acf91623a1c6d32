import { expect, test } from "vitest";
import { ProviderUnavailable } from "../../server/platform/payments/port.ts";
import { offerFile } from "../../server/testing/factories.ts";
import { buyerOf, signUpSeller, startPaid } from "../../server/testing/payers.ts";
import { openSite } from "../../server/testing/test-site.ts";
import { closePayments } from "./close.ts";

test("reports closed and unclosable payments, and the end once none is open", async () => {
  const site = await openSite();
  const { tile } = await offerFile(site, await signUpSeller(site));
  await buyerOf(() => site).pay(await startPaid(site, tile.id));
  const sales = { ...site.sales.stripe, provider: "stripe" } as const;
  const close = (given: Partial<typeof sales> = {}) => closePayments(site.db, { ...sales, ...given });
  const closePayment = async () => {
    throw new ProviderUnavailable("silent");
  };
  expect(await close({ closePayment })).toMatchObject({
    step: { verdict: "problem", seen: "1 without a response" },
    isDone: false,
  });
  expect(await close({ closePayment: async () => false })).toMatchObject({
    step: { verdict: "problem", seen: "1 that cannot be closed, or were paid just now" },
    isDone: false,
  });
  expect(await close()).toMatchObject({ step: { verdict: "ok", seen: "1 closed" }, isDone: false });
  await site.runNow("orders.reconcile");
  expect(await close()).toEqual({
    step: { name: "Stripe in sandbox mode", verdict: "ok", seen: "no payment is open" },
    isDone: true,
  });
});
