import { z } from "zod";
import { Branding } from "../api/appearance.ts";
import { BuyerCompany } from "../api/buyer-orders.ts";
import { Seller } from "../api/sellers.ts";
import { PostalAddress } from "../rules/addresses.ts";
import { DisputeStatus, OrderActor, OrderProvider } from "../rules/order-states.ts";
import { fromCreator } from "./from-creator.ts";
import { mailWith } from "./mail-with.ts";

/** What is unusual about the payment of an order. */
export const PaymentNotice = z.enum(["processing", "failed", "duplicate", "oversold", "held"]);
export type PaymentNotice = z.infer<typeof PaymentNotice>;

const sale = {
  /** The number on the receipt; none before the order is paid and in the mock checkout. */
  number: z.string().nullable().optional(),
  product: z.string(),
  amountCents: z.number().int(),
  currency: z.string(),
};

/** The id of the order: only for sellers, because it counts the orders of the whole installation. None in emails that an earlier release queued. */
const toSeller = { order: z.number().int().optional() };

/** What became of the money by the time of the email, as `SaleMoney` has it. None in emails that an earlier release queued. */
const moneyOfSales = {
  discountCents: z.number().int().optional(),
  shippingCents: z.number().int().optional(),
  refundedCents: z.number().int().optional(),
  disputedCents: z.number().int().optional(),
  feeReturnedCents: z.number().int().optional(),
  providerFeeCents: z.number().int().optional(),
  unknownProviderFees: z.number().int().optional(),
};

/** Paid in the sandbox or with test keys: no money moved. */
export const testMode = { isTest: z.boolean().optional() };

/** In every email to a buyer. */
export const toBuyer = {
  /** The creator's. */
  ...Branding.shape,
  ...fromCreator,
  /** The creator's, by which times are written. */
  timeZone: z.string().optional(),
  /** Of an order of the mock checkout: no money moved. */
  mock: z.boolean().optional(),
  ...testMode,
};

/** The emails about orders. `Link` is the type of a link at that stage. */
export function orderMails<Link extends z.ZodType>(link: Link) {
  return [...buyerMails(link), ...creatorMails(link)] as const;
}

function buyerMails<Link extends z.ZodType>(link: Link) {
  const mail = mailWith(link);
  return [
    /** `main`: the order page. `order` is null; in an email that an earlier release queued it is not, where there is a download. */
    z.object({
      mail: z.literal("receipt"),
      ...toBuyer,
      ...sale,
      creator: z.string(),
      paidAt: z.iso.datetime(),
      /** The order page has a download. Missing in emails that an earlier release queued. */
      hasDownload: z.boolean().optional(),
      /** Set when the receipt is sent again on request; `until` is the expiry of the download link. */
      again: z.object({ until: z.iso.datetime().nullable() }).optional(),
      /** Who sold, as it was when the order was paid. */
      seller: Seller.nullable().optional(),
      discountCents: z.number().int().optional(),
      discountCode: z.string().nullable().optional(),
      shippingCents: z.number().int().optional(),
      /** Where paid goods go. */
      address: PostalAddress.nullable().optional(),
      /** What the right of withdrawal is about, as long as the buyer has it. */
      withdrawal: z.enum(["goods", "file"]).nullable().optional(),
      /** The company that bought. */
      company: BuyerCompany.nullable().optional(),
      /** What the buyer agreed to, word for word. */
      consent: z.object({ text: z.string(), at: z.iso.datetime() }).nullable().optional(),
      links: z.object({ main: link, order: link.nullable() }),
    }),
    /** To the buyer, with `main` the order page, or to creator and administrators, with `main` the list of orders. */
    mail("payment-notice", {
      ...toBuyer,
      notice: PaymentNotice,
      isBuyer: z.boolean(),
      ...sale,
      ...toSeller,
      /** The platform's fee of a second payment, where the provider does not return it. */
      keptFee: z.object({ feeCents: z.number().int(), provider: z.string() }).optional(),
    }),
    /** To the buyer, once it is done. `main`: the order page. `amountCents`: what was refunded. */
    mail("refund", {
      ...toBuyer,
      ...sale,
      creator: z.string(),
      /** The creator's line. */
      note: z.string().nullable(),
      /** No money moved. */
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

function creatorMails<Link extends z.ZodType>(link: Link) {
  const mail = mailWith(link);
  return [
    /** To the creator, about a refund that was not made in the console or failed. `main`: the order. */
    mail("refund-notice", {
      ...sale,
      ...toSeller,
      ...testMode,
      /** Who requested it; `provider`: made in its dashboard. */
      source: OrderActor,
      /** Why it failed, in the provider's word; null for one that was made. */
      failure: z.string().nullable(),
    }),
    /** To the creator. `main`: the order. */
    mail("dispute", {
      ...sale,
      ...toSeller,
      ...testMode,
      status: DisputeStatus,
      respondBy: z.iso.datetime().nullable(),
      /** None in emails that an earlier release queued. */
      provider: OrderProvider.optional(),
      /** The buyer has withdrawn: what is left is `refunded` automatically, or by the `seller`. */
      withdrawal: z.enum(["refunded", "seller"]).nullable().optional(),
    }),
    /** To the creator. `main`: the list of orders. `feeCents`: the platform's fee. */
    mail("sale", {
      ...sale,
      ...toSeller,
      feeCents: z.number().int(),
      ...moneyOfSales,
      discountCode: z.string().nullable().optional(),
      /** No money moved. */
      mock: z.boolean().optional(),
      ...testMode,
      buyerEmail: z.string().nullable(),
      paidAt: z.iso.datetime(),
    }),
    /** To a creator whose account is deleted, with their orders attached. `main`: the landing page. */
    mail("orders-export", {
      count: z.number().int(),
      /** False: there are more orders than one email may hold, of which these are the newest. */
      isComplete: z.boolean(),
    }),
    /** To the creator: several sales since the last email. */
    mail("sales", {
      count: z.number().int(),
      totals: z.array(
        z.object({
          currency: z.string(),
          count: z.number().int(),
          amountCents: z.number().int(),
          feeCents: z.number().int(),
          ...moneyOfSales,
          /** Whether money moved: only in `live`. None in emails that an earlier release queued. */
          kind: z.enum(["mock", "test", "live"]).optional(),
        }),
      ),
      /** All were placed in the mock checkout. */
      mock: z.boolean(),
      /** Some were paid in the sandbox or with test keys. */
      isTest: z.boolean().optional(),
    }),
  ] as const;
}
