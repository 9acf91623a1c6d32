import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { page, userEvent } from "vitest/browser";
import { discountSeriesRoutes } from "../../../contract/api/discount-series.ts";
import { discountRoutes } from "../../../contract/api/discounts.ts";
import { feedbackRoutes } from "../../../contract/api/feedback.ts";
import { productRoutes } from "../../../contract/api/products.ts";
import { tileRoutes } from "../../../contract/api/tiles.ts";
import { expectAccessible } from "../../testing/accessibility.ts";
import { aFeedback } from "../../testing/admin-entities.ts";
import { aCreator } from "../../testing/console-entities.ts";
import type { FakeServer } from "../../testing/fake-server.ts";
import { renderConsole } from "../../testing/render-console.tsx";

const creator = aCreator();
const PATH = "/dashboard/products";

const opener = () => page.getByRole("button", { name: "Feedback", exact: true });
const panel = () => page.getByRole("dialog", { name: "Feedback" });
const message = () => panel().getByLabelText("Message");
const send = () => panel().getByRole("button", { name: "Send feedback" });

function respondProducts(server: FakeServer) {
  server.respond(productRoutes.list, { products: [] });
  server.respond(tileRoutes.list, { tiles: [] });
  server.respond(discountRoutes.list, { discounts: [] });
  server.respond(discountSeriesRoutes.list, { series: [] });
}

const renderProducts = (path = PATH) => renderConsole(path, { creator, server: respondProducts });

/** Simulates leaving a document. */
const leavePage = () => window.dispatchEvent(new PageTransitionEvent("pagehide"));

beforeEach(() => page.viewport(1280, 860));
afterEach(() => vi.useRealTimers());

test("sends feedback with the path of its page, and closes 2.2 seconds after the thanks", async () => {
  const { server } = await renderProducts(`${PATH}?from=somewhere`);
  const sent = server.respond(feedbackRoutes.submit, { feedback: aFeedback() });
  await opener().click();
  await send().click();
  await expect.element(panel().getByText("Message is required.")).toBeVisible();
  expect(sent).toHaveLength(0);
  await panel().getByRole("radio", { name: "Bug" }).click();
  await panel().getByLabelText("Title").fill("Sorting");
  await message().fill("<img src=x onerror=alert(1)> שלום");
  const started = performance.now();
  await send().click();
  await expect.element(panel().getByText("Thanks for your feedback!")).toBeVisible();
  expect(sent.map(({ body }) => body)).toEqual([
    { category: "bug", title: "Sorting", message: "<img src=x onerror=alert(1)> שלום", page: PATH },
  ]);
  await expect.element(panel()).not.toBeInTheDocument();
  expect(performance.now() - started).toBeGreaterThan(2_190);
  await expect.element(opener()).toHaveFocus();
  await opener().click();
  await expect.element(panel().getByRole("radio", { name: "Feature" })).toBeChecked();
  await expect.element(message()).toHaveValue("");
});

test("keeps feedback that could not be sent, with the reason", async () => {
  const { server } = await renderProducts();
  await opener().click();
  await message().fill("It is slow.");
  server.disconnect(feedbackRoutes.submit);
  await send().click();
  await expect
    .element(panel().getByRole("alert"))
    .toHaveTextContent("Could not send feedback. Please try again.");
  await expectAccessible();
  server.fail(feedbackRoutes.submit, { status: 429, error: "Too many attempts." });
  await send().click();
  await expect.element(panel().getByRole("alert")).toHaveTextContent("Too many attempts.");
  await expect.element(message()).toHaveValue("It is slow.");
});

test("keeps a closed panel closed on the next page, with its text", async () => {
  const first = await renderProducts();
  await opener().click();
  await message().fill("One more thing");
  await userEvent.keyboard("{Escape}");
  await expect.element(panel()).not.toBeInTheDocument();
  await expect.element(opener()).toHaveFocus();
  leavePage();
  await first.screen.unmount();

  await renderProducts();
  await expect.element(opener()).toBeVisible();
  await expect.element(panel()).not.toBeInTheDocument();
  await opener().click();
  await expect.element(message()).toHaveValue("One more thing");
});

test("reopens an open panel with text on the next page, but not for another creator", async () => {
  const first = await renderProducts();
  await opener().click();
  await message().fill("One more thing");
  leavePage();
  await first.screen.unmount();

  const second = await renderProducts();
  await expect.element(message()).toHaveValue("One more thing");
  leavePage();
  await second.screen.unmount();

  await renderConsole(PATH, {
    creator: aCreator({ id: creator.id + 1 }),
    server: respondProducts,
  });
  await expect.element(opener()).toBeVisible();
  await expect.element(panel()).not.toBeInTheDocument();
  expect(JSON.stringify({ ...sessionStorage })).not.toContain("One more thing");
});

test("opens the form about the page that a link names", async () => {
  const { server, router } = await renderProducts(`${PATH}?feedback=%2F%40ada%3Ftile%3D3`);
  const sent = server.respond(feedbackRoutes.submit, { feedback: aFeedback() });
  await message().fill("A thought.");
  expect(router.state.location.search).toBe("");
  await send().click();
  await expect.element(panel().getByText("Thanks for your feedback!")).toBeVisible();
  expect(sent[0]?.body).toMatchObject({ page: "/@ada" });
});

test("opens nothing for a link that names another site", async () => {
  await renderProducts(`${PATH}?feedback=%2F%2Fevil.example`);
  await expect.element(opener()).toBeVisible();
  await expect.element(panel()).not.toBeInTheDocument();
});

test("stays hidden on every page after “Hide for now”, but a link still opens it", async () => {
  const first = await renderProducts();
  await opener().click();
  await panel().getByRole("button", { name: "Hide for now" }).click();
  await expect.element(opener()).not.toBeInTheDocument();
  await expect.element(page.getByRole("main")).toHaveFocus();
  await first.screen.unmount();
  const second = await renderProducts();
  await expect.element(page.getByRole("heading", { name: "Products", exact: true })).toBeVisible();
  await expect.element(opener()).not.toBeInTheDocument();
  await second.screen.unmount();
  await renderProducts(`${PATH}?feedback=%2F`);
  await expect.element(panel()).toBeVisible();
});

test("can be hidden in a browser that blocks storage", async () => {
  vi.spyOn(Storage.prototype, "setItem").mockImplementation(() => {
    throw new DOMException("denied", "SecurityError");
  });
  await renderProducts();
  await opener().click();
  await panel().getByRole("button", { name: "Hide for now" }).click();
  await expect.element(opener()).not.toBeInTheDocument();
});

test("shows no widget to a signed-out visitor", async () => {
  await renderConsole("/auth", { creator: null });
  await expect.element(page.getByRole("tab", { name: "Login" })).toBeVisible();
  await expect.element(opener()).not.toBeInTheDocument();
});

test.for([320, 360, 768, 1023])(
  "is in the row at the top at %i px, covers nothing, and opens below it",
  async (width) => {
    await page.viewport(width, 740);
    await renderProducts();
    await expect.element(opener()).toBeVisible();
    const boxOf = (element: Element | null) => element?.getBoundingClientRect() ?? new DOMRect();
    const box = boxOf(opener().element());
    expect(box.height).toBeGreaterThanOrEqual(44);
    expect(boxOf(document.querySelector(".shell-bar > a")).right).toBeLessThanOrEqual(box.left);
    const menu = page.getByRole("button", { name: "Menu", exact: true });
    expect(box.right).toBeLessThanOrEqual(boxOf(menu.element()).left);
    expect(box.bottom).toBeLessThanOrEqual(boxOf(document.querySelector("main")).top);
    const places = page.getByRole("navigation", { name: "Console" });
    expect(boxOf(places.element()).bottom).toBeCloseTo(740, 0);
    expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(width);
    await expectAccessible();
    await opener().click();
    await expect.element(panel()).toBeVisible();
    expect(boxOf(panel().element()).top).toBeLessThanOrEqual(box.bottom + 12);
    expect(boxOf(panel().element()).bottom).toBeLessThanOrEqual(boxOf(places.element()).top);
  },
);

test.for([1024, 1280, 1480, 1920])("is beside the content at %i px", async (width) => {
  await page.viewport(width, 740);
  await renderProducts();
  await expect.element(opener()).toBeVisible();
  const content = document.querySelector("main > *")?.getBoundingClientRect();
  const { right, bottom } = opener().element().getBoundingClientRect();
  expect(right).toBeLessThan(content?.left ?? Number.NaN);
  expect(bottom).toBeLessThanOrEqual(740);
  await opener().click();
  await expect.element(panel()).toBeVisible();
  const { left } = panel().element().getBoundingClientRect();
  expect(left).toBeGreaterThanOrEqual(right);
  expect(left - right).toBeLessThan(40);
});

test.for([360, 1280])(
  "has its own space at the bottom edge at %i px outside of the console",
  async (width) => {
    await page.viewport(width, 640);
    await renderConsole("/auth/complete", { creator });
    await expect.element(opener()).toBeVisible();
    const bar = document.querySelector(".feedback-bar");
    expect(bar?.getBoundingClientRect().bottom).toBeCloseTo(640, 0);
    window.scrollTo(0, document.documentElement.scrollHeight);
    const content = document.querySelector("main")?.getBoundingClientRect();
    expect(content?.bottom).toBeLessThanOrEqual((bar?.getBoundingClientRect().top ?? 0) + 0.5);
  },
);
