import { useQuery } from "@tanstack/react-query";
import type { FormEvent } from "react";
import { useForm, useWatch } from "react-hook-form";
import { Discount, type DiscountInput } from "../../../contract/api/discounts.ts";
import { limits } from "../../../contract/rules/limits.ts";
import { t } from "../../../contract/texts.ts";
import { useFormDraft } from "../../lib/drafts/use-form-draft.ts";
import { setApiErrors } from "../../lib/form-errors.ts";
import { schemaResolver } from "../../lib/schema-resolver.ts";
import { keepUnchangedTimes } from "../../lib/time-fields.ts";
import { type FormOf, SelectField, TextField, TimeField } from "../../ui/form-fields.tsx";
import { Switch } from "../../ui/switch.tsx";
import { DialogForm } from "../../widgets/form-dialog.tsx";
import { RestoredNotice } from "../../widgets/restored-notice.tsx";
import { UnsavedChangesGuard } from "../../widgets/unsaved-changes-guard.tsx";
import { useCreator } from "../creator-context.ts";
import { AmountField, CURRENCY_OPTIONS, NumberField } from "../editing/amount-field.tsx";
import { ConflictNotice } from "../editing/conflict-notice.tsx";
import { ProductsField } from "../editing/products-field.tsx";
import { useSavedValues } from "../editing/saved-values.ts";
import {
  DISCOUNT_FIELDS,
  type DiscountFormValues,
  REDUCTIONS,
  SCOPES,
  DiscountForm as Schema,
  TOGETHER,
  toFormValues,
} from "./discount-draft.ts";
import { discountsQuery, useSaveDiscount } from "./queries.ts";

type DiscountFormProps = { discount: Discount | null; onSaved: () => void };

export function DiscountForm({ discount, onSaved }: DiscountFormProps) {
  const { id: creatorId, time_zone: timeZone } = useCreator();
  const form = useForm<DiscountFormValues, unknown, DiscountInput>({
    resolver: schemaResolver(Schema),
    defaultValues: toFormValues(discount, timeZone),
  });
  const { data: discounts } = useQuery(discountsQuery);
  const { send, conflict, restore, isDeleted } = useSavedValues<
    DiscountFormValues,
    DiscountInput,
    Discount | null
  >(form, {
    opened: discount,
    saved: discounts?.find(({ id }) => id === discount?.id),
    schema: Discount,
    toValues: (saved) => toFormValues(saved, timeZone),
    together: TOGETHER,
  });
  const save = useSaveDiscount(isDeleted ? null : discount);
  const isRestored = useFormDraft("discount", form, Schema, {
    creatorId,
    id: discount?.id ?? null,
    restore,
  });
  const submit = form.handleSubmit(async (input) => {
    try {
      const saved = await send(
        (read) => save.mutateAsync({ input: keepUnchangedTimes(input, read, timeZone), read }),
        () => void submit(),
      );
      if (saved) onSaved();
    } catch (error) {
      setApiErrors(form, error, { fallback: t("Couldn't save code.") });
    }
  });
  const submitUnlessInConflict = (event: FormEvent) => {
    event.preventDefault();
    if (!conflict.ask()) void submit();
  };
  const verb = isDeleted ? t("Save as a new code") : discount ? t("Save code") : t("Create code");
  const values = useWatch({ control: form.control, compute: (all: DiscountFormValues) => all });
  return (
    <DialogForm
      form={form}
      onSubmit={submitUnlessInConflict}
      submitLabel={verb}
      notice={<ConflictNotice conflict={conflict} labels={DISCOUNT_FIELDS} />}
    >
      {isRestored && <RestoredNotice />}
      <TextField
        form={form}
        name="code"
        label={t("Code")}
        help={t("{min} to {max} letters, digits or hyphens. Buyers may type it in any case.", {
          min: limits.code.min,
          max: limits.code.max,
        })}
        maxLength={limits.code.max}
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
      />
      <ReductionFields form={form} values={values} />
      <SelectField
        form={form}
        name="scope"
        label={t("For")}
        help={t("Tips are never discounted.")}
        options={SCOPES}
      />
      {values.scope === "chosen" && (
        <ProductsField
          inputOf={() => form.register("productIds")}
          error={form.formState.errors.productIds?.message}
        />
      )}
      <PeriodFields form={form} />
      <Switch
        label={t("Once per buyer")}
        help={t("Each email address can use the code once.")}
        {...form.register("oncePerBuyer")}
      />
      <Switch
        label={t("Active")}
        help={t("Buyers cannot use an inactive code.")}
        {...form.register("active")}
      />
      <UnsavedChangesGuard unsaved={form.formState.isDirty && !save.isPending} />
    </DialogForm>
  );
}

type FieldsProps = { form: FormOf<DiscountFormValues> };

function ReductionFields({ form, values }: FieldsProps & { values: DiscountFormValues }) {
  const { reduction, currency } = values;
  return (
    <>
      <SelectField form={form} name="reduction" label={t("Discount")} options={REDUCTIONS} />
      {reduction === "percent" ? (
        <NumberField form={form} name="percentOff" label={t("Percent")} maxLength={20} />
      ) : (
        <>
          <AmountField
            form={form}
            name="amountOffCents"
            label={t("Amount ({currency})", { currency: currency.toUpperCase() })}
          />
          <SelectField
            form={form}
            name="currency"
            label={t("Currency")}
            help={t("The code works for products in this currency.")}
            options={CURRENCY_OPTIONS}
          />
        </>
      )}
    </>
  );
}

/** The period and the number of uses. */
function PeriodFields({ form }: FieldsProps) {
  const { time_zone: timeZone } = useCreator();
  return (
    <>
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
      <NumberField
        form={form}
        name="maxUses"
        label={t("Maximum uses")}
        optional
        help={t("How often it can be used by all buyers together. Leave it empty for no limit.")}
      />
    </>
  );
}
