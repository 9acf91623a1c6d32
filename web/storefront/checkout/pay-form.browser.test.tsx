import { expect, test, vi } from "vitest";
import { page, userEvent } from "vitest/browser";
import { answerForms } from "../../testing/answer-forms.tsx";
import { aCheckoutOrder } from "../../testing/buyer-entities.ts";
import { pressTwice } from "../../testing/press-twice.ts";
import { renderPage } from "../../testing/render-page.tsx";

const model = {
  page: "mock-checkout",
  checkoutToken: "token",
  order: aCheckoutOrder(),
  problem: null,
  email: "",
  unavailable: null,
  sendsReceipts: true,
} as const;
const email = page.getByLabelText("Email");
const pay = page.getByRole("button", { name: "Pay €25.00" });
const problem = page.getByRole("alert");

test("a failed payment is shown at its field and leaves the values unchanged; one in progress is sent once", async () => {
  let fail = () => {};
  const request = vi.spyOn(window, "fetch").mockImplementation(
    () =>
      new Promise((_resolve, reject) => {
        fail = () => reject(new TypeError("Failed to fetch"));
      }),
  );
  renderPage(model);
  await expect.element(problem).not.toBeInTheDocument();
  await email.fill(" buyer@example.org ");
  await pressTwice(pay);
  await expect.element(pay).toHaveAttribute("aria-busy", "true");
  await userEvent.keyboard("{Enter}");
  expect(request).toHaveBeenCalledOnce();
  const [address, init] = request.mock.calls[0] ?? [];
  expect([address, String(init?.body)]).toEqual([
    "/checkout/mock/token",
    "email=buyer%40example.org&action=pay",
  ]);
  fail();
  await expect.element(problem).toHaveTextContent("The payment could not be completed. Please try again.");
  await expect.element(pay).not.toHaveAttribute("aria-busy");
  await expect.element(email).toHaveValue(" buyer@example.org ".trim());
  await expect.element(email).toHaveAttribute("aria-invalid", "true");
  await expect
    .element(email)
    .toHaveAccessibleDescription(
      /^The payment could not be completed\. Please try again\. Where the receipt/,
    );

  answerForms({ ...model, problem: "This was cancelled." });
  await pay.click();
  await expect.element(problem).toHaveTextContent("This was cancelled.");
});

test("the server's page shows a rejected form the same way", async () => {
  renderPage(
    { ...model, problem: "Enter a valid email address.", email: "x@" },
    {
      withScripts: false,
    },
  );
  await expect.element(problem).toHaveTextContent("Enter a valid email address.");
  await expect.element(email).toHaveAttribute("aria-invalid", "true");
  await expect.element(email).toHaveAccessibleDescription(/^Enter a valid email address\./);
});
