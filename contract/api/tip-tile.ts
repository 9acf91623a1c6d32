import { z } from "zod";
import { CURRENCIES, type Currency } from "../rules/currencies.ts";
import { fieldMessages } from "../rules/fields.ts";
import { DEFAULT_CURRENCY } from "../rules/limits.ts";
import type { TileType } from "../rules/tile-types.ts";
import { defineMessages, type Message } from "../texts.ts";
import { CurrencyField } from "./products.ts";

const messages = defineMessages("tip_tiles", { amount: "Enter an amount from {least} to {most}." });

/**
 * Fields of tip tiles: the first offered amount and its currency. Without `productId` a tip product is created,
 * otherwise the price of that product is updated.
 */
export const tipTileFields = {
  tipCents: z.number({ error: fieldMessages.amount({ noun: "Amount" }) }).nullish(),
  tipCurrency: CurrencyField.optional(),
};

type TipFields = {
  type: TileType;
  tipCents?: number | null | undefined;
  tipCurrency?: Currency | undefined;
};

/** Returns the tip settings of a tile, or null if it has none. */
export function tipOf({ type, tipCents, tipCurrency = DEFAULT_CURRENCY }: TipFields) {
  return type === "tip" && tipCents != null ? { tipCents, tipCurrency } : null;
}

/** Returns the error for invalid tip settings, or null. */
export function tipProblem(tile: TipFields): Message | null {
  const tip = tipOf(tile);
  if (!tip) return null;
  const { min, max } = CURRENCIES[tip.tipCurrency].tip;
  if (Number.isInteger(tip.tipCents) && tip.tipCents >= min && tip.tipCents <= max) return null;
  const money = (cents: number) => ({ cents, currency: tip.tipCurrency });
  return messages.amount({ least: money(min), most: money(max) });
}
