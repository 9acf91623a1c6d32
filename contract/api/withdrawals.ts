import { z } from "zod";
import { Email, objectBody, oneLine, requiredText, withoutDirectionControls } from "../rules/fields.ts";
import { limits } from "../rules/limits.ts";
import { codeText } from "../rules/text-fields.ts";
import { defineMessages } from "../texts.ts";
import { BuyerOrder, Token } from "./buyer-orders.ts";
import { LineId, listOfLines } from "./order-lines.ts";
import { route } from "./route.ts";

const messages = defineMessages("withdrawals", {
  lines: "Choose the products from which you withdraw.",
  name: "Enter your name.",
  number: "Enter the number of your order.",
  confirm: "Confirm that you withdraw from the contract.",
});

/** The buyer's declaration. The confirmation goes to `email`, or to the email of the order. */
export const WithdrawalInput = objectBody({
  /** The lines that the buyer withdraws from. By default all with a right of withdrawal. */
  lines: listOfLines(LineId, (id) => id, messages.lines).optional(),
  name: requiredText("Name", limits.legalName.max, messages.name)
    .overwrite(withoutDirectionControls)
    .regex(...oneLine("Name")),
  // A form sends an empty text for an unused field.
  email: z.preprocess((value) => (value === "" ? null : value), Email.nullish()).optional(),
  confirm: z.literal(true, { error: messages.confirm }),
});
export type WithdrawalInput = z.infer<typeof WithdrawalInput>;

/** Data to find an order without its link. */
export const OrderLookup = objectBody({
  number: codeText(messages.number, limits.orderNumber.max).min(1),
  email: Email,
});
export type OrderLookup = z.infer<typeof OrderLookup>;

/** The right of withdrawal (article 11a of directive 2011/83/EU). */
export const withdrawalRoutes = {
  withdraw: route("POST", "/api/public/orders/:orderToken/withdraw", "public", {
    summary: "Withdraw from the contract of an order, or of some of its lines. Idempotent",
    params: z.object({ orderToken: Token }),
    body: WithdrawalInput,
    responses: { 202: z.object({ order: BuyerOrder }) },
    errors: { 409: ["orders.no_withdrawal"] },
    example: { name: "Vera Stone", email: "vera@example.org", confirm: true },
    anyOrigin: true,
    limit: { points: 20, seconds: 60 },
  }),
  /** Always returns the same response, which reveals nothing about orders. */
  find: route("POST", "/api/public/withdraw", "public", {
    summary: "Email the link of an order to its buyer, if number and email match",
    body: OrderLookup,
    responses: { 204: null },
    example: { number: "12-345", email: "vera@example.org" },
    anyOrigin: true,
    limit: { points: 10, seconds: 60 },
  }),
};
