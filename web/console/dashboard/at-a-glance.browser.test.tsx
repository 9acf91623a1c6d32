import { expect, test } from "vitest";
import { page } from "vitest/browser";
import { type OrderOverview, orderOverviewRoutes } from "../../../contract/api/order-totals.ts";
import { aTile, noAnalytics } from "../../testing/console-entities.ts";
import { renderDashboard } from "../../testing/dashboard.ts";
import { expectLink } from "../../testing/expectations.ts";
import { NO_ORDERS, someTotals } from "../../testing/order-entities.ts";
import { expectAccessibleAndFits } from "../../testing/phone.ts";

const SUMS = someTotals({
  paid: 3,
  amount_cents: 123456,
  fee_cents: 6173,
  refunded_cents: 1000,
  net_cents: 116783,
  provider_fee_cents: 500,
  gets_cents: 116283,
});

const glance = page.getByRole("region", { name: "At a glance" });
/** The numbers by their names. */
const figures = () =>
  Object.fromEntries(
    [...glance.element().querySelectorAll("dl > div")].map((figure) => [
      figure.querySelector("dt")?.textContent,
      figure.querySelector("dd")?.textContent,
    ]),
  );

const openDashboard = (overview: Partial<OrderOverview> = {}, tiles = [aTile()]) =>
  renderDashboard({
    tiles: () => tiles,
    analytics: noAnalytics({ summary: [{ event: "page_view", count: 1204 }] }),
    server: (server) => server.respond(orderOverviewRoutes.overview, { ...NO_ORDERS, ...overview }),
  });

test("shows revenue, net, waiting orders and visits on the first screen", async () => {
  await openDashboard({
    totals: [SUMS, someTotals({ currency: "usd", amount_cents: 500, gets_cents: 475 })],
    mockTotals: [{ ...SUMS, mode: "test" }],
    to_ship: 4,
  });
  await expect.poll(figures).toEqual({
    Revenue: "€1,224.56 + $5.00this month",
    Net: "€1,162.83 + $4.75after fees",
    "Orders to ship": "4paid, not shipped yet",
    Visits: "1,204in 30 days",
  });
  await expectLink("Orders to ship", "/dashboard/products?view=orders&status=to_ship", glance);
  await expectAccessibleAndFits();
});

test("lists a dispute before orders to ship and marks the revenue of test orders", async () => {
  await openDashboard({ mockTotals: [{ ...SUMS, mode: "sandbox" }], disputed: 1, to_ship: 4 });
  await expect.poll(() => figures().Revenue).toBe("€1,224.56this month · Sandbox");
  await expect.poll(() => figures()["Disputed orders"]).toBe("1need your answer");
  expect(figures()["Orders to ship"]).toBeUndefined();
});

test("adds up all kinds of test sales, less refunds, until the first real sale", async () => {
  const refunded = someTotals({ amount_cents: 900, refunded_cents: 900, gets_cents: 0 });
  const mock = someTotals({ amount_cents: 5010, gets_cents: 4770 });
  await openDashboard({
    mockTotals: [
      { ...refunded, mode: "sandbox" },
      { ...mock, mode: null },
    ],
  });
  await expect.poll(() => figures().Revenue).toBe("€50.10this month · no real money");
});

test("shows a dash without sales, and no numbers for a page without tiles", async () => {
  const { screen } = await openDashboard();
  await expect.poll(() => figures().Revenue).toBe("–this month");
  await screen.unmount();
  await openDashboard({}, []);
  await expect.element(page.getByText("No tiles available yet.")).toBeVisible();
  await expect.element(glance).not.toBeInTheDocument();
});

test("shows the other numbers if one part cannot be loaded", async () => {
  const { server, queryClient } = await openDashboard();
  await expect.poll(() => figures().Visits).toBe("1,204in 30 days");
  server.fail(orderOverviewRoutes.overview, { status: 400, error: "" });
  await queryClient.resetQueries({ queryKey: ["orders"] });
  await expect.poll(() => Object.keys(figures())).toEqual(["Visits"]);
});
