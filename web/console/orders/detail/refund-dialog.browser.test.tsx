import { afterEach, expect, test } from "vitest";
import { page, userEvent } from "vitest/browser";
import { cleanup } from "vitest-browser-react";
import { orderActionRoutes } from "../../../../contract/api/order-actions.ts";
import type { CreatorOrderDetail } from "../../../../contract/api/orders.ts";
import { expectText } from "../../../testing/expectations.ts";
import { aCreatorLine, anOrderDetail, aRefund } from "../../../testing/order-entities.ts";
import { expectAccessibleAtEveryWidth } from "../../../testing/phone.ts";
import { renderConsole } from "../../../testing/render-console.tsx";

const dialog = page.getByRole("dialog", { name: "Refund" });
const submit = (name: string) => dialog.getByRole("button", { name, exact: true });

async function openRefund(order = anOrderDetail(), button = "Refund") {
  const { server } = await renderConsole("/dashboard/orders/7", {
    server: (server) => server.respond(orderActionRoutes.show, { order }),
  });
  await page.getByRole("button", { name: button, exact: true }).click();
  await expect.element(dialog).toBeVisible();
  return server;
}

const refunded = (order: CreatorOrderDetail, refund: Partial<CreatorOrderDetail["refunds"][number]>) => ({
  order: { ...order, refunds: [...order.refunds, aRefund(refund)] },
});
const bodies = (requests: readonly { body: unknown }[]) =>
  requests.map(({ body }) => body as { requestId: string; amountCents: number });

afterEach(() => page.viewport(1280, 860));

test("shows the amounts for buyer and creator, and sends the chosen values", async () => {
  const server = await openRefund();
  await expect
    .element(dialog)
    .toHaveTextContent(
      "The buyer gets €25.00Platform fee returned to you €1.25Stripe keeps its own fee. Test mode: no real money moves.",
    );
  await expectAccessibleAtEveryWidth();
  await dialog.getByLabelText("Amount (EUR)").fill("4,00");
  await expect
    .element(dialog)
    .toHaveTextContent("The buyer gets €4.00Platform fee returned to you about €0.20");
  await dialog.getByLabelText("Reason").selectOptions("Paid twice");
  await dialog.getByLabelText("Message to the buyer").fill("Sorry.");
  await dialog.getByRole("switch", { name: "Keep access" }).click();
  const requests = server.respond(orderActionRoutes.refund, refunded(anOrderDetail(), {}));
  await submit("Refund €4.00").click();
  await expectText("€4.00 refunded.");
  await expect.element(dialog).not.toBeInTheDocument();
  await expect.element(page.getByRole("region", { name: "Refunds" })).toBeVisible();
  expect(requests).toMatchObject([
    {
      params: { id: "7" },
      body: { amountCents: 400, reason: "duplicate", note: "Sorry.", keepAccess: true },
    },
  ]);
});

test("says that the provider blocks the buyer only for fraud", async () => {
  await openRefund();
  const note = dialog.getByText("Stripe will also block this buyer's card and email for your account.");
  const reason = dialog.getByLabelText("Reason");
  for (const { label } of ((await reason.findElement()) as HTMLSelectElement).options) {
    await reason.selectOptions(label);
    if (label === "Fraud") await expect.element(note).toBeVisible();
    else await expect.element(note).not.toBeInTheDocument();
  }
});

test("says that the provider will receive the refund later", async () => {
  const server = await openRefund();
  server.respond(
    orderActionRoutes.refund,
    refunded(anOrderDetail(), { amount_cents: 2500, status: "asked" }),
  );
  await submit("Refund €25.00").click();
  await expectText("€25.00 will be refunded as soon as Stripe can be reached.");
});

test("refunds once after two clicks and a lost response, and keeps typed values", async () => {
  const server = await openRefund();
  await dialog.getByLabelText("Amount (EUR)").fill("4");
  const lost = server.disconnect(orderActionRoutes.refund);
  await submit("Refund €4.00").dblClick();
  await expect
    .element(dialog.getByRole("alert"))
    .toHaveTextContent("No response. Try again: the buyer is refunded once.");
  await expect.element(dialog.getByLabelText("Amount (EUR)")).toHaveValue("4");
  const received = server.respond(orderActionRoutes.refund, refunded(anOrderDetail(), {}));
  await submit("Refund €4.00").click();
  await expect.element(dialog).not.toBeInTheDocument();
  const ids = [...bodies(lost), ...bodies(received)].map(({ requestId }) => requestId);
  expect(ids).toHaveLength(2);
  expect(new Set(ids).size).toBe(1);
});

test.for([
  ["the order does not show it, so a repeat is the same request", [], 1],
  ["the order shows it by then, so the next refund is another", [aRefund({})], 2],
] as const)("after a lost response and leaving the page: %s", async ([, refunds, different]) => {
  const server = await openRefund();
  await dialog.getByLabelText("Amount (EUR)").fill("4");
  const lost = server.disconnect(orderActionRoutes.refund);
  await submit("Refund €4.00").click();
  await expect.element(dialog.getByRole("alert")).toBeVisible();
  await cleanup();
  const again = await openRefund(anOrderDetail({ refunds: [...refunds] }));
  await dialog.getByLabelText("Amount (EUR)").fill("4");
  const received = again.respond(orderActionRoutes.refund, refunded(anOrderDetail(), {}));
  await submit("Refund €4.00").click();
  await expect.element(dialog).not.toBeInTheDocument();
  const ids = [...bodies(lost), ...bodies(received)].map(({ requestId }) => requestId);
  expect(new Set(ids).size).toBe(different);
});

test("asks about a typed tracking number before leaving, also with the refund dialog open", async () => {
  const { router } = await renderConsole("/dashboard/orders/7", {
    server: (server) => {
      const order = anOrderDetail({ product: { name: "Bowl", type: "physical" } });
      server.respond(orderActionRoutes.show, { order });
    },
  });
  await page.getByLabelText("Tracking").fill("DHL 1");
  await page.getByRole("button", { name: "Refund", exact: true }).click();
  await expect.element(dialog).toBeVisible();
  void router.navigate("/dashboard/settings");
  const question = page.getByRole("dialog", { name: "Leave without saving?" });
  await question.getByRole("button", { name: "Cancel" }).click();
  await expect.element(question).not.toBeInTheDocument();
  expect(router.state.location.pathname).toBe("/dashboard/orders/7");
});

test("shows why a refund was rejected, and sends the next one with another key", async () => {
  const server = await openRefund();
  const refused = server.reject(orderActionRoutes.refund, { amountCents: "At most 4.00 can be refunded." });
  await submit("Refund €25.00").click();
  await expectText("At most 4.00 can be refunded.", dialog);
  await expect.element(dialog.getByLabelText("Amount (EUR)")).toHaveFocus();
  const disputed = server.fail(orderActionRoutes.refund, {
    status: 409,
    error: "The buyer's bank disputes this.",
  });
  await userEvent.keyboard("{Enter}");
  await expect.element(dialog.getByRole("alert")).toHaveTextContent("The buyer's bank disputes this.");
  expect(bodies(disputed)[0]?.requestId).not.toBe(bodies(refused)[0]?.requestId);
});

test.for([
  ["0", "Enter an amount above 0."],
  ["much", "Enter an amount above 0."],
  ["25.01", "At most 25.00 can be refunded."],
] as const)("rejects an amount of %s in the form", async ([amount, message]) => {
  await openRefund();
  await dialog.getByLabelText("Amount (EUR)").fill(amount);
  await submit("Refund").click();
  await expectText(message, dialog);
});

test("offers neither access nor a fee for a physical order without a fee", async () => {
  await openRefund(
    anOrderDetail({ product: { name: "Bowl", type: "physical" }, fee_cents: 0, mode: "live" }),
  );
  await expect.element(dialog.getByText("Stripe keeps its own fee.", { exact: true })).toBeVisible();
  await expect.element(dialog.getByRole("switch")).not.toBeInTheDocument();
  await expect.element(dialog.getByText(/Platform fee/)).not.toBeInTheDocument();
});

test("focuses the heading after a full refund", async () => {
  const server = await openRefund();
  server.respond(orderActionRoutes.refund, refunded(anOrderDetail({ refundable_cents: 0 }), {}));
  (await submit("Refund €25.00").findElement()).focus();
  await userEvent.keyboard("{Enter}");
  await expect.element(page.getByRole("heading", { name: "Order #7" })).toHaveFocus();
});

const VASE = aCreatorLine({
  id: 71,
  name: "Vase",
  type: "physical",
  amount_cents: 900,
  refundable_cents: 900,
});
const SEVERAL = anOrderDetail({
  lines: [
    aCreatorLine({ amount_cents: 1600, refundable_cents: 1600 }),
    VASE,
    aCreatorLine({ id: 72, name: "Refunded", refundable_cents: 0 }),
  ],
});

test("refunds one of several products by itself", async () => {
  const server = await openRefund(SEVERAL, "Refund Vase");
  await expect.element(dialog.getByLabelText("Amount for Vase (EUR)")).toHaveValue("9.00");
  await expect.element(dialog.getByRole("checkbox", { name: "Notes" })).not.toBeChecked();
  await expect.element(dialog.getByRole("switch", { name: "Keep access" })).not.toBeInTheDocument();
  await expectAccessibleAtEveryWidth();
  const requests = server.respond(orderActionRoutes.refund, refunded(SEVERAL, { amount_cents: 900 }));
  await submit("Refund €9.00").click();
  await expectText("€9.00 refunded.");
  expect(requests).toMatchObject([{ body: { lines: [{ id: 71, amountCents: 900 }] } }]);
});

test("refunds several products with an amount each, and shows their sum", async () => {
  const server = await openRefund(SEVERAL);
  await expect.element(dialog.getByRole("checkbox", { name: "Refunded" })).not.toBeInTheDocument();
  await expect.element(submit("Refund €25.00")).toBeVisible();
  await expect.element(dialog.getByRole("switch", { name: "Keep access" })).toBeVisible();
  await dialog.getByLabelText("Amount for Notes (EUR)").fill("4,50");
  await expect.element(dialog).toHaveTextContent("The buyer gets €13.50");
  await expectAccessibleAtEveryWidth();
  await dialog.getByLabelText("Amount for Vase (EUR)").fill("9.01");
  await submit("Refund").click();
  await expectText("At most 9.00 can be refunded.", dialog);
  await expect.element(dialog.getByLabelText("Amount for Vase (EUR)")).toHaveFocus();
  await dialog.getByLabelText("Amount for Vase (EUR)").fill("9");
  const refused = server.reject(orderActionRoutes.refund, {
    lines: "At most 8.00 can be refunded for Vase.",
  });
  await submit("Refund €13.50").click();
  await expectText("At most 8.00 can be refunded for Vase.", dialog);
  expect(refused).toMatchObject([
    {
      body: {
        lines: [
          { id: 70, amountCents: 450 },
          { id: 71, amountCents: 900 },
        ],
      },
    },
  ]);
  await dialog.getByRole("checkbox", { name: "Notes" }).click();
  await dialog.getByRole("checkbox", { name: "Vase" }).click();
  await submit("Refund").click();
  await expectText("Choose at least one product.", dialog);
});
