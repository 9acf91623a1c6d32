import { z } from "zod";
import { buyerOrderRoutes } from "../api/buyer-orders.ts";
import { limitOf, PRIVATE, pageRoute, SECRET_URL } from "./page-route.ts";

const ofGift = {
  renders: ["gift", "order-missing"],
  notFound: { page: "order-missing" },
  /** The token of the gift's link, or the order's id in the library. */
  params: z.object({ gift: z.string() }),
  ...SECRET_URL,
} as const;

/** The page of a gift below a path. Opening it changes nothing, because mail scanners open links. */
const giftPagesAt = (base: `/${string}`) => ({
  gift: pageRoute("GET", base, { ...ofGift, startsDownloads: true }),
  renewGift: pageRoute("POST", base, { ...ofGift, ...PRIVATE, limit: limitOf(buyerOrderRoutes.renew) }),
});
export type GiftPages = ReturnType<typeof giftPagesAt>;

/** A gift under its own link, which anyone with the link can open. */
export const giftPages = giftPagesAt("/gift/:gift");

/** The same gift in the library of its receiver. */
export const libraryGiftPages = giftPagesAt("/library/gifts/:gift");
