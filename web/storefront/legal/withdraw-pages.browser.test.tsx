import { expect, test } from "vitest";
import { page } from "vitest/browser";
import { expectLink } from "../../testing/expectations.ts";
import { expectAccessibleAtEveryWidth } from "../../testing/phone.ts";
import { renderPage } from "../../testing/render-page.tsx";

const A_WITHDRAWAL = {
  product: "Mug",
  lines: [],
  currency: "eur",
  seller: "Anna Weber",
  mailTo: null,
  kinds: ["goods" as const],
  isWhole: true,
};
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
  await expectLink("your purchases", "/library");
  // The browser's own messages would be in its language and cover the page.
  expect(document.querySelector("form")?.noValidate).toBe(true);
  await expectAccessibleAtEveryWidth();
});

test.each([
  ["name", "Your name"],
  ["email", "Email for the confirmation"],
] as const)("shows a wrong %s of a withdrawal at its field and focuses it", async (field, label) => {
  renderPage({
    creator: { handle: "anna" },
    page: "withdraw",
    orderPath: "/orders/token",
    number: "7-1",
    ...A_WITHDRAWAL,
    form: { name: "", email: "", lines: [], problem: "Enter it.", field },
  });
  const wrong = page.getByRole("textbox", { name: label });
  await expect.element(wrong).toHaveAccessibleDescription("Enter it.");
  await expect.element(wrong).toHaveAttribute("autofocus");
  expect(document.querySelector("form")?.noValidate).toBe(true);
});

const TWO = {
  ...A_WITHDRAWAL,
  kinds: ["goods" as const, "file" as const],
  isWhole: false,
  lines: [
    { id: 1, name: "Mug", amountCents: 1500 },
    { id: 2, name: "Notes", amountCents: 900 },
  ],
};
const group = page.getByRole("group", { name: "From what do you withdraw?" });
const box = (name: RegExp) => group.getByRole("checkbox", { name });

test("offers each product with a right of withdrawal, none ticked", async () => {
  const form = { name: "", email: "", lines: [], problem: null, field: null };
  renderPage({
    creator: { handle: "anna" },
    page: "withdraw",
    orderPath: "/orders/token",
    number: "7-1",
    ...TWO,
    form,
  });
  for (const name of [/Mug/, /Notes/]) await expect.element(box(name)).not.toBeChecked();
  await expect.element(page.getByRole("main")).not.toHaveTextContent("your whole order");
  await expectAccessibleAtEveryWidth();
});

test("asks for a choice of products, and keeps the ticked ones", async () => {
  const problem = "Choose the products from which you withdraw.";
  const form = { name: "", email: "", lines: [2], problem, field: "lines" as const };
  renderPage({
    creator: { handle: "anna" },
    page: "withdraw",
    orderPath: "/orders/token",
    number: "7-1",
    ...TWO,
    form,
  });
  await expect.element(group).toHaveAccessibleDescription(problem);
  await expect.element(box(/Notes/)).toBeChecked();
  await expect.element(box(/Mug/)).not.toBeChecked();
});
