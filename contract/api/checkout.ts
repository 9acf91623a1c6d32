import { z } from "zod";
import { AddressInput } from "../rules/addresses.ts";
import { CONTRACT_KINDS } from "../rules/contract-kinds.ts";
import { Country } from "../rules/countries.ts";
import {
  booleanField,
  Email,
  fieldMessages,
  maxLengthText,
  objectBody,
  optionalCode,
  optionalText,
  positiveNumber,
  typedCode,
  withoutDirectionControls,
} from "../rules/fields.ts";
import { limits } from "../rules/limits.ts";
import { OrderProvider } from "../rules/order-states.ts";
import { VatId } from "../rules/vat-ids.ts";
import { defineMessages, type Message } from "../texts.ts";
import { OrderBase, Token } from "./buyer-orders.ts";
import { PUBLIC_READ_LIMIT, route } from "./route.ts";
import { optionalLine, Seller } from "./sellers.ts";

/** The price of an order in minor units of its currency. */
const CheckoutPrice = z.object({
  /** The price of the product, or the chosen amount, before a discount. */
  item_cents: z.number(),
  discount_cents: z.number(),
  discount_code: z.string().nullable(),
  shipping_cents: z.number(),
  total_cents: z.number(),
  /** The minimum that a buyer may choose, or null for a fixed price. */
  minimum_cents: z.number().nullable(),
  /** The amounts offered to the buyer; empty for a fixed price. */
  suggestions: z.array(z.number()),
});
export type CheckoutPrice = z.infer<typeof CheckoutPrice>;

/** The second product that a checkout offers. */
const CheckoutOffer = z.object({
  name: z.string(),
  /** The names of a bundle's products; empty for another product. */
  parts: z.array(z.string()),
  text: z.string().nullable(),
  price_cents: z.number(),
  /** Whether the price includes it. */
  taken: z.boolean(),
});

/** The data of a checkout's page. */
export const CheckoutOrder = OrderBase.extend({
  /** True in the mock checkout, which charges no money. */
  mock: z.boolean(),
  provider: OrderProvider,
  price: CheckoutPrice,
  /** Null while nothing is offered. */
  offer: CheckoutOffer.nullable(),
  seller: Seller.nullable(),
  /** The required input for the payment. */
  needs: z.object({ email: z.boolean(), consent: z.boolean(), address: z.boolean() }),
  /** The exact text of the required consent. */
  consent_text: z.string().nullable(),
  /** The language of that text. */
  consent_language: z.string().nullable(),
  /** The first of `withdrawals`, or null without that right. */
  withdrawal: z.enum(CONTRACT_KINDS).nullable(),
  /** The subjects of the information about the right of withdrawal. Has the subjects of all lines, each once. */
  withdrawals: z.array(z.enum(CONTRACT_KINDS)),
  /** Destination countries of the product; empty if it is not shipped. */
  countries: z.array(z.string()),
});
export type CheckoutOrder = z.infer<typeof CheckoutOrder>;

export const checkoutMessages = defineMessages("checkout", {
  offer: "Offer must be true or false.",
  amount: "Enter an amount of 0 or more.",
  total: "Send the total that was shown.",
  tile: "Choose a tile.",
  product: "Choose a product.",
});

/** Whole amounts in minor units. */
const AmountInput = (message: Message, max: number) => z.number({ error: message }).int().min(0).max(max);
/** The highest price with shipping. `computePrice` rejects totals that no card can pay. */
const MAX_TOTAL = 2 * limits.priceCents.max;
/** No bound here, because the maximum depends on the product. `computePrice` checks it. */
const MAX_CHOSEN = Number.MAX_SAFE_INTEGER;
const blankToNull = (value: unknown) => (value === "" ? null : value);
const DiscountCode = z.preprocess(blankToNull, optionalCode("Code", limits.code.max).optional());

/** Control characters that no keyboard enters into a note: all except tabs and line breaks. */
const CONTROLS = /[^\P{Cc}\t\r\n]/u;
const NoteInput = optionalText("Note", limits.buyerNote.max)
  .transform((note) => note && withoutDirectionControls(note))
  .refine((note) => note === null || !CONTROLS.test(note), {
    error: fieldMessages.invisibleControls({ noun: "Note" }),
  });

/** The buyer's input for a payment. In the mock checkout everything is optional; with the total, it needs the same as a real sale, except the email. */
export const PayInput = objectBody({
  email: z.preprocess(blankToNull, Email.nullish()),
  /** The displayed total. If it differs from the current total, the payment is rejected. */
  totalCents: AmountInput(checkoutMessages.total, MAX_TOTAL).nullish(),
  /** The chosen amount, if buyers choose it. */
  amountCents: AmountInput(checkoutMessages.amount, MAX_CHOSEN).nullish(),
  code: DiscountCode,
  /** Takes the offered second product. */
  offer: booleanField("Offer").optional(),
  consent: booleanField("Consent").optional(),
  /** Consent to the creator's news. */
  marketingConsent: booleanField("Consent to news").optional(),
  note: NoteInput.optional(),
  address: AddressInput.nullish(),
  /** The company's name on the receipt. */
  company: optionalLine("Company", limits.company.max).optional(),
  vatId: VatId.nullish(),
})
  .default({ email: null, code: null })
  .transform(
    ({ email, totalCents, amountCents, code, offer, consent, marketingConsent, note, ...input }) => ({
      email: email ?? null,
      totalCents: totalCents ?? null,
      amountCents: amountCents ?? null,
      code: code || null,
      offer: offer ?? false,
      consent: consent ?? false,
      marketingConsent: marketingConsent ?? false,
      note: note ?? null,
      address: input.address ?? null,
      company: input.company ?? null,
      vatId: input.vatId ?? null,
    }),
  );
export type PayInput = z.output<typeof PayInput>;

/** The input of a price before the payment. */
export const PreviewInput = z.object({
  amountCents: z.coerce
    .number({ error: checkoutMessages.amount })
    .pipe(AmountInput(checkoutMessages.amount, MAX_CHOSEN))
    .optional(),
  code: typedCode("Code", limits.code.max).optional(),
  country: Country.optional(),
  offer: z
    .enum(["true", "false"], { error: checkoutMessages.offer })
    .transform((value) => value === "true")
    .optional(),
});
export type PreviewInput = z.output<typeof PreviewInput>;

/** Why a pending order can no longer be paid: it is more than a day old, or its product or tile is no longer for sale. */
export const Unavailable = z.enum(["expired", "not_for_sale"]);
export type Unavailable = z.infer<typeof Unavailable>;

/** The item to buy: a tile's product, or a product on its own page. */
export const CheckoutInput = objectBody({
  tileId: positiveNumber(checkoutMessages.tile).optional(),
  productId: positiveNumber(checkoutMessages.product).optional(),
  /** The source of the visit. By default the referring page decides. */
  source: maxLengthText("Source", limits.url.max).nullish(),
  /** The name of the campaign link of the visit. An unknown name counts as none. */
  campaign: maxLengthText("Campaign", limits.campaignName.max).nullish(),
}).refine(({ tileId, productId }) => (tileId === undefined) !== (productId === undefined), {
  error: checkoutMessages.tile,
  path: ["tileId"],
});
export type CheckoutInput = z.infer<typeof CheckoutInput>;

const CheckoutParams = z.object({ checkoutToken: Token });

export const checkoutRoutes = {
  create: route("POST", "/api/public/checkout", "public", {
    summary: "Start a checkout for a tile or a product. The browser then opens `mockCheckoutUrl`",
    body: CheckoutInput,
    responses: { 201: z.object({ mockCheckoutUrl: z.string(), mock: z.boolean() }) },
    errors: {
      404: ["not_found"],
      409: ["checkout.not_for_sale", "checkout.sold_out", "checkout.seller_unavailable"],
    },
    example: { tileId: 1 },
    anyOrigin: true,
    limit: { points: 60, seconds: 60 },
  }),
  show: route("GET", "/api/public/checkout/:checkoutToken", "public", {
    limit: PUBLIC_READ_LIMIT,
    summary: "Order of a checkout, with its price for an amount, code and country. Changes nothing",
    params: CheckoutParams,
    query: PreviewInput,
    /** `unavailable` is present only if a pending order can no longer be paid, `unavailable_part` only if that is due to a part of its bundle. */
    responses: {
      200: z.object({
        order: CheckoutOrder,
        unavailable: Unavailable.optional(),
        unavailable_part: z.string().optional(),
      }),
    },
  }),
  pay: route("POST", "/api/public/checkout/:checkoutToken/pay", "public", {
    summary: "Pay. Idempotent. `returnUrl` is the provider's page, or the return page of a paid order",
    params: CheckoutParams,
    body: PayInput,
    responses: { 200: z.object({ returnUrl: z.string() }) },
    errors: {
      409: [
        "checkout.cancelled",
        "checkout.changed",
        "checkout.below_minimum",
        "checkout.not_for_sale",
        "checkout.sold_out",
        "checkout.seller_unavailable",
        "discounts.used_up",
        "discounts.used_by_buyer",
      ],
      410: ["checkout.expired"],
    },
    example: { email: "anna@example.org", totalCents: 1000, consent: true },
    anyOrigin: true,
    limit: { points: 60, seconds: 60 },
  }),
  cancel: route("POST", "/api/public/checkout/:checkoutToken/cancel", "public", {
    summary: "Cancel a checkout",
    params: CheckoutParams,
    responses: { 200: z.object({ returnUrl: z.string() }) },
    anyOrigin: true,
    limit: { points: 60, seconds: 60 },
  }),
};
