import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { sentence } from "../texts.ts";
import { CURRENCIES, CURRENCY_CODES } from "./currencies.ts";
import {
  computePrice,
  discountOf,
  type PricedPart,
  type PricedProduct,
  type PriceRequest,
} from "./prices.ts";

const bounds = { min: CURRENCIES.eur.min, max: CURRENCIES.eur.max };
const digital: PricedProduct = {
  type: "digital",
  currency: "eur",
  priceCents: 1000,
  minPriceCents: null,
  shippingCents: 0,
  shippingAbroadCents: null,
};
const request = ({ product = digital, ...given }: Partial<PriceRequest> = {}): PriceRequest => ({
  product,
  parts: [{ ...product, isDiscounted: true }],
  amountCents: null,
  discount: null,
  buyerCountry: null,
  sellerCountry: "DE",
  feeBps: 500,
  bounds,
  ...given,
});
const price = (given: Partial<PriceRequest> = {}) => computePrice(request(given)).price;
const problem = (given: Partial<PriceRequest> = {}) => {
  const found = computePrice(request(given)).problem;
  return found && { field: found.field, message: sentence(found.message) };
};
const percent = (percentOff: number) => ({ percentOff, amountOffCents: null });
const amount = (amountOffCents: number) => ({ percentOff: null, amountOffCents });

test("uses a fixed price as the total and ignores the buyer's amount", () => {
  for (const amountCents of [null, 1, 1000, 5000]) {
    expect(computePrice(request({ amountCents }))).toEqual({
      lines: [{ itemCents: 1000, discountCents: 0, shippingCents: 0 }],
      price: {
        itemCents: 1000,
        discountCents: 0,
        shippingCents: 0,
        totalCents: 1000,
        feeCents: 50,
        minimumCents: null,
        suggestions: [],
      },
      problem: null,
    });
  }
});

describe("pay what you want", () => {
  const product = { ...digital, priceCents: 800, minPriceCents: 300 };

  test("suggests the price and accepts any amount from the minimum up", () => {
    expect(price({ product })).toMatchObject({ totalCents: 800, minimumCents: 300, suggestions: [800] });
    expect(price({ product, amountCents: 300 }).totalCents).toBe(300);
    expect(price({ product, amountCents: 2000 })).toMatchObject({ totalCents: 2000, feeCents: 100 });
  });

  test("rejects an amount below the minimum, naming the minimum, and returns the suggested price as the total", () => {
    expect(problem({ product, amountCents: 299 })).toEqual({
      field: "amountCents",
      message: "Choose at least €3.00.",
    });
    expect(price({ product, amountCents: 299 }).totalCents).toBe(800);
  });

  test("rejects an amount between 0 and a card's minimum, naming the minimum, and 0 if allowed", () => {
    const free = { ...product, minPriceCents: 0 };
    expect(problem({ product: free, amountCents: 20 })).toEqual({
      field: "amountCents",
      message: "Choose €0.50 or more, or 0 to get it for free.",
    });
    expect(problem({ product: free, amountCents: 0 })).toBeNull();
    expect(problem({ product: { ...product, minPriceCents: 10 }, amountCents: 20 })).toEqual({
      field: "amountCents",
      message: "Choose €0.50 or more: a card cannot pay less.",
    });
  });

  test.for([-1, 0.5, Number.NaN, Number.POSITIVE_INFINITY, 100_000_000])(
    "rejects the amount %d",
    (amountCents) => {
      expect(problem({ product, amountCents })?.field).toBe("amountCents");
      expect(price({ product, amountCents }).totalCents).toBe(800);
    },
  );
});

describe("a tip", () => {
  const product: PricedProduct = { ...digital, type: "tip", priceCents: 300 };

  test("accepts one, two or five times its price, and every amount within the bounds", () => {
    expect(price({ product })).toMatchObject({
      totalCents: 300,
      suggestions: [300, 600, 1500],
      minimumCents: 50,
    });
    expect(price({ product, amountCents: 50 }).totalCents).toBe(50);
    expect(price({ product, amountCents: 100_000 })).toMatchObject({ totalCents: 100_000, feeCents: 5000 });
    expect(problem({ product, amountCents: 49 })?.message).toBe("Choose at least €0.50.");
    expect(problem({ product, amountCents: 100_001 })?.message).toBe("Choose at most €1,000.00.");
  });

  test("accepts its price even above the bounds of a custom amount", () => {
    const large = { ...product, priceCents: 90_000 };
    expect(problem({ product: large, amountCents: 450_000 })).toBeNull();
    expect(problem({ product: large, amountCents: 450_001 })?.field).toBe("amountCents");
  });

  test("offers no amount that a card cannot pay", () => {
    expect(price({ product: { ...product, priceCents: 20 } }).suggestions).toEqual([100]);
    expect(price({ product: { ...product, priceCents: 99_999_999 } }).suggestions).toEqual([99_999_999]);
  });
});

describe("a discount", () => {
  test.for([
    [1000, percent(10), 100],
    [999, percent(50), 500],
    [1, percent(50), 1],
    [1000, percent(100), 1000],
    [99_999_999, percent(99), 98_999_999],
    [1000, amount(300), 300],
    [200, amount(300), 200],
  ] as const)("of %i with %j is %i", ([item, discount, off]) => {
    expect(discountOf(item, discount)).toBe(off);
  });

  test("lowers price and fee, but never shipping", () => {
    const product: PricedProduct = { ...digital, type: "physical", shippingCents: 490 };
    expect(price({ product, discount: percent(20) })).toMatchObject({
      itemCents: 1000,
      discountCents: 200,
      shippingCents: 490,
      totalCents: 1290,
      feeCents: 40,
    });
    expect(price({ product, discount: percent(100) })).toMatchObject({ totalCents: 490, feeCents: 0 });
  });

  test("allows a free order, but no total below a card's minimum", () => {
    expect(computePrice(request({ discount: percent(100) }))).toMatchObject({
      price: { totalCents: 0, feeCents: 0 },
      problem: null,
    });
    expect(problem({ discount: amount(960) })).toEqual({
      field: "code",
      message: "This code brings the price below what a card can pay.",
    });
    expect(problem({ discount: amount(950) })).toBeNull();
  });
});

describe("shipping", () => {
  const product: PricedProduct = {
    ...digital,
    type: "physical",
    shippingCents: 490,
    shippingAbroadCents: 1490,
  };

  test.for([
    ["DE", "DE", 490],
    ["AT", "DE", 1490],
    [null, "DE", 490],
    ["AT", null, 490],
  ] as const)("to %s from %s costs %i", ([buyerCountry, sellerCountry, cents]) => {
    expect(price({ product, buyerCountry, sellerCountry })).toMatchObject({
      shippingCents: cents,
      totalCents: 1000 + cents,
      feeCents: 50,
    });
  });

  test("rejects a country to which the seller does not ship", () => {
    const home = { ...product, shippingAbroadCents: null };
    expect(problem({ product: home, buyerCountry: "AT" })).toEqual({
      field: "address",
      message: "The seller does not ship to this country.",
    });
    expect(problem({ product: home, buyerCountry: "DE" })).toBeNull();
  });
});

describe("several lines", () => {
  const part = (given: Partial<PricedPart>): PricedPart => ({ ...digital, isDiscounted: true, ...given });
  const album = part({ priceCents: 1000 });
  const shirt = part({ type: "physical", priceCents: 2000, shippingCents: 490, shippingAbroadCents: 1490 });
  const mug = part({ type: "physical", priceCents: 500, shippingCents: 390, shippingAbroadCents: null });
  const bundle = { ...digital, priceCents: 2999 };
  const compute = (given: Partial<PriceRequest>) => computePrice(request({ product: bundle, ...given }));

  test("split the price in proportion to their own prices", () => {
    expect(compute({ parts: [album, shirt, mug] }).lines.map(({ itemCents }) => itemCents)).toEqual([
      857, 1714, 428,
    ]);
  });

  test("split a discount over the parts that its code names", () => {
    const parts = [album, { ...shirt, isDiscounted: false }, mug];
    const { price, lines } = compute({ parts, discount: percent(33) });
    expect(price).toMatchObject({ discountCents: 424, totalCents: 2999 - 424 + 490 });
    expect(lines.map(({ discountCents }) => discountCents)).toEqual([283, 0, 141]);
  });

  test("cost the highest shipping of the goods once", () => {
    const { price, lines } = compute({ parts: [album, shirt, mug] });
    expect(price.shippingCents).toBe(490);
    expect(lines.map(({ shippingCents }) => shippingCents)).toEqual([0, 245, 245]);
  });

  test("are not shipped to a country if one of them is not", () => {
    expect(compute({ parts: [album, shirt, mug], buyerCountry: "AT" }).problem?.field).toBe("address");
    expect(compute({ parts: [album, shirt], buyerCountry: "AT" }).price.shippingCents).toBe(1490);
  });

  test("include a second offer at its own price", () => {
    const { price, lines } = compute({
      parts: [album, shirt],
      added: { priceCents: 300, parts: [{ ...mug, isDiscounted: false }] },
      discount: percent(100),
    });
    expect(price).toMatchObject({ itemCents: 3299, discountCents: 2999, totalCents: 300 + 490 });
    expect(lines.map(({ itemCents }) => itemCents)).toEqual([1000, 1999, 300]);
  });
});

test("rejects a fixed price that a card cannot pay, without advice for the buyer", () => {
  expect(problem({ product: { ...digital, priceCents: 49 } })).toEqual({
    field: null,
    message: "Card payments start at €0.50.",
  });
  expect(problem({ product: { ...digital, priceCents: 0 } })).toBeNull();
  const heavy: PricedProduct = { ...digital, type: "physical", priceCents: 99_999_999, shippingCents: 1 };
  expect(problem({ product: heavy })).toEqual({
    field: null,
    message: "A card can pay at most €999,999.99.",
  });
});

const cents = fc.integer({ min: 0, max: 99_999_999 });
const country = fc.constantFrom("DE", "AT", "US", null);
const anyPart: fc.Arbitrary<PricedPart> = fc.record({
  type: fc.constantFrom("digital" as const, "physical" as const),
  priceCents: cents,
  shippingCents: cents,
  shippingAbroadCents: fc.option(cents),
  isDiscounted: fc.boolean(),
});
const anyRequest: fc.Arbitrary<PriceRequest> = fc
  .record({
    type: fc.constantFrom("digital" as const, "physical" as const, "tip" as const),
    currency: fc.constantFrom(...CURRENCY_CODES),
    priceCents: fc.oneof(cents, fc.integer({ min: 0, max: 2000 })),
    minimum: fc.option(fc.double({ min: 0, max: 1, noNaN: true })),
    shippingCents: cents,
    shippingAbroadCents: fc.option(cents),
    amountCents: fc.option(fc.oneof(fc.integer({ min: -5, max: 3000 }), cents, fc.double())),
    discount: fc.option(fc.oneof(fc.integer({ min: 1, max: 100 }).map(percent), cents.map(amount))),
    buyerCountry: country,
    sellerCountry: country,
    feeBps: fc.constantFrom(0, 500, 1000),
    parts: fc.array(anyPart, { minLength: 1, maxLength: 30 }),
    added: fc.option(
      fc.record({ priceCents: cents, parts: fc.array(anyPart, { minLength: 1, maxLength: 3 }) }),
    ),
  })
  .map(({ type, currency, priceCents, minimum, shippingCents, shippingAbroadCents, ...rest }) => ({
    ...rest,
    product: {
      type,
      currency,
      priceCents,
      minPriceCents: minimum === null || type === "tip" ? null : Math.floor(minimum * priceCents),
      shippingCents: type === "physical" ? shippingCents : 0,
      shippingAbroadCents: type === "physical" ? shippingAbroadCents : null,
    },
    bounds: CURRENCIES[currency],
  }));

test("returns parts that add up and a fee below the total for every request", () => {
  fc.assert(
    fc.property(anyRequest, (given) => {
      const { price, lines, problem } = computePrice(given);
      const { itemCents, discountCents, shippingCents, totalCents, feeCents, suggestions } = price;
      for (const part of [itemCents, discountCents, shippingCents, totalCents, feeCents, ...suggestions]) {
        expect(Number.isSafeInteger(part) && part >= 0).toBe(true);
      }
      expect(totalCents).toBe(itemCents - discountCents + shippingCents);
      for (const name of ["itemCents", "discountCents", "shippingCents"] as const)
        expect(lines.reduce((sum, line) => sum + line[name], 0)).toBe(price[name]);
      for (const line of lines) expect(line.discountCents).toBeLessThanOrEqual(line.itemCents);
      expect(discountCents).toBeLessThanOrEqual(itemCents);
      if (totalCents > 0) expect(feeCents).toBeLessThan(totalCents);
      else expect(feeCents).toBe(0);
      const { min, max } = given.bounds;
      if (!problem) expect(totalCents === 0 || (totalCents >= min && totalCents <= max)).toBe(true);
      if (!problem && given.amountCents !== null && price.minimumCents !== null) {
        expect(itemCents - (given.added?.priceCents ?? 0)).toBe(given.amountCents + 0 /* not -0 */);
      }
    }),
    { numRuns: 2000 },
  );
});
