import { z } from "zod";
import { booleanField, objectBody, optionalText, positiveNumber } from "../rules/fields.ts";
import { limits } from "../rules/limits.ts";
import { defineMessages } from "../texts.ts";
import { LineId, LineIds, linesMessage, listOfLines } from "./order-lines.ts";
import { CreatorOrderDetail, RefundReason } from "./orders.ts";
import { IdParams, route } from "./route.ts";

const Detail = z.object({ order: CreatorOrderDetail });
const messages = defineMessages("order_actions", {
  amount: "Enter the amount in cents: a whole number above 0.",
  amountOrLines: "Send either an amount or lines.",
  reason: "Choose a reason: {reasons}.",
  requestId: "Send a UUID that identifies the request.",
});

const RefundedLine = z.object(
  { id: LineId, amountCents: positiveNumber(messages.amount).optional() },
  { error: linesMessage },
);

/** A creator's actions on their orders. */
export const orderActionRoutes = {
  show: route("GET", "/api/orders/:id", "creator", {
    scopes: ["orders:read"],
    summary: "Order of the creator with payments, refunds, disputes and history",
    params: IdParams,
    responses: { 200: Detail },
  }),
  refund: route("POST", "/api/orders/:id/refund", "creator", {
    scopes: ["orders:write"],
    allowsSuspended: true,
    summary: "Refund an order or a part of it. Repeating a `requestId` makes no second refund",
    params: IdParams,
    body: objectBody({
      requestId: z.uuid({ error: messages.requestId }),
      /** The amount to refund. By default everything that is not refunded yet. */
      amountCents: positiveNumber(messages.amount).optional(),
      /** The lines to refund, and not the order as a whole. By default everything that is left of each. */
      lines: listOfLines(RefundedLine, ({ id }) => id).optional(),
      reason: z.enum(RefundReason.options, {
        error: messages.reason({ reasons: RefundReason.options.join(", ") }),
      }),
      /** A message to the buyer. */
      note: optionalText("Note", limits.refundNote.max).default(null),
      /** True keeps the download available after a full refund. */
      keepAccess: booleanField("keepAccess").optional(),
    }).refine(({ amountCents, lines }) => amountCents === undefined || lines === undefined, {
      error: messages.amountOrLines,
      path: ["lines"],
    }),
    /** 201: the provider has received the refund. 202: the refund is stored, and sent as soon as the provider is available. */
    responses: { 201: Detail, 202: Detail },
    errors: {
      // Refunds of 24 hours above the creator's limit need a recent proof.
      403: ["account.confirm"],
      409: ["orders.not_refundable", "orders.disputed"],
    },
    example: {
      requestId: "0b7a3c1e-52f4-4c1d-9d0e-2f6b8a9c7d31",
      amountCents: 400,
      reason: "requested",
      note: "Sorry about the scratch.",
    },
    limit: { points: 30, seconds: 60 },
  }),
  ship: route("POST", "/api/orders/:id/ship", "creator", {
    scopes: ["orders:write"],
    allowsSuspended: true,
    summary: "Mark goods of an order as shipped and email the buyer. A repeated request changes the tracking",
    params: IdParams,
    body: objectBody({
      tracking: optionalText("Tracking", limits.tracking.max).default(null),
      /** The shipped goods. By default all that are not shipped yet, or all once they are. */
      lines: LineIds.optional(),
    }).default({ tracking: null }),
    responses: { 200: Detail },
    errors: { 409: ["orders.not_shippable"] },
    example: { tracking: "DHL 00340434161094042557" },
    limit: { points: 30, seconds: 60 },
  }),
};
