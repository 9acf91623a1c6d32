import { z } from "zod";
import { RefundReason } from "../../../../contract/api/orders.ts";
import { isCurrency } from "../../../../contract/rules/currencies.ts";
import { limits } from "../../../../contract/rules/limits.ts";
import { centsFromText, priceProblem } from "../../../../contract/rules/price-text.ts";

/** The form of a refund of at most `max` minor units, typed as text. */
export function refundForm(max: number, currency: string) {
  const error = `At most ${(max / 100).toFixed(2)} can be refunded.`;
  const required = "Enter an amount above 0.";
  return z.object({
    amountCents: z
      .string()
      .superRefine((text, context) => {
        const message = isCurrency(currency) && priceProblem(text, currency);
        if (message) context.addIssue({ code: "custom", message });
      })
      .transform((text) => centsFromText(text))
      .pipe(z.number({ error: required }).positive({ error: required }).max(max, { error })),
    reason: RefundReason,
    note: z
      .string()
      .trim()
      .max(limits.refundNote.max, { error: `The line must be at most ${limits.refundNote.max} characters.` })
      .transform((note) => note || null),
    keepAccess: z.boolean(),
  });
}

export type Refund = z.output<ReturnType<typeof refundForm>>;

/** Estimates the returned part of the platform fee in minor units: proportional, and the remaining fee with a full refund. */
export function estimateReturnedFee(
  order: { amount_cents: number; fee_cents: number; fee_returned_cents: number; refundable_cents: number },
  cents: number,
): number {
  const left = order.fee_cents - order.fee_returned_cents;
  if (cents >= order.refundable_cents || order.amount_cents === 0) return left;
  return Math.min(left, Math.round((order.fee_cents * cents) / order.amount_cents));
}
