import { expect, test } from "vitest";
import { aSeller, MUG, NO_ENTRIES, PRICE, aPayPage as pay } from "../../testing/buyer-entities.ts";
import { readPage } from "../../testing/read-page.ts";

const tip: Parameters<typeof pay>[1] = {
  product: { name: "Coffee", type: "tip", media_url: null, accent_id: null },
  price: { ...PRICE, item_cents: 300, total_cents: 300, minimum_cents: 50, suggestions: [300, 600, 1500] },
};

test("isolates right-to-left amounts from the English around them", () => {
  const { order, ...model } = pay({ formerTotal: 500 }, tip);
  const creator = { ...order.creator, language: "ar" as const };
  const { whole } = readPage({ ...model, order: { ...order, creator } });
  const amounts = whole.pieces.filter(({ text }) => text.includes("€"));
  expect(amounts.length).toBeGreaterThan(6);
  const mixed = amounts.filter(({ around }) => around.tag !== "bdi");
  expect(mixed.map(({ text }) => text)).toEqual([]);
});

test("offers neither a discount code nor a company invoice for a tip", () => {
  const { shown, whole } = readPage(pay({}, tip));
  expect(shown.names("button")).toContain("Pay €3.00");
  expect(whole.text).not.toContain("Enter a discount code");
  expect(whole.text).not.toContain("Buying for a company?");
});

test.for([
  ["processing", "Your payment is being processed. Nothing is charged twice."],
  ["paid", "This order is already paid. Nothing is charged twice."],
  ["cancelled", "This checkout was cancelled."],
] as const)("takes no payment for a %s order", ([status, text]) => {
  const { shown, whole } = readPage(pay({}, { status }));
  expect(shown.text).toContain(text);
  expect(whole.names("button")).not.toContain("Pay €25.00");
});

test.for([
  ["expired", "This checkout has expired"],
  ["not_for_sale", "no longer for sale"],
] as const)("says why it is %s", ([unavailable, text]) => {
  const { shown, whole } = readPage(pay({ unavailable }));
  expect(shown.text).toContain(text);
  expect(whole.names("button")).not.toContain("Pay €25.00");
});

test("offers to retry a failed payment and says that no money moves in test mode", () => {
  const { shown } = readPage(pay({ mode: "sandbox" }, { status: "failed" }));
  const alert = shown.one(undefined, { role: "alert" });
  expect(alert.text).toContain("The payment failed. Nothing was charged");
  expect(shown.text).toContain("This is a sandbox.");
  expect(shown.names("button")).toContain("Pay €25.00");
});

test("does not mention a right of withdrawal that does not exist", () => {
  const { shown, whole } = readPage(pay({}, { product: MUG, seller: aSeller(), withdrawal: null }));
  expect(shown.names("h1")).toEqual(["Checkout"]);
  expect(whole.text).not.toMatch(/right of withdrawal/i);
});

test("links to the provider", () => {
  const { shown } = readPage({
    page: "to-provider",
    url: "https://checkout.example/c/1",
    provider: "Stripe",
  });
  expect(shown.named("a", "Continue to Stripe").attributes.href).toBe("https://checkout.example/c/1");
});

test("shows no total before the country of the delivery is chosen", () => {
  const goods = {
    product: MUG,
    seller: aSeller(),
    needs: { email: true, consent: false, address: true },
    countries: ["DE", "FR"],
    amount_cents: 2990,
    price: { ...PRICE, shipping_cents: 490, total_cents: 2990 },
  };
  const before = readPage(pay({}, goods));
  expect(before.shown.text).toContain("By country");
  expect(before.shown.text).toContain("Total without shipping");
  expect(before.shown.names("button")).toContain("Pay");
  expect(before.whole.text).not.toContain("€29.90");
  // The server rejects any other total and returns the page with the current total.
  expect(before.whole.one("input", { name: "totalCents" }).attributes.value).toBe("2500");
  const { shown, whole } = readPage(pay({ entries: { ...NO_ENTRIES, country: "DE" } }, goods));
  expect(shown.text).toContain("€4.90");
  expect(shown.names("button")).toContain("Pay €29.90");
  expect(shown.text).toContain("€25.00");
  expect(whole.one("input", { name: "totalCents" }).attributes.value).toBe("2990");
});
