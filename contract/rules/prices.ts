import { defineMessages, type Message } from "../texts.ts";
import { findCurrency } from "./currencies.ts";
import { platformFee } from "./fees.ts";
import { limits } from "./limits.ts";
import type { ProductType } from "./product-types.ts";
import { shareOut } from "./shares.ts";

/** The inputs of a product's price. */
export type PricedProduct = {
  type: ProductType;
  currency: string;
  /** The price, or the suggestion if buyers choose the amount. */
  priceCents: number;
  /** The minimum that a buyer may pay, or null for a fixed price. */
  minPriceCents: number | null;
  shippingCents: number;
  /** The shipping cost to other countries, or null if the product is not shipped there. */
  shippingAbroadCents: number | null;
};

/** The effect of a discount code: a percentage, or an amount in minor units. */
export type PriceReduction =
  | { percentOff: number; amountOffCents: null }
  | { percentOff: null; amountOffCents: number };

/** The inputs of a line's share of the price. */
export type PricedPart = Pick<
  PricedProduct,
  "type" | "priceCents" | "shippingCents" | "shippingAbroadCents"
> & {
  /** True if the discount code applies to this part. */
  isDiscounted: boolean;
};

export type PriceRequest = {
  product: PricedProduct;
  /** The products that the buyer gets for the price, which is split in proportion to their own prices. */
  parts: readonly PricedPart[];
  /** A second offer that the buyer has accepted, with its own price. */
  added?: { priceCents: number; parts: readonly PricedPart[] } | null;
  /** The buyer's chosen amount, or null for the suggestion. Ignored for a fixed price. */
  amountCents: number | null;
  discount: PriceReduction | null;
  /** The destination as an ISO 3166 code in upper case. Null counts as the seller's own country. */
  buyerCountry: string | null;
  sellerCountry: string | null;
  feeBps: number;
  /** The provider's bounds in this currency. */
  bounds: { min: number; max: number };
};

/** All amounts in minor units. */
export type Price = {
  /** The price or tip before a discount. */
  itemCents: number;
  discountCents: number;
  shippingCents: number;
  totalCents: number;
  /** The platform's share of goods and tips, but never of shipping. */
  feeCents: number;
  /** The minimum that a buyer may choose, or null for a fixed price. */
  minimumCents: number | null;
  /** The offered amounts, smallest first, or empty for a fixed price. */
  suggestions: number[];
};

/** A line's share of the price, in minor units. */
export type LinePrice = Pick<Price, "itemCents" | "discountCents" | "shippingCents">;

/** Why a price cannot be paid. `field` is the input to change, or null if only the seller can change the price. */
export type PriceProblem = {
  field: "amountCents" | "code" | "address" | null;
  message: Message;
};

const messages = defineMessages("prices", {
  codeBelowMinimum: "This code brings the price below what a card can pay.",
  notShipped: "The seller does not ship to this country.",
  tooMuch: "Choose at most {most}.",
  tooLittle: "Choose at least {least}.",
  tooLittleOrFree: "Choose {least} or more, or 0 to get it for free.",
  tooLittleForCards: "Choose {least} or more: a card cannot pay less.",
  aboveMaximum: "A card can pay at most {most}.",
  belowMinimum: "Card payments start at {least}.",
});
const TIP_MULTIPLES = [1, 2, 5];

/**
 * Returns the price of an order, the share of each part, and the problem if the order cannot be paid. A total of 0 needs no provider.
 * A discount applies only to the parts that its code names. The shipping is the highest of the goods, and is split over them.
 */
export function computePrice(request: PriceRequest): {
  price: Price;
  lines: LinePrice[];
  problem: PriceProblem | null;
} {
  const { product, added, discount, feeBps } = request;
  const choice = choiceOf(product, request.bounds);
  const chosen = choice ? (request.amountCents ?? product.priceCents) : product.priceCents;
  const choiceProblem = choice && findChoiceProblem(chosen, choice, product.currency);
  // An invalid amount has no price, so the price of the suggestion is shown beside the problem.
  const mainCents = choiceProblem ? product.priceCents : chosen;
  const parts = partsOf(request);
  const items = [
    ...splitItem(mainCents, request.parts),
    ...(added ? splitItem(added.priceCents, added.parts) : []),
  ];
  const itemCents = sum(items);
  const discountable = items.map((cents, at) => (parts[at]?.isDiscounted ? cents : 0));
  const discountCents = discount ? discountOf(sum(discountable), discount) : 0;
  const goodsCents = itemCents - discountCents;
  const shipping = shippingOf(request);
  const shippingCents = shipping ?? 0;
  const price = {
    itemCents,
    discountCents,
    shippingCents,
    totalCents: goodsCents + shippingCents,
    feeCents: platformFee(goodsCents, feeBps),
    minimumCents: choice?.min ?? null,
    suggestions: choice?.suggestions ?? [],
  };
  const discounts = shareOut(discountCents, discountable);
  const shippings = shareOut(
    shippingCents,
    parts.map(({ type }) => (type === "physical" ? 1 : 0)),
  );
  const lines = items.map((cents, at) => ({
    itemCents: cents,
    discountCents: discounts[at] ?? 0,
    shippingCents: shippings[at] ?? 0,
  }));
  const problem =
    choiceProblem ?? (shipping === null ? NOT_SHIPPED : null) ?? findTotalProblem(price, request);
  return { price, lines, problem };
}

const partsOf = ({ parts, added }: PriceRequest) => [...parts, ...(added?.parts ?? [])];

const splitItem = (cents: number, parts: readonly PricedPart[]) =>
  shareOut(
    cents,
    parts.map(({ priceCents }) => priceCents),
  );

const sum = (amounts: readonly number[]) => amounts.reduce((total, cents) => total + cents, 0);

/** Returns the discount of an amount, rounded half up and at most the amount. */
export function discountOf(itemCents: number, { percentOff, amountOffCents }: PriceReduction): number {
  const off = percentOff === null ? amountOffCents : Math.floor((itemCents * percentOff + 50) / 100);
  return Math.min(off, itemCents);
}

type Choice = { min: number; max: number; suggestions: number[]; zeroAllowed: boolean };

/** Returns the bounds of a buyer's amount, or null for a fixed price. */
function choiceOf(product: PricedProduct, bounds: PriceRequest["bounds"]): Choice | null {
  const { type, priceCents, minPriceCents } = product;
  if (type === "tip") {
    const { min, max } = findCurrency(product.currency)?.tip ?? bounds;
    return { min, max, suggestions: tipSuggestions(priceCents, bounds), zeroAllowed: priceCents === 0 };
  }
  if (minPriceCents === null) return null;
  return {
    min: minPriceCents,
    max: limits.priceCents.max,
    suggestions: [priceCents],
    zeroAllowed: minPriceCents === 0,
  };
}

/** Returns the offered amounts of a tip, smallest first. The creator sets the smallest. */
export function tipSuggestions(firstCents: number, { min, max }: PriceRequest["bounds"]): number[] {
  return TIP_MULTIPLES.map((times) => times * firstCents).filter((cents) => cents >= min && cents <= max);
}

function findChoiceProblem(cents: number, choice: Choice, currency: string): PriceProblem | null {
  const { min, max, suggestions, zeroAllowed } = choice;
  const isOffered = suggestions.includes(cents) || (cents === 0 && zeroAllowed);
  if (Number.isSafeInteger(cents) && (isOffered || (cents >= min && cents <= max))) return null;
  const message =
    cents > max
      ? messages.tooMuch({ most: { cents: max, currency } })
      : messages.tooLittle({ least: { cents: min, currency } });
  return { field: "amountCents", message };
}

/** Returns the highest shipping cost of the goods, or null if one of them is not shipped there. */
function shippingOf(request: PriceRequest): number | null {
  const { buyerCountry, sellerCountry } = request;
  const isAbroad = buyerCountry !== null && sellerCountry !== null && buyerCountry !== sellerCountry;
  let highest = 0;
  for (const { type, shippingCents, shippingAbroadCents } of partsOf(request)) {
    if (type !== "physical") continue;
    const cents = isAbroad ? shippingAbroadCents : shippingCents;
    if (cents === null) return null;
    highest = Math.max(highest, cents);
  }
  return highest;
}

const NOT_SHIPPED: PriceProblem = { field: "address", message: messages.notShipped };

/** Returns the error for a total that a card cannot pay, or null. A total of 0 needs no card. */
function findTotalProblem(price: Price, { product, bounds }: PriceRequest): PriceProblem | null {
  const { totalCents } = price;
  const { currency } = product;
  if (totalCents > bounds.max) {
    const field = price.minimumCents === null ? null : "amountCents";
    return { field, message: messages.aboveMaximum({ most: { cents: bounds.max, currency } }) };
  }
  if (totalCents === 0 || totalCents >= bounds.min) return null;
  if (price.discountCents > 0) return { field: "code", message: messages.codeBelowMinimum };
  const least = { cents: bounds.min, currency };
  if (price.minimumCents === null) return { field: null, message: belowMinimum(currency, bounds.min) };
  const message =
    price.minimumCents === 0 ? messages.tooLittleOrFree({ least }) : messages.tooLittleForCards({ least });
  return { field: "amountCents", message };
}

/** Returns the message for a price between 0 and the providers' minimum. */
export function belowMinimum(currency: string, minCents: number): Message {
  return messages.belowMinimum({ least: { cents: minCents, currency } });
}
