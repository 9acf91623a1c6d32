import { z } from "zod";
import { buyerOrderRoutes } from "../api/buyer-orders.ts";
import { withdrawalRoutes } from "../api/withdrawals.ts";
import { field, limitOf, PRIVATE, pageRoute, SECRET_URL, TokenParams } from "./page-route.ts";

const ORDER_MISSING = { page: "order-missing" } as const;
const ofOrder = {
  notFound: ORDER_MISSING,
  /** The token of the order's link, or the order's id in the library. */
  params: z.object({ order: z.string() }),
  ...SECRET_URL,
} as const;

/** Returns the page of an order and its forms below a path. */
function orderPagesAt(base: `/${string}`) {
  return {
    order: pageRoute("GET", base, {
      ...ofOrder,
      renders: ["order", "order-missing"],
      query: z.object({
        mailed: z.literal("1").optional().catch(undefined),
        corrected: z.literal("1").optional().catch(undefined),
      }),
      startsDownloads: true,
    }),
    /** Mail scanners open links but send no forms, so a download that starts here is the buyer's own act. */
    downloadOrder: pageRoute("POST", `${base}/download`, {
      ...ofOrder,
      renders: ["order-missing"],
      /** `file` is the id of a file, for its newest bytes. `bought` is the id of a file, for the bytes that were bought. Without both, the first file. */
      form: z.object({ file: field, bought: field }),
      limit: limitOf(buyerOrderRoutes.download),
    }),
    renewOrder: pageRoute("POST", base, {
      ...ofOrder,
      ...PRIVATE,
      renders: ["order-missing"],
      limit: limitOf(buyerOrderRoutes.renew),
    }),
    mailOrder: pageRoute("POST", `${base}/mail`, {
      ...ofOrder,
      renders: ["order", "order-missing"],
      form: z.object({ email: field }),
      limit: limitOf(buyerOrderRoutes.mail),
      startsDownloads: true,
    }),
    /** Takes the buyer's corrected email and sends a confirmation link to it. */
    correctOrderEmail: pageRoute("POST", `${base}/email`, {
      ...ofOrder,
      renders: ["order", "order-missing"],
      form: z.object({ email: field }),
      limit: { name: "/orders/:order/email", points: 20, seconds: 60 },
    }),
    /** Takes the receiver and the day of a gift. Until it is sent, a repetition corrects it. */
    giveOrder: pageRoute("POST", `${base}/gift`, {
      ...ofOrder,
      renders: ["order", "order-missing"],
      form: z.object({ email: field, name: field, line: field, day: field }),
      limit: { name: "/orders/:order/gift", points: 20, seconds: 60 },
    }),
    cancelGift: pageRoute("POST", `${base}/gift/cancel`, {
      ...ofOrder,
      renders: ["order", "order-missing"],
      limit: { name: "/orders/:order/gift", points: 20, seconds: 60 },
    }),
    /** The form in which a buyer withdraws from the contract of an order. */
    withdraw: pageRoute("GET", `${base}/withdraw`, {
      ...ofOrder,
      renders: ["withdraw", "order-missing"],
    }),
    confirmWithdrawal: pageRoute("POST", `${base}/withdraw`, {
      ...ofOrder,
      renders: ["withdraw", "order-missing"],
      /** A ticked line is the field `line-` with its id. */
      form: z.object({ name: field, email: field }).catchall(z.string()),
      limit: limitOf(withdrawalRoutes.withdraw),
    }),
  };
}
export type OrderPages = ReturnType<typeof orderPagesAt>;

/** An order under its own link, which anyone with the link can open. */
export const orderPages = orderPagesAt("/orders/:order");

/** The same order in the library of its buyer. */
export const libraryOrderPages = orderPagesAt("/library/orders/:order");

const emailChange = { renders: ["order-email"], params: TokenParams, ...SECRET_URL } as const;
const changeLimit = { name: "order emails", points: 20, seconds: 60 } as const;

/** The pages of emailed links that confirm or undo a corrected email, or take a gift back. Opening them changes nothing, because mail scanners open links. */
export const orderEmailPages = {
  askToConfirmOrderEmail: pageRoute("GET", "/library/email/:token", emailChange),
  confirmOrderEmail: pageRoute("POST", "/library/email/:token", { ...emailChange, limit: changeLimit }),
  askToUndoOrderEmail: pageRoute("GET", "/library/undo/:token", emailChange),
  undoOrderEmail: pageRoute("POST", "/library/undo/:token", { ...emailChange, limit: changeLimit }),
  askToStopGift: pageRoute("GET", "/library/stop-gift/:token", emailChange),
  stopGift: pageRoute("POST", "/library/stop-gift/:token", { ...emailChange, limit: changeLimit }),
};
