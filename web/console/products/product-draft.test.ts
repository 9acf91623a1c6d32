import { expect, test } from "vitest";
import { isSame, lacksFile, ProductForm, type ProductFormValues, toFormValues } from "./product-draft.ts";

const draft = (change: Partial<ProductFormValues>): ProductFormValues => ({
  ...toFormValues(null),
  name: "Cup",
  ...change,
});

test("a new product is digital, active and costs ten", () => {
  expect(ProductForm.parse(draft({}))).toEqual({
    name: "Cup",
    description: null,
    priceCents: 1000,
    currency: "eur",
    type: "digital",
    digitalFilePath: null,
    mediaUrl: null,
    active: true,
  });
});

test.each(["abc", "12 50", ""])("a price that is not a number (%j) is saved as 0", (price) => {
  expect(ProductForm.parse(draft({ priceCents: price })).priceCents).toBe(0);
});

test("an image is saved by its URL, an empty one as none", () => {
  expect(ProductForm.parse(draft({ mediaUrl: "https://images.example/a.webp" })).mediaUrl).toBe(
    "https://images.example/a.webp",
  );
  expect(ProductForm.parse(draft({ mediaUrl: "" })).mediaUrl).toBeNull();
});

test("values are the same whatever the order of their fields", () => {
  const { name, ...rest } = draft({});
  expect(isSame(draft({}), { ...rest, name })).toBe(true);
  expect(isSame(draft({}), draft({ description: "More" }))).toBe(false);
});

test("a negative price is an error of the price", () => {
  const result = ProductForm.safeParse(draft({ priceCents: "-1" }));
  expect(result.error?.issues).toMatchObject([
    { path: ["priceCents"], message: "Price must be a number of 0 or more." },
  ]);
});

test("a product needs a name", () => {
  const result = ProductForm.safeParse(draft({ name: "  " }));
  expect(result.error?.issues).toMatchObject([{ path: ["name"], message: "Name is required." }]);
});

test("only a digital product keeps its file", () => {
  expect(ProductForm.parse(draft({ digitalFilePath: "abc" })).digitalFilePath).toBe("abc");
  expect(ProductForm.parse(draft({ digitalFilePath: "abc", type: "physical" })).digitalFilePath).toBeNull();
});

test("a digital product without a file is reported", () => {
  expect(lacksFile({ type: "digital", file: null })).toBe(true);
  expect(lacksFile({ type: "digital", file: "abc" })).toBe(false);
  expect(lacksFile({ type: "tip", file: null })).toBe(false);
});
