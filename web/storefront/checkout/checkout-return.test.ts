import { expect, test } from "vitest";
import { aBoughtItem, aReturnPage } from "../../testing/buyer-entities.ts";
import { readPage } from "../../testing/read-page.ts";

const LEFT = { status: "failure", orderToken: null, checkoutToken: "token" } as const;

test("says after the mock checkout that no money was charged, what a real order delivers and whom to ask", () => {
  const bought = aBoughtItem({ mode: null, contact: "shop@ada.example" });
  const { shown, whole } = readPage(aReturnPage({ downloadToken: null, bought }));
  expect(shown.text).toContain("This is a mock checkout. No money was charged.");
  expect(shown.text).toContain("Questions? Ask shop@ada.example.");
  expect(shown.text).toMatch(/After a real order, .* ships it to you\./);
  expect(whole.text).not.toContain("card");
});

test("continues a pending payment at the provider, or changes it", () => {
  const { shown } = readPage(
    aReturnPage({
      ...LEFT,
      status: "pending",
      downloadToken: null,
      bought: aBoughtItem(),
      paymentUrl: "https://www.mollie.com/checkout/select/abc",
    }),
  );
  const { href } = shown.named("a", "Back to the payment").attributes;
  expect(href).toBe("https://www.mollie.com/checkout/select/abc");
  expect(shown.named("a", "Change the order").attributes.href).toMatch(/^\/checkout\/pay\//);
});

test("shows a cancelled checkout without an error and without a button to retry", () => {
  const { shown, whole } = readPage(aReturnPage({ ...LEFT, bought: aBoughtItem({ isCancelled: true }) }));
  expect(shown.text).toContain("Nothing was charged. You can start again from the page.");
  expect(whole.text).not.toMatch(/went wrong|failed|Try again/i);
});

test("leads to the order page for several files", () => {
  const bought = aBoughtItem({ files: 3 });
  const { shown, whole } = readPage(aReturnPage({ bought, orderToken: "token" }));
  expect(whole.text).toContain("Your 3 files are ready.");
  expect(shown.named("a", "See your files").attributes.href).toBe("/orders/token");
});

test("does not advise other browsers", () => {
  const { shown, whole } = readPage(aReturnPage());
  expect(shown.names("a")).toContain("Download");
  expect(whole.text).not.toContain("may not save files");
});
