import { randomUUID } from "node:crypto";
import { expect, test } from "vitest";
import type { PaymentMode } from "../../../contract/rules/order-states.ts";
import { signUpVerified, type TestUser } from "../../testing/factories.ts";
import { onboard } from "../../testing/payers.ts";
import { prepareEach } from "../../testing/prepare.ts";
import { testSite } from "../../testing/test-site.ts";
import { findSellingAccount } from "./selling.ts";

const site = testSite();
const anna = prepareEach(() => signUpVerified(site));

const sellingAccount = ({ creator }: TestUser, mode: PaymentMode = "sandbox") =>
  findSellingAccount(site.db, { creatorId: creator.id, modes: { stripe: mode } });
const select = (user: TestUser, paymentProvider: "none" | "stripe" | "mollie") =>
  user.call("POST", "/api/creators/me", {
    handle: user.handle,
    displayName: user.displayName,
    paymentProvider,
  });
/** Stores an account as real onboarding does. */
async function connect({ creator }: TestUser, given: object = {}) {
  const row = {
    mode: "live",
    kind: "connected",
    account_id: `acct_${randomUUID()}`,
    can_sell: true,
    ...given,
  };
  const columns = Object.keys(row);
  const [{ id }] = await site.query(
    `insert into connect_accounts (creator_id, ${columns.join(", ")})
     values ($1, ${columns.map((_, at) => `$${at + 2}`).join(", ")}) returning id`,
    [creator.id, ...Object.values(row)],
  );
  return { rowId: id, account: row.account_id };
}

test("connects no account if only the profile names a provider", async () => {
  for (const provider of ["none", "stripe", "mollie"] as const) {
    await select(anna, provider);
    expect(await sellingAccount(anna)).toBeUndefined();
    expect(await sellingAccount(anna, "live")).toBeUndefined();
  }
});

test("uses a sandbox account once it is complete and Stripe is selected", async () => {
  await onboard(site, anna, { steps: 2 });
  await select(anna, "stripe");
  expect(await sellingAccount(anna)).toBeUndefined();
  await onboard(site, anna);
  expect(await sellingAccount(anna)).toMatchObject({
    account: expect.stringMatching(/^acct_/),
    mode: "sandbox",
    canSell: true,
  });
  for (const provider of ["none", "mollie"] as const) {
    await select(anna, provider);
    expect(await sellingAccount(anna)).toBeUndefined();
  }
});

test("uses a connected account in its own mode, and never falls back to the mock", async () => {
  await select(anna, "stripe");
  const { rowId, account } = await connect(anna);
  expect(await sellingAccount(anna, "live")).toEqual({
    provider: "stripe",
    rowId,
    account,
    mode: "live",
    canSell: true,
  });
  for (const mode of ["test", "sandbox"] as const) {
    expect(await sellingAccount(anna, mode)).toEqual({
      provider: "stripe",
      rowId: null,
      account: null,
      mode,
      canSell: false,
    });
  }
  await site.sql`update connect_accounts set can_sell = false where id = ${rowId}`;
  expect(await sellingAccount(anna, "live")).toMatchObject({ rowId, canSell: false });
  await site.sql`update connect_accounts set ended_at = now() where id = ${rowId}`;
  expect(await sellingAccount(anna, "live")).toMatchObject({ rowId: null, canSell: false });
  await select(anna, "none");
  expect(await sellingAccount(anna, "live")).toBeUndefined();
});

test("uses the installation's own account without one of the creator's own", async () => {
  await select(anna, "stripe");
  const { rowId } = await connect(anna, { kind: "own" });
  expect(await sellingAccount(anna, "live")).toEqual({
    provider: "stripe",
    rowId,
    account: null,
    mode: "live",
    canSell: true,
  });
});
