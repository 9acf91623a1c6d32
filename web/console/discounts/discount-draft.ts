import { z } from "zod";
import { type Discount, DiscountInput } from "../../../contract/api/discounts.ts";
import { isCurrency } from "../../../contract/rules/currencies.ts";
import { DEFAULT_CURRENCY } from "../../../contract/rules/limits.ts";
import {
  amountFromText,
  priceProblem,
  textFromCents,
  wholeFromText,
} from "../../../contract/rules/price-text.ts";
import { t } from "../../../contract/texts.ts";
import { toLocalInput } from "../../lib/time-fields.ts";

export const REDUCTIONS = [
  { value: "percent", label: t("A percentage") },
  { value: "amount", label: t("An amount") },
] as const;
export const SCOPES = [
  { value: "all", label: t("All products") },
  { value: "chosen", label: t("Chosen products") },
] as const;

/** The field names, for a question about conflicts. */
export const DISCOUNT_FIELDS: Readonly<Record<keyof DiscountFormValues, string>> = {
  code: t("Code"),
  reduction: t("Discount"),
  percentOff: t("Percent"),
  amountOffCents: t("Amount"),
  currency: t("Currency"),
  scope: t("For"),
  productIds: t("Products"),
  startsAt: t("Starts"),
  endsAt: t("Ends"),
  maxUses: t("Maximum uses"),
  oncePerBuyer: t("Once per buyer"),
  active: t("Active"),
};

/** Fields that only make sense together. */
export const TOGETHER = [
  ["reduction", "percentOff", "amountOffCents", "currency"],
  ["scope", "productIds"],
  ["startsAt", "endsAt"],
] as const;

/** The form of a discount code: numbers and times are typed as text, everything else follows the request's schema. */
export const DiscountForm = z
  .object({
    code: z.string(),
    reduction: z.enum(["percent", "amount"]),
    percentOff: z.string().transform((text) => wholeFromText(text, 0)),
    amountOffCents: z.string(),
    currency: z.string(),
    scope: z.enum(["all", "chosen"]),
    productIds: z.array(z.string()),
    startsAt: z.string(),
    endsAt: z.string(),
    maxUses: z.string().transform((text) => wholeFromText(text, null)),
    oncePerBuyer: z.boolean(),
    active: z.boolean(),
  })
  .transform(({ reduction, scope, ...draft }, context): z.input<typeof DiscountInput> => {
    const isAmount = reduction === "amount";
    const currency = isCurrency(draft.currency) ? draft.currency : DEFAULT_CURRENCY;
    const message = isAmount && priceProblem(draft.amountOffCents, currency);
    if (message) context.addIssue({ code: "custom", path: ["amountOffCents"], message });
    return {
      ...draft,
      percentOff: isAmount ? null : draft.percentOff,
      amountOffCents: isAmount ? amountFromText(draft.amountOffCents, 0) : null,
      currency: isAmount ? draft.currency : null,
      productIds: scope === "chosen" ? draft.productIds.map(Number) : null,
    };
  })
  .pipe(DiscountInput);
export type DiscountFormValues = z.input<typeof DiscountForm>;

export function toFormValues(discount: Discount | null, timeZone: string): DiscountFormValues {
  const { percent_off = null, amount_off_cents = null, product_ids = null, max_uses = null } = discount ?? {};
  return {
    code: discount?.code ?? "",
    reduction: amount_off_cents === null ? "percent" : "amount",
    percentOff: percent_off === null ? "" : String(percent_off),
    amountOffCents: amount_off_cents === null ? "" : textFromCents(amount_off_cents),
    currency: discount?.currency ?? DEFAULT_CURRENCY,
    scope: product_ids === null ? "all" : "chosen",
    productIds: (product_ids ?? []).map(String),
    startsAt: toLocalInput(discount?.starts_at ?? null, timeZone),
    endsAt: toLocalInput(discount?.ends_at ?? null, timeZone),
    maxUses: max_uses === null ? "" : String(max_uses),
    oncePerBuyer: discount?.once_per_buyer ?? false,
    active: discount?.active ?? true,
  };
}

export type DiscountState = "active" | "inactive" | "scheduled" | "expired" | "used_up";

type Terms = Pick<Discount, "active" | "starts_at" | "ends_at" | "max_uses" | "uses">;

/** Returns whether buyers can use a code now, and if not, the reason. */
export function stateOf(discount: Terms, now: Date): DiscountState {
  if (!discount.active) return "inactive";
  if (discount.ends_at !== null && new Date(discount.ends_at) <= now) return "expired";
  if (discount.max_uses !== null && discount.uses >= discount.max_uses) return "used_up";
  return discount.starts_at !== null && new Date(discount.starts_at) > now ? "scheduled" : "active";
}
