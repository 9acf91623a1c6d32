import { z } from "zod";
import { boundedList, IsoTime, positiveNumber } from "../rules/fields.ts";
import { defineMessages, type Message } from "../texts.ts";
import { ProductType } from "./products.ts";

const messages = defineMessages("order_lines", {
  unknown: "This order has no such line.",
  lines: "Name lines of the order, each once.",
});
/** The lines that one request names. No order has more. */
const MAX_LINES = 100;
/** The message about a line of another order. */
export const unknownLine = messages.unknown;
export const linesMessage = messages.lines;
export const LineId = positiveNumber(messages.lines);

/** A list of lines of an order, each once. `idOf` returns the id of an item. */
export const listOfLines = <Item extends z.ZodType>(
  item: Item,
  idOf: (item: z.output<Item>) => number,
  error: Message = messages.lines,
) =>
  boundedList(item, MAX_LINES, { type: error, tooMany: error }).refine(
    (lines) => lines.length > 0 && new Set(lines.map(idOf)).size === lines.length,
    { error },
  );

/** The ids of some lines of an order. */
export const LineIds = listOfLines(LineId, (id) => id);

/** Why a buyer can (`open`) or cannot withdraw from the contract. */
export const WithdrawalReason = z.enum([
  "open",
  "mock",
  "not_paid",
  "free",
  "tip",
  "not_a_trader",
  "delivered",
  "period_over",
  "refunded",
  "withdrawn",
]);

/** The right of withdrawal. `until` is null while its end is unknown. */
export const Withdrawal = z.object({
  possible: z.boolean(),
  until: IsoTime.nullable(),
  reason: WithdrawalReason,
});
export type Withdrawal = z.infer<typeof Withdrawal>;

/**
 * The buyer's access to a purchase. `ended`: the buyer has withdrawn. `refunded`: the seller has refunded everything.
 * `paused`: the buyer's bank reviews the payment. `returned`: the bank has returned the payment. `gifted`: the buyer has given it away, so its receiver has the files.
 */
export const DownloadAccess = z.enum(["given", "ended", "refunded", "paused", "returned", "gifted"]);
export type DownloadAccess = z.infer<typeof DownloadAccess>;

/** A sold product of an order, as at its checkout. Amounts of the lines add up to those of the order. */
const SoldLine = z.object({
  id: z.number(),
  name: z.string(),
  type: ProductType,
  amount_cents: z.number(),
  /** The line's share of the refunds. */
  refunded_cents: z.number(),
  /** When its goods were first marked as shipped. */
  shipped_at: IsoTime.nullable(),
  tracking: z.string().nullable(),
  /** The name of the bundle with which it was bought, or null. */
  bundle: z.string().nullable(),
});

/** A line for its buyer. */
export const BuyerLine = SoldLine.extend({
  withdrawal: Withdrawal,
  access: z.object({
    state: DownloadAccess,
    /** The newest bytes of the bought files. Empty until the order is paid, and for everything but files. */
    files: z.array(
      z.object({
        id: z.number(),
        name: z.string(),
        /** In bytes. */
        size: z.number(),
        /** In hexadecimal digits. */
        sha256: z.string(),
        /** The download link, or null while there is no access and if the link must be renewed first. */
        url: z.string().nullable(),
        expires_at: IsoTime.nullable(),
        /** The link to the bytes that were bought, or null if `url` returns them. */
        bought_url: z.string().nullable(),
      }),
    ),
  }),
});
export type BuyerLine = z.infer<typeof BuyerLine>;

/** A line for its creator. `amount_cents` is the price, less the discount, plus shipping. */
export const CreatorLine = SoldLine.extend({
  /** Null once the product is deleted, and for a tip without one. */
  product_id: z.number().nullable(),
  item_cents: z.number(),
  discount_cents: z.number(),
  shipping_cents: z.number(),
  /** The amount that can still be refunded here, or 0 during a dispute. */
  refundable_cents: z.number(),
  withdrawn_at: IsoTime.nullable(),
  downloads: z.number(),
});
export type CreatorLine = z.infer<typeof CreatorLine>;
