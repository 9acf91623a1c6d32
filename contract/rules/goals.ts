import { formatNumber, formatShortMoney } from "./formats.ts";

/** The source of a goal's progress. */
export const GOAL_SOURCES = ["tips", "products", "hand"] as const;
export type GoalSource = (typeof GOAL_SOURCES)[number];

export const MAX_GOAL_PRODUCTS = 20;
/** Values are below this many units of the currency, or this number. */
export const GOAL_END = 10_000_000;

type Progress = { reached: number; target: number; currency: string | null };

/** Returns the texts of a progress. The percentage is rounded down, so that 100% means reached. */
export function goalTexts({ reached, target, currency }: Progress) {
  const text = (value: number) =>
    currency === null ? formatNumber(value) : formatShortMoney(value, currency);
  return {
    reached: text(reached),
    target: text(target),
    percent: formatNumber(Math.floor((reached * 100) / target) / 100, { style: "percent" }),
  };
}
