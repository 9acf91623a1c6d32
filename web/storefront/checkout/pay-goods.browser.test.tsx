import { expect, test } from "vitest";
import { page } from "vitest/browser";
import { expectAccessible } from "../../testing/accessibility.ts";
import { aSeller, MUG, NO_ENTRIES, PRICE, aPayPage as pay } from "../../testing/buyer-entities.ts";
import { expectText } from "../../testing/expectations.ts";
import { expectFocusNeverCovered } from "../../testing/focus-visible.ts";
import { renderPage } from "../../testing/render-page.tsx";

const button = (name: string) => page.getByRole("button", { name, exact: true });

test("asks for the address, with names of countries", async () => {
  renderPage(
    pay(
      {},
      {
        product: MUG,
        needs: { email: true, consent: false, address: true },
        countries: ["DE", "FR"],
        price: { ...PRICE, shipping_cents: 490, total_cents: 2990 },
      },
    ),
  );
  await expect.element(page.getByRole("option", { name: "France" })).toBeInTheDocument();
  await expect.element(page.getByLabelText("Postal code")).not.toHaveAccessibleDescription();
  await expectFocusNeverCovered();
  await expectText("€4.90");
  await expectAccessible();
});

test("shows no total before the country of the delivery is chosen", async () => {
  const goods = {
    product: MUG,
    seller: aSeller(),
    needs: { email: true, consent: false, address: true },
    countries: ["DE", "FR"],
    amount_cents: 2990,
    price: { ...PRICE, shipping_cents: 490, total_cents: 2990 },
  };
  const total = () => document.querySelector<HTMLInputElement>('input[name="totalCents"]')?.value;
  const { unmount } = renderPage(pay({}, goods));
  await expectText("By country");
  await expectText("Total without shipping");
  await expect.element(button("Pay")).toBeVisible();
  expect(document.body.textContent).not.toContain("€29.90");
  // The server rejects another total and sends the right one.
  expect(total()).toBe("2500");
  unmount();
  renderPage(pay({ entries: { ...NO_ENTRIES, country: "DE" } }, goods));
  await expectText("€4.90");
  await expect.element(button("Pay €29.90")).toBeVisible();
  await expect.element(page.getByText("€25.00").first()).toBeVisible();
  expect(total()).toBe("2990");
});

test("says for which countries a postal code is required", async () => {
  const sentTo = (...countries: string[]) =>
    renderPage(pay({}, { product: MUG, needs: { email: true, consent: false, address: true }, countries }));
  const { unmount } = sentTo("DE", "HK");
  const code = page.getByRole("textbox", { name: /^Postal code/ });
  await expect.element(code).toHaveAccessibleDescription("Leave it empty if your country has none.");
  unmount();
  sentTo("HK");
  await expect
    .element(page.getByRole("group", { name: "Delivery address" }))
    .toHaveTextContent(/Postal codeOptional/);
});
