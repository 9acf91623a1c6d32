import { type ConsentText, newsConsent, requiredConsent } from "../../../contract/rules/consent.ts";
import { type ContractKind, contractKindOf } from "../../../contract/rules/contract-kinds.ts";
import { COUNTRIES } from "../../../contract/rules/countries.ts";
import { findCurrency } from "../../../contract/rules/currencies.ts";
import {
  computePrice,
  type LinePrice,
  type Price,
  type PricedProduct,
  type PriceProblem,
} from "../../../contract/rules/prices.ts";
import type { Queries } from "../../platform/database/index.ts";
import { isDiscounted } from "../discounts/index.ts";
import { type OrderRow, orderLanguage } from "../orders/index.ts";
import type { CheckoutDeps } from "./deps.ts";
import { type Offer, type Offered, readOffer } from "./offer.ts";
import type { Part } from "./parts.ts";
import { findSelling, isOpen, type Selling } from "./selling.ts";

type ValidDiscount = Awaited<ReturnType<CheckoutDeps["discounts"]["findDiscount"]>>;

/** A buyer's choices that change the price. */
export type Choice = {
  amountCents: number | null;
  code: string | null;
  country: string | null;
  /** Whether the buyer takes the second offer. */
  offer: boolean;
};

/** The current price of an order, and the required input. */
export type Quote = {
  product: Offer["product"];
  /** The products that the buyer gets, with a second offer at the end. */
  parts: Part[];
  /** The parts without a second offer. */
  mainParts: Part[];
  /** The second offer, or null while it is not for sale. */
  offered: Offered | null;
  isOfferTaken: boolean;
  /** The total without a second offer. */
  mainTotalCents: number;
  /** The prices of the parts. */
  lines: LinePrice[];
  /** The way of selling, unless the order is free. */
  selling: Selling;
  feeBps: number;
  /** Whether the creator accepts slow payments. */
  delayedPaymentsEnabled: boolean;
  discount: ValidDiscount | null;
  price: Price;
  problem: PriceProblem | null;
  /** The subjects of its contracts, each once. */
  kinds: ContractKind[];
  consent: ConsentText | null;
  /** The consent to news, which is never required. */
  newsConsent: ConsentText;
  needsAddress: boolean;
  /** The destination countries; empty if it is not shipped. */
  countries: readonly string[];
};

type FindDiscount = (
  redemption: Parameters<CheckoutDeps["discounts"]["findDiscount"]>[1],
) => Promise<ValidDiscount>;

type Shipped = Pick<PricedProduct, "type" | "shippingCents" | "shippingAbroadCents">;

/** Returns whether a product with these parts is free for every choice of the buyer, so that it needs no provider. */
export function isFreeProduct(
  { priceCents }: Pick<PricedProduct, "priceCents">,
  parts: readonly Shipped[],
): boolean {
  const shipping = parts.some(
    (part) => part.type === "physical" && part.shippingCents + (part.shippingAbroadCents ?? 0) > 0,
  );
  return priceCents === 0 && !shipping;
}

/** Returns the prices of a started checkout's lines: without choices of the buyer, and shipped within the country. */
export const startPrices = (product: PricedProduct, parts: readonly Part[]): LinePrice[] =>
  computePrice({
    product,
    parts: parts.map((part) => ({ ...part, isDiscounted: false })),
    ...{ amountCents: null, discount: null, buyerCountry: null, sellerCountry: null, feeBps: 0 },
    bounds: { min: 0, max: Number.MAX_SAFE_INTEGER },
  }).lines;

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
  const { plans } = deps.settings.site;
  const { product, parts: mainParts, creator, feeBps, ...read } = await readOffer(db, order, plans);
  const { id: creatorId } = creator;
  const selling = await findSelling(deps, db, creatorId);
  // A free product is also given without sales, but then nothing can be sold besides it.
  const offered = isOpen(selling) ? read.offered : null;
  const taken = choice.offer ? offered : null;
  const parts = taken ? [...mainParts, ...taken.parts] : mainParts;
  const { seller } = selling;
  const { currency } = product;
  const code = choice.code?.trim();
  const discount = code ? await findCode({ creatorId, code, currency, products: parts }) : null;
  const priced = (each: readonly Part[]) =>
    each.map((part) => ({ ...part, isDiscounted: discount !== null && isDiscounted(discount, part) }));
  const request = {
    // Without sales a buyer cannot choose to pay more for a free product.
    product:
      isFreeProduct(product, mainParts) && !isOpen(selling)
        ? { ...product, type: "digital" as const, minPriceCents: null }
        : product,
    parts: priced(mainParts),
    amountCents: choice.amountCents,
    discount,
    buyerCountry: choice.country,
    sellerCountry: seller?.country ?? null,
    feeBps,
    bounds: deps.sales[selling.provider].bounds(currency) ?? findCurrency(currency) ?? { min: 0, max: 0 },
  };
  const added = taken && { priceCents: taken.priceCents, parts: priced(taken.parts) };
  const { price, lines, problem } = computePrice({ ...request, added });
  const goods = parts.filter(({ type }) => type === "physical");
  const kinds = kindsOf(parts);
  return {
    product,
    parts,
    mainParts,
    offered,
    isOfferTaken: taken !== null,
    mainTotalCents: taken ? computePrice(request).price.totalCents : price.totalCents,
    lines,
    selling,
    feeBps,
    delayedPaymentsEnabled: creator.delayedPaymentsEnabled,
    discount,
    price,
    problem,
    kinds,
    consent: requiredConsent({
      // A digital product without a file is described as a service, but needs the consent of its type.
      kinds: parts.flatMap(({ type }) => contractKindOf({ type, hasFile: true }) ?? []),
      totalCents: price.totalCents,
      seller,
      language: orderLanguage(order),
    }),
    newsConsent: newsConsent(orderLanguage(order)),
    needsAddress: goods.length > 0,
    countries: goods.length > 0 ? countriesOf(goods, seller?.country) : [],
  };
}

const kindsOf = (parts: readonly Part[]): ContractKind[] => [
  ...new Set(
    parts.flatMap(({ type, fileIds }) => contractKindOf({ type, hasFile: fileIds.length > 0 }) ?? []),
  ),
];

/** Returns the countries to which all of the goods are shipped. */
const countriesOf = (goods: readonly Shipped[], own: string | undefined): readonly string[] =>
  own !== undefined && goods.some(({ shippingAbroadCents }) => shippingAbroadCents === null)
    ? [own]
    : COUNTRIES;
