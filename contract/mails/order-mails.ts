import { z } from "zod";
import { Branding } from "../api/appearance.ts";
import { BuyerMessage } from "../api/buyer-message.ts";
import { BuyerCompany } from "../api/buyer-orders.ts";
import { Seller } from "../api/sellers.ts";
import { PostalAddress } from "../rules/addresses.ts";
import { CONTRACT_KINDS } from "../rules/contract-kinds.ts";
import { DisputeStatus, OrderActor, OrderProvider } from "../rules/order-states.ts";
import { fromCreator } from "./from-creator.ts";
import { mailWith } from "./mail-with.ts";
import { readerLanguage } from "./reader-language.ts";

/** The unusual event of a payment that an administrator should see. */
export const PaymentNotice = z.enum(["processing", "failed", "duplicate", "oversold", "held"]);
export type PaymentNotice = z.infer<typeof PaymentNotice>;

const sale = {
  /** The number on the receipt. Missing before the payment and in the mock checkout. */
  number: z.string().nullable().optional(),
  product: z.string(),
  amountCents: z.number().int(),
  currency: z.string(),
};

/** The id of the order, only for sellers, because it reveals the installation's number of orders. Missing in emails queued by an earlier release. */
const toSeller = { order: z.number().int().optional() };

/** The money at the time of the email, as in `SaleMoney`. Missing in emails queued by an earlier release. */
const moneyOfSales = {
  discountCents: z.number().int().optional(),
  shippingCents: z.number().int().optional(),
  refundedCents: z.number().int().optional(),
  disputedCents: z.number().int().optional(),
  feeReturnedCents: z.number().int().optional(),
  providerFeeCents: z.number().int().optional(),
  unknownProviderFees: z.number().int().optional(),
};

/** The discount and the shipping, which are parts of the price besides the products. */
const partsOfPrice = {
  discountCents: z.number().int().optional(),
  discountCode: z.string().nullable().optional(),
  shippingCents: z.number().int().optional(),
};

/** True for an order paid in the sandbox or with test keys, which move no money. */
export const testMode = { isTest: z.boolean().optional() };

/** Fields of every email to a buyer. */
export const toBuyer = {
  ...Branding.shape,
  ...fromCreator,
  ...readerLanguage,
  /** The creator's time zone. */
  timeZone: z.string().optional(),
  /** True for an order of the mock checkout, which moves no money. */
  mock: z.boolean().optional(),
  ...testMode,
};

/** Emails about orders. `Link` is the schema of the button's link. */
export function orderMails<Link extends z.ZodType>(link: Link) {
  return [...buyerMails(link), ...creatorMails(link)] as const;
}

function buyerMails<Link extends z.ZodType>(link: Link) {
  const mail = mailWith(link);
  return [
    /** `main`: the order page. */
    z.object({
      mail: z.literal("receipt"),
      ...toBuyer,
      ...sale,
      creator: z.string(),
      paidAt: z.iso.datetime(),
      /** Whether the order page has a download. */
      hasDownload: z.boolean(),
      /** True if the creator gave the order away. */
      isFreeCopy: z.boolean().optional(),
      /** The messages of the bought products, with real money alone. */
      messages: z.array(BuyerMessage).optional(),
      /** True if the order page has messages that the email leaves out. */
      hasMessages: z.boolean().optional(),
      /** True if the seller of a service contacts the buyer by email. */
      contacts: z.boolean().optional(),
      /** Set for a repeated receipt. `until` is the expiry of the download link. */
      again: z.object({ until: z.iso.datetime().nullable() }).optional(),
      /** The seller at the time of the payment. */
      seller: Seller.nullable().optional(),
      /** The products of an order with several, with the amount of each. Missing in emails queued by an earlier release. */
      lines: z.array(z.object({ name: z.string(), amountCents: z.number().int() })).optional(),
      ...partsOfPrice,
      /** The delivery address of paid goods. */
      address: PostalAddress.nullable().optional(),
      /** The subject of the right of withdrawal, while the buyer has that right. */
      withdrawal: z.enum(CONTRACT_KINDS).nullable().optional(),
      /** The buying company. */
      company: BuyerCompany.nullable().optional(),
      /** The buyer's agreement, word for word. */
      consent: z.object({ text: z.string(), at: z.iso.datetime() }).nullable().optional(),
      links: z.object({ main: link }),
    }),
    ...giftMails(link),
    /** To the people who have a product. `main`: the page of the order or gift. `end`: ends the news of the product with one click. */
    z.object({
      mail: z.literal("new-version"),
      ...toBuyer,
      product: z.string(),
      creator: z.string(),
      number: z.number().int(),
      /** The creator's note. */
      note: z.string().nullable(),
      links: z.object({ main: link, end: link }),
    }),
    /** To the buyer, with the order page as `main`, or to creator and administrators, with the list of orders. */
    mail("payment-notice", {
      ...toBuyer,
      notice: PaymentNotice,
      isBuyer: z.boolean(),
      ...sale,
      ...toSeller,
      /** The platform's fee of a second payment, if the provider does not return it. */
      keptFee: z.object({ feeCents: z.number().int(), provider: z.string() }).optional(),
    }),
    /** To the buyer after the refund. `main`: the order page. `amountCents`: the refunded amount. */
    mail("refund", {
      ...toBuyer,
      ...sale,
      creator: z.string(),
      /** The creator's message. */
      note: z.string().nullable(),
      /** True if no money moved. */
      mock: z.boolean(),
    }),
    /** To the buyer. `main`: the order page. */
    mail("shipped", {
      ...toBuyer,
      ...sale,
      creator: z.string(),
      tracking: z.string().nullable(),
      shippedAt: z.iso.datetime(),
    }),
  ] as const;
}

function giftMails<Link extends z.ZodType>(link: Link) {
  const mail = mailWith(link);
  return [
    /** To the receiver of a buyer's gift. `main`: the page of the gift. */
    mail("gift", {
      ...toBuyer,
      product: z.string(),
      creator: z.string(),
      /** The payer's name and line for the receiver. Null without real money, because anyone could write them then. */
      from: z.string().nullable(),
      line: z.string().nullable(),
    }),
    /** To the payer of a buyer's gift. `main`: the page that takes it back. */
    mail("gift-planned", {
      ...toBuyer,
      number: z.string().nullable(),
      product: z.string(),
      /** The receiver's email. Null without real money, because anyone could write it then. */
      receiver: z.string().nullable(),
      sendAt: z.iso.datetime(),
      stopHours: z.number().int(),
    }),
  ] as const;
}

function creatorMails<Link extends z.ZodType>(link: Link) {
  const mail = mailWith(link);
  return [
    /** To the creator, about a refund that failed or was made outside the console. `main`: the order. */
    mail("refund-notice", {
      ...sale,
      ...toSeller,
      ...testMode,
      /** Who made the refund. `provider`: somebody made it in the provider's dashboard. */
      source: OrderActor,
      /** Why the refund failed, in the provider's words, or null if it succeeded. */
      failure: z.string().nullable(),
    }),
    /** To the creator. `main`: the order. */
    mail("dispute", {
      ...sale,
      ...toSeller,
      ...testMode,
      status: DisputeStatus,
      respondBy: z.iso.datetime().nullable(),
      /** Missing in emails queued by an earlier release. */
      provider: OrderProvider.optional(),
      /** After a withdrawal the rest is `refunded` automatically, or the `seller` must refund it. */
      withdrawal: z.enum(["refunded", "seller"]).nullable().optional(),
    }),
    /** To the creator. `main`: the list of orders. `feeCents`: the platform's fee. */
    mail("sale", {
      ...sale,
      ...toSeller,
      feeCents: z.number().int(),
      ...moneyOfSales,
      discountCode: z.string().nullable().optional(),
      /** True if no money moved. */
      mock: z.boolean().optional(),
      ...testMode,
      buyerEmail: z.string().nullable(),
      /** Where goods are to be sent. Null or missing without an address. */
      goesTo: z.object({ city: z.string(), country: z.string() }).nullable().optional(),
      paidAt: z.iso.datetime(),
    }),
    /** To a creator whose account is deleted, with their orders attached. `main`: the landing page. */
    mail("orders-export", {
      count: z.number().int(),
      /** False if only the newest orders are attached, because not all fit. */
      isComplete: z.boolean(),
    }),
    /** To the creator, about several sales since the last email. */
    mail("sales", {
      count: z.number().int(),
      totals: z.array(
        z.object({
          currency: z.string(),
          count: z.number().int(),
          amountCents: z.number().int(),
          feeCents: z.number().int(),
          ...moneyOfSales,
          /** The payment mode. Money moved only in `live`. Missing in emails queued by an earlier release. */
          kind: z.enum(["mock", "test", "live"]).optional(),
        }),
      ),
      /** True if all orders were placed in the mock checkout. */
      mock: z.boolean(),
      /** True if some orders were paid in the sandbox or with test keys. */
      isTest: z.boolean().optional(),
    }),
  ] as const;
}
