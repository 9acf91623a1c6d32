import { expect, test } from "vitest";
import { page } from "vitest/browser";
import { expectAccessible } from "../../testing/accessibility.ts";
import { MUG, PRICE, aPayPage as pay } from "../../testing/buyer-entities.ts";
import { expectText } from "../../testing/expectations.ts";
import { expectFocusNeverCovered } from "../../testing/focus-visible.ts";
import { renderPage } from "../../testing/render-page.tsx";

test("asks for the address and names the countries", async () => {
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
