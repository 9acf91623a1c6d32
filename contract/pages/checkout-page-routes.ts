import { z } from "zod";
import { checkoutRoutes } from "../api/checkout.ts";
import { limits, RETURN_POLLS } from "../rules/limits.ts";
import { field, limitOf, PRIVATE, pageRoute, SECRET_URL } from "./page-route.ts";
import { PAY_FIELDS } from "./sale-models.ts";

/** A parameter that other sites may set. */
const shortText = z.string().min(1).max(512).nullable().catch(null);
const payFields = Object.fromEntries(PAY_FIELDS.map((name) => [name, field])) as Record<
  (typeof PAY_FIELDS)[number],
  typeof field
>;
/** The number of reloads of the return page. */
const Look = z.coerce.number().int().min(0).max(RETURN_POLLS).catch(0);
const CHECKOUT_MISSING = { page: "checkout-missing" } as const;

const Token = z.object({ checkoutToken: z.string() });
const PAY = "/checkout/pay/:checkoutToken";
const MOCK = "/checkout/mock/:checkoutToken";
const showPay = {
  renders: ["pay", "checkout-missing"],
  notFound: CHECKOUT_MISSING,
  params: Token,
  query: z.object({
    /** A discount code from the link that led to the page. */
    code: z.string().max(limits.code.max).optional().catch(undefined),
  }),
  limit: limitOf(checkoutRoutes.show),
  ...SECRET_URL,
} as const;
/** Accepts the form of the page before paying. `action` is pay, update (which only shows the new price) or cancel. */
const sendPay = {
  renders: ["pay", "to-provider", "checkout-missing"],
  notFound: CHECKOUT_MISSING,
  params: Token,
  form: z.object({ action: field, ...payFields }),
  limit: limitOf(checkoutRoutes.pay),
  ...SECRET_URL,
} as const;

/** The pages and forms of a purchase. */
export const checkoutPageRoutes = {
  startCheckout: pageRoute("POST", "/checkout/start", {
    renders: ["checkout-missing"],
    notFound: CHECKOUT_MISSING,
    /** Requires `tileId` or `productId`. With a `choice` of a tip's amount, the whole form is passed on to the next page. */
    form: z.object({ tileId: field, productId: field, choice: field }),
    limit: limitOf(checkoutRoutes.create),
    ...PRIVATE,
  }),
  /** The page before paying, under its URL for the mock checkout and its URL for payments. */
  pay: pageRoute("GET", PAY, showPay),
  sendPay: pageRoute("POST", PAY, sendPay),
  mockCheckout: pageRoute("GET", MOCK, showPay),
  sendMockCheckout: pageRoute("POST", MOCK, sendPay),
  /** The provider's page returns here. This page reads the payment, which may complete the order. */
  payReturn: pageRoute("GET", `${PAY}/return`, {
    renders: ["checkout-missing"],
    notFound: CHECKOUT_MISSING,
    params: Token,
    query: z.object({
      look: Look,
      /** The buyer left the provider's page without paying. */
      cancelled: z.literal("1").optional().catch(undefined),
    }),
    limit: { name: "/checkout/pay/:token/return", points: 60, seconds: 60 },
    ...SECRET_URL,
  }),
  checkoutReturn: pageRoute("GET", "/checkout/return", {
    renders: ["checkout-return"],
    query: z.object({
      status: z.enum(["success", "pending", "failure"]).default("pending").catch("failure"),
      downloadToken: shortText,
      handle: shortText,
      order: shortText,
      /** The token of an unfinished checkout. */
      checkout: shortText,
      look: Look,
    }),
    ...PRIVATE,
    referrerPolicy: "no-referrer",
  }),
};
