import { expect, test } from "vitest";
import { problemsOf } from "../../../contract/rules/texts-of.test-kit.ts";
import {
  deliversNothing,
  isSame,
  ProductForm,
  type ProductFormValues,
  toFormValues,
} from "./product-draft.ts";

const draft = (change: Partial<ProductFormValues>): ProductFormValues => ({
  ...toFormValues(null),
  name: "Cup",
  ...change,
});

test("a new product is digital, active and costs ten", () => {
  expect(ProductForm.parse(draft({}))).toEqual({
    name: "Cup",
    slug: "",
    description: null,
    versionNote: null,
    buyerMessage: null,
    buyerLinkLabel: null,
    buyerLinkUrl: null,
    priceCents: 1000,
    currency: "eur",
    minPriceCents: null,
    type: "digital",
    bundleItems: [],
    offerProductId: null,
    offerPriceCents: null,
    offerText: null,
    stock: null,
    shippingCents: 0,
    shippingAbroadCents: null,
    digitalFilePath: null,
    files: [],
    mediaUrl: null,
    mediaAlt: null,
    mediaFocus: { x: 50, y: 50 },
    moreImages: [],
    active: true,
  });
});

test.each(["abc", "12 50", ""])("saves a price that is not a number (%j) as 0", (price) => {
  expect(ProductForm.parse(draft({ priceCents: price })).priceCents).toBe(0);
});

test("saves an image by its URL, an empty one as none", () => {
  expect(ProductForm.parse(draft({ mediaUrl: "https://images.example/a.webp" })).mediaUrl).toBe(
    "https://images.example/a.webp",
  );
  expect(ProductForm.parse(draft({ mediaUrl: "" })).mediaUrl).toBeNull();
});

test("compares values regardless of the order of their fields", () => {
  const { name, ...rest } = draft({});
  expect(isSame(draft({}), { ...rest, name })).toBe(true);
  expect(isSame(draft({}), draft({ description: "More" }))).toBe(false);
});

test("gives a file only to digital products", () => {
  const files = [{ id: 1, path: "abc", name: "Notes", size: 3 }];
  expect(ProductForm.parse(draft({ files })).files).toEqual([{ id: 1, path: "abc", name: "Notes" }]);
  expect(ProductForm.parse(draft({ files, type: "physical" })).files).toEqual([]);
});

test("reports a digital product without a file and a message", () => {
  expect(deliversNothing({ type: "digital", file: null, message: null })).toBe(true);
  expect(deliversNothing({ type: "digital", file: "abc", message: null })).toBe(false);
  expect(deliversNothing({ type: "digital", file: null, message: "Welcome." })).toBe(false);
  expect(deliversNothing({ type: "tip", file: null, message: null })).toBe(false);
});

test("takes stock and amounts as text; empty means none", () => {
  const typed = {
    type: "physical",
    stock: " 12 ",
    shippingCents: "4,90",
    shippingAbroadCents: "14.90",
  } as const;
  expect(ProductForm.parse(draft(typed))).toMatchObject({
    stock: 12,
    shippingCents: 490,
    shippingAbroadCents: 1490,
  });
  const empty = { type: "physical", stock: "", shippingCents: " ", shippingAbroadCents: "" } as const;
  expect(ProductForm.parse(draft(empty))).toMatchObject({
    stock: null,
    shippingCents: 0,
    shippingAbroadCents: null,
  });
});

test("counts a minimum only while buyers may pay more", () => {
  const minimumOf = (change: Partial<ProductFormValues>) => ProductForm.parse(draft(change)).minPriceCents;
  expect(minimumOf({ letsBuyersPayMore: true, minPriceCents: "3" })).toBe(300);
  expect(minimumOf({ letsBuyersPayMore: true, minPriceCents: "0" })).toBe(0);
  expect(minimumOf({ letsBuyersPayMore: false, minPriceCents: "x" })).toBeNull();
});

test.each([
  [{ priceCents: "-1" }, "priceCents", "Price must be a number of 0 or more."],
  [{ name: "  " }, "name", "Name is required."],
  [{ stock: "many" }, "stock"],
  [{ stock: "-1" }, "stock"],
  [{ type: "physical", shippingCents: "x" }, "shippingCents"],
  [{ type: "physical", shippingAbroadCents: "1e3" }, "shippingAbroadCents"],
  [{ letsBuyersPayMore: true, minPriceCents: "x" }, "minPriceCents"],
  [
    { letsBuyersPayMore: true, minPriceCents: " " },
    "minPriceCents",
    "Enter a minimum. 0 lets buyers take it for free.",
  ],
] as const)("reports %j at its field", (change, field, message = expect.anything()) => {
  expect(problemsOf(ProductForm, draft(change))).toEqual([{ path: [field], message }]);
});

test("ignores errors of hidden fields", () => {
  const minimum = { letsBuyersPayMore: true, minPriceCents: "" };
  const hidden = { stock: "many", shippingCents: "x", shippingAbroadCents: "x", ...minimum };
  expect(ProductForm.safeParse(draft({ ...hidden, type: "tip" })).success).toBe(true);
});
