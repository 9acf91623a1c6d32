import { describe, expect, test } from "vitest";
import { page, userEvent } from "vitest/browser";
import {
  type WebhookDelivery,
  type WebhookEndpoint,
  webhookRoutes,
} from "../../../../contract/api/webhooks.ts";
import { WEBHOOK_TYPES } from "../../../../contract/rules/webhook-types.ts";
import { aCreator } from "../../../testing/console-entities.ts";
import { expectAccessibleAtEveryWidth } from "../../../testing/phone.ts";
import { renderApi } from "../../../testing/render-account.tsx";

const SECRET = `whsec_${"a".repeat(43)}=`;
const URL = "https://shop.example/hooks";
const aWebhook = (given: Partial<WebhookEndpoint> = {}): WebhookEndpoint => ({
  id: "11111111-1111-4111-8111-111111111111",
  url: URL,
  types: ["order.paid", "order.shipped"],
  disabled: null,
  failing_since: null,
  rotation_until: null,
  created_at: "2026-11-01T10:00:00.000Z",
  ...given,
});
const LONG = aWebhook({
  id: "22222222-2222-4222-8222-222222222222",
  url: `https://${"long-".repeat(10)}name.example/${"w".repeat(120)}`,
  types: [...WEBHOOK_TYPES],
  disabled: "failing",
  failing_since: "2026-11-02T10:00:00.000Z",
  rotation_until: "2026-11-03T10:00:00.000Z",
});
const aDelivery = (given: Partial<WebhookDelivery> = {}): WebhookDelivery => ({
  id: "33333333-3333-4333-8333-333333333333",
  event_id: "msg_1",
  type: "order.paid",
  state: "failed",
  payload: `{"type":"order.paid","data":{"order_id":7}}`,
  created_at: "2026-11-05T10:00:00.000Z",
  next_at: null,
  attempts: [
    { at: "2026-11-05T10:05:00.000Z", status: 500, ms: 31, response: "<h1>Broken</h1>", error: null },
    { at: "2026-11-05T10:00:00.000Z", status: null, ms: 10_000, response: null, error: "timed out" },
  ],
  ...given,
});
const logOf = (deliveries: WebhookDelivery[], more = {}) => ({
  deliveries,
  total: deliveries.length,
  page: 1,
  pageSize: 20,
  ...more,
});
const button = (name: string | RegExp) => page.getByRole("button", { name });
const row = () => page.getByRole("list", { name: "Webhooks" }).getByRole("listitem");

test("lists webhooks with their events and state", async () => {
  const gone = aWebhook({
    id: "44444444-4444-4444-8444-444444444444",
    url: "https://a.example/",
    disabled: "gone",
  });
  const failing = aWebhook({
    id: "55555555-5555-4555-8555-555555555555",
    url: "https://b.example/",
    failing_since: "2026-11-02T10:00:00.000Z",
  });
  await renderApi((server) =>
    server.respond(webhookRoutes.list, { endpoints: [aWebhook(), LONG, gone, failing] }),
  );
  await expect.element(row().first()).toHaveTextContent(`${URL}order.paid, order.shipped`);
  await expect.element(row().nth(1)).toHaveTextContent("Disabled after failures");
  await expect.element(row().nth(1)).toHaveTextContent("The former secret also signs until");
  await expect.element(row().nth(2)).toHaveTextContent("Disabled: answered 410");
  await expect.element(row().nth(3)).toHaveTextContent("Failing");
  expect(button(`Send test ${LONG.url}`).query()).toBeNull();
  await expectAccessibleAtEveryWidth();
});

test("adds a webhook with the chosen events, and shows its secret once", async () => {
  const { server } = await renderApi();
  const requests = server.respond(webhookRoutes.create, () => {
    server.respond(webhookRoutes.list, { endpoints: [aWebhook()] });
    return { endpoint: aWebhook(), secret: SECRET };
  });
  await button("Add a webhook").click();
  await page.getByRole("textbox", { name: "URL" }).fill("http://shop.example/hooks");
  await button("Add webhook").click();
  await expect.element(page.getByText("URL must begin with https://.")).toBeVisible();
  await expect.element(page.getByText("Choose the events.")).toBeVisible();
  await expectAccessibleAtEveryWidth();
  await page.getByRole("textbox", { name: "URL" }).fill(URL);
  await page.getByRole("checkbox", { name: /^Goods are shipped/ }).click();
  await page.getByRole("checkbox", { name: /^An order is paid/ }).click();
  await button("Add webhook").click();
  await expect.element(page.getByLabelText("Secret", { exact: true })).toHaveValue(SECRET);
  expect(requests.map(({ body }) => body)).toEqual([{ url: URL, types: ["order.paid", "order.shipped"] }]);
  await expectAccessibleAtEveryWidth();
  await button("I have saved it").click();
  await expect.element(row()).toHaveTextContent(URL);
  expect(document.body.innerHTML).not.toContain(SECRET);
});

test("shows the message of the server beside the URL", async () => {
  const { server } = await renderApi();
  const error = "This URL cannot be reached from here.";
  server.fail(webhookRoutes.create, {
    status: 400,
    error,
    details: { fieldErrors: { url: [error] }, formErrors: [] },
  });
  await button("Add a webhook").click();
  await page.getByRole("textbox", { name: "URL" }).fill("https://10.0.0.1/");
  await page.getByRole("checkbox", { name: /^An order is paid/ }).click();
  await button("Add webhook").click();
  await expect.element(page.getByText(error)).toBeVisible();
});

test("changes a webhook, starting with its own values", async () => {
  const { server } = await renderApi((one) => one.respond(webhookRoutes.list, { endpoints: [aWebhook()] }));
  const requests = server.respond(webhookRoutes.update, { endpoint: aWebhook() });
  await button(`Change ${URL}`).click();
  await expect.element(page.getByRole("textbox", { name: "URL" })).toHaveValue(URL);
  await page.getByRole("checkbox", { name: /^An order is paid/ }).click();
  await button("Save").click();
  await expect.poll(() => requests.map(({ body }) => body)).toEqual([{ url: URL, types: ["order.shipped"] }]);
  await button(`Turn off ${URL}`).click();
  await expect.poll(() => requests.at(-1)?.body).toEqual({ enabled: false });
});

test("makes a new secret after a question", async () => {
  const { server } = await renderApi((one) => one.respond(webhookRoutes.list, { endpoints: [aWebhook()] }));
  server.respond(webhookRoutes.rotate, () => {
    const endpoint = aWebhook({ rotation_until: "2026-11-03T10:00:00.000Z" });
    server.respond(webhookRoutes.list, { endpoints: [endpoint] });
    return { endpoint, secret: SECRET };
  });
  await button(`New secret ${URL}`).click();
  await expect.element(page.getByRole("dialog")).toHaveTextContent("signed with both secrets");
  await expectAccessibleAtEveryWidth();
  await button("Make new secret").click();
  await expect.element(page.getByLabelText("Secret", { exact: true })).toHaveValue(SECRET);
  await button("I have saved it").click();
  await expect.element(row()).toHaveTextContent("also signs until");
});

describe("the log", () => {
  test("shows each attempt with its response, and sends an event again", async () => {
    const { server } = await renderApi((one) => one.respond(webhookRoutes.list, { endpoints: [aWebhook()] }));
    server.respond(webhookRoutes.deliveries, logOf([aDelivery()]));
    await button(`Log ${URL}`).click();
    const events = page.getByRole("list", { name: "Events", exact: true });
    await expect.element(events).toHaveTextContent("order.paidFailed");
    await page.getByText("Details of order.paid msg_1").click();
    await expect.element(page.getByText("<h1>Broken</h1>")).toBeVisible();
    await expect.element(events).toHaveTextContent("status 500, 31 ms");
    await expect.element(events).toHaveTextContent("no response (timed out), 10000 ms");
    await expectAccessibleAtEveryWidth();
    const requests = server.respond(webhookRoutes.redeliver, () => {
      server.respond(webhookRoutes.deliveries, logOf([aDelivery({ state: "delivered" })]));
      return { delivery: aDelivery({ state: "pending", next_at: "2026-11-05T10:06:00.000Z" }) };
    });
    await button("Send again order.paid msg_1").click();
    await expect.element(events).toHaveTextContent("order.paidDelivered");
    expect(requests).toHaveLength(1);
  });

  test("opens after a test event, and reloads until it is delivered", async () => {
    const { server } = await renderApi((one) => one.respond(webhookRoutes.list, { endpoints: [aWebhook()] }));
    server.respond(webhookRoutes.test, { eventId: "msg_2" });
    const waiting = aDelivery({
      type: "webhook.test",
      state: "pending",
      next_at: "2026-11-05T10:00:00.000Z",
      attempts: [],
    });
    server.respond(webhookRoutes.deliveries, logOf([waiting]));
    await button(`Send test ${URL}`).click();
    const events = page.getByRole("list", { name: "Events", exact: true });
    await expect.element(events).toHaveTextContent("webhook.testWaiting");
    server.respond(webhookRoutes.deliveries, logOf([{ ...waiting, state: "delivered", next_at: null }]));
    await expect.element(events, { timeout: 10_000 }).toHaveTextContent("webhook.testDelivered");
  });

  test("turns pages", async () => {
    const { server } = await renderApi((one) => one.respond(webhookRoutes.list, { endpoints: [aWebhook()] }));
    server.respond(webhookRoutes.deliveries, logOf([aDelivery()], { total: 21 }));
    await button(`Log ${URL}`).click();
    const requests = server.respond(
      webhookRoutes.deliveries,
      logOf([aDelivery({ event_id: "msg_9", type: "page.updated" })], { total: 21, page: 2 }),
    );
    await button("Next").click();
    await expect.element(page.getByText("page 2 of 2")).toBeVisible();
    expect(requests[0]?.query).toMatchObject({ page: "2" });
  });

  test("says that nothing was sent yet", async () => {
    const { server } = await renderApi((one) => one.respond(webhookRoutes.list, { endpoints: [aWebhook()] }));
    server.respond(webhookRoutes.deliveries, logOf([]));
    await button(`Log ${URL}`).click();
    await expect.element(page.getByText(/^No events yet/)).toBeVisible();
  });
});

test("deletes a webhook after a question, and keeps the focus in the list", async () => {
  const { server } = await renderApi((one) => one.respond(webhookRoutes.list, { endpoints: [aWebhook()] }));
  server.respond(webhookRoutes.remove, () => {
    server.respond(webhookRoutes.list, { endpoints: [] });
    return undefined;
  });
  await button(`Delete ${URL}`).click();
  await expect.element(page.getByRole("dialog")).toHaveTextContent(`Nothing more is sent to ${URL}`);
  await button("Delete webhook").click();
  await expect.element(page.getByText("No webhooks yet.")).toBeVisible();
  await userEvent.keyboard("{Tab}");
  await expect.element(button("Add a webhook")).toHaveFocus();
});

test("asks for a verified email first", async () => {
  await renderApi(undefined, aCreator({ email_verified_at: null }));
  await expect.element(page.getByText("Verify your email to add webhooks.")).toBeVisible();
  expect(button("Add a webhook").query()).toBeNull();
});
