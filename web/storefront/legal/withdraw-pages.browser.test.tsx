import { expect, test } from "vitest";
import { page } from "vitest/browser";
import { expectAccessibleAtEveryWidth } from "../../testing/phone.ts";
import { renderPage } from "../../testing/render-page.tsx";

const PROBLEM = "Enter a valid email address.";

test("what is wrong with a field of the two forms of a withdrawal stands at that field, and nothing else", async () => {
  const find = renderPage({
    page: "find-order",
    isSent: false,
    form: { number: "7-1", email: "x", problem: PROBLEM, field: "email" },
  });
  const email = page.getByRole("textbox", { name: "Email" });
  await expect.element(email).toHaveAccessibleDescription(new RegExp(PROBLEM));
  await expect.element(page.getByRole("alert")).not.toBeInTheDocument();
  // The browser's own bubbles would speak its language, over the page.
  expect(document.querySelector("form")?.noValidate).toBe(true);
  await expectAccessibleAtEveryWidth();
  find.unmount();
  renderPage({
    page: "withdraw",
    orderToken: "token",
    number: "7-1",
    product: "Mug",
    seller: "Anna Weber",
    mailTo: null,
    isGoods: true,
    form: { name: "", email: "", problem: "Enter your name.", field: "name" },
  });
  await expect
    .element(page.getByRole("textbox", { name: "Your name" }))
    .toHaveAccessibleDescription("Enter your name.");
  expect(document.querySelector("form")?.noValidate).toBe(true);
});

test("what concerns no single field stands above them", async () => {
  const problem = "Too many requests. Please try again later.";
  renderPage({
    page: "find-order",
    isSent: false,
    form: { number: "7-1", email: "a@example.org", problem, field: null },
  });
  await expect.element(page.getByRole("alert")).toHaveTextContent(problem);
});
