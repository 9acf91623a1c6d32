import { z } from "zod";
import { Email, objectBody, positiveNumber } from "../rules/fields.ts";
import { checkoutMessages } from "./checkout.ts";
import { CreatorOrderDetail } from "./orders.ts";
import { route } from "./route.ts";

/** A free copy of a product for a person. */
export const FreeCopyInput = objectBody({
  productId: positiveNumber(checkoutMessages.product),
  email: Email,
});
export type FreeCopyInput = z.output<typeof FreeCopyInput>;

/** The route with which a creator gives a product away. */
export const orderGiftRoutes = {
  give: route("POST", "/api/orders/gifts", "creator", {
    scopes: ["orders:write"],
    summary: "Give a free copy of a product to an email. Repeating it within a minute gives no second one",
    body: FreeCopyInput,
    responses: { 201: z.object({ order: CreatorOrderDetail }) },
    errors: {
      400: ["blocks.email_blocked"],
      404: ["not_found"],
      409: [
        "checkout.creator_unverified",
        "checkout.sold_out",
        "orders.not_giftable",
        "orders.own_email",
        "orders.unsubscribed",
      ],
    },
    example: { productId: 4, email: "vera@example.org" },
    limit: { points: 30, seconds: 60 },
  }),
};
