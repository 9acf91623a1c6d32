import { zodResolver } from "@hookform/resolvers/zod";
import { useId } from "react";
import { type UseFormReturn, useForm } from "react-hook-form";
import type { Seller, SellerInput } from "../../../contract/api/sellers.ts";
import { limits } from "../../../contract/rules/limits.ts";
import { useFormDraft } from "../../lib/drafts/use-form-draft.ts";
import { submitHandler } from "../../lib/form-errors.ts";
import { FieldError } from "../../ui/field.tsx";
import { EmailField, SelectField, TextAreaField, TextField, UrlField } from "../../ui/form-fields.tsx";
import { RadioCard } from "../../ui/radio-card.tsx";
import { DialogForm } from "../../widgets/form-dialog.tsx";
import { RestoredNotice } from "../../widgets/restored-notice.tsx";
import { useCreator } from "../creator-context.ts";
import { COUNTRY_OPTIONS, SellerFormInput, type SellerFormValues, toSellerValues } from "./seller-draft.ts";
import { useSaveSeller } from "./seller-queries.ts";

type SellerFormProps = { seller: Seller | null; onSaved: () => void };

/** The details that the public legal page shows. */
export function SellerForm({ seller, onSaved }: SellerFormProps) {
  const save = useSaveSeller();
  const form = useForm<SellerFormValues, unknown, SellerInput>({
    resolver: zodResolver(SellerFormInput),
    defaultValues: toSellerValues(seller),
  });
  const isRestored = useFormDraft("seller", form, SellerFormInput, { creatorId: useCreator().id });
  const submit = submitHandler(form, (input) => save.mutateAsync(input).then(onSaved), {
    fallback: "Unable to save seller details.",
  });
  return (
    <DialogForm form={form} onSubmit={submit} submitLabel="Save and publish" busyLabel="Saving…">
      {isRestored && <RestoredNotice />}
      <p className="text-[15px] text-muted">Everything you enter here is public on your page.</p>
      <KindField form={form} />
      <TextField
        form={form}
        name="legalName"
        label="Legal name"
        help="Your own name, or that of your company with its legal form."
        autoComplete="organization"
        maxLength={limits.legalName.max}
      />
      <TextAreaField
        form={form}
        name="address"
        label="Postal address"
        help="Street, postal code and town."
        autoComplete="street-address"
        maxLength={limits.postalAddress.max}
      />
      <SelectField
        form={form}
        name="country"
        label="Country"
        options={COUNTRY_OPTIONS}
        autoComplete="country"
      />
      <EmailField form={form} name="email" label="Email" help="Where buyers can reach you." />
      <TextField
        form={form}
        name="phone"
        label="Phone"
        optional
        type="tel"
        autoComplete="tel"
        maxLength={limits.phone.max}
      />
      <TextField form={form} name="vatId" label="VAT ID" optional maxLength={limits.vatId.max} />
      <TextField
        form={form}
        name="register"
        label="Register"
        optional
        help="The court or register and your number in it."
        maxLength={limits.register.max}
      />
      <TextField
        form={form}
        name="taxNote"
        label="Tax note"
        optional
        help="Shown on receipts when you charge no VAT, such as “No VAT is charged under § 19 UStG.”"
        maxLength={limits.taxNote.max}
      />
      <UrlField
        form={form}
        name="termsUrl"
        label="Terms and conditions"
        optional
        maxLength={limits.url.max}
      />
    </DialogForm>
  );
}

const KINDS = [
  {
    value: "business",
    label: "As a business",
    about: "Also self-employed. EU consumer rights apply to your sales.",
  },
  {
    value: "private",
    label: "As a private person",
    about: "Occasional sales only. EU consumer rights do not apply.",
  },
] as const;

function KindField({ form }: { form: UseFormReturn<SellerFormValues, unknown, SellerInput> }) {
  const id = useId();
  const error = form.getFieldState("isTrader", form.formState).error?.message;
  return (
    <fieldset
      className="grid min-w-0 grid-cols-1 gap-2.5"
      aria-describedby={error ? `${id}-error` : undefined}
    >
      <legend className="mb-1.5 font-semibold">How do you sell?</legend>
      {KINDS.map(({ value, label, about }) => (
        <RadioCard
          key={value}
          value={value}
          {...form.register("isTrader")}
          aria-label={label}
          aria-describedby={`${id}-${value}`}
        >
          <span className="grid min-w-0 gap-0.5">
            <span className="font-semibold">{label}</span>
            <span id={`${id}-${value}`} className="text-sm text-muted">
              {about}
            </span>
          </span>
        </RadioCard>
      ))}
      {error && <FieldError id={`${id}-error`}>{error}</FieldError>}
    </fieldset>
  );
}
