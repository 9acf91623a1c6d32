import { z } from "zod";
import { Email, objectBody, requiredText } from "../rules/fields.ts";
import { limits } from "../rules/limits.ts";
import { defineMessages } from "../texts.ts";
import { Token } from "./buyer-orders.ts";
import { CreatorOrderDetail } from "./orders.ts";
import { IdParams, route } from "./route.ts";

const messages = defineMessages("order_emails", { reason: "Say why the email is corrected." });

/** The corrected email of an order. */
export const CorrectionInput = objectBody({ email: Email });
/** The corrected email from the creator, with the reason for the order's history. */
export const CreatorCorrection = objectBody({
  email: Email,
  reason: requiredText("Reason", limits.refundNote.max, messages.reason),
});

const ERRORS = [
  "checkout.not_paid",
  "checkout.creator_unverified",
  "orders.email_gone",
  "orders.email_same",
  "orders.disputed",
];

/** The routes with which a buyer or the creator corrects the email of an order. */
export const orderEmailRoutes = {
  request: route("POST", "/api/public/orders/:orderToken/email", "public", {
    summary: "Email a link to another address, with which the buyer confirms it as the email of the order",
    params: z.object({ orderToken: Token }),
    body: CorrectionInput,
    responses: { 204: null },
    errors: { 400: ["blocks.email_blocked"], 409: ERRORS },
    example: { email: "vera@example.org" },
    anyOrigin: true,
    limit: { points: 20, seconds: 60 },
  }),
  correct: route("POST", "/api/orders/:id/email", "creator", {
    summary: "Correct the email of an order. The former email can undo that for 72 hours",
    params: IdParams,
    body: CreatorCorrection,
    responses: { 200: z.object({ order: CreatorOrderDetail }) },
    errors: { 400: ["blocks.email_blocked"], 409: ERRORS },
    example: { email: "vera@example.org", reason: "The buyer wrote to me from this email." },
    recent: true,
    limit: { points: 30, seconds: 60 },
  }),
};
