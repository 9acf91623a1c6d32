import { useWatch } from "react-hook-form";
import { z } from "zod";
import { DiscountSeriesInput } from "../../../contract/api/discount-series.ts";
import { wholeFromText } from "../../../contract/rules/price-text.ts";
import { seriesLimits } from "../../../contract/rules/series-limits.ts";
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
    failure: "Couldn't create the codes.",
  });
  const scope = useWatch({ control: form.control, name: "scope" });
  return (
    <DialogForm form={form} onSubmit={onSubmit} submitLabel="Create codes" busyLabel="Creating…">
      <TextField
        form={form}
        name="name"
        label="Name"
        help="Only you see it."
        maxLength={seriesLimits.name.max}
        autoComplete="off"
      />
      <NumberField
        form={form}
        name="count"
        label="Number of codes"
        help={`1 to ${seriesLimits.codes.max}. Each works once.`}
      />
      <NumberField
        form={form}
        name="percentOff"
        label="Percent off"
        help="With 100, the buyer pays nothing but shipping."
      />
      <SelectField form={form} name="scope" label="For" help="Tips are never discounted." options={SCOPES} />
      {scope === "chosen" && (
        <ProductsField
          inputOf={() => form.register("productIds")}
          error={form.formState.errors.productIds?.message}
        />
      )}
      <TextField
        form={form}
        name="prefix"
        label="Prefix"
        optional
        help="PRESS makes codes such as PRESS-7KM4TXQ2VH."
        maxLength={seriesLimits.prefix.max}
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
      />
      <TimeField form={form} name="startsAt" label="Starts" optional />
      <TimeField
        form={form}
        name="endsAt"
        label="Ends"
        optional
        help={`Local time in ${timeZone.replaceAll("_", " ")}, your time zone in the settings.`}
      />
      <UnsavedChangesGuard unsaved={form.formState.isDirty && !create.isPending} />
    </DialogForm>
  );
}
