import { expect, test } from "vitest";
import { lacksFile, ProductForm, type ProductFormValues, toFormValues } from "./product-draft.ts";

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
    type: "digital",
    digitalFilePath: null,
    active: true,
  });
});

test("a price that is no number becomes nothing", () => {
  expect(ProductForm.parse(draft({ priceCents: "abc" })).priceCents).toBe(0);
});

test("a price below nothing is refused at the price", () => {
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

test("a digital product without a file is noticed", () => {
  expect(lacksFile({ type: "digital", file: null })).toBe(true);
  expect(lacksFile({ type: "digital", file: "abc" })).toBe(false);
  expect(lacksFile({ type: "tip", file: null })).toBe(false);
});
