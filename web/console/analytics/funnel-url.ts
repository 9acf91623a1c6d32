import { z } from "zod";
import { FunnelQuery } from "../../../contract/api/funnel.ts";

const { shape } = FunnelQuery;
const optional = <S extends z.ZodType>(schema: S) => schema.catch(undefined as never);

/** The period, kind of sales and filters in the URL of the analytics. Invalid values are ignored. Without a kind, the period's most real sales are shown. */
export const FunnelUrl = z.object({
  from: optional(shape.from),
  to: optional(shape.to),
  money: optional(shape.money.unwrap().optional()),
  source: optional(shape.source),
  tile: optional(shape.tile),
  country: optional(shape.country),
  device: optional(shape.device),
  campaign: optional(shape.campaign),
});
export type FunnelUrl = z.output<typeof FunnelUrl>;

const DAY_MS = 86_400_000;

/** Returns the UTC days of the last `days`, today included. */
export function lastDays(days: number, now = new Date()): { from: string; to: string } {
  const day = (ago: number) => new Date(now.getTime() - ago * DAY_MS).toISOString().slice(0, 10);
  return { from: day(days - 1), to: day(0) };
}
