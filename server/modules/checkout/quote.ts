import { type ConsentText, requiredConsent } from "../../../contract/rules/consent.ts";
import { COUNTRIES } from "../../../contract/rules/countries.ts";
import { findCurrency } from "../../../contract/rules/currencies.ts";
import {
  computePrice,
  type Price,
  type PricedProduct,
  type PriceProblem,
} from "../../../contract/rules/prices.ts";
import type { Queries } from "../../platform/database/index.ts";
import type { OrderRow } from "../orders/index.ts";
import type { CheckoutDeps } from "./deps.ts";
import { type Offer, readOffer } from "./offer.ts";
import { findSelling, isOpen, type Selling } from "./selling.ts";

type ValidDiscount = Awaited<ReturnType<CheckoutDeps["discounts"]["findDiscount"]>>;

/** A buyer's choices that change the price. */
export type Choice = { amountCents: number | null; code: string | null; country: string | null };

/** The current price of an order, and the required input. */
export type Quote = {
  product: Offer["product"];
  /** The way of selling, unless the order is free. */
  selling: Selling;
  feeBps: number;
  /** Whether the creator accepts slow payments. */
  delayedPaymentsEnabled: boolean;
  discount: ValidDiscount | null;
  price: Price;
  problem: PriceProblem | null;
  consent: ConsentText | null;
  needsAddress: boolean;
  /** The destination countries; empty if it is not shipped. */
  countries: readonly string[];
};

type FindDiscount = (
  redemption: Parameters<CheckoutDeps["discounts"]["findDiscount"]>[1],
) => Promise<ValidDiscount>;

/** Returns whether a product is free for every choice of the buyer, so that it needs no provider. */
export function isFreeProduct(product: PricedProduct): boolean {
  const shipping =
    product.type === "physical" && product.shippingCents + (product.shippingAbroadCents ?? 0) > 0;
  return product.priceCents === 0 && !shipping;
}

/** Computes the current price of an order. Throws 409 if it is no longer for sale, 410 after a day, and the errors of `findCode`. */
export async function quoteOrder(
  deps: CheckoutDeps,
  db: Queries,
  {
    order,
    choice,
    findCode = (redemption) => deps.discounts.findDiscount(db, redemption),
  }: { order: OrderRow; choice: Choice; findCode?: FindDiscount },
): Promise<Quote> {
  const { product, creator, feeBps } = await readOffer(db, order);
  const { id: creatorId } = creator;
  const selling = await findSelling(deps, db, creatorId);
  const { seller } = selling;
  const { type, currency } = product;
  const code = choice.code?.trim();
  const discount = code
    ? await findCode({ creatorId, code, product: { id: product.id, type, currency } })
    : null;
  const { price, problem } = computePrice({
    // Without sales a buyer cannot choose to pay more for a free product.
    product:
      isFreeProduct(product) && !isOpen(selling)
        ? { ...product, type: "digital", minPriceCents: null }
        : product,
    amountCents: choice.amountCents,
    discount,
    buyerCountry: choice.country,
    sellerCountry: seller?.country ?? null,
    feeBps,
    bounds: deps.sales[selling.provider].bounds(currency) ?? findCurrency(currency) ?? { min: 0, max: 0 },
  });
  return {
    product,
    selling,
    feeBps,
    delayedPaymentsEnabled: creator.delayedPaymentsEnabled,
    discount,
    price,
    problem,
    consent: requiredConsent({ productType: type, totalCents: price.totalCents, seller }),
    needsAddress: type === "physical",
    countries: type === "physical" ? countriesOf(product, seller?.country) : [],
  };
}

const countriesOf = (product: PricedProduct, own: string | undefined): readonly string[] =>
  product.shippingAbroadCents === null && own !== undefined ? [own] : COUNTRIES;
