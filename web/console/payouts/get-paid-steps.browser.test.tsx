import { expect, test } from "vitest";
import { page } from "vitest/browser";
import { type ConnectStatus, connectRoutes } from "../../../contract/api/connect.ts";
import { type PayoutMoney, payoutMoneyRoutes } from "../../../contract/api/payout-money.ts";
import { type Seller, sellerRoutes } from "../../../contract/api/sellers.ts";
import { storefrontRoutes } from "../../../contract/api/storefront.ts";
import { aSeller } from "../../testing/buyer-entities.ts";
import { aConfig, aCreator, anAccount, NOT_CONNECTED, READY } from "../../testing/console-entities.ts";
import { expectLink } from "../../testing/expectations.ts";
import { expectAccessibleAndFits } from "../../testing/phone.ts";
import { renderSettings } from "../../testing/render-settings.tsx";

const LIVE: ConnectStatus = { ...READY, mode: "live" };
const SELLER = aSeller({ legal_name: "Mara Lindt", is_trader: false });

type Given = {
  status: ConnectStatus;
  seller?: Seller | null;
  chosen?: "none" | "stripe";
  money?: PayoutMoney;
};

const open = ({ status, seller = null, chosen = "none", money }: Given) =>
  renderSettings({
    only: ["get-paid"],
    creator: aCreator({ payment_provider: chosen }),
    server: (server) => {
      server.respond(storefrontRoutes.config, aConfig({ mockCheckout: true }));
      server.respond(connectRoutes.status, status);
      server.respond(sellerRoutes.show, { seller });
      if (money) server.respond(payoutMoneyRoutes.show, money);
    },
  });
const section = page.getByRole("region", { name: "Get paid" });
const steps = () => section.getByLabelText("Steps to get paid").getByRole("term");

test.for([
  [{ status: NOT_CONNECTED }, ["Not connected", "Missing", "Mock checkout"]],
  [
    { status: { ...LIVE, canSell: false, account: anAccount(["external_account"]) }, chosen: "stripe" },
    ["Details missing", "Missing", "Nothing for sale"],
  ],
  [{ status: LIVE, chosen: "stripe" }, ["Ready", "Missing", "Nothing for sale"]],
  [{ status: LIVE, chosen: "stripe", seller: SELLER }, ["Ready", "Complete", "Real sales"]],
  [
    { status: { ...LIVE, mode: "test" }, chosen: "stripe", seller: SELLER },
    ["Ready", "Complete", "Rehearsal"],
  ],
  [{ status: { ...LIVE, mode: "sandbox" }, chosen: "stripe" }, ["Ready", "Missing", "Rehearsal"]],
] as const)("shows the progress in three steps: %o", async ([given, expected]) => {
  await open(given as Given);
  for (const [index, state] of expected.entries())
    await expect.element(steps().nth(index)).toHaveTextContent(state);
});

const MONEY: PayoutMoney = {
  state: "current",
  readAt: "2026-03-02T10:00:00.000Z",
  balances: [{ currency: "eur", available_cents: 1250, pending_cents: 700, frozen_cents: 500 }],
  payouts: [
    { amount_cents: 4000, currency: "eur", status: "on_its_way", arrives_at: "2026-03-04T00:00:00.000Z" },
    { amount_cents: 3000, currency: "eur", status: "failed", arrives_at: "2026-02-02T00:00:00.000Z" },
  ],
};

test("shows balance and payouts with the time of reading and a link to the account", async () => {
  await open({ status: LIVE, chosen: "stripe", seller: SELLER, money: MONEY });
  for (const text of ["Pending", "€7.00", "Available", "€12.50", "On its way", "€40.00", "Frozen", "€5.00"])
    await expect.element(section).toHaveTextContent(text);
  await expect.element(section).toHaveTextContent(/failed 2 Feb 2026/);
  await expect.element(section).toHaveTextContent("As Stripe reported at 2 Mar 2026, 10:00 UTC.");
  await expectLink("Open your account at Stripe", "https://dashboard.stripe.com/acct_1", section);
  await expectAccessibleAndFits();
});

test.for([
  ["earlier", "Couldn't reach Stripe. As Stripe reported at 2 Mar 2026, 10:00 UTC."],
  ["unreadable", "Couldn't read the balance from Stripe."],
  ["not_reported", "Stripe does not report balances to this page."],
] as const)("says why the balance cannot be read: %s", async ([state, text]) => {
  await open({ status: LIVE, chosen: "stripe", money: { ...MONEY, state } });
  await expect.element(section).toHaveTextContent(text);
});
