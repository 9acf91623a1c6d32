import { z } from "zod";
import type { CreatorLine } from "../../../../contract/api/order-lines.ts";
import { type CreatorOrderDetail, RefundReason } from "../../../../contract/api/orders.ts";
import { isCurrency } from "../../../../contract/rules/currencies.ts";
import { limits } from "../../../../contract/rules/limits.ts";
import { centsFromText, priceProblem, textFromCents } from "../../../../contract/rules/price-text.ts";
import { t } from "../../../../contract/texts.ts";

type Refundable = Pick<CreatorOrderDetail, "currency" | "refundable_cents"> & {
  lines: readonly Pick<CreatorLine, "id" | "refundable_cents">[];
};

/** An amount of at most `max` minor units, typed as text. */
function amountUpTo(max: number, currency: string) {
  const error = t("At most {amount} can be refunded.", { amount: textFromCents(max) });
  const required = t("Enter an amount above 0.");
  return z
    .string()
    .superRefine((text, context) => {
      const message = isCurrency(currency) && priceProblem(text, currency);
      if (message) context.addIssue({ code: "custom", message });
    })
    .transform((text) => centsFromText(text))
    .pipe(z.number({ error: required }).positive({ error: required }).max(max, { error }));
}

const RefundValues = z.object({
  /** The amount for an order of one product. */
  amountCents: z.string(),
  /** The ids of the chosen lines of an order with several. */
  lines: z.array(z.string()),
  /** The amounts of all its lines, in their order. */
  amounts: z.array(z.string()),
  reason: RefundReason,
  note: z
    .string()
    .trim()
    .max(limits.refundNote.max, {
      error: t("The line must be at most {max} characters.", { max: limits.refundNote.max }),
    })
    .transform((note) => note || null),
  keepAccess: z.boolean(),
});
export type RefundValues = z.input<typeof RefundValues>;

/** The form of a refund: an amount, or with several lines an amount for each that is chosen. */
export function refundForm({ currency, refundable_cents, lines }: Refundable) {
  return RefundValues.transform(({ amountCents, lines: chosen, amounts, ...refund }, context) => {
    const read = (text: string, max: number, path: (string | number)[]) => {
      const { data, error } = amountUpTo(max, currency).safeParse(text);
      if (data !== undefined) return data;
      context.addIssue({ code: "custom", message: error?.issues[0]?.message ?? "", path });
      return z.NEVER;
    };
    if (lines.length === 1)
      return { ...refund, amountCents: read(amountCents, refundable_cents, ["amountCents"]) };
    if (chosen.length === 0)
      context.addIssue({ code: "custom", message: t("Choose at least one product."), path: ["lines"] });
    const parts = lines.flatMap(({ id, refundable_cents: max }, at) =>
      chosen.includes(String(id)) ? { id, amountCents: read(amounts[at] ?? "", max, ["amounts", at]) } : [],
    );
    return { ...refund, lines: parts };
  });
}

export type Refund = z.output<ReturnType<typeof refundForm>>;

/** Returns the first values of the form: everything that is left, of the given line or of all. */
export const fullRefund = ({ refundable_cents, lines }: Refundable, only?: CreatorLine): RefundValues => ({
  amountCents: textFromCents(refundable_cents),
  lines: lines
    .filter(({ id, refundable_cents: left }) => left > 0 && (!only || only.id === id))
    .map(({ id }) => String(id)),
  amounts: lines.map(({ refundable_cents: left }) => textFromCents(left)),
  reason: "requested",
  note: "",
  keepAccess: false,
});

/** Returns the sum of the typed amounts in minor units, or null while one of them cannot be refunded. */
export function sumOf({ refundable_cents, lines }: Refundable, values: RefundValues): number | null {
  const typed =
    lines.length === 1
      ? [{ cents: centsFromText(values.amountCents), max: refundable_cents }]
      : lines
          .map(({ id, refundable_cents: max }, at) => ({
            id,
            cents: centsFromText(values.amounts[at] ?? ""),
            max,
          }))
          .filter(({ id }) => values.lines.includes(String(id)));
  if (typed.length === 0 || !typed.every(({ cents, max }) => cents > 0 && cents <= max)) return null;
  return typed.reduce((sum, { cents }) => sum + cents, 0);
}

/** Estimates the returned part of the platform fee in minor units: proportional, and the remaining fee with a full refund. */
export function estimateReturnedFee(
  order: { amount_cents: number; fee_cents: number; fee_returned_cents: number; refundable_cents: number },
  cents: number,
): number {
  const left = order.fee_cents - order.fee_returned_cents;
  if (cents >= order.refundable_cents || order.amount_cents === 0) return left;
  return Math.min(left, Math.round((order.fee_cents * cents) / order.amount_cents));
}
