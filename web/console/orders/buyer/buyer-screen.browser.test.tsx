import { expect, test } from "vitest";
import { page } from "vitest/browser";
import { orderActionRoutes } from "../../../../contract/api/order-actions.ts";
import { type OrderBuyer, orderBuyerRoutes } from "../../../../contract/api/order-buyers.ts";
import { anOrder, anOrderDetail, someOrders, someTotals } from "../../../testing/order-entities.ts";
import { expectAccessibleAtEveryWidth } from "../../../testing/phone.ts";
import { renderConsole } from "../../../testing/render-console.tsx";

const PATH = "/dashboard/orders/7/buyer";
const aBuyer = (overrides: Partial<OrderBuyer> = {}): OrderBuyer => ({
  ...someOrders([]),
  orders: [],
  email: "buyer@example.org",
  emails: [],
  reader: null,
  is_unsubscribed: false,
  ...overrides,
});
const card = (name: string) => page.getByRole("region", { name, exact: true });
const show = (buyer: OrderBuyer) =>
  renderConsole(PATH, { server: (server) => server.respond(orderBuyerRoutes.buyer, buyer) });

test("leads from an order to all orders of its buyer, without the email in the URL", async () => {
  const { server, router } = await renderConsole("/dashboard/orders/7", {
    server: (server) => server.respond(orderActionRoutes.show, { order: anOrderDetail() }),
  });
  server.respond(
    orderBuyerRoutes.buyer,
    aBuyer({
      orders: [
        { ...anOrder({ id: 7, mock: false, mode: "live", provider: "stripe" }), open_files: 2 },
        { ...anOrder({ id: 5, status: "refunded", refunded_cents: 2500 }), open_files: 0 },
      ],
      total: 2,
      totals: [someTotals({ refunded_cents: 2500, gets_cents: 1200 })],
      emails: [{ order_id: 7, at: "2026-11-21T14:06:00.000Z", about: "Receipt" }],
      reader: {
        id: 3,
        email: "buyer@example.org",
        source: "order",
        source_title: "Bowl",
        consent_text: "Send me news.",
        consented_at: "2026-11-21T14:05:00.000Z",
        confirmed_at: "2026-11-21T14:06:00.000Z",
      },
    }),
  );
  await page.getByRole("link", { name: "All orders of this buyer" }).click();
  await expect.element(page.getByRole("heading", { level: 1, name: "buyer@example.org" })).toBeVisible();
  expect(router.state.location).toMatchObject({ pathname: PATH, search: "" });
  const rows = card("Orders").getByRole("row");
  await expect.element(rows.nth(1)).toHaveTextContent("2 files to open");
  await expect.element(rows.nth(2)).toHaveTextContent(/−€25.00 refunded.*Refunded.*No file to open/);
  await expect.element(page.getByText("€12.00")).toBeVisible();
  await expect
    .element(card("Your emails"))
    .toHaveTextContent(/In your audience\..*Order: Bowl.*Send me news\./);
  await expect.element(card("Emails about the orders")).toHaveTextContent("Receipt, order #7");
  await expectAccessibleAtEveryWidth();
});

test("says that an order has no email, and offers no list", async () => {
  await show(aBuyer({ email: null }));
  await expect.element(page.getByText(/This order has no email/)).toBeVisible();
  await expect.element(card("Orders")).not.toBeInTheDocument();
});

test("says that a buyer has unsubscribed, and leads back from another's order", async () => {
  const { screen } = await show(aBuyer({ is_unsubscribed: true }));
  await expect
    .element(card("Your emails"))
    .toHaveTextContent("Unsubscribed. This email receives no news from you.");
  await screen.unmount();
  await renderConsole(PATH, {
    server: (server) => server.fail(orderBuyerRoutes.buyer, { status: 404, error: "Order not found." }),
  });
  await expect.element(page.getByText("This order doesn't exist, or it isn't yours.")).toBeVisible();
  await expect
    .element(page.getByRole("link", { name: "Order #7" }))
    .toHaveAttribute("href", "/dashboard/orders/7");
});
