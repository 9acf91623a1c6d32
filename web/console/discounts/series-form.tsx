import { useWatch } from "react-hook-form";
import { z } from "zod";
import { DiscountSeriesInput } from "../../../contract/api/discount-series.ts";
import { wholeFromText } from "../../../contract/rules/price-text.ts";
import { seriesLimits } from "../../../contract/rules/series-limits.ts";
import { t } from "../../../contract/texts.ts";
import { SelectField, TextField, TimeField } from "../../ui/form-fields.tsx";
import { DialogForm } from "../../widgets/form-dialog.tsx";
import { useRequestForm } from "../../widgets/request-form.tsx";
import { UnsavedChangesGuard } from "../../widgets/unsaved-changes-guard.tsx";
import { useCreator } from "../creator-context.ts";
import { NumberField } from "../editing/amount-field.tsx";
import { ProductsField } from "../editing/products-field.tsx";
import { SCOPES } from "./discount-draft.ts";
import { useCreateSeries } from "./series-queries.ts";

/** Numbers and times are typed as text, everything else follows the request's schema. */
const SeriesForm = z
  .object({
    name: z.string(),
    count: z.string().transform((text) => wholeFromText(text, 0)),
    percentOff: z.string().transform((text) => wholeFromText(text, 0)),
    scope: z.enum(["all", "chosen"]),
    productIds: z.array(z.string()),
    prefix: z.string(),
    startsAt: z.string(),
    endsAt: z.string(),
  })
  .transform(
    ({ scope, ...draft }): z.input<typeof DiscountSeriesInput> => ({
      ...draft,
      productIds: scope === "chosen" ? draft.productIds.map(Number) : null,
    }),
  )
  .pipe(DiscountSeriesInput);
type SeriesFormValues = z.input<typeof SeriesForm>;

const EMPTY: SeriesFormValues = {
  name: "",
  count: "",
  percentOff: "100",
  scope: "all",
  productIds: [],
  prefix: "",
  startsAt: "",
  endsAt: "",
};

export function NewSeriesForm({ onCreated }: { onCreated: () => void }) {
  const { time_zone: timeZone } = useCreator();
  const create = useCreateSeries();
  const { form, onSubmit } = useRequestForm(SeriesForm, {
    values: EMPTY,
    send: (input) => create.mutateAsync(input).then(onCreated),
    failure: t("Couldn't create the codes."),
  });
  const scope = useWatch({ control: form.control, name: "scope" });
  return (
    <DialogForm form={form} onSubmit={onSubmit} submitLabel={t("Create codes")} busyLabel={t("Creating…")}>
      <TextField
        form={form}
        name="name"
        label={t("Name")}
        help={t("Only you see it.")}
        maxLength={seriesLimits.name.max}
        autoComplete="off"
      />
      <NumberField
        form={form}
        name="count"
        label={t("Number of codes")}
        help={t("1 to {max}. Each works once.", { max: seriesLimits.codes.max })}
      />
      <NumberField
        form={form}
        name="percentOff"
        label={t("Percent off")}
        help={t("With 100, the buyer pays nothing but shipping.")}
      />
      <SelectField
        form={form}
        name="scope"
        label={t("For")}
        help={t("Tips are never discounted.")}
        options={SCOPES}
      />
      {scope === "chosen" && (
        <ProductsField
          inputOf={() => form.register("productIds")}
          error={form.formState.errors.productIds?.message}
        />
      )}
      <TextField
        form={form}
        name="prefix"
        label={t("Prefix")}
        optional
        help={t("PRESS makes codes such as PRESS-7KM4TXQ2VH.")}
        maxLength={seriesLimits.prefix.max}
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
      />
      <TimeField form={form} name="startsAt" label={t("Starts")} optional />
      <TimeField
        form={form}
        name="endsAt"
        label={t("Ends")}
        optional
        help={t("Local time in {timeZone}, your time zone in the settings.", {
          timeZone: timeZone.replaceAll("_", " "),
        })}
      />
      <UnsavedChangesGuard unsaved={form.formState.isDirty && !create.isPending} />
    </DialogForm>
  );
}
