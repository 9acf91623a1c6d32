import { expect, test } from "vitest";
import { page } from "vitest/browser";
import { expectAccessibleAtEveryWidth } from "../../testing/phone.ts";
import { renderPage } from "../../testing/render-page.tsx";

const PROBLEM = "Enter a valid email address.";

test("shows errors of the form that finds an order at their fields, and nothing else", async () => {
  renderPage({
    page: "find-order",
    isSent: false,
    form: { number: "7-1", email: "x", problem: PROBLEM, field: "email" },
  });
  const email = page.getByRole("textbox", { name: "Email" });
  await expect.element(email).toHaveAccessibleDescription(new RegExp(PROBLEM));
  await expect.element(page.getByRole("alert")).not.toBeInTheDocument();
  // The browser's own messages would be in its language and cover the page.
  expect(document.querySelector("form")?.noValidate).toBe(true);
  await expectAccessibleAtEveryWidth();
});

test.each([
  ["name", "Your name"],
  ["email", "Email for the confirmation"],
] as const)("shows a wrong %s of a withdrawal at its field and focuses it", async (field, label) => {
  renderPage({
    page: "withdraw",
    orderPath: "/orders/token",
    number: "7-1",
    product: "Mug",
    seller: "Anna Weber",
    mailTo: null,
    isGoods: true,
    form: { name: "", email: "", problem: "Enter it.", field },
  });
  const wrong = page.getByRole("textbox", { name: label });
  await expect.element(wrong).toHaveAccessibleDescription("Enter it.");
  await expect.element(wrong).toHaveAttribute("autofocus");
  expect(document.querySelector("form")?.noValidate).toBe(true);
});
