import { type UseFormReturn, useWatch } from "react-hook-form";
import type { PaymentProvider, ProfileInput } from "../../../contract/creators.ts";
import { limits } from "../../../contract/limits.ts";
import { Field } from "../../ui/field.tsx";
import { Input } from "../../ui/input.tsx";
import { Select } from "../../ui/select.tsx";
import { Section } from "./section.tsx";
import type { SettingsFormValues } from "./settings-draft.ts";

const PROVIDERS: readonly { provider: PaymentProvider; label: string; example: string }[] = [
  { provider: "none", label: "None (mock checkout only)", example: "" },
  { provider: "stripe", label: "Stripe", example: "acct_…" },
  { provider: "mollie", label: "Mollie", example: "org_…" },
];

/** Who is to take the money of sales one day. */
export function ProviderSection({
  form,
}: {
  form: UseFormReturn<SettingsFormValues, unknown, ProfileInput>;
}) {
  const { errors } = form.formState;
  const provider = useWatch({ control: form.control, name: "paymentProvider" });
  return (
    <Section
      title="Payment provider"
      about="Buyers pay through the mock checkout. Choose who shall take real payments later."
    >
      <Field label="Provider" error={errors.paymentProvider?.message}>
        {(control) => (
          <Select {...control} {...form.register("paymentProvider")}>
            {PROVIDERS.map((each) => (
              <option key={each.provider} value={each.provider}>
                {each.label}
              </option>
            ))}
          </Select>
        )}
      </Field>
      {provider !== "none" && (
        <Field
          label="Payment account ID"
          optional
          help="As your provider shows it. It is kept for you and not shown on your page."
          error={errors.paymentAccountId?.message}
        >
          {(control) => (
            <Input
              {...control}
              autoComplete="off"
              autoCapitalize="none"
              spellCheck={false}
              maxLength={limits.paymentAccountId.max}
              placeholder={PROVIDERS.find((each) => each.provider === provider)?.example}
              {...form.register("paymentAccountId")}
            />
          )}
        </Field>
      )}
    </Section>
  );
}
