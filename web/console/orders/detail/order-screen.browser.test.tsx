import { afterEach, expect, test } from "vitest";
import { page, userEvent } from "vitest/browser";
import { orderActionRoutes } from "../../../../contract/api/order-actions.ts";
import { orderEmailRoutes } from "../../../../contract/api/order-emails.ts";
import type { CreatorOrderDetail } from "../../../../contract/api/orders.ts";
import { orderRoutes } from "../../../../contract/api/orders.ts";
import { productRoutes } from "../../../../contract/api/products.ts";
import { tileRoutes } from "../../../../contract/api/tiles.ts";
import { aCreator } from "../../../testing/console-entities.ts";
import { expectLink } from "../../../testing/expectations.ts";
import {
  ADDRESS,
  aCreatorLine,
  anOrder,
  anOrderDetail,
  aRefund,
  someOrders,
} from "../../../testing/order-entities.ts";
import { expectAccessibleAtEveryWidth } from "../../../testing/phone.ts";
import { renderConsole } from "../../../testing/render-console.tsx";

const show = (order: CreatorOrderDetail, timeZone = "UTC") =>
  renderConsole("/dashboard/orders/7", {
    creator: aCreator({ time_zone: timeZone }),
    server: (server) => server.respond(orderActionRoutes.show, { order }),
  });
const card = (name: string) => page.getByRole("region", { name, exact: true });
const button = (name: string) => page.getByRole("button", { name, exact: true });

afterEach(() => page.viewport(1280, 860));

test("shows amounts, payment, buyer and history of an order, with an estimated fee", async () => {
  await show(anOrderDetail({ note: "Happy birthday", downloads: 2 }));
  await expect.element(page.getByRole("heading", { name: "Order #7" })).toBeVisible();
  expect(document.title).toBe("Order #7 · Tessera");
  await expect.element(page.getByText("Sandbox", { exact: true })).toBeVisible();
  await expect.element(page.getByText(/Receipt SANDBOX-1-7 · 2 downloads/)).toBeVisible();
  // 25.00 less 5 % and about 1.5 % + 0.25.
  await expect.element(card("Amounts")).toHaveTextContent(/Platform fee−€1.25/);
  await expect.element(card("Amounts")).toHaveTextContent(/about −€0.63Netabout €23.12/);
  await expectLink("Open the payment in the sandbox", "/sandbox/payments/1", card("Payments"));
  await expect
    .element(card("Buyer"))
    .toHaveTextContent("buyer@example.orgCorrect the emailCountryGermanyNote to youHappy birthday");
  await expect
    .element(card("History").getByRole("listitem").first())
    .toHaveTextContent(/^Paid €25.00Payment provider/);
  await expectAccessibleAtEveryWidth();
});

test("uses the list's URL in the link above an order", async () => {
  const { router } = await renderConsole("/dashboard/orders", {
    server: (server) => server.respond(orderRoutes.list, someOrders([])),
  });
  await expect.element(page.getByRole("heading", { name: "Orders", level: 1 })).toBeVisible();
  expect(router.state.location).toMatchObject({ pathname: "/dashboard/products", search: "?view=orders" });
});

test("names another provider, and says that it never reports its fee", async () => {
  await show(anOrderDetail({ provider: "mollie" }));
  // 1.8 % + 0.25.
  await expect
    .element(card("Amounts"))
    .toHaveTextContent(/Mollie's feeAn estimate: Mollie bills it to youabout −€0.70Netabout €23.05/);
});

test("replaces the estimate with the actual fee and subtracts refunds", async () => {
  await show(
    anOrderDetail({
      status: "partially_refunded",
      provider_fee_cents: 61,
      refunded_cents: 400,
      fee_returned_cents: 20,
      net_cents: 1995,
      refundable_cents: 2100,
      refunds: [aRefund({ note: "Sorry about the scratch." })],
    }),
  );
  await expect
    .element(card("Amounts"))
    .toHaveTextContent(
      /Refunded−€4.00Platform fee€0.20 returned to you−€1.05Stripe's feeNot returned with refunds−€0.61Net€19.34/,
    );
  await expect
    .element(card("Refunds"))
    .toHaveTextContent(/€4.00Refunded.*Requested by the buyerSorry about the scratch\./);
});

test("asks to refund an order after its withdrawal, until it is refunded", async () => {
  const withdrawn_at = "2026-11-22T10:00:00.000Z";
  const { screen } = await show(anOrderDetail({ lines: [aCreatorLine({ withdrawn_at })] }));
  const notice = page.getByText(/The buyer withdrew from the contract\. Refund the order within 14 days/);
  await expect.element(notice).toBeVisible();
  await screen.unmount();
  await show(
    anOrderDetail({
      status: "refunded",
      lines: [aCreatorLine({ withdrawn_at, refundable_cents: 0 })],
      refundable_cents: 0,
    }),
  );
  await expect.element(card("History")).toBeVisible();
  await expect.element(notice).not.toBeInTheDocument();
});

test("does not offer to ship goods after their withdrawal", async () => {
  const withdrawn_at = "2026-11-22T10:00:00.000Z";
  const bowl = {
    product: { name: "Bowl", type: "physical" as const },
    lines: [aCreatorLine({ type: "physical", withdrawn_at })],
  };
  const { screen } = await show(anOrderDetail(bowl));
  await expect.element(card("History")).toBeVisible();
  await expect.element(page.getByRole("heading", { name: "Shipping" })).not.toBeInTheDocument();
  await screen.unmount();
  const shipped = anOrderDetail({ ...bowl, shipped_at: "2026-11-21T04:00:00.000Z", tracking: "DHL 1" });
  await show(shipped, "America/Los_Angeles");
  await expect.element(card("Shipping")).toHaveTextContent("Shipped on 20 Nov 2026.Tracking: DHL 1");
  await expect.element(button("Change tracking")).not.toBeInTheDocument();
});

test.for([
  ["asked", /Waiting.*there is nothing to repeat/],
  ["pending", /Pending.*waiting for your balance/],
  ["failed", /Failed.*Reason: insufficient funds\./],
] as const)("says what happens next after a refund that is %s", async ([status, text]) => {
  const failure = status === "failed" ? "insufficient_funds" : null;
  await show(anOrderDetail({ refunds: [aRefund({ status, failure, source: "provider" })] }));
  await expect.element(card("Refunds")).toHaveTextContent(text);
});

test("shows the deadline and evidence of an open dispute, and offers no refund", async () => {
  await show(
    anOrderDetail({
      status: "disputed",
      refundable_cents: 0,
      evidence: "Order: 7\nProduct: Notes (digital)",
      disputed_cents: 2500,
      disputes: [
        {
          amount_cents: 2500,
          status: "open",
          respond_by: "2026-12-01T12:00:00.000Z",
          url: "/sandbox/payments/1",
        },
      ],
    }),
  );
  await expect.element(card("Dispute")).toHaveTextContent("Respond at Stripe by 1 Dec 2026, 12:00 UTC.");
  await expect.element(card("Dispute")).toHaveTextContent("Product: Notes (digital)");
  await expect.element(card("Amounts")).toHaveTextContent(/Disputed−€25.00/);
  await expect.element(button("Refund")).not.toBeInTheDocument();
  await button("Copy evidence").click();
  await expect.element(page.getByText("Evidence copied.")).toBeVisible();
  await expectAccessibleAtEveryWidth();
});

test.for([
  ["warning", "The buyer's bank asks about this payment."],
  ["won", "The bank decided for you: the money is yours."],
  ["lost", "The buyer's bank returned the money to the buyer."],
  ["closed", "The inquiry ended without a dispute."],
] as const)("explains a dispute that is %s", async ([status, text]) => {
  await show(anOrderDetail({ disputes: [{ amount_cents: 2500, status, respond_by: null, url: null }] }));
  await expect.element(card("Dispute")).toHaveTextContent(text);
});

test("explains a partial chargeback of Mollie and offers to refund the rest", async () => {
  await show(
    anOrderDetail({
      provider: "mollie",
      status: "partially_refunded",
      refundable_cents: 2400,
      disputes: [{ amount_cents: 100, status: "lost", respond_by: null, url: null }],
    }),
  );
  await expect
    .element(card("Chargeback"))
    .toHaveTextContent("€1.00The buyer's bank has taken this amount back; see it at Mollie.");
  await expect.element(button("Refund")).toBeVisible();
});

test("shows the address of a physical order, marks it as shipped and takes a tracking number later", async () => {
  const order = anOrderDetail({
    product: { name: "Bowl", type: "physical" },
    buyer: {
      email: "buyer@example.org",
      country: "DE",
      address: ADDRESS,
      company: { name: "Weber GmbH", vat_id: "DE123456789" },
    },
    discount_cents: 250,
    discount_code: "SPRING",
    shipping_cents: 490,
  });
  const { server } = await show(order);
  await expect
    .element(card("Amounts"))
    .toHaveTextContent("Price€22.60Discount (SPRING)−€2.50Shipping€4.90Total€25.00");
  await expect.element(card("Buyer")).toHaveTextContent("CompanyWeber GmbHVAT IDDE123456789");
  await expect.element(card("Buyer")).toHaveTextContent(/Ben Berg\s+Hauptstraße 1\s+10115 Berlin\s+Germany/);
  server.disconnect(orderActionRoutes.ship);
  await page.getByLabelText("Tracking").fill("DHL 1");
  await button("Mark as shipped").click();
  await expect
    .element(card("Shipping").getByRole("alert"))
    .toHaveTextContent("Couldn't save. Please try again.");
  await expect.element(page.getByLabelText("Tracking")).toHaveValue("DHL 1");
  const requests = server.respond(orderActionRoutes.ship, ({ body }) => {
    const shipped = { shipped_at: "2026-11-22T09:00:00.000Z", ...(body as { tracking: string }) };
    return { order: { ...order, ...shipped, lines: order.lines.map((line) => ({ ...line, ...shipped })) } };
  });
  await button("Mark as shipped").click();
  await expect.element(card("Shipping")).toHaveTextContent("Shipped on 22 Nov 2026.Tracking: DHL 1");
  await button("Change tracking").click();
  await page.getByLabelText("Tracking").fill("");
  await button("Save tracking").click();
  await expect.element(button("Add tracking")).toBeVisible();
  expect(requests.map(({ body }) => body)).toEqual([{ tracking: "DHL 1" }, { tracking: null }]);
});

test("ships chosen goods of an order with one tracking, and the others later", async () => {
  const goods = [
    aCreatorLine({ id: 70, name: "Bowl", type: "physical" }),
    aCreatorLine({ id: 71, name: "Vase", type: "physical" }),
    aCreatorLine({ id: 72, name: "Lamp", type: "physical", refunded_cents: 2500, refundable_cents: 0 }),
  ];
  const order = anOrderDetail({ product: { name: "Set", type: "bundle" }, lines: goods });
  const { server } = await show(order);
  const box = (name: string) => card("Shipping").getByRole("checkbox", { name });
  await expect.element(box("Bowl")).toBeChecked();
  await expect.element(box("Lamp")).not.toBeInTheDocument();
  await box("Bowl").click();
  await box("Vase").click();
  await button("Mark as shipped").click();
  await expect.element(card("Shipping")).toHaveTextContent("Choose at least one product.");
  await box("Bowl").click();
  await card("Shipping").getByLabelText("Tracking").fill("DHL 1");
  await expectAccessibleAtEveryWidth();
  let lines = goods;
  const requests = server.respond(orderActionRoutes.ship, ({ body }) => {
    const chosen = body as { lines: number[]; tracking: string | null };
    const shipped = { shipped_at: "2026-11-22T09:00:00.000Z", tracking: chosen.tracking };
    lines = lines.map((line) => (chosen.lines.includes(line.id) ? { ...line, ...shipped } : line));
    return { order: { ...order, shipped_at: shipped.shipped_at, tracking: "DHL 1", lines } };
  });
  await button("Mark as shipped").click();
  await expect.element(box("Bowl")).not.toBeChecked();
  await expect.element(box("Vase")).toBeChecked();
  await expect.element(card("Shipping").getByLabelText("Tracking")).toHaveValue("");
  await button("Mark as shipped").click();
  await expect.element(card("Shipping")).toHaveTextContent("Nothing is left to ship.");
  await button("Change tracking").click();
  await expect.element(box("Bowl")).toBeChecked();
  await expect.element(box("Vase")).not.toBeChecked();
  await card("Shipping").getByLabelText("Tracking").fill("DHL 2");
  await button("Save tracking").click();
  await expect.element(card("Products")).toHaveTextContent("DHL 2");
  expect(requests.map(({ body }) => body)).toEqual([
    { tracking: "DHL 1", lines: [70] },
    { tracking: null, lines: [71] },
    { tracking: "DHL 2", lines: [70] },
  ]);
});

test("says that nothing was delivered for a held payment and where to look", async () => {
  const held = {
    at: "2026-11-21T14:06:00.000Z",
    by: "system",
    what: "payment_held",
    amount_cents: 2400,
  } as const;
  await show(
    anOrderDetail({
      status: "processing",
      paid_at: null,
      refundable_cents: 0,
      history: [{ ...held, note: "amount 2400 instead of 2500" }],
    }),
  );
  await expect.element(page.getByText(/differs from the order, so nothing was delivered/)).toBeVisible();
  await expect.element(card("History")).toHaveTextContent("€24.00 was paid instead of €25.00.");
});

test("shows the total of an unpaid order and no actions", async () => {
  await show(
    anOrderDetail({ status: "expired", paid_at: null, payments: [], history: [], refundable_cents: 0 }),
  );
  await expect.element(card("Amounts")).toHaveTextContent("Total, not paid€25.00");
  await expect.element(page.getByRole("button", { name: /Refund|Resend/ })).not.toBeInTheDocument();
});

test("leads from another creator's order back to the list, and repeats a failed request", async () => {
  const { server } = await renderConsole("/dashboard/orders/7", {
    server: (server) => server.fail(orderActionRoutes.show, { status: 404, error: "Order not found." }),
  });
  await expect.element(page.getByText("This order doesn't exist, or it isn't yours.")).toBeVisible();
  server.respond(orderRoutes.list, someOrders([anOrder({ id: 7 })]));
  server.fail(orderActionRoutes.show, { status: 500, error: "Please try again." });
  await page.getByRole("link", { name: "All orders" }).click();
  await page.getByRole("link", { name: "Bowl" }).click();
  // The first response is cached until the second one arrives.
  await expect.element(page.getByRole("alert")).toHaveTextContent("Please try again.");
  server.respond(orderActionRoutes.show, { order: anOrderDetail() });
  await button("Try again").click();
  await expect.element(card("Amounts")).toBeVisible();
});

test("corrects the email of the buyer with a reason", async () => {
  const order = anOrderDetail();
  const { server } = await show(order);
  await button("Correct the email").click();
  const dialog = page.getByRole("dialog", { name: "Correct the email" });
  const requests = server.respond(orderEmailRoutes.correct, ({ body }) => ({
    order: { ...order, buyer: { ...order.buyer, email: (body as { email: string }).email } },
  }));
  await dialog.getByLabelText("The right email").fill("vera@example.org");
  await dialog.getByRole("button", { name: "Correct the email" }).click();
  await expect.element(dialog.getByText("Say why the email is corrected.")).toBeVisible();
  await dialog.getByLabelText("Reason").fill("A letter was missing");
  await dialog.getByRole("button", { name: "Correct the email" }).click();
  await expect.element(page.getByText("vera@example.org", { exact: true })).toBeVisible();
  expect(requests.map(({ body }) => body)).toEqual([
    { email: "vera@example.org", reason: "A letter was missing" },
  ]);
});

test("begins with the action in the URL, and focuses the tracking number to ship", async () => {
  const order = anOrderDetail({ product: { name: "Bowl", type: "physical" } });
  const { router } = await renderConsole("/dashboard/orders/7#ship", {
    server: (server) => server.respond(orderActionRoutes.show, { order }),
  });
  await expect.element(page.getByLabelText("Tracking")).toHaveFocus();
  await router.navigate("/dashboard/orders/7#refund");
  await expect.element(page.getByRole("dialog", { name: "Refund" })).toBeVisible();
});

test("offers the actions of the open order in the search", async () => {
  const order = anOrderDetail({ product: { name: "Bowl", type: "physical" } });
  const { router, server } = await renderConsole("/dashboard/orders/7", {
    server: (fake) => fake.respond(orderActionRoutes.show, { order }),
  });
  server.respond(tileRoutes.list, { tiles: [] });
  server.respond(productRoutes.list, { products: [] });
  await expect.element(page.getByLabelText("Tracking")).toBeVisible();
  await userEvent.keyboard("{Control>}k{/Control}");
  await page.getByRole("combobox").fill("mark as shipped");
  await expect.element(page.getByRole("option", { name: "Ship this order" })).toBeVisible();
  await userEvent.keyboard("{Enter}");
  await expect.element(page.getByLabelText("Tracking")).toHaveFocus();
  expect(router.state.location.hash).toBe("#ship");
});
