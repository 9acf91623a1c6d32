import { expect, test } from "vitest";
import { page } from "vitest/browser";
import { expectAccessibleAtEveryWidth } from "../../testing/phone.ts";
import { renderPage } from "../../testing/render-page.tsx";

const long = `${"a-very-long-address-that-breaks-nowhere-".repeat(3)}@example.org`;

test.each([
  ["confirm", "Is this the right email?", "Yes, change it", "/library/email/token"],
  ["undo", "Take the order back?", "Yes, take it back", "/library/undo/token"],
  ["gift", "Stop the gift to this email?", "Yes, stop it", "/library/stop-gift/token"],
] as const)("asks before the link %s does anything, at every width", async (link, title, button, path) => {
  await renderPage({ page: "order-email", asks: { link, token: "token", number: "A-7", email: long } });
  await expect.element(page.getByRole("heading", { level: 1 })).toHaveTextContent(title);
  await expect.element(page.getByText("Order A-7.")).toBeVisible();
  await expect.element(page.getByRole("button", { name: button })).toBeVisible();
  const form = document.querySelector("form");
  expect([form?.method, new URL(form?.action ?? "").pathname]).toEqual(["post", path]);
  await expectAccessibleAtEveryWidth();
});

test("leads to the purchases once a link is over, at every width", async () => {
  await renderPage({ page: "order-email", asks: null });
  await expect
    .element(page.getByRole("link", { name: "Your purchases" }))
    .toHaveAttribute("href", "/library");
  await expectAccessibleAtEveryWidth();
});
