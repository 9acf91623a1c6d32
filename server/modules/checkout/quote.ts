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
import { platformFeeBps } from "../creators/index.ts";
import type { OrderRow } from "../orders/index.ts";
import type { CheckoutDeps } from "./deps.ts";
import { type Offer, readOffer } from "./offer.ts";
import { findSelling, type RealSelling, type Selling } from "./selling.ts";

type ValidDiscount = Awaited<ReturnType<CheckoutDeps["discounts"]["findDiscount"]>>;

/** What a buyer chooses that changes the price. */
export type Choice = { amountCents: number | null; code: string | null; country: string | null };

/** What an order costs now, and what the buyer must enter. */
export type Quote = {
  product: Offer["product"];
  /** How it is sold when it costs anything. */
  selling: Selling;
  feeBps: number;
  /** Whether the creator also accepts payments that take days. */
  delayedPaymentsEnabled: boolean;
  discount: ValidDiscount | null;
  price: Price;
  problem: PriceProblem | null;
  seller: RealSelling["seller"];
  consent: ConsentText | null;
  needsAddress: boolean;
  /** Where it can be sent; empty when it is not sent by post. */
  countries: readonly string[];
};

type FindDiscount = (
  redemption: Parameters<CheckoutDeps["discounts"]["findDiscount"]>[1],
) => Promise<ValidDiscount>;

/** Returns whether a product costs nothing, whatever the buyer chooses: no provider is needed for it. */
export function isFreeProduct(product: PricedProduct): boolean {
  const shipping =
    product.type === "physical" && product.shippingCents + (product.shippingAbroadCents ?? 0) > 0;
  return product.priceCents === 0 && !shipping;
}

/** Computes what an order costs now. Throws 409 when it is no longer for sale, 410 after a day, and what `findCode` throws for the code. */
export async function quoteOrder(
  deps: CheckoutDeps,
  db: Queries,
  {
    order,
    choice,
    findCode = (redemption) => deps.discounts.findDiscount(db, redemption),
  }: { order: OrderRow; choice: Choice; findCode?: FindDiscount },
): Promise<Quote> {
  const { product, creator } = await readOffer(db, order);
  const { id: creatorId } = creator;
  const selling = await findSelling(deps, db, creatorId);
  const seller = selling.kind === "real" ? selling.seller : await deps.sellers.findSeller(db, creatorId);
  const { type, currency } = product;
  const code = choice.code?.trim();
  const discount = code
    ? await findCode({ creatorId, code, product: { id: product.id, type, currency } })
    : null;
  const feeBps = platformFeeBps(creator);
  const { price, problem } = computePrice({
    // Without a provider a buyer cannot choose to pay more for a free product.
    product:
      isFreeProduct(product) && selling.kind !== "real"
        ? { ...product, type: "digital", minPriceCents: null }
        : product,
    amountCents: choice.amountCents,
    discount,
    buyerCountry: choice.country,
    sellerCountry: seller?.country ?? null,
    feeBps,
    bounds: deps.sales["provider" in selling ? selling.provider : "mock"].bounds(currency) ??
      findCurrency(currency) ?? { min: 0, max: 0 },
  });
  const isReal = selling.kind === "real";
  return {
    product,
    selling,
    feeBps,
    delayedPaymentsEnabled: creator.delayedPaymentsEnabled,
    discount,
    price,
    problem,
    seller,
    consent: requiredConsent({ productType: type, totalCents: price.totalCents, isReal, seller }),
    needsAddress: type === "physical",
    countries: type === "physical" ? countriesOf(product, seller?.country) : [],
  };
}

function countriesOf(product: PricedProduct, own: string | undefined): readonly string[] {
  return product.shippingAbroadCents === null && own !== undefined ? [own] : COUNTRIES;
}
