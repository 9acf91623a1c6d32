import fc from "fast-check";
import { expect, test } from "vitest";
import { forAll } from "../rules/for-all.test-kit.ts";
import { problemsOf, textsOf } from "../rules/texts-of.test-kit.ts";
import { PriceCents, ProductInput, ProductPatch } from "./products.ts";

test.for([
  [0, 0],
  [12.4, 12],
  [12.5, 13],
  [99_999_999, 99_999_999],
  [Number.POSITIVE_INFINITY, 0],
  [Number.NaN, 0],
  [null, 0],
] as const)("keeps a price of %s as %s cents", ([given, kept]) => {
  expect(PriceCents.parse(given)).toBe(kept);
});

const messagesOf = (price: unknown) => textsOf(PriceCents, price);

test.for([100_000_000, 2_147_483_648, 1e300])("rejects %d cents as above the highest price", (value) => {
  expect(messagesOf(value)).toEqual(["Price must be at most 999,999.99."]);
});

test.for([-1, -0.4, "abc", "12", true, [], {}])("rejects %j as a price", (value) => {
  expect(messagesOf(value)).toEqual(["Price must be a number of 0 or more."]);
});

test("stores any accepted number as a whole amount that the database can hold", () => {
  forAll(fc.oneof(fc.double(), fc.integer()), (value) => {
    const parsed = PriceCents.safeParse(value);
    if (!parsed.success) return;
    expect(Number.isInteger(parsed.data)).toBe(true);
    expect(parsed.data).toBeGreaterThanOrEqual(0);
    expect(parsed.data).toBeLessThan(2 ** 31);
  });
});

test.for([
  ["https://images.example/bowl.webp", "https://images.example/bowl.webp"],
  [" HTTPS://Images.example/a b.png ", "https://images.example/a%20b.png"],
  ["", null],
  [null, null],
  [undefined, null],
])("saves an image given as %j as %j", ([given, saved]) => {
  expect(ProductInput.parse({ name: "A", mediaUrl: given }).mediaUrl).toBe(saved);
});

test.for(["javascript:alert(1)", "images.example/bowl.webp", "data:image/png;base64,AA", 7])(
  "rejects %j as an image of a product",
  (mediaUrl) => {
    expect(problemsOf(ProductInput, { name: "A", mediaUrl })).toEqual([
      { path: ["mediaUrl"], message: "Image must be a valid URL (include http:// or https://)." },
    ]);
  },
);

test("keeps the file of a digital product only", () => {
  const path = "abc";
  expect(ProductInput.parse({ name: "A", type: "digital", digitalFilePath: path }).digitalFilePath).toBe(
    path,
  );
  for (const type of ["physical", "tip"]) {
    expect(ProductInput.parse({ name: "A", type, digitalFilePath: path }).digitalFilePath).toBeNull();
  }
});

test("adds no fields to a change", () => {
  expect(ProductPatch.parse({ feeBps: 0 })).toEqual({});
});

test.for([
  ["usd", "usd"],
  [" CHF ", "chf"],
])("keeps the currency %j as %j", ([given, kept]) => {
  expect(ProductInput.parse({ name: "A", currency: given }).currency).toBe(kept);
});

test.for([
  ["jpy", "JPY is not supported. Choose one of EUR, "],
  ["isk", "ISK is not supported. Choose one of EUR, "],
  ["", "This currency is not supported. Choose one of EUR, "],
  [7, "This currency is not supported. Choose one of EUR, "],
  ["x".repeat(10_000), "This currency is not supported. Choose one of EUR, "],
])("rejects the currency %j", ([currency, message]) => {
  expect(problemsOf(ProductInput, { name: "A", currency })).toEqual([
    { path: ["currency"], message: expect.stringContaining(String(message)) },
  ]);
});

test("lets buyers choose an amount from a minimum that does not exceed the price", () => {
  const parse = (product: object) => ProductInput.safeParse({ name: "A", priceCents: 800, ...product });
  expect(parse({ minPriceCents: 300.4 }).data?.minPriceCents).toBe(300);
  expect(parse({ minPriceCents: 800 }).data?.minPriceCents).toBe(800);
  expect(parse({ minPriceCents: 0 }).data?.minPriceCents).toBe(0);
  expect(problemsOf(ProductInput, { name: "A", priceCents: 800, minPriceCents: 801 })).toEqual([
    { path: ["minPriceCents"], message: "The minimum must be at most the price." },
  ]);
  expect(parse({ minPriceCents: 900, type: "tip" }).data?.minPriceCents).toBeNull();
});

test("keeps shipping of physical products only, and clears the stock of a tip", () => {
  const given = { name: "A", stock: 3, shippingCents: 490, shippingAbroadCents: 1490 };
  expect(ProductInput.parse({ ...given, type: "physical" })).toMatchObject({
    stock: 3,
    shippingCents: 490,
    shippingAbroadCents: 1490,
  });
  const nothing = { shippingCents: 0, shippingAbroadCents: null };
  expect(ProductInput.parse({ ...given, type: "digital" })).toMatchObject({ stock: 3, ...nothing });
  expect(ProductInput.parse({ ...given, type: "tip" })).toMatchObject({ stock: null, ...nothing });
});

const WHOLE = "Stock must be a whole number of 0 or more.";
test.for([
  ["stock", -1, WHOLE],
  ["stock", 1.5, WHOLE],
  ["stock", Number.NaN, WHOLE],
  ["stock", "3", WHOLE],
  ["stock", 1_000_001, "Stock must be at most 1,000,000."],
  ["minPriceCents", -1, "The minimum must be a number of 0 or more."],
  ["minPriceCents", Number.NaN, "The minimum must be a number of 0 or more."],
  ["shippingCents", "1", "Shipping must be a number of 0 or more."],
  ["shippingCents", 100_000_000, "Shipping must be at most 999,999.99."],
  ["shippingAbroadCents", -0.6, "Shipping abroad must be a number of 0 or more."],
] as const)("rejects %s of %j", ([field, value, message]) => {
  const product = { name: "A", type: "physical", [field]: value };
  expect(problemsOf(ProductInput, product)).toEqual([{ path: [field], message }]);
});
